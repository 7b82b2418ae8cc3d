// SPDX-License-Identifier: BSL-1.0
//
// Predicate tensors: at each coordinate, whether the element there is inside.
#pragma once

#include <tileproof/prove/residue.hpp>
#include <tileproof/tensor/fragment.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Element c is whether the coordinate `at` + c is inside the bounds.
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

template <class Coords, class Bounds>
TILEPROOF_HOST_DEVICE constexpr auto predicate_view(Coords const& coords, Bounds const& bounds) {
  auto const origin = call_offset<slice_op>(coords, Int<0>{});
  using iterator = predicate_iterator<std::remove_const_t<decltype(origin)>, Bounds>;
  return view(iterator{{origin}, bounds}, coords);
}

}  // namespace detail

// Of the coordinates of zipped_divide(shape, tiler).
template <class Coords, class Bounds>
TILEPROOF_HOST_DEVICE constexpr auto make_predicate_tensor(
    residue_predicate<Coords, Bounds> const& p) {
  return detail::predicate_view(p.coords, p.bounds);
}

// Of the coordinates of `shape`, to be partitioned as the data is: local_tile by the tiler, then
// local_partition or a slice. Modes that the tiler divides evenly are not looked at.
template <class Shape, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto make_predicate_tensor(Shape const& shape, Tiler const& tiler) {
  auto const bounds = residue_bounds(shape, tiler);
  if constexpr (is_tuple_v<detail::own_t<Tiler>>)
    return detail::predicate_view(make_identity_layout(product_each(shape)), bounds);
  else
    return detail::predicate_view(make_identity_layout(size(shape)), bounds);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
