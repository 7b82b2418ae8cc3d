// SPDX-License-Identifier: BSL-1.0
//
// Defines the operations that have a swizzle on their right: composition(layout, swizzled layout)
// and the inverses of a swizzled layout; and compatible and weakly_compatible of layouts.
//
// Use left_inverse to find the coordinate of an offset in swizzled shared memory:
//
//   constexpr auto smem = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64,
//   _1>>{}); static_assert(left_inverse(smem)(smem(3, 5)) == 3 + 8 * 5);  // its linear coordinate
//
// A swizzle is its own inverse, so the inverse of S o L is (inverse of L) o S.
#pragma once

#include <tileproof/algebra/coalesce.hpp>
#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/algebra/shape.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Whether composition(A{}, L{}) is accepted, where both are static.
template <class A, class L>
constexpr bool composes() {
  if constexpr (is_static_v<L>)
    return composable(A{}, L{});
  else
    return false;
}

}  // namespace detail

// The function c -> a(S(offset + b(c))) of a static layout a. Where it is a swizzle of a layout, it
// is returned as one: composition(_512:_2, Swizzle<3,3,3> o b) is Swizzle<3,4,3> o (_512:_2 o b).
// Otherwise a stays outside. Refused (static_assert) where a has run-time leaves.
template <class SA, class DA, int B, int M, int S, class O, class L>
TILEPROOF_HOST_DEVICE constexpr auto composition(Layout<SA, DA> const& a,
                                                 ComposedLayout<Swizzle<B, M, S>, O, L> const& b) {
  static_assert(is_static_v<Layout<SA, DA>>,
                "composition: a layout in front of a swizzle must be static; make its extents and "
                "strides Int<...>");
  using flat = decltype(coalesce(Layout<SA, DA>{}));
  constexpr int k =
      core::swizzle_passes(detail::reading_of<flat>::value.into, Swizzle<B, M, S>::period);
  if constexpr (k >= 0 && is_constant_v<0, O> && detail::composes<Layout<SA, DA>, L>())
    return composition(Swizzle<B, M + k, S>{}, composition(a, b.layout_b()));
  else
    return make_composed_layout(a, Int<0>{}, b);
}

// R with l(R(i)) == i for every i < size(R): the right inverse of the inner layout composed with
// the swizzle, for as many numbers as the swizzle permutes among themselves. Refused
// (static_assert) where the swizzled layout does not begin at offset 0, or the inverse of the inner
// layout is not static.
template <int B, int M, int S, class O, class L>
TILEPROOF_HOST_DEVICE constexpr auto right_inverse(
    ComposedLayout<Swizzle<B, M, S>, O, L> const& l) {
  static_assert(is_constant_v<0, O>,
                "right_inverse: a swizzled layout must begin at offset 0; take the inverse before "
                "the slice");
  using inner = decltype(right_inverse(l.layout_b()));
  static_assert(is_static_v<inner>, "right_inverse: a swizzled layout must be static");
  using numbers = static_int<core::closed_under({B, M, S}, decltype(size(inner{}))::value)>;
  return composition(inner{}, make_composed_layout(l.layout_a(), Int<0>{}, Layout<numbers>{}));
}

// I with I(l(c)) the linear coordinate of c, where the inner layout is injective: its left inverse
// composed with the swizzle, less the offset. Refused where the inner layout has none
// (left_inverse), and (static_assert) unless layout and offset are static.
template <int B, int M, int S, class O, class L>
TILEPROOF_HOST_DEVICE constexpr auto left_inverse(ComposedLayout<Swizzle<B, M, S>, O, L> const& l) {
  using composed = ComposedLayout<Swizzle<B, M, S>, O, L>;
  static_assert(is_static_v<composed>,
                "left_inverse: a swizzled layout and its offset must be static");
  auto const inner = left_inverse(l.layout_b());
  using swizzle = Swizzle<B, M, S>;
  if constexpr (detail::is_no_result_v<decltype(inner)>)
    return inner;
  else if constexpr (is_constant_v<0, O>)
    return composition(inner, make_composed_layout(swizzle{}, Int<0>{}, make_layout(cosize(l))));
  else
    return make_composed_layout(inner, -l.offset(),
                                make_composed_layout(swizzle{}, Int<0>{}, make_layout(cosize(l))));
}

// compatible and weakly_compatible of layouts, or of a layout and a shape: of their shapes.
template <class A, class B>
  requires(is_layout_v<A> || is_layout_v<B>)
TILEPROOF_HOST_DEVICE constexpr auto compatible(A const& a, B const& b) {
  return compatible(shape(a), shape(b));
}
template <class A, class B>
  requires(is_layout_v<A> || is_layout_v<B>)
TILEPROOF_HOST_DEVICE constexpr auto weakly_compatible(A const& a, B const& b) {
  return weakly_compatible(shape(a), shape(b));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
