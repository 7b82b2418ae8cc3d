// SPDX-License-Identifier: BSL-1.0
//
// Swizzle<B,M,S> and layouts composed with one: swizzle o offset o layout.
#pragma once

#include <tileproof/algebra/inverse.hpp>
#include <tileproof/algebra/product.hpp>
#include <tileproof/algebra/recast.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Offset bits [M+|S|, M+|S|+B) are xored into bits [M, M+B) (S < 0: the other way). An involution on
// non-negative offsets; the low M bits, and so vectors of 2^M elements, stay as they are.
//   0bxxxxxxxYYYxxxxxZZZxxxx with B = 3, M = 4, S = 8: ZZZ ^= YYY.
template <int B, int M, int S = B>
struct Swizzle {
  static_assert(B >= 0 && M >= 0, "Swizzle: counts of bits are not negative");
  static_assert((S < 0 ? -S : S) >= B, "Swizzle: source and target bits must not overlap");
  static constexpr int num_bits = B;
  static constexpr int num_base = M;
  static constexpr int num_shft = S;
  static constexpr std::int64_t source_mask = ((std::int64_t{1} << B) - 1) << (M + (S > 0 ? S : 0));

  template <std::int64_t Mask>
  static constexpr std::int64_t shifted(std::int64_t v) {
    return S >= 0 ? (v & Mask) >> (S >= 0 ? S : 0) : (v & Mask) << (S < 0 ? -S : 0);
  }

  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(T const& offset) const {
    if constexpr (detail::is_static_integer<T>)
      return static_int<(T::value ^ shifted<source_mask>(T::value))>{};
    else if constexpr (S >= 0)
      return offset ^ ((offset & static_cast<T>(source_mask)) >> (S >= 0 ? S : 0));
    else
      return offset ^ ((offset & static_cast<T>(source_mask)) << (S < 0 ? -S : 0));
  }
};

// c -> A(offset + B(c)), A a swizzle (or a layout), B a layout.
template <class A, class Offset, class B>
struct ComposedLayout : detail::store_of<Offset, B> {
  static constexpr int rank = B::rank;
  static_assert(std::is_empty_v<A>, "ComposedLayout: the outer function is static");

  ComposedLayout() = default;
  TILEPROOF_HOST_DEVICE constexpr ComposedLayout(A const&, Offset const& offset, B const& b) {
    detail::put<0>(*this, offset);
    detail::put<detail::leaves_t<Offset>::size>(*this, b);
  }

  TILEPROOF_HOST_DEVICE constexpr A layout_a() const { return {}; }
  TILEPROOF_HOST_DEVICE constexpr auto offset() const {
    return detail::element<Offset, 0>(*this);
  }
  TILEPROOF_HOST_DEVICE constexpr auto layout_b() const {
    return detail::element<B, detail::leaves_t<Offset>::size>(*this);
  }
  TILEPROOF_HOST_DEVICE constexpr ComposedLayout const& layout() const { return *this; }
  template <std::size_t... I>
  TILEPROOF_HOST_DEVICE constexpr auto shape() const {
    return layout_b().template shape<I...>();
  }

  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Cs const&... cs) const {
    if constexpr ((detail::has_underscore_v<detail::own_t<Cs>> || ...))
      return slice(make_coord(cs...), *this);
    else
      return A{}(offset() + layout_b()(cs...));
  }

  template <class... Shapes>
  TILEPROOF_HOST_DEVICE constexpr auto with_shape(Shapes const&... shapes) const;
};

template <class T>
struct is_composed_layout : std::false_type {};
template <class A, class O, class B>
struct is_composed_layout<ComposedLayout<A, O, B>> : std::true_type {};
template <class T>
struct is_composed_layout<T const> : is_composed_layout<T> {};

template <class A, class O, class B>
struct is_layout<ComposedLayout<A, O, B>> : std::true_type {};

template <class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto make_composed_layout(A const& a, O const& offset, B const& b) {
  return ComposedLayout<A, O, B>(a, offset, b);
}

// ---- parts

template <std::size_t... I, class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto layout(ComposedLayout<A, O, B> const& l) {
  return make_composed_layout(l.layout_a(), l.offset(), layout<I...>(l.layout_b()));
}
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
  return rank<I...>(l.layout_b());
}
template <std::size_t... I, class A, class O, class B>
TILEPROOF_HOST_DEVICE constexpr auto depth(ComposedLayout<A, O, B> const& l) {
  return depth<I...>(l.layout_b());
}
// A bound of the offsets: those of the inner layout, rounded up to the period of the swizzle.
template <std::size_t... I, int B, int M, int S, class O, class L>
TILEPROOF_HOST_DEVICE constexpr auto cosize(ComposedLayout<Swizzle<B, M, S>, O, L> const& l) {
  constexpr std::int64_t period = std::int64_t{1} << (M + B + (S < 0 ? -S : S));
  if constexpr (B == 0)
    return l.offset() + cosize<I...>(l.layout_b());
  else
    return round_up(l.offset() + cosize<I...>(l.layout_b()), static_int<period>{});
}

// ---- the operations act on the inner layout

