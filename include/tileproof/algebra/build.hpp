// SPDX-License-Identifier: BSL-1.0
//
// One operation of the algebra, from types to types: the arguments are read once, the core computes
// once for each combination of types, and the result is built once. Run-time leaves of the result are
// the program over those of the arguments that the recorder of the core has written down.
#pragma once

#include <tileproof/algebra/hana.hpp>
#include <tileproof/algebra/read.hpp>
#include <tileproof/algebra/refused.hpp>
#include <tileproof/core/slice.hpp>
#include <tileproof/core/tiler.hpp>

#include <cassert>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// ---- computing

// Op::run(context&, layout const&...) -> core::layout or core::sliced. An operation whose first
// argument is a tiler derives from takes_tiler.
struct takes_layouts {
  template <class First>
  using first = reading_of<First>;
};
struct takes_tiler {
  template <class First>
  using first = tiler_reading_of<First>;
};

template <class Value>
struct static_outcome {
  Value value{};
  core::refusal why{};
};
template <class Value>
struct recorded_outcome {
  Value value{};
  core::refusal why{};
  core::program program{};  // its first nodes are the stored leaves of the arguments
  bool all_wide = false;    // they count as 64-bit: some offset does not fit 32
};

constexpr bool is_full(core::layout const& l) { return l.full; }
constexpr bool is_full(core::sliced const& s) { return s.kept.full || s.offset.full; }

constexpr bool exceeds_32_bits(core::layout const& l) {
  core::context cx;
  return core::all_fixed(l) && (core::cosize(cx, l).value - 1 > INT32_MAX || cx.refused());
}

template <class Op, std::size_t... I>
constexpr auto run(core::context& cx, core::layout* in, std::index_sequence<I...>) {
  auto value = Op::run(cx, in[I]...);
  if (is_full(value)) cx.refuse(core::property::leaves_fit_capacity);
  return value;
}

template <class Op, class... Readings>
constexpr auto compute(Readings const&... r) {
  core::context cx;
  core::layout in[] = {r.into...};
  auto const value = run<Op>(cx, in, std::index_sequence_for<Readings...>{});
  return static_outcome<std::remove_const_t<decltype(value)>>{value, cx.why};
}

template <class Op, class... Readings>
constexpr auto record(Readings const&... r) {
  core::context cx;
  core::program program;
  cx.record = &program;
  bool const all_wide = (exceeds_32_bits(r.into) || ...);
  reading const* const read[] = {&r...};
  core::layout in[sizeof...(r)];
  int base = 0;
  for (std::size_t k = 0; k < sizeof...(r); ++k) {
    for (int i = 0; i < read[k]->stored; ++i)
      cx.input(base + i, all_wide || (read[k]->wide >> i & 1) != 0);
    in[k] = as_nodes(*read[k], base);
    base += read[k]->stored;
  }
  auto const value = run<Op>(cx, in, std::index_sequence_for<Readings...>{});
  return recorded_outcome<std::remove_const_t<decltype(value)>>{value, cx.why, program, all_wide};
}

template <class Op, class First, class... Rest>
struct static_application {
  using operation = Op;
  using inputs = type_list<>;
  static constexpr auto result =
      compute<Op>(Op::template first<First>::value, reading_of<Rest>::value...);
};
template <class Op, class First, class... Rest>
struct recorded_application {
  using operation = Op;
  using inputs = decltype((leaves_t<First>{} + ... + leaves_t<Rest>{}));
  static constexpr auto result =
      record<Op>(Op::template first<First>::value, reading_of<Rest>::value...);
};
template <class Op, class... Args>
using application = std::conditional_t<(__is_empty(Args) && ...), static_application<Op, Args...>,
                                       recorded_application<Op, Args...>>;

template <class App>
inline constexpr bool is_refused = App::result.why.what != core::property::none;

// The type that stops the compilation.
template <class App>
using refused_by = no_exact_result<refused<
    typename App::operation, typename property_type<App::result.why.what>::type,
    in_mode<App::result.why.mode>, at_coordinate<bare<App::result.why.coordinate>>,
    found<bare<App::result.why.found>>, expected<bare<App::result.why.expected>>>>;

// ---- types of the result

// Part::tree() is what to build, Part::app the application that gave it.
template <class App>
struct whole {
  using app = App;
  static constexpr core::layout const& tree() { return App::result.value; }
};
template <class App>
struct kept_part {
  using app = App;
  static constexpr core::layout const& tree() { return App::result.value.kept; }
};
template <class App>
struct offset_part {
  using app = App;
  static constexpr core::layout const& tree() { return App::result.value.offset; }
};

