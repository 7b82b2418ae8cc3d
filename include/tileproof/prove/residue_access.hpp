// SPDX-License-Identifier: BSL-1.0
//
// accesses_stay_inside: no access of a copy tile by tile leaves its tensor, where the tiles leave a
// residue and a predicate guards the first element of each access.
//
//   using m = unknown<"m", multiple_of<4>>;
//   using n = unknown<"n">;
//   // float4 along the rows of a column-major matrix, guarded by make_predicate_tensor
//   require<accesses_stay_inside<4>>(Shape<m, n>{}, Shape<_128, _64>{});   // for all m and n
//   require<accesses_stay_inside<8>>(Shape<m, n>{}, Shape<_128, _64>{});   // no: m = 4
//
// A third argument is the bounds of a predicate where they are not the shape.
// A coordinate inside the shape has an offset inside the tensor, whatever its strides: so the
// coordinates decide. make_predicate_tensor compares as below_extent does, by one function.
#pragma once

#include <tileproof/prove/residue.hpp>
#include <tileproof/prove/residue_predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(elements_of_access);

// The guard of an access whose first element has coordinate c in a mode of this extent: one
// comparison, that of a predicate tensor; or none. A guard of a kernel's own is a type with such a
// function, a template on its integers.
struct below_extent {
  template <class I>
  static constexpr bool admits(I const& c, I const& extent) {
    return is_inside(c, extent);
  }
};
struct unguarded {
  template <class I>
  static constexpr bool admits(I const&, I const&) {
    return true;
  }
};

namespace detail {

// Whether an access of `width` elements at c leaves the extent: c is in a tile that has an element
// inside, and the guard admits it.
template <class Guard, class I>
constexpr bool access_leaves(I const& c, I const& extent, I const& bound, I const& tile,
                             int width) {
  return c / tile * tile < extent && Guard::admits(c, bound) && !(c + (width - 1) < extent);
}

// Claims for all values of the unknowns and each coordinate: no access of `Width` elements leaves
// an extent of type E, in tiles of T, with a guard that compares with a bound of type B.
template <class Guard, class E, class B, std::int64_t T, int Width>
struct access_claim {
  using coordinate = unknown<"the coordinate", std::int64_t, at_least<0>, multiple_of<Width>>;
  using unknowns = typename with_related<unknowns_in<E, B, coordinate>>::type;
  static constexpr bool holds(symbolic const* x) {
    return !access_leaves<Guard>(value_of_type<coordinate, unknowns>::of(x),
                                 value_of_type<E, unknowns>::of(x),
                                 value_of_type<B, unknowns>::of(x), symbolic(T), Width);
  }
};

// The shape of a layout, or a shape.
template <class T>
struct shape_of_argument_type {
  using type = T;
};
template <class S, class D>
struct shape_of_argument_type<Layout<S, D>> {
  using type = S;
};
template <class T>
using shape_of_argument = typename shape_of_argument_type<T>::type;

template <class... Guards>
struct guards_of_modes {
  template <std::size_t I>
  static constexpr auto choose() {
    if constexpr (I < sizeof...(Guards))
      return std::type_identity<typename nth<I, Guards...>::type>{};
    else
      return std::type_identity<below_extent>{};
  }
  template <std::size_t I>
  using at = typename decltype(choose<I>())::type;
};

}  // namespace detail

// Every element of every access is inside: the accesses have Width elements along mode Along, and
// those are made whose first element the guards admit, one for each mode and below_extent where
// there is none. Pre: a shape or layout, and a tiler of one static integer for each mode, which
// Width divides. For all values of unknowns; of numbers by visiting each access, at most
// enumeration_bound in a mode. Witness: the mode, the first coordinate of an access that leaves it,
// and the extent.
template <int Width = 1, int Along = 0, class... Guards>
struct accesses_stay_inside {
  static constexpr unsigned coordinates = 0b01;
  static constexpr char const* sentences[] = {
      "an access of {elements_of_access} element{|s} at {at_coordinate} in mode {in_mode} leaves "
      "{0}, whose extent is {expected}: guard it, or let the extent be a multiple of the access",
      "tiles of {found} elements are not made of accesses of {elements_of_access}",
      "a tiler of rank {found} is not one static integer for each mode of {0}", nullptr};
  using guards = detail::guards_of_modes<Guards...>;

