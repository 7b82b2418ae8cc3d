// SPDX-License-Identifier: BSL-1.0
//
// One operation of the algebra, from types to types: the arguments are read once, the core computes
// once for each combination of types, and the result is built once. Run-time leaves of the result are
// expressions over those of the arguments, which the recorder of the core has written down.
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

template <class Value>
struct static_outcome {
  Value value{};
  core::refusal why{};
};
template <class Value>
struct recorded_outcome {
  Value value{};
  core::refusal why{};
  core::program program{};
};

constexpr bool is_full(core::layout const& l) { return l.full; }
constexpr bool is_full(core::sliced const& s) { return s.kept.full || s.offset.full; }

constexpr bool exceeds_32_bits(core::layout const& l) {
  core::context cx;
  return core::all_fixed(l) && (core::cosize(cx, l).value - 1 > INT32_MAX || cx.refused());
}

// Op::run(context&, layout const&...) -> core::layout or core::sliced. An operation whose last
// argument is a tiler derives from takes_tiler.
struct takes_layouts {
  static constexpr bool last_is_tiler = false;
};
struct takes_tiler {
  static constexpr bool last_is_tiler = true;
};

template <class T, bool IsTiler>
struct input_reading : reading_of<T> {};
template <class T>
struct input_reading<T, true> {
  static constexpr reading make() {
    reading r = read<T>();
    r.into = core::as_tiler(r.into);
    return r;
  }
  static constexpr reading value = make();
};

template <class Op, class... Args>
struct application {
  using operation = Op;
  static constexpr int stored = (leaves_t<Args>::size + ... + 0);
  // Offsets of a static layout that do not fit 32 bits are computed in 64.
  static constexpr bool wide = (exceeds_32_bits(reading_of<Args>::value.into) || ...);

  // Run-time leaves as inputs of cx.record, or with the given values.
  template <std::size_t... I>
  static constexpr auto run(core::context& cx, std::int64_t const* values,
                            std::index_sequence<I...>) {
    constexpr std::size_t last = sizeof...(Args) - 1;
    int base = 0;
    auto const bound = [&](reading const& r) {
      core::layout const l = values ? bind(r, values + base) : bind(cx, r, base);
      base += r.stored;
      return l;
    };
    core::layout const in[] = {bound(input_reading<Args, Op::last_is_tiler && I == last>::value)...};
    auto value = Op::run(cx, in[I]...);
    if (is_full(value)) cx.refuse(core::property::leaves_fit_capacity);
    return value;
  }
  template <std::size_t... I>
  static constexpr auto run_static(core::context& cx, std::index_sequence<I...>) {
    constexpr std::size_t last = sizeof...(Args) - 1;
    auto value =
        Op::run(cx, input_reading<Args, Op::last_is_tiler && I == last>::value.into...);
    if (is_full(value)) cx.refuse(core::property::leaves_fit_capacity);
    return value;
  }

  static constexpr auto make() {
    core::context cx;
    constexpr std::index_sequence_for<Args...> all{};
    if constexpr (stored == 0) {
      auto const value = run_static(cx, all);
      return static_outcome<std::remove_const_t<decltype(value)>>{value, cx.why};
    } else {
      core::program program;
      cx.record = &program;
      auto const value = run(cx, nullptr, all);
      return recorded_outcome<std::remove_const_t<decltype(value)>>{value, cx.why, program};
    }
  }

  static constexpr auto result = make();
  static constexpr bool is_refused = result.why.what != core::property::none;

  static constexpr int obligations = [] {
    if constexpr (stored == 0)
      return 0;
    else
      return result.program.obligations;
  }();
};

// The type that stops the compilation.
template <class App>
using refused_by = refused<
    typename App::operation, typename property_type<App::result.why.what>::type,
    in_mode<App::result.why.mode>, at_coordinate<bare<App::result.why.coordinate>>,
    found<bare<App::result.why.found>>, expected<bare<App::result.why.expected>>>;

// ---- expressions over the stored leaves of the arguments

template <class T>
using signed_t = std::make_signed_t<decltype(T{} + 0)>;

