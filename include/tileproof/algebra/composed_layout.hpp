// SPDX-License-Identifier: BSL-1.0
//
// Defines ComposedLayout: a swizzled layout, c -> swizzle(offset + layout(c)), with the operations
// of layouts.
//
// Use composition(Swizzle<B,M,S>{}, layout) for a tile in swizzled shared memory.
//
//   // An 8 x 64 tile of f16, row-major: element (1,0) moves from offset 64 to 72.
//   static_assert(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{})(
//                     _1{}, _0{}) == Int<72>{});
//
// The offset stands inside the swizzle, since a swizzle of a sum is not the sum of swizzles.
// Source: CUTLASS, cute/layout_composed.hpp and cute/swizzle_layout.hpp.
#pragma once

#include <tileproof/algebra/inverse.hpp>
#include <tileproof/algebra/product.hpp>
#include <tileproof/algebra/recast.hpp>
#include <tileproof/algebra/swizzle_offset.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The function c -> A(offset + B(c)). A: a swizzle or a layout, static (static_assert). Offset: an
// integer or a coordinate, in elements. B: a layout. Shape, size and rank are those of B. sizeof is
// that of the run-time leaves of Offset and B.
template <class A, class Offset, class B>
struct ComposedLayout : detail::store_of<Offset, B> {
  static constexpr int rank = B::rank;
  static_assert(std::is_empty_v<A>, "ComposedLayout: the outer function must be static");

  ComposedLayout() = default;
  TILEPROOF_HOST_DEVICE constexpr ComposedLayout(A const&, Offset const& offset, B const& b) {
    detail::put<0>(*this, offset);
    detail::put<detail::leaves_t<Offset>::size>(*this, b);
  }

  // The three parts: the outer function A, the offset, the inner layout B.
  TILEPROOF_HOST_DEVICE constexpr A layout_a() const { return {}; }
  TILEPROOF_HOST_DEVICE constexpr auto offset() const { return detail::element<Offset, 0>(*this); }
  TILEPROOF_HOST_DEVICE constexpr auto layout_b() const {
    return detail::element<B, detail::leaves_t<Offset>::size>(*this);
  }
  TILEPROOF_HOST_DEVICE constexpr ComposedLayout const& layout() const { return *this; }
  template <std::size_t... I>
  TILEPROOF_HOST_DEVICE constexpr auto shape() const {
    return layout_b().template shape<I...>();
  }

  // The offset of a coordinate: A(offset + B(coordinate)). With `_` in the coordinate, the slice.
  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Cs const&... cs) const {
    if constexpr ((detail::has_underscore_v<detail::own_t<Cs>> || ...))
      return slice(detail::as_coordinate(cs...), *this);
    else
      return detail::offset_after<A>(offset(), layout_b()(cs...));
  }

  // composition(*this, other), or by mode for several.
  template <class... Others>
  TILEPROOF_HOST_DEVICE constexpr auto compose(Others const&... others) const;
  // This function of the linear index, read with another shape.
  template <class... Shapes>
  TILEPROOF_HOST_DEVICE constexpr auto with_shape(Shapes const&... shapes) const;
};

// Whether T is a ComposedLayout.
template <class T>
struct is_composed_layout : std::false_type {};
template <class A, class O, class B>
struct is_composed_layout<ComposedLayout<A, O, B>> : std::true_type {};
template <class T>
struct is_composed_layout<T const> : is_composed_layout<T> {};

template <class A, class O, class B>
struct is_layout<ComposedLayout<A, O, B>> : std::true_type {};

// The layout c -> a(offset + b(c)).
template <class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto make_composed_layout(A const& a, O const& offset, B const& b) {
  return ComposedLayout<A, detail::own_t<O>, B>(a, detail::own<O>::from(offset), b);
}

// ---- parts

// Mode I of the inner layout, with the same outer function and offset.
template <std::size_t... I, class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto layout(ComposedLayout<A, O, B> const& l) {
  return make_composed_layout(l.layout_a(), l.offset(), layout<I...>(l.layout_b()));
}
// The shape, size, rank and depth of the inner layout: the swizzle changes offsets only.
template <std::size_t... I, class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto shape(ComposedLayout<A, O, B> const& l) {
  return l.template shape<I...>();
}
template <std::size_t... I, class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto size(ComposedLayout<A, O, B> const& l) {
  return size<I...>(l.layout_b());
}
template <std::size_t... I, class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto rank(ComposedLayout<A, O, B> const& l) {
  return decltype(rank<I...>(l.layout_b())){};
}
template <std::size_t... I, class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto depth(ComposedLayout<A, O, B> const& l) {
  return decltype(depth<I...>(l.layout_b())){};
}
// A bound of the offsets: the cosize of the inner layout plus the offset, rounded up to the period
// of the swizzle, within which it permutes.
template <std::size_t... I, int B, int M, int S, class O, class L>
TILEPROOF_HOST_DEVICE constexpr auto cosize(ComposedLayout<Swizzle<B, M, S>, O, L> const& l) {
  return round_up(detail::sum(l.offset(), cosize<I...>(l.layout_b())),
                  static_int<Swizzle<B, M, S>::period>{});
}