  static constexpr report decide(mapping const& a, mapping const& tiler) {
    return decide(a, tiler, a, std::make_index_sequence<4>{});
  }
  static constexpr report decide(mapping const& a, mapping const& tiler, mapping const& bounds) {
    return decide(a, tiler, bounds, std::make_index_sequence<4>{});
  }
  template <class Shape, class Tiler, class Bounds = Shape>
  static constexpr bool for_all_types() {
    using shape = detail::shape_of_argument<Shape>;
    using bounds = detail::shape_of_argument<Bounds>;
    if constexpr (is_tuple_v<shape> && is_tuple_v<Tiler> && is_tuple_v<bounds>)
      return for_all_modes<shape, Tiler, bounds>(
          std::make_index_sequence<std::tuple_size<shape>::value>{});
    else
      return false;
  }

 private:
  static constexpr int width(std::size_t mode) { return mode == Along ? Width : 1; }
  template <class Shape, class Tiler, class Bounds, std::size_t... I>
  static constexpr bool for_all_modes(std::index_sequence<I...>) {
    if constexpr (std::tuple_size<Tiler>::value == sizeof...(I) &&
                  std::tuple_size<Bounds>::value == sizeof...(I))
      return (for_all_of_mode<I, std::tuple_element_t<I, Shape>, std::tuple_element_t<I, Tiler>,
                              std::tuple_element_t<I, Bounds>>() &&
              ...);
    else
      return false;
  }
  // A bound `_` is not compared.
  template <std::size_t I, class Extent, class Tile, class Bound>
  static constexpr bool for_all_of_mode() {
    if constexpr (is_integral_v<Extent> && is_static_v<Tile> && is_integral_v<Tile>) {
      constexpr bool is_compared = !std::is_same_v<Bound, Underscore>;
      using guard = std::conditional_t<is_compared, typename guards::template at<I>, unguarded>;
      using bound = std::conditional_t<is_compared, Bound, Extent>;
      using claim = detail::access_claim<guard, Extent, bound, Tile::value, width(I)>;
      return Tile::value % width(I) == 0 &&
             detail::for_all_values<claim, typename claim::unknowns>::value.is ==
                 integers::search::result::yes;
    } else {
      return false;
    }
  }

  template <std::size_t... I>
  static constexpr report decide(mapping const& a, mapping const& tiler, mapping const& bounds,
                                 std::index_sequence<I...>) {
    report r;
    r.points = a.size;
    if (tiler.is_layout || core::rank(tiler.of) != core::rank(a.of) ||
        tiler.of.count != a.of.count || a.of.count > static_cast<int>(sizeof...(I)))
      return r.because(answer::no).say(clue::found, core::rank(tiler.of));
    static_cast<void>((decide_mode<I>(r, a, tiler, bounds) && ...));
    return r;
  }
  template <std::size_t I>
  static constexpr bool decide_mode(report& r, mapping const& a, mapping const& tiler,
                                    mapping const& bounds) {
    if (static_cast<int>(I) >= a.of.count) return false;
    core::place const at = core::rank(bounds.of) == a.of.count
                               ? core::nth(bounds.of, static_cast<int>(I))
                               : core::place{};
    bool const is_compared = bounds.of.token[at.token] != core::keep_token;
    std::int64_t const extent = a.of.at[I].extent.value;
    std::int64_t const bound = is_compared ? bounds.of.at[at.leaf].extent.value : extent;
    std::int64_t const tile = tiler.of.at[I].extent.value;
    if (tile < 1 || tile % width(I) != 0)
      return r.because(answer::no).say(clue::found, tile).say(clue::elements_of_access, width(I)),
             false;
    std::int64_t const end = (extent + tile - 1) / tile * tile;
    if (end / width(I) > enumeration_bound) return r = detail::undecided_about(end), false;
    r.how = decided::by_enumeration;
    for (std::int64_t c = 0; c < end; c += width(I))
      if (is_compared ? detail::access_leaves<typename guards::template at<I>>(c, extent, bound,
                                                                               tile, width(I))
                      : detail::access_leaves<unguarded>(c, extent, extent, tile, width(I)))
        return r.because(answer::no)
                   .say(clue::elements_of_access, width(I))
                   .say(clue::at_coordinate, c)
                   .say(clue::in_mode, static_cast<std::int64_t>(I))
                   .say(clue::expected, extent),
               false;
    return true;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