template <class App, int Id, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto evaluate(Args const&... args) {
  constexpr core::node n = App::result.program.at[Id];
  if constexpr (n.code == core::op::input) {
    auto const v = leaf_among<n.value>(args...);
    using S = std::conditional_t<App::wide, std::int64_t, signed_t<std::remove_const_t<decltype(v)>>>;
    return static_cast<S>(v);
  } else if constexpr (n.code == core::op::constant) {
    return bare<n.value>;
  } else {
    auto const a = evaluate<App, n.a>(args...);
    auto const b = evaluate<App, n.b>(args...);
    using S = decltype(a + b);
    using U = std::make_unsigned_t<S>;
    if constexpr (n.code == core::op::add) return a + b;
    if constexpr (n.code == core::op::sub) return a - b;
    if constexpr (n.code == core::op::mul) return a * b;
    if constexpr (n.code == core::op::div)
      return static_cast<S>(static_cast<U>(a) / static_cast<U>(b));
    if constexpr (n.code == core::op::mod)
      return static_cast<S>(static_cast<U>(a) % static_cast<U>(b));
    if constexpr (n.code == core::op::min) return a < b ? S{a} : S{b};
    if constexpr (n.code == core::op::less_equal) return static_cast<int>(a <= b);
    if constexpr (n.code == core::op::both) return static_cast<int>(a && b);
    if constexpr (n.code == core::op::either) return static_cast<int>(a || b);
  }
}

// A leaf of the result: an input keeps its type.
template <class App, int Id, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto result_leaf(Args const&... args) {
  constexpr core::node n = App::result.program.at[Id];
  if constexpr (n.code == core::op::input)
    return leaf_among<n.value>(args...);
  else
    return evaluate<App, Id>(args...);
}

template <class App, std::size_t... O, class... Args>
TILEPROOF_HOST_DEVICE constexpr bool holds(std::index_sequence<O...>, Args const&... args) {
  return ((evaluate<App, App::result.program.owed[O].node>(args...) != 0) && ...);
}