// ---- the operations act on the inner layout

namespace detail {

template <class L>
concept composed = is_composed_layout<L>::value;

// The outer function and the offset of l around another inner layout; a refusal of the inner
// operation is passed on.
template <composed L, class B>
TILEPROOF_HOST_DEVICE constexpr auto outside(L const& l, B const& b) {
  if constexpr (is_no_result_v<B>)
    return b;
  else
    return make_composed_layout(l.layout_a(), l.offset(), b);
}

}  // namespace detail

// Each of these operations acts on the inner layout: it rearranges coordinates and leaves A and the
// offset as they are.
#define TILEPROOF_INSIDE(NAME)                                                 \
  template <detail::composed L, class... Args>                                 \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(L const& l, Args const&... args) { \
    return detail::outside(l, NAME(l.layout_b(), args...));                    \
  }
TILEPROOF_INSIDE(flatten)
TILEPROOF_INSIDE(coalesce)
TILEPROOF_INSIDE(filter)
TILEPROOF_INSIDE(filter_zeros)
TILEPROOF_INSIDE(logical_divide)
TILEPROOF_INSIDE(zipped_divide)
TILEPROOF_INSIDE(tiled_divide)
TILEPROOF_INSIDE(flat_divide)
TILEPROOF_INSIDE(logical_product)
TILEPROOF_INSIDE(zipped_product)
TILEPROOF_INSIDE(tiled_product)
TILEPROOF_INSIDE(flat_product)
TILEPROOF_INSIDE(blocked_product)
TILEPROOF_INSIDE(raked_product)
TILEPROOF_INSIDE(tile_to_shape)
TILEPROOF_INSIDE(append)
TILEPROOF_INSIDE(prepend)
#undef TILEPROOF_INSIDE

// The modes [B,E) of the inner layout, with the same swizzle and offset.
template <std::size_t B, std::size_t E, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto take(L const& l) {
  return detail::outside(l, take<B, E>(l.layout_b()));
}
// The inner layout with modes [B,E) gathered into one mode.
template <std::size_t B, std::size_t E, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto group(L const& l) {
  return detail::outside(l, group<B, E>(l.layout_b()));
}
// The inner layout with modes appended up to rank N.
template <std::size_t N, detail::composed L, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto append(L const& l, Args const&... args) {
  return detail::outside(l, append<N>(l.layout_b(), args...));
}
// The modes I, J, ... of the inner layout, in this order.
template <std::size_t... I, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto select(L const& l) {
  return detail::outside(l, select<I...>(l.layout_b()));
}

// The swizzled layout c -> a(b(c)).
template <int B, int M, int S, class Sh, class D>
TILEPROOF_HOST_DEVICE constexpr auto composition(Swizzle<B, M, S> const& a,
                                                 Layout<Sh, D> const& b) {
  return composition(a, Int<0>{}, b);
}
// The swizzled layout c -> a(offset + b(c)). It is b itself where a has 0 bits and the offset is a
// static 0; make_composed_layout keeps such a swizzle.
template <int B, int M, int S, class O, class Sh, class D>
TILEPROOF_HOST_DEVICE constexpr auto composition(Swizzle<B, M, S> const& a, O const& offset,
                                                 Layout<Sh, D> const& b) {
  if constexpr (B == 0 && is_constant_v<0, O>)
    return b;
  else
    return make_composed_layout(a, offset, b);
}
// The composition of the inner layout with b (a layout or a tiler), with the same swizzle.
template <detail::composed L, class Other>
TILEPROOF_HOST_DEVICE constexpr auto composition(L const& a, Other const& b) {
  return detail::outside(a, composition(a.layout_b(), b));
}