template <class List>
struct list_element;
template <class... Ts>
struct list_element<type_list<Ts...>> {
  template <std::int64_t I>
  using at = typename nth<static_cast<std::size_t>(I), Ts...>::type;
};

// How a leaf of the result is made: from its value, from a stored leaf, or by computing.
enum class origin : std::uint8_t { fixed, input, computed, computed_wide };
struct leaf_source {
  origin from = origin::fixed;
  std::int64_t value = 0;  // the value, or the number of the stored leaf
  core::axis_path axis = 0;
};

template <class Part>
constexpr leaf_source source_of(core::integer v, core::axis_path axis) {
  if (v.is_fixed()) return {origin::fixed, v.value, axis};
  if (v.node < Part::app::inputs::size) return {origin::input, v.node, axis};
  if constexpr (Part::app::inputs::size > 0)
    if (Part::app::result.program.at[v.node].wide) return {origin::computed_wide, 0, axis};
  return {origin::computed, 0, axis};
}
template <class Part, bool Stride>
constexpr leaf_source source_at(int leaf) {
  core::mode const& m = Part::tree().at[leaf];
  return Stride ? source_of<Part>(m.stride, m.axis) : source_of<Part>(m.extent, 0);
}

template <class Inputs, origin From, std::int64_t V>
struct leaf_by {
  using type = static_int<V>;
};
template <class Inputs, std::int64_t V>
struct leaf_by<Inputs, origin::input, V> {
  using type = typename list_element<Inputs>::template at<V>;
};
template <class Inputs>
struct leaf_by<Inputs, origin::computed, 0> {
  using type = int;
};
template <class Inputs>
struct leaf_by<Inputs, origin::computed_wide, 0> {
  using type = std::int64_t;
};

template <class Part, bool Stride, int Leaf>
constexpr auto leaf_type() {
  constexpr leaf_source s = source_at<Part, Stride>(Leaf);
  using T = typename leaf_by<typename Part::app::inputs, s.from, s.value>::type;
  if constexpr (s.axis == 0)
    return std::type_identity<T>{};
  else
    return std::type_identity<decltype(basis_of<s.axis, T>())>{};
}

// A tuple of static integers that fit an int: nothing is instantiated for a leaf.
constexpr bool is_plain_list(core::layout const& l, core::place p, bool stride) {
  int const n = l.token[p.token];
  for (int i = 0; i < n; ++i) {
    core::mode const& m = l.at[p.leaf + i];
    core::integer const v = stride ? m.stride : m.extent;
    if (l.token[p.token + 1 + i] != core::leaf_token || !v.is_fixed() || (stride && m.axis != 0) ||
        v.value < INT32_MIN || v.value > INT32_MAX)
      return false;
  }
  return true;
}
template <class Part, bool Stride, int Leaf, std::size_t... K>
constexpr auto list_type(std::index_sequence<K...>) {
  if constexpr (Stride)
    return std::type_identity<tuple<C<static_cast<int>(Part::tree().at[Leaf + K].stride.value)>...>>{};
  else
    return std::type_identity<tuple<C<static_cast<int>(Part::tree().at[Leaf + K].extent.value)>...>>{};
}

template <class Part, bool Stride, int Token, int Leaf>
constexpr auto tree_type();

template <class Part, bool Stride, int Token, int Leaf, std::size_t... I>
constexpr auto tuple_type(std::index_sequence<I...>) {
  return std::type_identity<tuple<typename decltype(tree_type<
      Part, Stride, core::nth(Part::tree(), I, {Token, Leaf}).token,
      core::nth(Part::tree(), I, {Token, Leaf}).leaf>())::type...>>{};
}

template <class Part, bool Stride, int Token, int Leaf>
constexpr auto tree_type() {
  constexpr int t = Part::tree().token[Token];
  if constexpr (t == core::leaf_token)
    return leaf_type<Part, Stride, Leaf>();
  else if constexpr (is_plain_list(Part::tree(), {Token, Leaf}, Stride))
    return list_type<Part, Stride, Leaf>(std::make_index_sequence<t>{});
  else
    return tuple_type<Part, Stride, Token, Leaf>(std::make_index_sequence<t>{});
}

template <class Part>
using extents_of = typename decltype(tree_type<Part, false, 0, 0>())::type;
template <class Part>
using layout_of = Layout<extents_of<Part>, typename decltype(tree_type<Part, true, 0, 0>())::type>;