// The sentence for these values, thrown.
template <class App, std::size_t... K, class... Args>
void fail_with(std::index_sequence<K...>, Args const&... args) {
  std::int64_t const values[] = {static_cast<std::int64_t>(leaf_among<K>(args...))...};
  core::context cx;
  App::run(cx, values, std::index_sequence_for<Args...>{});
  fail(cx.why);
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class App, class... Args>
TILEPROOF_HOST_DEVICE constexpr void check(Args const&... args) {
#if !defined(TILEPROOF_NO_PROOFS)
  if constexpr (App::obligations > 0) {
    bool const ok = holds<App>(std::make_index_sequence<App::obligations>{}, args...);
#if defined(__CUDA_ARCH__)
    assert(ok && "tileproof: run-time leaves violate a condition of a layout operation");
    static_cast<void>(ok);
#else
    if (!ok) fail_with<App>(std::make_index_sequence<App::stored>{}, args...);
#endif
  }
#endif
}

// ---- types of the result

// Tree::tree() is what to build, Tree::leaf_of<N> the type of a leaf that expression N gives.
template <class Tree, bool Stride, int Leaf>
constexpr core::integer tree_integer() {
  return Stride ? Tree::tree().at[Leaf].stride : Tree::tree().at[Leaf].extent;
}

template <class Tree, bool Stride, int Leaf>
constexpr auto leaf_type() {
  constexpr core::integer v = tree_integer<Tree, Stride, Leaf>();
  constexpr core::axis_path axis = Stride ? Tree::tree().at[Leaf].axis : 0;
  if constexpr (v.is_fixed() && axis == 0)
    return std::type_identity<static_int<v.value>>{};
  else if constexpr (v.is_fixed())
    return std::type_identity<decltype(basis_of<axis, static_int<v.value>>())>{};
  else if constexpr (axis == 0)
    return std::type_identity<typename Tree::template leaf_of<v.node>>{};
  else
    return std::type_identity<decltype(basis_of<axis, typename Tree::template leaf_of<v.node>>())>{};
}

template <class Tree, bool Stride, int Token, int Leaf>
constexpr auto tree_type();

template <class Tree, bool Stride, int Token, int Leaf, std::size_t... I>
constexpr auto tuple_type(std::index_sequence<I...>) {
  return std::type_identity<tuple<typename decltype(tree_type<
      Tree, Stride, core::nth(Tree::tree(), I, {Token, Leaf}).token,
      core::nth(Tree::tree(), I, {Token, Leaf}).leaf>())::type...>>{};
}

template <class Tree, bool Stride, int Token, int Leaf>
constexpr auto tree_type() {
  constexpr int t = Tree::tree().token[Token];
  if constexpr (t == core::leaf_token)
    return leaf_type<Tree, Stride, Leaf>();
  else
    return tuple_type<Tree, Stride, Token, Leaf>(std::make_index_sequence<t>{});
}

// The common case: a flat list of static integers that fit an int.
constexpr bool is_plain_list(core::layout const& l) {
  for (int i = 0; i < l.count; ++i) {
    core::mode const& m = l.at[i];
    bool const narrow = m.extent.value >= INT32_MIN && m.extent.value <= INT32_MAX &&
                        m.stride.value >= INT32_MIN && m.stride.value <= INT32_MAX;
    if (!m.extent.is_fixed() || !m.stride.is_fixed() || m.axis != 0 || !narrow) return false;
  }
  return l.token[0] == l.count && l.tokens == l.count + 1;
}

template <class Tree, bool Stride, std::size_t... K>
constexpr auto list_type(std::index_sequence<K...>) {
  if constexpr (Stride)
    return std::type_identity<tuple<C<static_cast<int>(Tree::tree().at[K].stride.value)>...>>{};
  else
    return std::type_identity<tuple<C<static_cast<int>(Tree::tree().at[K].extent.value)>...>>{};
}

template <class Tree, bool Stride>
constexpr auto root_type() {
  if constexpr (is_plain_list(Tree::tree()))
    return list_type<Tree, Stride>(std::make_index_sequence<Tree::tree().count>{});
  else
    return tree_type<Tree, Stride, 0, 0>();
}

template <class Tree>
using tree_shape_t = typename decltype(root_type<Tree, false>())::type;
template <class Tree>
using tree_stride_t = typename decltype(root_type<Tree, true>())::type;
template <class Tree>
using tree_layout_t = Layout<tree_shape_t<Tree>, tree_stride_t<Tree>>;

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
template <class Tree, bool WithStrides>
inline constexpr node_list stored_nodes_v = stored_nodes(Tree::tree(), WithStrides);

template <class App, class... Args>
struct result_tree {
  static constexpr core::layout const& tree() { return App::result.value; }
  template <int Node>
  using leaf_of = decltype(result_leaf<App, Node>(std::declval<Args const&>()...));
};
template <class App, class... Args>
struct kept_tree : result_tree<App, Args...> {
  static constexpr core::layout const& tree() { return App::result.value.kept; }
};
template <class App, class... Args>
struct offset_tree : result_tree<App, Args...> {
  static constexpr core::layout const& tree() { return App::result.value.offset; }
};

template <class Result, class App, class Tree, bool WithStrides, std::size_t... K, class... Args>
TILEPROOF_HOST_DEVICE constexpr Result assemble(std::index_sequence<K...>, Args const&... args) {
  return Result(from_leaves{},
                result_leaf<App, stored_nodes_v<Tree, WithStrides>.node[K]>(args...)...);
}

template <class Result, class App, class Tree, bool WithStrides, class... Args>
TILEPROOF_HOST_DEVICE constexpr Result assembled(Args const&... args) {
  if constexpr (__is_empty(Result)) {
    return Result{};
  } else {
    if constexpr (tree<Result>)
      return assemble<Result, App, Tree, WithStrides>(
          std::make_index_sequence<stored_nodes_v<Tree, WithStrides>.count>{}, args...);
    else
      return result_leaf<App, stored_nodes_v<Tree, WithStrides>.node[0]>(args...);
  }
}

// ---- calls

// The layout that Op gives.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (app::is_refused) {
    return refused_by<app>{};
  } else {
    check<app>(args...);
    using tree = result_tree<app, Args...>;
    return assembled<tree_layout_t<tree>, app, tree, true>(args...);
  }
}

// The extents of what Op gives, as an integer tuple.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_ints(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (app::is_refused) {
    return refused_by<app>{};
  } else {
    check<app>(args...);
    using tree = result_tree<app, Args...>;
    return assembled<tree_shape_t<tree>, app, tree, false>(args...);
  }
}

// A layout and where its first element is: an integer, or a coordinate where strides are coordinates.
template <class Layout, class Offset>
struct placed {
  Layout layout;
  Offset offset;
};

template <class App, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto offset_of(Args const&... args) {
  using tree = offset_tree<App, Args...>;
  using offset = tree_shape_t<tree>;
  if constexpr (is_tuple_v<offset>)
    return as_arithmetic_tuple(assembled<offset, App, tree, false>(args...));
  else
    return assembled<offset, App, tree, false>(args...);
}

template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_placed(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (app::is_refused) {
    using no = refused_by<app>;
    return placed<no, no>{};
  } else {
    check<app>(args...);
    using tree = kept_tree<app, Args...>;
    using layout = tree_layout_t<tree>;
    auto const offset = offset_of<app>(args...);
    return placed<layout, std::remove_const_t<decltype(offset)>>{
        assembled<layout, app, tree, true>(args...), offset};
  }
}

// The offset alone.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_offset(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (app::is_refused) {
    return refused_by<app>{};
  } else {
    check<app>(args...);
    return offset_of<app>(args...);
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
