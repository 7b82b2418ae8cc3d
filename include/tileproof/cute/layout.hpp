// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's functions of whole layouts in namespace cute: coshape, coprofile,
// transform_layout, tile_unzip, domain_distribute; and the parts of a swizzled layout. Source:
// CuTe, layout.hpp, swizzle_layout.hpp.
#pragma once

#include <tileproof/cute/int_tuple.hpp>

namespace cute {

// The zeros of a coordinate of the codomain: _0, or a tuple of them where offsets are coordinates.
template <int... Is, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto coprofile(Layout<S, D> const& l) {
  return cute::repeat_like(l(Int<0>{}), Int<0>{});
}

// The extents of the codomain: cosize, or for each axis where offsets are coordinates. Strides
// below zero count by their absolute value.
template <int... Is, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto coshape(Layout<S, D> const& l) {
  auto const part = tileproof::layout<static_cast<std::size_t>(Is)...>(l);
  auto const last = cute::transform_leaf(part.shape(), [](auto s) { return s - Int<1>{}; });
  auto const steps = cute::transform_leaf(part.stride(), abs_fn{});
  auto const end = tileproof::make_layout(part.shape(), steps)(last);
  return cute::transform_leaf(end, [](auto c) { return c + Int<1>{}; });
}

namespace detail_of_cute {

template <class A, class B, class F, int... I, int... Ia, int... Ib>
TILEPROOF_HOST_DEVICE constexpr auto modes_of_two(A const& a, B const& b, F&& f, seq<I...>,
                                                  seq<Ia...>, seq<Ib...>) {
  return tileproof::make_layout(f(get<I>(a), get<I>(b))..., get<Ia>(a)..., get<Ib>(b)...);
}
template <class L, class F, int... I>
TILEPROOF_HOST_DEVICE constexpr auto modes_of_one(L const& l, F&& f, seq<I...>) {
  return tileproof::make_layout(f(get<I>(l))...);
}

}  // namespace detail_of_cute

// The layout of f(mode 0), f(mode 1), ...; with two layouts or tuples f takes a mode of each, and
// the modes that only one has follow.
template <class L, class F>
TILEPROOF_HOST_DEVICE constexpr auto transform_layout(L const& l, F&& f) {
  return detail_of_cute::modes_of_one(l, f, make_seq<tileproof::rank_v<L>>{});
}
template <class A, class B, class F>
TILEPROOF_HOST_DEVICE constexpr auto transform_layout(A const& a, B const& b, F&& f) {
  constexpr int ra = tileproof::rank_v<A>;
  constexpr int rb = tileproof::rank_v<B>;
  constexpr int both = ra < rb ? ra : rb;
  return detail_of_cute::modes_of_two(a, b, f, make_seq<both>{}, make_range<both, ra>{},
                                      make_range<both, rb>{});
}

// ((A,a),(B,b),...) by a tiler -> ((A,B,...),(a,b,...)): what zipped_divide makes of
// logical_divide.
template <class S, class D, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto tile_unzip(Layout<S, D> const& l, Tiler const& tiler) {
  return tileproof::make_layout(cute::zip2_by(l.shape(), tiler), cute::zip2_by(l.stride(), tiler));
}

// A layout of at most b elements of shape a, from each mode as many as divide both: with (15,14)
// and 6 it is (_3,_2):(_1,_15). Refused (static_assert) unless b is a static integer.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto domain_distribute(A const& a, B const&) {
  static_assert(tileproof::is_integral_v<B> && tileproof::is_static_v<B>,
                "domain_distribute: a static number of elements is expected");
  auto const flat = cute::flatten_to_tuple(tileproof::shape(a));
  auto const taken = cute::fold(
      flat, tileproof::make_tuple(tileproof::make_tuple(), B{}),
      [](auto const& state, auto const& extent) {
        auto const part = tileproof::gcd(extent, get<1>(state));
        return tileproof::make_tuple(
            tileproof::tuple_cat(get<0>(state), tileproof::make_tuple(part)), get<1>(state) / part);
      });
  return tileproof::coalesce(
      tileproof::make_layout(get<0>(taken), tileproof::compact_col_major(flat)));
}

// ---- swizzles

// The swizzle of a layout; Swizzle<0,4,3>, which changes nothing, of one that has none.
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto get_swizzle_portion(L const& l) {
  if constexpr (tileproof::is_composed_layout<L>::value)
    return l.layout_a();
  else
    return Swizzle<0, 4, 3>{};
}
// The layout inside the swizzle; the layout itself where it has none.
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto get_nonswizzle_portion(L const& l) {
  if constexpr (tileproof::is_composed_layout<L>::value)
    return l.layout_b();
  else
    return l;
}

// The layout itself: here a slice at a run-time offset keeps its swizzle beside the offset, and
// needs no pointer that is aligned to the swizzle's period.
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto as_position_independent_swizzle_layout(L const& l) {
  return l;
}

// ---- alignment

// The largest static integer that divides each offset of the layout's vectors: a static integer
// itself; of a layout the run of consecutive elements that its static modes begin with, as far as
// the next stride is a multiple of it; of a swizzle the elements that it keeps together.
template <auto V>
TILEPROOF_HOST_DEVICE constexpr C<V> max_alignment(C<V> const& c) {
  return c;
}
template <int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto max_alignment(Swizzle<B, M, S> const&) {
  return Int<(1 << M)>{};
}
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto max_alignment(Layout<S, D> const& l) {
  auto const flat = tileproof::coalesce(l);
  auto const known = [](auto x, auto otherwise) {
    return cute::conditional_return<tileproof::is_static_v<decltype(x)>>(x, otherwise);
  };
  auto const fixed = tileproof::make_layout(
      cute::transform(flat.shape(), [&](auto s) { return known(s, Int<1>{}); }),
      cute::transform(flat.stride(), [&](auto d) { return known(d, Int<0>{}); }));
  auto const runs = tileproof::logical_divide(fixed, tileproof::right_inverse(fixed));
  return cute::gcd(tileproof::size<0>(runs), tileproof::stride<1>(runs));
}
template <class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto max_alignment(ComposedLayout<A, O, B> const&) {
  return Int<1>{};
}
template <int Bits, int Base, int Shift, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto max_alignment(
    ComposedLayout<Swizzle<Bits, Base, Shift>, O, B> const& l) {
  return tileproof::gcd(
      tileproof::gcd(cute::max_alignment(l.layout_a()), cute::max_alignment(l.offset())),
      cute::max_alignment(l.layout_b()));
}

}  // namespace cute
