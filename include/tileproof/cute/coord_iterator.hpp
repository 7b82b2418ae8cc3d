// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's iterator over the coordinates of a shape, make_coord_iterator:
//
//   auto it = make_coord_iterator(make_shape(2, 3));
//   for (; it != ForwardCoordIteratorSentinel{}; ++it) print(*it);  // (0,0)(1,0)(0,1)(1,1)...
//
// Source: CuTe, stride.hpp.
#pragma once

#include <tileproof/cute/int_tuple.hpp>

namespace cute {

// The end of the coordinates of make_coord_iterator.
struct ForwardCoordIteratorSentinel {};
// Walks through the coordinates of a shape: `order` lists the indices of the leaves, the fastest
// first. It ends past the last coordinate, where the slowest leaf equals its extent.
template <class Coord, class Shape, class Order>
struct ForwardCoordIterator {
  Coord coord;
  Shape shape;

  TILEPROOF_HOST_DEVICE constexpr Coord const& operator*() const { return coord; }
  TILEPROOF_HOST_DEVICE constexpr ForwardCoordIterator& operator++() {
    advance(Order{});
    return *this;
  }
  TILEPROOF_HOST_DEVICE constexpr bool operator==(ForwardCoordIteratorSentinel const&) const {
    constexpr int slowest = last_of(Order{});
    return leaf<slowest>() == get<slowest>(cute::flatten_to_tuple(shape));
  }
  TILEPROOF_HOST_DEVICE constexpr bool operator==(ForwardCoordIterator const& other) const {
    return coord == other.coord;
  }

 private:
  template <int... Is>
  static constexpr int last_of(seq<Is...>) {
    int last = 0;
    ((last = Is), ...);
    return last;
  }
  template <int I>
  TILEPROOF_HOST_DEVICE constexpr auto leaf() const {
    return get<I>(cute::flatten_to_tuple(coord));
  }
  TILEPROOF_HOST_DEVICE constexpr void advance(seq<>) {}
  template <int I, int... Is>
  TILEPROOF_HOST_DEVICE constexpr void advance(seq<I, Is...>) {
    auto& slot = tileproof::detail::slot_value<I>(coord);
    ++slot;
    if constexpr (sizeof...(Is) > 0)
      if (slot == get<I>(cute::flatten_to_tuple(shape))) {
        slot = 0;
        advance(seq<Is...>{});
      }
  }
};

namespace detail_of_cute {

// The leaves of a profile of the numbers 0, 1, ... (each once) by these numbers, as a seq.
template <class Flat, int... Is>
constexpr auto order_of(seq<Is...>) {
  return seq<decltype(cute::find(Flat{}, Int<Is>{}))::value...>{};
}
// The coordinate with an int for each leaf of a shape.
template <class Shape>
TILEPROOF_HOST_DEVICE constexpr auto run_time_origin(Shape const& shape) {
  if constexpr (tuple_like<Shape>)
    return cute::repeat_like(shape, int{0});
  else
    return tileproof::make_tuple(int{0});
}

}  // namespace detail_of_cute

// The coordinates of a shape from `coord` on, or from 0: column-major, or in the order of the
// leaves of Order, in which leaf 0 is the fastest. Its leaves are ints. End:
// ForwardCoordIteratorSentinel.
template <class Order, class Coord, class Shape>
  requires(detail_of_cute::tuple_like<Order>)
TILEPROOF_HOST_DEVICE constexpr auto make_coord_iterator(Coord const& coord, Shape const& shape) {
  static_assert(is_congruent<Order, Shape>::value && is_congruent<Coord, Shape>::value,
                "make_coord_iterator: order, coordinate and shape must have one profile");
  static_assert(tileproof::detail::leaves_t<Coord>::size ==
                    detail_of_cute::length<decltype(cute::flatten_to_tuple(coord))>,
                "make_coord_iterator: each leaf of the coordinate must be a run-time integer");
  using flat = decltype(cute::flatten_to_tuple(Order{}));
  using order = decltype(detail_of_cute::order_of<flat>(tuple_seq<flat>{}));
  return ForwardCoordIterator<Coord, Shape, order>{coord, shape};
}
template <class Coord, class Shape>
TILEPROOF_HOST_DEVICE constexpr auto make_coord_iterator(Coord const& coord, Shape const& shape) {
  static_assert(is_congruent<Coord, Shape>::value,
                "make_coord_iterator: coordinate and shape must have one profile");
  using order = tuple_seq<decltype(cute::flatten_to_tuple(shape))>;
  return ForwardCoordIterator<Coord, Shape, order>{coord, shape};
}
template <class Order, class Shape>
  requires(detail_of_cute::tuple_like<Order>)
TILEPROOF_HOST_DEVICE constexpr auto make_coord_iterator(Shape const& shape) {
  return cute::make_coord_iterator<Order>(cute::repeat_like(shape, int{0}), shape);
}
template <class Shape>
  requires(detail_of_cute::tuple_like<Shape>)
TILEPROOF_HOST_DEVICE constexpr auto make_coord_iterator(Shape const& shape) {
  return cute::make_coord_iterator(cute::repeat_like(shape, int{0}), shape);
}

}  // namespace cute
