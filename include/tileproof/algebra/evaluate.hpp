// SPDX-License-Identifier: BSL-1.0
//
// The run-time leaves of a result: the program that the recorder wrote, run on those of the
// arguments, and its conditions checked.
//
// The host computes every node in 64 bits and refuses a result whose leaf type does not hold its
// value. Device code, and a build with TILEPROOF_DISABLE_PROOFS, computes each node in its own
// width, 32 bits where no operand has 64; `accepts` says beforehand whether that is exact.
#pragma once

#include <tileproof/algebra/checked.hpp>
#include <tileproof/algebra/result_type.hpp>

#include <cassert>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Values of nodes, in their width. Indices are constants: kernels keep them in registers.
struct registers {
  int* narrow;
  std::int64_t* wide;
};

template <bool Wide>
TILEPROOF_HOST_DEVICE constexpr auto load(registers const& v, int i) {
  if constexpr (Wide)
    return v.wide[i];
  else
    return v.narrow[i];
}

// The stored leaves of an argument into nodes Begin, Begin+1, ... Values fit their signed type.
template <bool AllWide, std::size_t Begin, class T>
requires(!tree<T>) TILEPROOF_HOST_DEVICE constexpr void put_nodes(registers const& v, T const& t) {
  if constexpr (__is_empty(T))
    return;
  else if constexpr (AllWide || sizeof(T) > 4)
    v.wide[Begin] = static_cast<std::int64_t>(t);
  else
    v.narrow[Begin] = static_cast<int>(t);
}
template <bool AllWide, std::size_t Begin>
TILEPROOF_HOST_DEVICE constexpr void put_nodes(registers const&, no_leaves const&) {}
template <bool AllWide, std::size_t Begin, std::size_t... K, class... Ls>
TILEPROOF_HOST_DEVICE constexpr void put_nodes(
    registers const& v, leaf_store<std::index_sequence<K...>, type_list<Ls...>> const& t) {
  (put_nodes<AllWide, Begin + K>(v, slot_value<K>(t)), ...);
}

// Variables, since nvcc warns of functions of the host where a kernel's code calls them.
template <core::operand From>
inline constexpr bool is_wide_operand = core::is_wide(From);
template <core::operand From>
inline constexpr bool is_constant_operand = core::is_constant(From);

template <core::operand From>
TILEPROOF_HOST_DEVICE constexpr auto operand_value(registers const& v, int i,
                                                   std::int64_t constant) {
  if constexpr (is_constant_operand<From>)
    return constant;
  else if constexpr (is_wide_operand<From>)
    return v.wide[i];
  else
    return v.narrow[i];
}

// Node i of the program. Extents and coordinates are not negative: they divide as unsigned numbers.
// No local constants: each call would compute them again.
template <core::instruction Does>
TILEPROOF_HOST_DEVICE constexpr void advance(registers const& v, int i, int a, int b,
                                             std::int64_t constant) {
  using S =
      std::conditional_t<is_wide_operand<Does.a> || is_wide_operand<Does.b>, std::int64_t, int>;
  using U = std::make_unsigned_t<S>;
  S const x = static_cast<S>(operand_value<Does.a>(v, a, constant));
  S const y = static_cast<S>(operand_value<Does.b>(v, b, constant));
  S r{};
  if constexpr (Does.code == core::op::add) r = x + y;
  if constexpr (Does.code == core::op::sub) r = x - y;
  if constexpr (Does.code == core::op::mul) r = x * y;
#if !defined(__CUDA_ARCH__)
  if constexpr (Does.code == core::op::div || Does.code == core::op::ceil_div ||
                Does.code == core::op::mod)
    if (y == 0) return;  // a condition that is checked later fails
#endif
  if constexpr (Does.code == core::op::div)
    r = static_cast<S>(static_cast<U>(x) / static_cast<U>(y));
  if constexpr (Does.code == core::op::ceil_div)
    r = static_cast<S>((static_cast<U>(x) + (static_cast<U>(y) - 1)) / static_cast<U>(y));
  if constexpr (Does.code == core::op::mod)
    r = static_cast<S>(static_cast<U>(x) % static_cast<U>(y));
  if constexpr (Does.code == core::op::min) r = x < y ? x : y;
  if constexpr (Does.code == core::op::less_equal) r = x <= y;
  if constexpr (Does.code == core::op::equal) r = x == y;
  if constexpr (Does.code == core::op::both) r = x && y;
  if constexpr (Does.code == core::op::either) r = x || y;
  if constexpr (is_wide_operand<Does.a> || is_wide_operand<Does.b>)
    v.wide[i] = r;
  else
    v.narrow[i] = r;
}

