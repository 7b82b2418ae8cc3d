// SPDX-License-Identifier: BSL-1.0
//
// is_described_layout: a kernel's tensor is the one that its arguments describe. For theorems of
// every size, whose extents and strides are unknowns: then both are of one type.
// has_index_type: a count or a coordinate of a kernel has the type in which it is sure to fit.
//
//   theorem<is_described_layout<Layout<Shape<m, n>, Stride<_1, ld>>>, decltype(mA.layout())>
//   theorem<has_index_type<std::int64_t, decltype(blocks_of_copy<kernel>(args))>>
#pragma once

#include <tileproof/prove/require.hpp>
#include <tileproof/prove/theorem.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The argument, a layout or a shape with unknowns, is Described.
template <class Described>
struct is_described_layout {
  static constexpr char const* sentences[] = {
      "{0} is not the layout or the shape that the arguments describe", nullptr};
  template <class L>
  static constexpr bool for_all_types() {
    return std::is_same_v<std::remove_cvref_t<L>, Described>;
  }
  static constexpr report decide(mapping const&) { return report{}.because(answer::no); }
};

// Index is Expected: an integer type, or a coordinate of such.
template <class Expected, class Index>
struct has_index_type {
  static constexpr char const* sentences[] = {
      "an index has another type than that of the extents: it could overflow", nullptr};
  static constexpr report decide() {
    report r;
    return std::is_same_v<std::remove_cvref_t<Index>, Expected> ? r : r.because(answer::no);
  }
};

// The integers of a caller's arguments have 64 bits.
template <class... Integers>
using have_64_bits =
    theorem<has_index_type<type_list<std::conditional_t<true, std::int64_t, Integers>...>,
                           type_list<Integers...>>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
