// SPDX-License-Identifier: BSL-1.0
//
// Defines the storage of a tree of integers (a tuple or a layout): all leaves with a value, at any
// depth, stand in one flat list of slots, so that an operation reads any run-time leaf in one step.
//
// Static leaves have no slot: Layout<Shape<_4,int>,Stride<_1,int>> stores two ints, leaf 0 and leaf
// 1, in the order in which a reader meets them, the shape first. Two trees with equal lists of leaf
// types share one leaf_store type, whatever their static integers are, which keeps the number of
// instantiations low.
//
// The invariant that lift/ relies on: stored leaf K here is run-time leaf K of reader<T>
// (lift/read.hpp).
#pragma once

#include <tileproof/config.hpp>

#include <cstddef>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A list of types, and its length.
template <class... Ts>
struct type_list {
  static constexpr int size = sizeof...(Ts);
};
// The concatenation of lists.
template <class... Lists>
struct joined_lists;
template <>
struct joined_lists<> {
  using type = type_list<>;
};
template <class... As>
struct joined_lists<type_list<As...>> {
  using type = type_list<As...>;
};
template <class... As, class... Bs, class... Rest>
struct joined_lists<type_list<As...>, type_list<Bs...>, Rest...>
    : joined_lists<type_list<As..., Bs...>, Rest...> {};

// The stored leaves below a type: none of an empty type, those of a tree, else the value itself.
template <class T>
concept tree = requires { typename T::leaf_list; };

// A type that stores no leaf, for signatures: g++ 14 with -g refuses __is_empty itself there.
template <class T>
concept leafless = __is_empty(T);

template <class T, bool IsEmpty = __is_empty(T)>
struct leaves {
  using type = type_list<T>;
};
template <class T>
struct leaves<T, true> {
  using type = type_list<>;
};
template <tree T>
struct leaves<T, false> {
  using type = typename T::leaf_list;
};
template <class T>
using leaves_t = typename leaves<T>::type;

// One stored leaf. The index K makes slots of one type distinct base classes.
template <std::size_t K, class T>
struct slot {
  T value;
};

// The value of slot K of a store. Overload resolution finds the base class slot<K, T> and so
// deduces T: no recursion over the leaves.
template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr T const& slot_value(slot<K, T> const& s) {
  return s.value;
}
template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr T& slot_value(slot<K, T>& s) {
  return s.value;
}

// The leaves of a tree as base classes slot<0,L0>, slot<1,L1>, ...
template <class Seq, class List>
struct leaf_store;
template <std::size_t... K, class... Ls>
struct leaf_store<std::index_sequence<K...>, type_list<Ls...>> : slot<K, Ls>... {
  using leaf_list = type_list<Ls...>;
};
// The store of a tree whose leaves are all static: an empty class.
struct no_leaves {
  using leaf_list = type_list<>;
};

// The store of a list of leaf types; no_leaves for the empty list, so that static trees share one
// base.
template <class List>
struct store {
  using type = leaf_store<std::make_index_sequence<List::size>, List>;
};
template <>
struct store<type_list<>> {
  using type = no_leaves;
};
// The store of a tree of Ts. A static tree takes the short way: nothing is instantiated for its
// leaves.
template <bool AreEmpty>
struct store_for {
  template <class... Ts>
  using of = no_leaves;
};
template <>
struct store_for<false> {
  template <class... Ts>
  using of = typename store<typename joined_lists<leaves_t<Ts>...>::type>::type;
};
template <class... Ts>
using store_of = typename store_for<(__is_empty(Ts) && ...)>::template of<Ts...>;

// The kind of a value: without leaves, a tree with leaves, or a leaf itself. One put function
// serves all values without leaves, and one all trees with the same leaves.
enum class leaf_kind { none, tree, leaf };
template <class T, bool IsEmpty = __is_empty(T)>
inline constexpr leaf_kind leaf_kind_v = tree<T> ? leaf_kind::tree : leaf_kind::leaf;
template <class T>
inline constexpr leaf_kind leaf_kind_v<T, true> = leaf_kind::none;

// put<Begin>(to, from) for each kind; the primary template has nothing to copy.
template <leaf_kind>
struct putter {
  template <std::size_t Begin>
  TILEPROOF_HOST_DEVICE static constexpr void put(void const*, void const*) {}
};
template <>
struct putter<leaf_kind::tree> {
  template <std::size_t Begin, class Seq, class List, std::size_t... K, class... Ls>
  TILEPROOF_HOST_DEVICE static constexpr void put(
      leaf_store<Seq, List>* to,
      leaf_store<std::index_sequence<K...>, type_list<Ls...>> const* from) {
    ((slot_value<Begin + K>(*to) = slot_value<K>(*from)), ...);
  }
};
template <>
struct putter<leaf_kind::leaf> {
  template <std::size_t Begin, class Seq, class List, class T>
  TILEPROOF_HOST_DEVICE static constexpr void put(leaf_store<Seq, List>* to, T const* from) {
    slot_value<Begin>(*to) = *from;
  }
};

// Copies the leaves of `from` into the slots Begin, Begin + 1, ... of `to`.
template <std::size_t Begin, class Store, class T>
TILEPROOF_HOST_DEVICE constexpr void put(Store& to, T const& from) {
  putter<leaf_kind_v<T>>::template put<Begin>(&to, &from);
}

// The prefix sums of the counts: at[i] is the sum of the counts before i.
template <int... Counts>
struct begins {
  std::size_t at[sizeof...(Counts) + 1]{};
  constexpr begins() {
    int const count[] = {Counts..., 0};
    for (std::size_t i = 0; i < sizeof...(Counts); ++i)
      at[i + 1] = at[i] + static_cast<std::size_t>(count[i]);
  }
};
template <class... Ts>
using begins_of = begins<leaves_t<Ts>::size...>;
template <class Begins>
inline constexpr Begins begins_v{};

// A tree R with the leaves of the given values, one after the other.
template <class R, class Begins, std::size_t... I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr R gathered(std::index_sequence<I...>, Ts const&... ts) {
  R r{};
  (putter<leaf_kind_v<Ts>>::template put<begins_v<Begins>.at[I]>(&r, &ts), ...);
  return r;
}

// Stored leaf K of a value of the algebra; an integer is its own leaf 0.
template <std::size_t K, class T>
TILEPROOF_HOST_DEVICE constexpr auto const& leaf(T const& t) {
  if constexpr (tree<T>)
    return slot_value<K>(t);
  else
    return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