template <class App, std::size_t... O>
TILEPROOF_HOST_DEVICE constexpr bool holds(registers const& v, std::index_sequence<O...>) {
  return ((load<App::result.program.at[App::result.program.owed[O].node].wide>(
               v, App::result.program.owed[O].node) != 0) &&
          ...);
}

template <class App>
using owed_by = std::make_index_sequence<static_cast<std::size_t>(App::result.program.obligations)>;

// ---- on the host, in 64 bits

// The stored leaves of an argument into nodes Begin, Begin+1, ...
template <std::size_t Begin, class T>
requires(!tree<T>) TILEPROOF_HOST_DEVICE constexpr void put_exact(core::exact* v, T const& t) {
  if constexpr (!__is_empty(T)) v[Begin] = exact_value(t);
}
template <std::size_t Begin>
TILEPROOF_HOST_DEVICE constexpr void put_exact(core::exact*, no_leaves const&) {}
template <std::size_t Begin, std::size_t... K, class... Ls>
TILEPROOF_HOST_DEVICE constexpr void put_exact(
    core::exact* v, leaf_store<std::index_sequence<K...>, type_list<Ls...>> const& t) {
  ((v[Begin + K] = exact_value(slot_value<K>(t))), ...);
}

constexpr bool is_true(core::exact const& condition) {
  return !condition.lost && condition.value != 0;
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// Node i of the program.
TILEPROOF_HOST_DEVICE constexpr void advance_exactly(core::exact* v, std::size_t i,
                                                     core::instruction const& does, int a, int b,
                                                     std::int64_t constant) {
  core::exact const c{constant, false};
  v[i] = core::perform(does.code, core::is_constant(does.a) ? c : v[a],
                       core::is_constant(does.b) ? c : v[b]);
}

// Calls visit(x, y) for every integer x of a result and the same one y of another, until one is
// false. False too where they have other modes.
template <class Visit>
constexpr bool for_each_integer(core::integer const& x, core::integer const& y, Visit visit) {
  return visit(x, y);
}
template <class Visit>
constexpr bool for_each_integer(core::layout const& x, core::layout const& y, Visit visit) {
  bool same = x.tokens == y.tokens && x.count == y.count;
  for (int i = 0; same && i < x.tokens; ++i) same = x.token[i] == y.token[i];
  for (int i = 0; same && i < x.count; ++i)
    same = visit(x.at[i].extent, y.at[i].extent) && visit(x.at[i].stride, y.at[i].stride);
  return same;
}
template <class Visit>
constexpr bool for_each_integer(core::sliced const& x, core::sliced const& y, Visit visit) {
  return for_each_integer(x.kept, y.kept, visit) && for_each_integer(x.offset, y.offset, visit);
}

// Why the core refuses these values, of which the condition of `broken` does not hold in `node`, the
// values of the nodes; property::none where the result is right all the same. The conditions are
// enough for it to be right, and cheap; the core decides exactly, with plain values.
template <class App, class First, class... Rest>
constexpr core::refusal reason_of(core::exact const* node, core::refusal const& broken,
                                  First const& first, Rest const&... rest) {
  constexpr int n = App::inputs::size;
  for (int i = 0; i < n; ++i)
    if (node[i].lost) return {core::property::integers_fit_64_bits, 0, 0, 0, 0};
  std::int64_t values[n]{};
  int narrow[n]{};
  registers const v{narrow, values};
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    put_nodes<true, 0>(v, first);
    (put_nodes<true, begins_v<begins_of<First, Rest...>>.at[I + 1]>(v, rest), ...);
  }
  (std::index_sequence_for<Rest...>{});
  int base = 0;
  auto const bound = [&](reading const& r) {
    core::layout const l = with_values(r, values + base);
    base += r.stored;
    return l;
  };
  core::layout in[] = {bound(App::operation::template first<First>::value),
                       bound(reading_of<Rest>::value)...};
  core::context cx;
  auto const plain =
      run<typename App::operation>(cx, in, std::index_sequence_for<First, Rest...>{});
  if (cx.refused()) return cx.why;
  bool lost = false;
  bool const same = for_each_integer(
      plain, App::value, [&](core::integer const& x, core::integer const& recorded) {
        if (recorded.is_fixed()) return x.value == recorded.value;
        lost = lost || node[recorded.node].lost;
        return !lost && x.value == node[recorded.node].value;
      });
  if (lost) return {core::property::integers_fit_64_bits, 0, 0, 0, 0};
  return same ? core::refusal{} : broken;
}

