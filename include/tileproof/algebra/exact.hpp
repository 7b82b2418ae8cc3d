// SPDX-License-Identifier: BSL-1.0
//
// Defines the questions that a launcher asks on the host before it starts a kernel: is this
// operation on these run-time integers accepted, and is the arithmetic of device code exact for
// them?
//
// Use them because device code computes in the width of the leaves (32 bits unless an operand has
// 64) and checks nothing in release builds, whereas the host computes in 64 bits and throws
// layout_error.
//   auto const a = make_layout(make_shape(m, k), make_stride(_1{}, ld));
//   if (!offsets_fit(a) || !is_injective(a) || !divisible(a, tiler)) return status::bad_layout;
//
// Each function returns a bool and neither throws nor refuses. Each is named after its operation:
// true where the operation is accepted for these arguments, and every intermediate value fits the
// 32 or 64 bits in which device code computes it. That is stricter than the operation itself on the
// host. composable(a, b) for two layouts is in algebra/composition.hpp.
#pragma once

#include <tileproof/algebra/inverse.hpp>
#include <tileproof/algebra/product.hpp>
#include <tileproof/algebra/recast.hpp>
#include <tileproof/core/injective.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// composition(a, tiler), by mode.
template <class S, class D, tiler_like Tiler>
constexpr bool composable(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::can_lift<detail::by_tiler<core::composition_by>>(tiler, a);
}
// complement(a, target).
template <class S, class D, detail::int_tuple Target>
constexpr bool complementable(Layout<S, D> const& a, Target const& target) {
  return detail::can_lift<detail::operation<core::complement_in>>(a, target);
}
// complement(a).
template <class S, class D>
constexpr bool complementable(Layout<S, D> const& a) {
  return detail::can_lift<detail::operation<core::complement_of_cosize>>(a);
}
// left_inverse(l).
template <class S, class D>
constexpr bool left_invertible(Layout<S, D> const& l) {
  return detail::can_lift<detail::operation<core::left_inverse>>(l);
}
// right_inverse(l).
template <class S, class D>
constexpr bool right_invertible(Layout<S, D> const& l) {
  return detail::can_lift<detail::operation<core::right_inverse>>(l);
}
// logical_divide, and zipped_divide, tiled_divide and flat_divide, which arrange its modes.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
constexpr bool divisible(Layout<S, D> const& a, Tiler const& tiler) {
  return detail::can_lift<detail::divides_by<core::logical_divide>>(tiler, a);
}
// logical_product, and zipped_product, tiled_product and flat_product.
template <class S, class D, class Tiler>
  requires(detail::is_tiler_or_layout_v<Tiler>)
constexpr bool repeatable(Layout<S, D> const& block, Tiler const& tiler) {
  return detail::can_lift<detail::by_tiler<core::logical_product>>(tiler, block);
}
// upcast<N>(l).
template <int N, class S, class D>
constexpr bool upcastable(Layout<S, D> const& l) {
  return detail::can_lift<detail::operation<core::upcast, N>>(l);
}

namespace detail {

// The layout as a core value, with the values of its run-time leaves. A leaf of 2^63 or more
// becomes INT64_MAX, which no offset fits.
template <class L>
constexpr core::layout layout_with_values(L const& l) {
  if constexpr (__is_empty(L)) {
    return reading_of<L>::value.into;
  } else {
    std::int64_t value[leaves_t<L>::size]{};
    bool lost[leaves_t<L>::size]{};
    exact_nodes v{value, lost};
    put_leaves<0>(put_exactly{v}, l);
    for (int i = 0; i < leaves_t<L>::size; ++i)
      if (lost[i]) value[i] = INT64_MAX;
    return with_values(reading_of<L>::value, value);
  }
}

// Whether some extent is 0 or negative: then there is no coordinate to be wrong at.
constexpr bool is_empty_layout(core::layout const& l) {
  for (int i = 0; i < l.count; ++i)
    if (l.at[i].extent.value <= 0) return true;
  return false;
}

// A sum or product of integers, and the part of it that device code computes in 32 bits.
struct reach {
  core::exact all;
  core::exact narrow;
  bool wide = false;

