// SPDX-License-Identifier: BSL-1.0
//
// The type of a result: from the core's layout to tuples of static integers and run-time leaves.
#pragma once

#include <tileproof/algebra/application.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

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
    return std::type_identity<
        tuple<C<static_cast<int>(Part::tree().at[Leaf + K].stride.value)>...>>{};
  else
    return std::type_identity<
        tuple<C<static_cast<int>(Part::tree().at[Leaf + K].extent.value)>...>>{};
}

template <class Part, bool Stride, int Token, int Leaf>
constexpr auto tree_type();

template <class Part, bool Stride, int Token, int Leaf, std::size_t... I>
constexpr auto tuple_type(std::index_sequence<I...>) {
  return std::type_identity<tuple<
      typename decltype(tree_type<Part, Stride, core::nth(Part::tree(), I, {Token, Leaf}).token,
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

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