template <class App>
TILEPROOF_HOST_DEVICE constexpr void check([[maybe_unused]] registers const& v) {
#if defined(__CUDA_ARCH__) && !defined(TILEPROOF_DISABLE_PROOFS)
  bool const ok = holds<App>(v, owed_by<App>{});
  assert(ok && "tileproof: run-time leaves violate a condition of a layout operation");
  static_cast<void>(ok);
#endif
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// The first of the conditions O... that does not hold, or cannot be decided in 64 bits; -1 where
// there is none.
template <class App, std::size_t... O>
TILEPROOF_HOST_DEVICE constexpr int first_broken(core::exact const* v, std::index_sequence<O...>) {
  int broken = -1;
  static_cast<void>(
      ((!is_true(v[App::result.program.owed[O].node]) ? (broken = O, true) : false) || ...));
  return broken;
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// Throws where a condition does not hold and the core refuses these values.
template <class App, class... Args>
TILEPROOF_HOST_DEVICE constexpr void check_exactly(core::exact const* v, Args const&... args) {
  int const broken = first_broken<App>(v, owed_by<App>{});
  if (broken < 0) return;
  core::refusal const why = reason_of<App>(v, App::result.program.owed[broken].otherwise, args...);
  if (why.what != core::property::none) fail(why);
}

// The nodes of a tree's run-time leaves in the order in which its type stores them.
struct node_list {
  int node[2 * core::max_leaves]{};
  int count = 0;
};
constexpr node_list stored_nodes(core::layout const& l, bool with_strides) {
  node_list r;
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_fixed()) r.node[r.count++] = l.at[i].extent.node;
  for (int i = 0; with_strides && i < l.count; ++i)
    if (!l.at[i].stride.is_fixed()) r.node[r.count++] = l.at[i].stride.node;
  return r;
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// The value of a leaf of the result, refused where its 32 or 64 bits do not hold it. A leaf of the
// arguments is as it was given.
TILEPROOF_HOST_DEVICE constexpr std::int64_t leaf_value(core::exact const& v, bool given,
                                                        bool wide) {
  if (!given && v.lost) value_does_not_fit_64_bits();
  if (!given && !wide && !fits_bits(v.value, 32)) value_does_not_fit_its_type(v.value, 32);
  return v.value;
}

// A result of type R from the values of the nodes. Store is how it stores its leaves.
template <class R, class Part, bool WithStrides, class Store = typename store<leaves_t<R>>::type>
struct make_result {
  TILEPROOF_HOST_DEVICE constexpr R operator()(registers const&) const { return R{}; }
  TILEPROOF_HOST_DEVICE constexpr R operator()(core::exact const*) const { return R{}; }
};
template <class R, class Part, bool WithStrides, std::size_t... K, class... Ls>
struct make_result<R, Part, WithStrides, leaf_store<std::index_sequence<K...>, type_list<Ls...>>> {
  static constexpr node_list from = stored_nodes(Part::tree, WithStrides);

  TILEPROOF_HOST_DEVICE constexpr R operator()(registers const& v) const {
    if constexpr (tree<R>) {
      R r{};
      ((slot_value<K>(r) = static_cast<Ls>(
            load<Part::app::result.program.at[from.node[K]].wide>(v, from.node[K]))),
       ...);
      return r;
    } else {
      return static_cast<R>(load<Part::app::result.program.at[from.node[0]].wide>(v, from.node[0]));
    }
  }
  TILEPROOF_HOST_DEVICE constexpr R operator()(core::exact const* v) const {
    using app = typename Part::app;
    if constexpr (tree<R>) {
      R r{};
      ((slot_value<K>(r) =
            static_cast<Ls>(leaf_value(v[from.node[K]], from.node[K] < app::inputs::size,
                                       app::result.program.at[from.node[K]].wide))),
       ...);
      return r;
    } else {
      return static_cast<R>(leaf_value(v[from.node[0]], from.node[0] < app::inputs::size,
                                       app::result.program.at[from.node[0]].wide));
    }
  }
};

// The nodes that a result is computed from. Conditions have others.
struct node_set {
  bool has[core::max_nodes]{};

  constexpr void add(core::integer const& i) {
    if (!i.is_known()) has[i.node] = true;
  }
  constexpr void add(core::layout const& l) {
    for (int i = 0; i < l.count; ++i) {
      add(l.at[i].extent);
      add(l.at[i].stride);
    }
  }
  constexpr void add(core::sliced const& s) {
    add(s.kept);
    add(s.offset);
  }
};
template <class App>
constexpr node_set nodes_of_result() {
  node_set r;
  r.add(App::value);
  for (int i = App::result.program.count - 1; i >= 0; --i) {
    core::node const& n = App::result.program.at[i];
    if (!r.has[i] || n.does.code == core::op::input) continue;
    if (!core::is_constant(n.does.a)) r.has[n.a] = true;
    if (!core::is_constant(n.does.b)) r.has[n.b] = true;
  }
  return r;
}

// Whether Op is accepted and each node of its result fits its width, in which device code computes
// it. A... are the arguments, I... the steps.
template <class App, std::size_t... A, std::size_t... I, class... Args>
constexpr bool fits_device(std::index_sequence<A...>, std::index_sequence<I...>,
                           Args const&... args) {
  constexpr std::size_t stored = App::inputs::size;
  core::exact v[stored + sizeof...(I)]{};
  (put_exact<begins_v<begins_of<Args...>>.at[A]>(v, args), ...);
  (advance_exactly(v, stored + I, App::result.program.at[stored + I].does,
                   App::result.program.at[stored + I].a, App::result.program.at[stored + I].b,
                   App::result.program.at[stored + I].value),
   ...);
  constexpr node_set in_result = nodes_of_result<App>();
  for (std::size_t i = 0; i < stored + sizeof...(I); ++i)
    if (in_result.has[i] &&
        (v[i].lost || (!App::result.program.at[i].wide && !fits_bits(v[i].value, 32))))
      return false;
  if constexpr (App::result.program.obligations == 0) {
    return true;
  } else {
    int const broken = first_broken<App>(v, owed_by<App>{});
    return broken < 0 ||
           reason_of<App>(v, App::result.program.owed[broken].otherwise, args...).what ==
               core::property::none;
  }
}

// The result of a recorded application: runs the program on the arguments A..., in steps I...,
// checks its conditions, and makes the R.
template <class App, class R, class Make, std::size_t... A, std::size_t... I, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto made(std::index_sequence<A...>, std::index_sequence<I...>,
                                          Args const&... args) {
  constexpr int stored = App::inputs::size;
  if constexpr (__is_empty(R) && App::result.program.obligations == 0) {
    return R{};
  } else {
#if defined(__CUDA_ARCH__) || defined(TILEPROOF_DISABLE_PROOFS)
    int narrow[stored + sizeof...(I)]{};
    std::int64_t wide[App::result.any_wide ? stored + sizeof...(I) : 1]{};
    registers const v{narrow, wide};
    (put_nodes<App::all_wide, begins_v<begins_of<Args...>>.at[A]>(v, args), ...);
    (advance<App::result.program.at[stored + I].does>(
         v, stored + I, App::result.program.at[stored + I].a, App::result.program.at[stored + I].b,
         App::result.program.at[stored + I].value),
     ...);
    if constexpr (App::result.program.obligations > 0) check<App>(v);
    return Make{}(v);
#else
    core::exact v[stored + sizeof...(I)]{};
    (put_exact<begins_v<begins_of<Args...>>.at[A]>(v, args), ...);
    (advance_exactly(v, stored + I, App::result.program.at[stored + I].does,
                     App::result.program.at[stored + I].a, App::result.program.at[stored + I].b,
                     App::result.program.at[stored + I].value),
     ...);
    if constexpr (App::result.program.obligations > 0)
      check_exactly<App>(v, args...);
    return Make{}(static_cast<core::exact const*>(v));
#endif
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
