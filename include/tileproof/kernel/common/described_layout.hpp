// SPDX-License-Identifier: BSL-1.0
//
// is_described_layout: a kernel's tensor is the one that its arguments describe. For theorems of
// every size, whose extents and strides are unknowns: then both are of one type.
//
//   theorem<is_described_layout<Layout<Shape<m, n>, Stride<_1, ld>>>, decltype(mA.layout())>
#pragma once

#include <tileproof/prove/require.hpp>

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

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
