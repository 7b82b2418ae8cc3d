// SPDX-License-Identifier: BSL-1.0
//
// Defines parts_of_offset, the part of an offset that passes through a swizzle and the part that
// stays inside; and the sums that ComposedLayout computes with the two.
#pragma once

#include <tileproof/algebra/layout.hpp>
#include <tileproof/algebra/swizzle.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The period of the outer function A: offsets that are a multiple of it pass through A unchanged. 0
// where A has none.
template <class A>
inline constexpr std::int64_t period_of = 0;
template <int B, int M, int S>
inline constexpr std::int64_t period_of<Swizzle<B, M, S>> = Swizzle<B, M, S>::period;

// An offset as the sum of what passes through A, a multiple of its period, and the rest, which is
// not negative and less than the period. Device code needs the two apart: where a loop is unrolled,
// `through` becomes the constant of a load or store, and A is computed once for each `rest`.
template <class Through, class Rest>
struct offset_parts {
  Through through;
  Rest rest;
};
template <class Through, class Rest>
offset_parts(Through, Rest) -> offset_parts<Through, Rest>;

template <class A, class O>
TILEPROOF_HOST_DEVICE constexpr auto parts_of_offset(O const& offset) {
  constexpr std::int64_t period = period_of<A>;
  if constexpr (is_foreign_v<O>) {
    return parts_of_offset<A>(owned(offset));
  } else if constexpr (period == 0 || !is_integral_v<O>) {
    return offset_parts{Int<0>{}, offset};
  } else if constexpr (is_static_integer<O>) {
    constexpr std::int64_t through = O::value & ~(period - 1);
    return offset_parts{static_int<through>{}, static_int<O::value - through>{}};
  } else if constexpr (multiple_v<O> % period == 0) {
    return offset_parts{offset, Int<0>{}};
  } else {
    using integer = plain_integer_t<O>;
    constexpr std::int64_t known = sum_multiple_v<multiple_v<O>, period>;
    integer const rest = static_cast<integer>(integer(offset) & static_cast<integer>(period - 1));
    return offset_parts{multiple_of<period, integer>(static_cast<integer>(integer(offset) - rest)),
                        known_multiple<known, integer>(rest)};
  }
}

// inside + offset. Device code asks whether the two share a bit: where a loop is unrolled, nvcc
// answers that, and then knows that bits of the sum are those of `inside`, so that it computes what
// a swizzle makes of them once for all steps.
template <class Inside, class O>
TILEPROOF_HOST_DEVICE constexpr auto offset_inside(Inside const& inside, O const& offset) {
  using both = decltype(sum(inside, offset));
  if constexpr (is_checked || __is_empty(Inside) || __is_empty(O) || !is_integral_v<both>) {
    return sum(inside, offset);
  } else {
    using integer = plain_integer_t<both>;
    integer const x = static_cast<integer>(inside);
    integer const y = static_cast<integer>(offset);
    return both((x & y) == 0 ? static_cast<integer>(x | y) : static_cast<integer>(x + y));
  }
}

// A(inside + offset). The host adds first, since it refuses a sum that its type does not hold, and
// inside + rest may be such a one where offset is negative.
template <class A, class Inside, class O>
TILEPROOF_HOST_DEVICE constexpr auto offset_after(Inside const& inside, O const& offset) {
  if constexpr (is_checked) {
    return A{}(sum(inside, offset));
  } else {
    auto const parts = parts_of_offset<A>(offset);
    return sum(A{}(sum(inside, parts.rest)), parts.through);
  }
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
