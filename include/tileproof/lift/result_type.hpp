// SPDX-License-Identifier: BSL-1.0
//
// Defines layout_of<Part> and extents_of<Part>: the type of a result, built from the core's value.
//
// A fixed integer becomes static_int<v>. A node that is a stored leaf of an argument keeps the type
// of that leaf, with its fact. Any other node is a computed integer: int or std::int64_t, or
// multiple_of these. Nothing here looks at run-time values.
#pragma once

#include <tileproof/lift/application.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A Part names one layout inside the result of an application: Part::tree is the core value to
// build from, Part::app the application.
template <class App>
struct whole {
  using app = App;
  static constexpr core::layout const& tree = App::value;
};
template <class App>
struct kept_part {
  using app = App;
  static constexpr core::layout const& tree = App::value.kept;
};
template <class App>
struct offset_part {
  using app = App;
  static constexpr core::layout const& tree = App::value.offset;
};

// Element I of a type list.
template <class List>
struct list_element;
template <class... Ts>
struct list_element<type_list<Ts...>> {
  template <std::int64_t I>
  using at = typename nth<static_cast<std::size_t>(I), Ts...>::type;
};

// The type of a computed integer, from its mark (lift/application.hpp, mark): |V| is the known
// divisor, a negative V has 64 bits.
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

// The type of one integer of the result: static, a stored leaf of the arguments, or computed.
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
// The type of the extent, and of the stride, of one leaf.
template <class Part, int Leaf>
using extent_t = typename number<typename Part::app::inputs, Part::tree.at[Leaf].extent.node,
                                 Part::tree.at[Leaf].extent.value>::type;
template <class Part, int Leaf>
using stride_t = typename number<typename Part::app::inputs, Part::tree.at[Leaf].stride.node,
                                 Part::tree.at[Leaf].stride.value>::type;

// The kind of a subtree: an integer, a multiple of a basis vector, a tuple of integers
// (static_integers: of static ones that fit an int, for which nothing is instantiated per leaf), or
// a tuple of trees.
enum class node_kind { integer, basis, static_integers, integers, trees };

// Whether v is static and fits an int.
constexpr bool is_small(core::integer v) {
  return v.is_fixed() && v.value >= INT32_MIN && v.value <= INT32_MAX;
}
// The kind of the subtree at p, of the extents or of the strides.
constexpr node_kind kind_at(core::layout const& l, core::place p, bool stride) {
  int const n = l.token[p.token];
  if (n == core::leaf_token)
    return stride && l.at[p.leaf].axis != 0 ? node_kind::basis : node_kind::integer;
  bool are_small = true;
  for (int i = 0; i < n; ++i) {
    core::mode const& m = l.at[p.leaf + i];
    if (l.token[p.token + 1 + i] != core::leaf_token || (stride && m.axis != 0))
      return node_kind::trees;
    are_small = are_small && is_small(stride ? m.stride : m.extent);
  }
  return are_small ? node_kind::static_integers : node_kind::integers;
}

// The number of modes at a token; 0 for a leaf or a mark.
constexpr std::size_t modes_at(core::layout const& l, int token) {
  return l.token[token] < 0 ? 0 : static_cast<std::size_t>(l.token[token]);
}

// The type of the subtree at (Token, Leaf), of the extents or of the strides. Specialised by kind,
// so that flat tuples, the common case, need no instantiation for each leaf.
template <class Part, bool Stride, int Token = 0, int Leaf = 0,
          node_kind = kind_at(Part::tree, {Token, Leaf}, Stride),
          class I = std::make_index_sequence<modes_at(Part::tree, Token)>>
struct tree_type;

// The places of the N modes of the tuple at p.
template <std::size_t N>
struct tree_modes {
  core::place at[N]{};

  constexpr tree_modes(core::layout const& l, core::place p) {
    p = core::first(l, p);
    for (core::place& mode : at) {
      mode = p;
      p = l.skip(p);
    }
  }
};

template <class Part, int Token, int Leaf, class I>
struct tree_type<Part, false, Token, Leaf, node_kind::integer, I> {
  using type = extent_t<Part, Leaf>;
};
template <class Part, int Token, int Leaf, class I>
struct tree_type<Part, true, Token, Leaf, node_kind::integer, I> {
  using type = stride_t<Part, Leaf>;
};
template <class Part, int Token, int Leaf, class I>
struct tree_type<Part, true, Token, Leaf, node_kind::basis, I> {
  using type = decltype(basis_of<Part::tree.at[Leaf].axis, stride_t<Part, Leaf>>());
};
template <class Part, int Token, int Leaf, std::size_t... I>
struct tree_type<Part, false, Token, Leaf, node_kind::static_integers, std::index_sequence<I...>> {
  using type = tuple<C<static_cast<int>(Part::tree.at[Leaf + I].extent.value)>...>;
};
template <class Part, int Token, int Leaf, std::size_t... I>
struct tree_type<Part, true, Token, Leaf, node_kind::static_integers, std::index_sequence<I...>> {
  using type = tuple<C<static_cast<int>(Part::tree.at[Leaf + I].stride.value)>...>;
};
template <class Part, int Token, int Leaf, std::size_t... I>
struct tree_type<Part, false, Token, Leaf, node_kind::integers, std::index_sequence<I...>> {
  using type = tuple<extent_t<Part, Leaf + static_cast<int>(I)>...>;
};
template <class Part, int Token, int Leaf, std::size_t... I>
struct tree_type<Part, true, Token, Leaf, node_kind::integers, std::index_sequence<I...>> {
  using type = tuple<stride_t<Part, Leaf + static_cast<int>(I)>...>;
};
template <class Part, bool Stride, int Token, int Leaf, std::size_t... I>
struct tree_type<Part, Stride, Token, Leaf, node_kind::trees, std::index_sequence<I...>> {
  static constexpr tree_modes<sizeof...(I)> modes{Part::tree, {Token, Leaf}};
  using type =
      tuple<typename tree_type<Part, Stride, modes.at[I].token, modes.at[I].leaf>::type...>;
};

// The extents of a Part as an integer tuple, and the Part as a Layout.
template <class Part>
using extents_of = typename tree_type<Part, false>::type;
template <class Part>
using layout_of = Layout<extents_of<Part>, typename tree_type<Part, true>::type>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
