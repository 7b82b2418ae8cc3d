// SPDX-License-Identifier: BSL-1.0
//
// Defines relations of shapes: congruent, weakly_congruent, compatible, weakly_compatible and
// evenly_divides.
//
// Use compatible to ask whether a coordinate of one shape indexes another, and evenly_divides to
// ask whether tiles leave no remainder.
//
//   static_assert(compatible(_24{}, Shape<_4, _6>{}) && !compatible(Shape<_4, _6>{}, _24{}));
//   static_assert(evenly_divides(Shape<_8, _6>{}, Shape<_4, _2>{}));
//
// Static in, static out: a relation on static tuples is C<true> or C<false>; with a run-time leaf
// it is a bool. The profile of a tuple is its tree without the integers: (4,(2,8)) has the profile
// (*,(*,*)).
#pragma once

#include <tileproof/algebra/int_tuple.hpp>
#include <tileproof/core/evenly_divides.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// A relation as C<true>, C<false> or a bool: the core gives 1 or 0.
template <class Op, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto relation(A const& a, B const& b) {
  return lift<Op, give::integers>(a, b) != Int<0>{};
}

}  // namespace detail

// Whether a and b have one profile.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto congruent(A const& a, B const& b) {
  return detail::relation<detail::operation<core::congruent>>(a, b);
}
// Whether the profile of b refines that of a: where a has a leaf, b has a leaf or a tuple.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto weakly_congruent(A const& a, B const& b) {
  return detail::relation<detail::operation<core::weakly_congruent>>(a, b);
}
// Whether every coordinate of shape a is a coordinate of shape b: the profile of b refines that of
// a, and each leaf of a is the size of the part of b that stands there. Source: CuTe documentation,
// "CuTe Layouts", Layout compatibility.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto compatible(A const& a, B const& b) {
  return detail::relation<detail::operation<core::compatible>>(a, b);
}
// Whether the profile of b refines that of a, and each leaf of a divides the size of the part of b
// that stands there: a tile of shape a repeats over b a whole number of times.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto weakly_compatible(A const& a, B const& b) {
  return detail::relation<detail::operation<core::weakly_compatible>>(a, b);
}
// Whether tiles b cut shape a without a remainder: in each mode of a that a leaf of b meets,
// ceil_div gives tiles of as many elements as the mode has. An integer is spread over the modes
// from the left: 8 cuts (16,6), and not (6,16), where it takes 6 and then no whole part of 16. A
// layout of b counts with its gaps: Tile<Layout<_8, _3>> cuts 48 and not 32, since 8:3 repeats
// after 24. False where b has more modes than a. Refused as complement is. Source: CuTe,
// evenly_divides.
template <detail::int_tuple A, detail::int_tuple B>
TILEPROOF_HOST_DEVICE constexpr auto evenly_divides(A const& a, B const& b) {
  return detail::relation<detail::operation<core::evenly_divides>>(a, b);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