  constexpr void add(core::exact const& v, bool is_wide) {
    all = exact_sum(all, v);
    if (!is_wide) narrow = exact_sum(narrow, v);
    wide = wide || is_wide;
  }
  constexpr void multiply(core::exact const& v, bool is_wide) {
    all = exact_product(all, v);
    if (!is_wide) narrow = exact_product(narrow, v);
    wide = wide || is_wide;
  }
  constexpr bool fits() const {
    return !all.lost && !narrow.lost && fits_bits(narrow.value, 32) &&
           fits_bits(all.value, wide ? 64 : 32);
  }
};

}  // namespace detail

// Whether the size of l, and every offset of a coordinate inside it, fit the types in which device
// code computes them: 32 bits, 64 where an extent or stride has 64. Coordinates are ints, or have
// the type of an extent whose stride is 1. Strides count by their magnitude. A static layout is
// asked about 64 bits. O(leaves).
template <class S, class D>
constexpr bool offsets_fit(Layout<S, D> const& l);
// Whether the size and the strides of the compact layouts of `shape` fit, before such a layout is
// made.
template <detail::int_tuple S>
constexpr bool offsets_fit(S const& shape);

// Whether no two coordinates of l share an offset: then a kernel that writes each coordinate once
// writes each element once, as partition_D requires of the tiles of l. False where that is
// undecided. Decided by structure (from the strides alone) where each stride exceeds the largest
// offset that the smaller strides reach, in O(leaves^2); otherwise by a search of at most
// core::search_budget (2^17) steps. True for a layout without coordinates.
template <class S, class D>
constexpr bool is_injective(Layout<S, D> const& l);

namespace detail {

template <class L>
constexpr bool layout_fits(L const& l) {
  reading const& type = reading_of<L>::value;
  core::layout const v = layout_with_values(l);
  if (is_empty_layout(v)) return true;
  reach offset{{0, false}, {0, false}, __is_empty(L)};
  reach size{{1, false}, {1, false}, __is_empty(L)};
  for (int i = 0; i < v.count; ++i) {
    auto const is_wide = [&](core::integer const& leaf) {
      return __is_empty(L) ||
             (leaf.is_fixed() ? !fits_bits(leaf.value, 32) : (type.wide >> leaf.value & 1) != 0);
    };
    core::mode const& of_type = type.into.at[i];
    core::mode const& m = v.at[i];
    // An unsigned leaf of 2^63 or more is INT64_MAX in v.
    auto const is_lost = [](core::integer const& leaf, core::integer const& value) {
      return !leaf.is_fixed() && value.value == INT64_MAX;
    };
    if (m.stride.value == INT64_MIN || is_lost(of_type.stride, m.stride) ||
        is_lost(of_type.extent, m.extent))
      return false;
    std::int64_t const d = core::magnitude(m.stride.value);
    bool const wide_extent = is_wide(of_type.extent);
    offset.add(exact_product({m.extent.value - 1, false}, {d, false}),
               is_wide(of_type.stride) || (wide_extent && of_type.stride.is_fixed() && d <= 1));
    size.multiply({m.extent.value, false}, wide_extent);
  }
  return offset.fits() && size.fits();
}

template <class L>
constexpr bool layout_is_injective(L const& l) {
  core::layout const v = layout_with_values(l);
  core::arithmetic cx;
  return is_empty_layout(v) || core::injective(cx, v) == core::answer::yes;
}

}  // namespace detail

template <class S, class D>
constexpr bool offsets_fit(Layout<S, D> const& l) {
  return detail::layout_fits(l);
}
template <detail::int_tuple S>
constexpr bool offsets_fit(S const& shape) {
  auto const own = detail::own<S>::from(shape);
  if constexpr (is_integral_v<detail::own_t<S>>)
    return detail::layout_fits(make_layout(own, Int<1>{}));
  else
    return detail::can_lift<detail::operation<core::strides_left>>(own, Int<1>{}) &&
           detail::can_lift<detail::operation<core::product_each>>(make_tuple(own));
}
template <class S, class D>
constexpr bool is_injective(Layout<S, D> const& l) {
  return detail::layout_is_injective(l);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