// ---- running the program

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
  requires(!tree<T>)
TILEPROOF_HOST_DEVICE constexpr void put_nodes(registers const& v, T const& t) {
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

// Node i of the program. Extents and coordinates are not negative: they divide as unsigned numbers.
template <core::op Code, bool WideA, bool WideB>
TILEPROOF_HOST_DEVICE constexpr void advance(registers const& v, int i, int a, int b,
                                             [[maybe_unused]] std::int64_t value) {
  using S = std::conditional_t<WideA || WideB, std::int64_t, int>;
  using U = std::make_unsigned_t<S>;
  S r{};
  if constexpr (Code == core::op::constant) {
    r = static_cast<S>(value);
  } else {
    S const x = load<WideA>(v, a);
    S const y = load<WideB>(v, b);
    if constexpr (Code == core::op::add) r = x + y;
    if constexpr (Code == core::op::sub) r = x - y;
    if constexpr (Code == core::op::mul) r = x * y;
#if !defined(__CUDA_ARCH__)
    if constexpr (Code == core::op::div || Code == core::op::mod)
      if (y == 0) return;  // a condition that is checked later fails
#endif
    if constexpr (Code == core::op::div) r = static_cast<S>(static_cast<U>(x) / static_cast<U>(y));
    if constexpr (Code == core::op::mod) r = static_cast<S>(static_cast<U>(x) % static_cast<U>(y));
    if constexpr (Code == core::op::min) r = x < y ? x : y;
    if constexpr (Code == core::op::less_equal) r = x <= y;
    if constexpr (Code == core::op::both) r = x && y;
    if constexpr (Code == core::op::either) r = x || y;
  }
  if constexpr (WideA || WideB)
    v.wide[i] = r;
  else
    v.narrow[i] = r;
}

// A constant has the width of its value; any other node that of its operands.
template <class App, int I>
TILEPROOF_HOST_DEVICE constexpr void advance(registers const& v) {
  constexpr core::node n = App::result.program.at[I];
  constexpr bool is_constant = n.code == core::op::constant;
  advance<n.code, is_constant ? n.wide : App::result.program.at[n.a].wide,
          is_constant ? n.wide : App::result.program.at[n.b].wide>(v, I, n.a, n.b, n.value);
}

template <class App, int I>
TILEPROOF_HOST_DEVICE constexpr auto node_value(registers const& v) {
  return load<App::result.program.at[I].wide>(v, I);
}

template <class App, std::size_t... O>
TILEPROOF_HOST_DEVICE constexpr bool holds(registers const& v, std::index_sequence<O...>) {
  return ((node_value<App, App::result.program.owed[O].node>(v) != 0) && ...);
}

template <class App>
using owed_by = std::make_index_sequence<static_cast<std::size_t>(App::result.program.obligations)>;

// Computes the core's answer for these values, to throw its sentence.
template <class App, class First, class... Rest>
void fail_with(First const& first, Rest const&... rest) {
  constexpr int n = App::inputs::size;
  std::int64_t values[n]{};
  int narrow[n]{};
  registers const v{narrow, values};
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    put_nodes<true, 0>(v, first);
    (put_nodes<true, begins_v<leaves_t<First>::size, leaves_t<Rest>::size...>.at[I + 1]>(v, rest),
     ...);
  }(std::index_sequence_for<Rest...>{});
  int base = 0;
  auto const bound = [&](reading const& r) {
    core::layout const l = with_values(r, values + base);
    base += r.stored;
    return l;
  };
  core::layout in[] = {bound(App::operation::template first<First>::value),
                       bound(reading_of<Rest>::value)...};
  core::context cx;
  run<typename App::operation>(cx, in, std::index_sequence_for<First, Rest...>{});
  fail(cx.why);
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class App, class... Args>
TILEPROOF_HOST_DEVICE constexpr void check([[maybe_unused]] registers const& v,
                                           [[maybe_unused]] Args const&... args) {
#if !defined(TILEPROOF_NO_PROOFS)
  if constexpr (App::result.program.obligations > 0) {
    bool const ok = holds<App>(v, owed_by<App>{});
#if defined(__CUDA_ARCH__)
    assert(ok && "tileproof: run-time leaves violate a condition of a layout operation");
    static_cast<void>(ok);
#else
    if (!ok) fail_with<App>(args...);
#endif
  }
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
template <class Part, bool WithStrides>
inline constexpr node_list stored_nodes_v = stored_nodes(Part::tree(), WithStrides);

// A result of type R from the values of the nodes.
template <class R, class Part, bool WithStrides, std::size_t... K, class... Ls>
TILEPROOF_HOST_DEVICE constexpr R from_nodes(
    registers const& v, leaf_store<std::index_sequence<K...>, type_list<Ls...>> const*) {
  R r{};
  ((slot_value<K>(r) = static_cast<Ls>(
        node_value<typename Part::app, stored_nodes_v<Part, WithStrides>.node[K]>(v))),
   ...);
  return r;
}
template <class R, class Part, bool WithStrides>
TILEPROOF_HOST_DEVICE constexpr R result(registers const& v) {
  if constexpr (__is_empty(R))
    return R{};
  else if constexpr (tree<R>)
    return from_nodes<R, Part, WithStrides>(v, static_cast<R const*>(nullptr));
  else
    return static_cast<R>(
        node_value<typename Part::app, stored_nodes_v<Part, WithStrides>.node[0]>(v));
}

template <class R, class Part, bool WithStrides>
struct make_result {
  TILEPROOF_HOST_DEVICE constexpr R operator()(registers const& v) const {
    return result<R, Part, WithStrides>(v);
  }
};

// Runs the program on the arguments, checks its conditions, and makes the result.
template <class App, class Make, bool Checked, std::size_t... A, std::size_t... I, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto execute(std::index_sequence<A...>, std::index_sequence<I...>,
                                             Args const&... args) {
  constexpr int stored = App::inputs::size;
  int narrow[stored + sizeof...(I)]{};
  std::int64_t wide[stored + sizeof...(I)]{};
  registers const v{narrow, wide};
  (put_nodes<App::result.all_wide, begins_v<leaves_t<Args>::size...>.at[A]>(v, args), ...);
  (advance<App, stored + static_cast<int>(I)>(v), ...);
  if constexpr (Checked) check<App>(v, args...);
  return Make{}(v);
}

// ---- calls

template <class App, class R, class Make, bool Checked = true, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto made(Args const&... args) {
  if constexpr (App::inputs::size == 0)
    return R{};
  else if constexpr (__is_empty(R) && App::result.program.obligations == 0)
    return R{};
  else
    return execute<App, Make, Checked>(
        std::index_sequence_for<Args...>{},
        std::make_index_sequence<static_cast<std::size_t>(App::result.program.count -
                                                          App::inputs::size)>{},
        args...);
}

// The layout that Op gives.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using part = whole<app>;
    using R = layout_of<part>;
    return made<app, R, make_result<R, part, true>>(args...);
  }
}

