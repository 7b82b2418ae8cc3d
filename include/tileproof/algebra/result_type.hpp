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
  static constexpr core::layout const& tree() { return App::value; }
};
template <class App>
struct kept_part {
  using app = App;
  static constexpr core::layout const& tree() { return App::value.kept; }
};
template <class App>
struct offset_part {
  using app = App;
  static constexpr core::layout const& tree() { return App::value.offset; }
};

template <class List>
struct list_element;
template <class... Ts>
struct list_element<type_list<Ts...>> {
  template <std::int64_t I>
  using at = typename nth<static_cast<std::size_t>(I), Ts...>::type;
};

// A computed integer, as it is marked (algebra/application.hpp).
template <std::int64_t V>
struct computed {
  using type = multiple_of<core::magnitude(V), std::conditional_t<(V < 0), std::int64_t, int>>;
};
template <>
struct computed<1> {
  using type = int;
};
template <>
struct computed<-1> {
  using type = std::int64_t;
};

// The type of an integer of the result: static, a stored leaf of the arguments, or computed.
template <class Inputs, int Node, std::int64_t V, bool IsInput = (Node >= 0 && Node < Inputs::size)>
struct number : computed<V> {};
template <class Inputs, int Node, std::int64_t V>
struct number<Inputs, Node, V, true> {
  using type = typename list_element<Inputs>::template at<Node>;
};
template <class Inputs, std::int64_t V>
struct number<Inputs, core::integer::fixed_node, V, false> {
  using type = static_int<V>;
};
template <class Part, int Leaf>
using extent_t = typename number<typename Part::app::inputs, Part::tree().at[Leaf].extent.node,
                                 Part::tree().at[Leaf].extent.value>::type;
template <class Part, int Leaf>
using stride_t = typename number<typename Part::app::inputs, Part::tree().at[Leaf].stride.node,
                                 Part::tree().at[Leaf].stride.value>::type;

template <class Part, bool Stride, int Leaf>
constexpr auto leaf_type() {
  if constexpr (!Stride)
    return std::type_identity<extent_t<Part, Leaf>>{};
  else if constexpr (Part::tree().at[Leaf].axis == 0)
    return std::type_identity<stride_t<Part, Leaf>>{};
  else
    return std::type_identity<
        decltype(basis_of<Part::tree().at[Leaf].axis, stride_t<Part, Leaf>>())>{};
}

// A tuple of integers.
constexpr bool is_list(core::layout const& l, core::place p, bool stride) {
  for (int i = 0; i < l.token[p.token]; ++i)
    if (l.token[p.token + 1 + i] != core::leaf_token || (stride && l.at[p.leaf + i].axis != 0))
      return false;
  return true;
}
template <class Part, bool Stride, int Leaf, std::size_t... K>
constexpr auto list_type(std::index_sequence<K...>) {
  if constexpr (Stride)
    return std::type_identity<tuple<stride_t<Part, Leaf + static_cast<int>(K)>...>>{};
  else
    return std::type_identity<tuple<extent_t<Part, Leaf + static_cast<int>(K)>...>>{};
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
constexpr auto plain_list_type(std::index_sequence<K...>) {
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
    return plain_list_type<Part, Stride, Leaf>(std::make_index_sequence<t>{});
  else if constexpr (is_list(Part::tree(), {Token, Leaf}, Stride))
    return list_type<Part, Stride, Leaf>(std::make_index_sequence<t>{});
  else
    return tuple_type<Part, Stride, Token, Leaf>(std::make_index_sequence<t>{});
}

template <class Part>
using extents_of = typename decltype(tree_type<Part, false, 0, 0>())::type;
template <class Part>
using layout_of = Layout<extents_of<Part>, typename decltype(tree_type<Part, true, 0, 0>())::type>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