template <class A, class O, class B>
template <class... Others>
TILEPROOF_HOST_DEVICE constexpr auto ComposedLayout<A, O, B>::compose(
    Others const&... others) const {
  return detail::outside(*this, layout_b().compose(others...));
}
template <class A, class O, class B>
template <class... Shapes>
TILEPROOF_HOST_DEVICE constexpr auto ComposedLayout<A, O, B>::with_shape(
    Shapes const&... shapes) const {
  return make_composed_layout(layout_a(), offset(), layout_b().with_shape(shapes...));
}

// The modes that `_` keeps; the offset of the fixed modes is added inside the swizzle.
template <class Coord, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto slice(Coord const& coord, L const& l) {
  auto const r =
      detail::lift<detail::operation<core::slice>, detail::give::placed>(l.layout_b(), coord);
  if constexpr (detail::is_no_result_v<decltype(r)>)
    return r;
  else
    return make_composed_layout(l.layout_a(), detail::sum(l.offset(), r.offset), r.layout);
}
// The pair (slice, offset). The offset is the part of the fixed modes' offset that passes through
// the swizzle, S(x + p) = S(x) + p for whole periods p; a tensor adds it to its pointer. The rest
// stays inside.
template <class Coord, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto slice_and_offset(Coord const& coord, L const& l) {
  auto const r =
      detail::lift<detail::operation<core::slice>, detail::give::placed>(l.layout_b(), coord);
  if constexpr (detail::is_no_result_v<decltype(r)>) {
    return r;
  } else {
    using outer = std::remove_cvref_t<decltype(l.layout_a())>;
    auto const parts = detail::parts_of_offset<outer>(r.offset);
    return make_tuple(
        make_composed_layout(l.layout_a(), detail::offset_inside(l.offset(), parts.rest), r.layout),
        parts.through);
  }
}
// The pair (l seen from `coord`, 0): the offset of coord is added inside the swizzle.
template <class Coord, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto domain_offset(Coord const& coord, L const& l) {
  auto const inner = get<1>(domain_offset(coord, l.layout_b()));
  return make_tuple(
      make_composed_layout(l.layout_a(), detail::sum(l.offset(), inner), l.layout_b()), Int<0>{});
}

// The number of elements that are consecutive in both: that of the inner layout, but at most the
// 2^M that the swizzle keeps together, and no more than divides the offset.
template <int B, int M, int S, class O, class L, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto max_common_vector(
    ComposedLayout<Swizzle<B, M, S>, O, L> const& a, Layout<SB, DB> const& b) {
  return gcd(max_common_vector(a.layout_b(), b),
             gcd(a.offset(), static_int<(std::int64_t{1} << M)>{}));
}
template <class SA, class DA, int B, int M, int S, class O, class L>
TILEPROOF_HOST_DEVICE constexpr auto max_common_vector(
    Layout<SA, DA> const& a, ComposedLayout<Swizzle<B, M, S>, O, L> const& b) {
  return max_common_vector(b, a);
}

namespace detail {

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
// Refuses (swizzle_offset_divides, a layout_error) a run-time offset that is no multiple of N.
template <int N, class Offset>
TILEPROOF_HOST_DEVICE constexpr void require_whole_offset(Offset const& offset) {
  core::exact const at = exact_value(offset);
  if (at.value % N != 0) fail({core::property::swizzle_offset_divides, 0, 0, at.value, N});
}

}  // namespace detail

// upcast of all three parts. Refused (swizzle_offset_divides) where the offset is no multiple of N:
// while compiling for a static offset, on the host (layout_error) for a run-time one.
template <int N, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto upcast(L const& l) {
  using offset = std::remove_cvref_t<decltype(l.offset())>;
  if constexpr (__is_empty(offset)) {
    if constexpr (offset::value % N != 0)
      return refuse<detail::operation<core::upcast, N>, swizzle_offset_divides,
                    found<offset::value>, expected<N>>{};
    else
      return make_composed_layout(upcast<N>(l.layout_a()), static_int<offset::value / N>{},
                                  upcast<N>(l.layout_b()));
  } else {
    if constexpr (detail::is_checked && detail::multiple_v<offset> % N != 0)
      detail::require_whole_offset<N>(l.offset());
    return make_composed_layout(upcast<N>(l.layout_a()), l.offset() / Int<N>{},
                                upcast<N>(l.layout_b()));
  }
}
// downcast of all three parts.
template <int N, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto downcast(L const& l) {
  return make_composed_layout(downcast<N>(l.layout_a()), detail::product_of(l.offset(), Int<N>{}),
                              downcast<N>(l.layout_b()));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