namespace detail {

template <class L>
concept composed = is_composed_layout<L>::value;

// The outer function and the offset of l around another inner layout.
template <composed L, class B>
TILEPROOF_HOST_DEVICE constexpr auto outside(L const& l, B const& b) {
  if constexpr (is_no_result_v<B>)
    return b;
  else
    return make_composed_layout(l.layout_a(), l.offset(), b);
}

// log2 of a power of two.
template <int N>
inline constexpr int log2_v = 1 + log2_v<N / 2>;
template <>
inline constexpr int log2_v<1> = 0;

}  // namespace detail

#define TILEPROOF_INSIDE(NAME)                                                                   \
  template <detail::composed L, class... Args>                                                   \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(L const& l, Args const&... args) {                   \
    return detail::outside(l, NAME(l.layout_b(), args...));                                      \
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

template <std::size_t B, std::size_t E, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto take(L const& l) {
  return detail::outside(l, take<B, E>(l.layout_b()));
}
template <std::size_t B, std::size_t E, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto group(L const& l) {
  return detail::outside(l, group<B, E>(l.layout_b()));
}
template <std::size_t... I, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto select(L const& l) {
  return detail::outside(l, select<I...>(l.layout_b()));
}

// swizzle o layout.
template <int B, int M, int S, class Sh, class D>
TILEPROOF_HOST_DEVICE constexpr auto composition(Swizzle<B, M, S> const& a, Layout<Sh, D> const& b) {
  return make_composed_layout(a, Int<0>{}, b);
}
template <int B, int M, int S, class O, class Sh, class D>
TILEPROOF_HOST_DEVICE constexpr auto composition(Swizzle<B, M, S> const& a, O const& offset,
                                                 Layout<Sh, D> const& b) {
  return make_composed_layout(a, offset, b);
}
template <detail::composed L, class Other>
TILEPROOF_HOST_DEVICE constexpr auto composition(L const& a, Other const& b) {
  return detail::outside(a, composition(a.layout_b(), b));
}

template <class A, class O, class B>
template <class... Shapes>
TILEPROOF_HOST_DEVICE constexpr auto ComposedLayout<A, O, B>::with_shape(
    Shapes const&... shapes) const {
  return make_composed_layout(layout_a(), offset(), layout_b().with_shape(shapes...));
}

// Slices keep the swizzle: what they fix is added to the inner offset.
template <class Coord, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto slice(Coord const& coord, L const& l) {
  auto const r = detail::call_placed<detail::slice_op>(l.layout_b(), coord);
  if constexpr (detail::is_no_result_v<decltype(r)>)
    return r;
  else
    return make_composed_layout(l.layout_a(), l.offset() + r.offset, r.layout);
}
template <class Coord, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto slice_and_offset(Coord const& coord, L const& l) {
  return make_tuple(slice(coord, l), Int<0>{});
}
template <class Coord, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto domain_offset(Coord const& coord, L const& l) {
  return make_tuple(
      make_composed_layout(l.layout_a(), l.offset() + l.layout_b()(coord), l.layout_b()), Int<0>{});
}

// A swizzle is its own inverse.
template <int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto right_inverse(Swizzle<B, M, S> const& s) {
  return s;
}
template <int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto left_inverse(Swizzle<B, M, S> const& s) {
  return s;
}

// A vector of consecutive elements survives a swizzle that keeps its low bits.
template <int B, int M, int S, class O, class L, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto max_common_vector(
    ComposedLayout<Swizzle<B, M, S>, O, L> const& a, Layout<SB, DB> const& b) {
  return gcd(max_common_vector(a.layout_b(), b), gcd(a.offset(), static_int<(std::int64_t{1} << M)>{}));
}
template <class SA, class DA, int B, int M, int S, class O, class L>
TILEPROOF_HOST_DEVICE constexpr auto max_common_vector(
    Layout<SA, DA> const& a, ComposedLayout<Swizzle<B, M, S>, O, L> const& b) {
  return max_common_vector(b, a);
}

// Swizzles of wider or narrower elements move the same bits of the address.
template <int N, int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto upcast(Swizzle<B, M, S> const&) {
  static_assert((N & (N - 1)) == 0, "upcast: the factor of a swizzle is a power of two");
  static_assert(M >= detail::log2_v<N>, "upcast: the swizzle moves bits inside one wide element");
  return Swizzle<B, M - detail::log2_v<N>, S>{};
}
template <int N, int B, int M, int S>
TILEPROOF_HOST_DEVICE constexpr auto downcast(Swizzle<B, M, S> const&) {
  static_assert((N & (N - 1)) == 0, "downcast: the factor of a swizzle is a power of two");
  return Swizzle<B, M + detail::log2_v<N>, S>{};
}
template <int N, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto upcast(L const& l) {
  return make_composed_layout(upcast<N>(l.layout_a()), shape_div(l.offset(), Int<N>{}),
                              upcast<N>(l.layout_b()));
}
template <int N, detail::composed L>
TILEPROOF_HOST_DEVICE constexpr auto downcast(L const& l) {
  return make_composed_layout(downcast<N>(l.layout_a()), l.offset() * Int<N>{},
                              downcast<N>(l.layout_b()));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