// The extents of what Op gives, as an integer tuple.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_ints(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using part = whole<app>;
    using R = extents_of<part>;
    return made<app, R, make_result<R, part, false>>(args...);
  }
}

// A layout and where its first element is: an integer, or a coordinate where strides are coordinates.
template <class Layout, class Offset>
struct placed {
  Layout layout;
  Offset offset;
};

template <class T>
struct as_offset_type {
  using type = T;
};
template <class... Ts>
struct as_offset_type<tuple<Ts...>> {
  using type = ArithmeticTuple<Ts...>;
};
template <class App>
using offset_of = typename as_offset_type<extents_of<offset_part<App>>>::type;

template <class App>
struct make_placed {
  TILEPROOF_HOST_DEVICE constexpr auto operator()(registers const& v) const {
    using layout = layout_of<kept_part<App>>;
    using offset = offset_of<App>;
    return placed<layout, offset>{result<layout, kept_part<App>, true>(v),
                                  result<offset, offset_part<App>, false>(v)};
  }
};

template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_placed(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else if constexpr (app::inputs::size == 0) {
    return placed<layout_of<kept_part<app>>, offset_of<app>>{};
  } else {
    return made<app, placed<layout_of<kept_part<app>>, offset_of<app>>, make_placed<app>>(args...);
  }
}

// The offset alone.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_offset(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using R = offset_of<app>;
    return made<app, R, make_result<R, offset_part<app>, false>>(args...);
  }
}

template <class App>
struct make_verdict {
  TILEPROOF_HOST_DEVICE constexpr bool operator()(registers const& v) const {
    return holds<App>(v, owed_by<App>{});
  }
};

// Whether Op is accepted for these arguments. Nothing is thrown or refused.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr bool accepts(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>)
    return false;
  else if constexpr (app::inputs::size == 0)
    return true;
  else
    return made<app, bool, make_verdict<app>, false>(args...);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
