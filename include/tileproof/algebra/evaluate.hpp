// SPDX-License-Identifier: BSL-1.0
//
// The run-time leaves of a result: the program that the recorder wrote, run on those of the
// arguments, and its conditions checked.
#pragma once

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

// Whether a result of plain values has the integers that the nodes of a recorded one have.
constexpr bool same_integers(core::integer const& plain, core::integer const& recorded,
                             std::int64_t const* nodes) {
  return plain.value == (recorded.is_fixed() ? recorded.value : nodes[recorded.node]);
}
constexpr bool same_integers(core::layout const& plain, core::layout const& recorded,
                             std::int64_t const* nodes) {
  bool same = plain.tokens == recorded.tokens && plain.count == recorded.count;
  for (int i = 0; same && i < plain.tokens; ++i) same = plain.token[i] == recorded.token[i];
  for (int i = 0; same && i < plain.count; ++i)
    same = same_integers(plain.at[i].extent, recorded.at[i].extent, nodes) &&
           same_integers(plain.at[i].stride, recorded.at[i].stride, nodes);
  return same;
}
constexpr bool same_integers(core::sliced const& plain, core::sliced const& recorded,
                             std::int64_t const* nodes) {
  return same_integers(plain.kept, recorded.kept, nodes) &&
         same_integers(plain.offset, recorded.offset, nodes);
}

// Why the core refuses these values, of which some condition does not hold; property::none where
// the result is right all the same. The conditions are enough for it to be right, and cheap; the
// core decides exactly, with plain values.
template <class App, class First, class... Rest>
constexpr core::refusal reason_of(First const& first, Rest const&... rest) {
  constexpr int n = App::inputs::size;
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
  auto const& program = App::result.program;
  std::int64_t node[n + App::steps]{};
  for (int i = 0; i < program.count; ++i) node[i] = core::evaluate(program.at[i], node, values);
  bool owed_hold = true;  // then 32 bits overflowed
  for (int i = 0; i < program.obligations; ++i)
    owed_hold = owed_hold && node[program.owed[i].node] != 0;
  if (owed_hold || !same_integers(plain, App::value, node)) return program.owed[0].otherwise;
  return {};
}

template <class App, class... Args>
constexpr void fail_with(Args const&... args) {
  core::refusal const why = reason_of<App>(args...);
  if (why.what != core::property::none) fail(why);
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class App, class... Args>
TILEPROOF_HOST_DEVICE constexpr void check([[maybe_unused]] registers const& v,
                                           [[maybe_unused]] Args const&... args) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
  bool const ok = holds<App>(v, owed_by<App>{});
#if defined(__CUDA_ARCH__)
  assert(ok && "tileproof: run-time leaves violate a condition of a layout operation");
  static_cast<void>(ok);
#else
  if (!ok) fail_with<App>(args...);
#endif
#endif
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

// A result of type R from the values of the nodes. Store is how it stores its leaves.
template <class R, class Part, bool WithStrides, class Store = typename store<leaves_t<R>>::type>
struct make_result {
  TILEPROOF_HOST_DEVICE constexpr R operator()(registers const&) const { return R{}; }
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
};

// The result of a recorded application: runs the program on the arguments A..., in steps I...,
// checks its conditions, and makes the R.
template <class App, class R, class Make, bool Checked = true, std::size_t... A, std::size_t... I,
          class... Args>
TILEPROOF_HOST_DEVICE constexpr auto made(std::index_sequence<A...>, std::index_sequence<I...>,
                                          Args const&... args) {
  constexpr int stored = App::inputs::size;
  if constexpr (__is_empty(R) && App::result.program.obligations == 0) {
    return R{};
  } else {
    int narrow[stored + sizeof...(I)]{};
    std::int64_t wide[App::result.any_wide ? stored + sizeof...(I) : 1]{};
    registers const v{narrow, wide};
    (put_nodes<App::all_wide, begins_v<begins_of<Args...>>.at[A]>(v, args), ...);
    (advance<App::result.program.at[stored + I].does>(
         v, stored + I, App::result.program.at[stored + I].a, App::result.program.at[stored + I].b,
         App::result.program.at[stored + I].value),
     ...);
    if constexpr (Checked && App::result.program.obligations > 0) check<App>(v, args...);
    return Make{}(v);
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
