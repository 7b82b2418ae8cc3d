// SPDX-License-Identifier: BSL-1.0
//
// make_predicate_tensor: a tensor of bool that is true at each coordinate inside a shape. Use it
// where the tiles leave a residue: partition it like the data, and pass it to copy_if.
//
//   auto pA = make_predicate_tensor(shape(mA), tiler);    // (M,K), only the residue is compared
//   auto gpA = local_tile(pA, tiler, coord);              // the same tile as gA
//   auto tApA = thr_copy.partition_S(gpA);                // the same partition as tAgA
#pragma once

#include <tileproof/prove/residue_predicate.hpp>
#include <tileproof/tensor/fragment.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// An iterator whose element c is true if the coordinate at + c is inside the bounds: below the
// bound along each axis that is compared. It computes its elements and keeps none in memory.
template <class Coord, class Bounds>
struct predicate_iterator {
  ArithmeticTupleIterator<Coord> it{};
  Bounds bounds{};

  using element_type = bool;
  using value_type = bool;

  TILEPROOF_HOST_DEVICE constexpr bool operator*() const { return is_inside(*it, bounds); }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr bool operator[](Offset const& c) const {
    return is_inside(it[c], bounds);
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr auto operator+(Offset const& c) const {
    auto const moved = it + c;
    return predicate_iterator<std::remove_cvref_t<decltype(*moved)>, Bounds>{moved, bounds};
  }
};

namespace detail {

// The bounds with which a predicate tensor compares, a shape with `_` where it does not.
template <class T>
struct bounds_of_predicate;
template <class Coord, class Bounds, class L>
struct bounds_of_predicate<Tensor<ViewEngine<predicate_iterator<Coord, Bounds>>, L>> {
  using type = Bounds;
};

// The predicate tensor over a layout of coordinates.
template <class Coords, class Bounds>
TILEPROOF_HOST_DEVICE constexpr auto predicate_view(Coords const& coords, Bounds const& bounds) {
  auto const origin = lift<operation<core::slice>, give::offset>(coords, Int<0>{});
  using iterator = predicate_iterator<std::remove_const_t<decltype(origin)>, Bounds>;
  return view(iterator{{origin}, bounds}, coords);
}

}  // namespace detail

// The predicate tensor over zipped_divide(shape, tiler): coordinates (inside the tile, tile).
// Element (t, r) is p(t, r).
template <class Coords, class Bounds>
TILEPROOF_HOST_DEVICE constexpr auto make_predicate_tensor(
    residue_predicate<Coords, Bounds> const& p) {
  return detail::predicate_view(p.coords, p.bounds);
}

// The predicate tensor over the coordinates of `shape`. Partition it like the data: local_tile by
// the same tiler, then local_partition or a slice. It compares only modes in which the tiler leaves
// a residue; one comparison an element for each of them. Refused where the tiler does not cover the
// shape (prove/residue.hpp).
template <class Shape, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto make_predicate_tensor(Shape const& shape, Tiler const& tiler) {
  auto const bounds = residue_bounds(shape, tiler);
  if constexpr (is_tuple_v<detail::own_t<Tiler>>)
    return detail::predicate_view(make_identity_layout(product_each(shape)), bounds);
  else
    return detail::predicate_view(make_identity_layout(size(shape)), bounds);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
