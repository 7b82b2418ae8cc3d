// SPDX-License-Identifier: BSL-1.0
//
// The layouts on which the laws are checked: ranks 1 to 4, depths 0 to 3, static, run-time and
// mixed leaves, compact, padded, interleaved, broadcast, reversed, overlapping and swizzled.
#pragma once

#include <tileproof/tileproof.hpp>

#include <boost/hana/integral_constant.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/negate.hpp>
#include <boost/hana/tuple.hpp>

#include <type_traits>

namespace laws {

namespace hana = boost::hana;
using namespace hana::literals;
using namespace tileproof;

namespace table {

template <class... Ts>
constexpr auto t(Ts const&... ts) {
  return tileproof::make_tuple(ts...);
}
template <class Shape, class Stride>
constexpr auto make(Shape const& shape, Stride const& stride) {
  return make_layout(shape, stride);
}
template <int B, int M, int S, class Offset, class Shape, class Stride>
constexpr auto swizzled(Swizzle<B, M, S> const& f, Offset const& offset, Shape const& shape,
                        Stride const& stride) {
  // composition would return the layout itself for a swizzle of 0 bits.
  return make_composed_layout(f, offset, make_layout(shape, stride));
}
// clang-format off
inline constexpr auto layouts = hana::make_tuple(
    // one integer
    make(1_c, 0_c),
    make(1_c, 7_c),
    make(8_c, 1_c),
    make(7_c, 1_c),
    make(32_c, 1_c),
    make(8_c, 2_c),
    make(12_c, 5_c),
    make(6_c, 0_c),
    make(9_c, -1_c),
    make(6_c, -3_c),
    make(8, 1_c),
    make(6, 3_c),
    make(5_c, 4),
    make(6, 3),
    make(4, 0_c),
    make(7, -2),
    make(8, 3L),
    make(10u, 1_c),
    // rank 1
    make(t(8_c), t(1_c)),
    make(t(6), t(2_c)),
    make(t(t(4_c)), t(t(3_c))),
    make(t(t(2_c, 4_c)), t(t(4_c, 1_c))),
    make(t(t(3, 4_c)), t(t(1_c, 3))),
    // rank 2, static
    make(t(4_c, 8_c), t(1_c, 4_c)),             // column-major
    make(t(4_c, 8_c), t(8_c, 1_c)),             // row-major
    make(t(4_c, 8_c), t(1_c, 5_c)),             // padded
    make(t(4_c, 8_c), t(9_c, 1_c)),
    make(t(4_c, 8_c), t(2_c, 8_c)),             // every second element
    make(t(4_c, 2_c), t(2_c, 1_c)),             // interleaved
    make(t(3_c, 5_c), t(1_c, 3_c)),
    make(t(3_c, 5_c), t(5_c, 1_c)),
    make(t(2_c, 3_c), t(3_c, 1_c)),
    make(t(6_c, 4_c), t(4_c, 24_c)),            // gaps inside and between the modes
    make(t(4_c, 3_c), t(1_c, 16_c)),
    make(t(2_c, 4_c), t(16_c, 1_c)),
    make(t(4_c, 4_c), t(0_c, 1_c)),             // broadcast
    make(t(4_c, 4_c), t(1_c, 0_c)),
    make(t(2_c, 3_c), t(0_c, 0_c)),
    make(t(1_c, 8_c), t(0_c, 1_c)),             // extents of 1
    make(t(8_c, 1_c), t(1_c, 0_c)),
    make(t(1_c, 1_c), t(0_c, 0_c)),
    make(t(4_c, 1_c), t(3_c, 7_c)),
    make(t(5_c, 4_c), t(-1_c, 5_c)),            // reversed
    make(t(4_c, 4_c), t(4_c, -1_c)),
    make(t(3_c, 3_c), t(-3_c, -1_c)),
    make(t(4_c, 4_c), t(1_c, 1_c)),             // overlapping
    make(t(4_c, 3_c), t(2_c, 3_c)),
    make(t(4_c, 2_c), t(3_c, 2_c)),             // one to one, but not a number system
    make(t(32_c, 4_c), t(1_c, 32_c)),
    // rank 2, run-time leaves
    make(t(4, 8), t(1_c, 4)),
    make(t(4, 8), t(8, 1_c)),
    make(t(4_c, 8), t(1_c, 4_c)),
    make(t(4, 8_c), t(8_c, 1_c)),
    make(t(4_c, 8_c), t(1_c, 5)),
    make(t(4_c, 8_c), t(8, 1_c)),
    make(t(4_c, 6), t(6, 1_c)),
    make(t(3, 5), t(1, 3)),
    make(t(3, 5), t(7, 1)),
    make(t(4, 4), t(0_c, 1_c)),
    make(t(4_c, 4), t(1_c, 0_c)),
    make(t(1_c, 6), t(0_c, 1_c)),
    make(t(6, 1_c), t(2_c, 5_c)),
    make(t(5, 4), t(-1_c, 5_c)),
    make(t(4, 4), t(4, -1)),
    make(t(12, 8_c), t(8_c, 1_c)),
    make(t(8u, 4_c), t(4_c, 1_c)),
    make(t(4_c, 4u), t(1_c, 8u)),
    // rank 3
    make(t(2_c, 3_c, 4_c), t(1_c, 2_c, 6_c)),
    make(t(2_c, 3_c, 4_c), t(12_c, 4_c, 1_c)),
    make(t(2_c, 4_c, 2_c), t(1_c, 4_c, 2_c)),
    make(t(2_c, 2_c, 2_c), t(4_c, 1_c, 2_c)),
    make(t(2_c, 2_c, 5_c), t(1_c, 2_c, 4_c)),
    make(t(2_c, 1_c, 4_c), t(1_c, 9_c, 2_c)),
    make(t(2_c, 4_c, 3_c), t(1_c, 0_c, 2_c)),
    make(t(3_c, 2_c, 2_c), t(1_c, 8_c, 3_c)),
    make(t(2_c, 2_c, 2_c), t(-1_c, 2_c, -4_c)),
    make(t(3_c, 1_c, 1_c), t(1_c, 0_c, 0_c)),
    make(t(2_c, 3_c, 4_c), t(1_c, 2_c, 2_c)),
    make(t(4_c, 4_c, 2_c), t(4_c, 1_c, 20_c)),
    make(t(4_c, 4_c, 3), t(1_c, 4_c, 16_c)),
    make(t(4_c, 4_c, 3), t(4_c, 1_c, 20)),
    make(t(4, 3, 2), t(1_c, 4, 12)),
    make(t(4, 3, 2), t(6, 2, 1)),
    make(t(2, 1_c, 4_c), t(1_c, 0_c, 2_c)),
    make(t(2_c, 3, 2_c), t(0_c, 2_c, 1_c)),
    // rank 4
    make(t(2_c, 2_c, 2_c, 2_c), t(1_c, 2_c, 4_c, 8_c)),
    make(t(2_c, 2_c, 2_c, 2_c), t(8_c, 4_c, 2_c, 1_c)),
    make(t(2_c, 2_c, 2_c, 2_c), t(1_c, 8_c, 2_c, 4_c)),
    make(t(2_c, 1_c, 3_c, 2_c), t(1_c, 0_c, 2_c, 6_c)),
    make(t(2_c, 3_c, 2_c, 2_c), t(1_c, 4_c, 2_c, 12_c)),
    make(t(2_c, 2_c, 3_c, 1_c), t(0_c, 1_c, 2_c, 0_c)),
    make(t(2_c, 3, 2_c, 2), t(1_c, 2_c, 6, 12)),
    make(t(2, 3, 2, 2), t(12, 4, 2, 1)),
    // depth 2
    make(t(t(2_c, 2_c), t(2_c, 2_c)), t(t(1_c, 4_c), t(2_c, 8_c))),
    make(t(t(2_c, 4_c), 8_c), t(t(1_c, 16_c), 2_c)),
    make(t(8_c, t(2_c, 4_c)), t(1_c, t(8_c, 16_c))),
    make(t(t(4_c, 2_c), t(2_c, 4_c)), t(t(2_c, 1_c), t(8_c, 16_c))),
    make(t(t(2_c, 2_c), 4_c), t(t(1_c, 2_c), 4_c)),
    make(t(t(2_c, 3_c), t(4_c, 1_c)), t(t(1_c, 2_c), t(6_c, 0_c))),
    make(t(4_c, t(2_c, 2_c)), t(2_c, t(1_c, 8_c))),
    make(t(t(3_c, 2_c), t(2_c, 2_c)), t(t(4_c, 12_c), t(1_c, 2_c))),
    make(t(t(2_c, 2_c), 2_c, 3_c), t(t(1_c, 4_c), 2_c, 8_c)),
    make(t(t(2_c, 4_c), t(2_c, 2_c)), t(t(0_c, 1_c), t(4_c, 0_c))),
    make(t(t(2_c, 2_c), t(2_c, 2_c)), t(t(8_c, 2_c), t(4_c, 1_c))),
    make(t(t(2_c, 2_c), 2_c), t(t(-1_c, 2_c), -4_c)),
    make(t(t(4_c, 8_c), t(2_c, 2_c)), t(t(32_c, 1_c), t(16_c, 8_c))),  // an MMA's accumulator
    make(t(t(4_c, 4_c), t(2_c, 2_c)), t(t(16_c, 1_c), t(8_c, 4_c))),
    make(t(t(2_c, 3), 4), t(t(1_c, 2_c), 6)),
    make(t(t(2_c, 2_c), t(2_c, 3)), t(t(1_c, 4_c), t(2_c, 8_c))),
    make(t(t(2, 3), t(2, 2)), t(t(1, 2), t(6, 12))),
    make(t(4, t(2_c, 2_c)), t(1_c, t(4, 8))),
    make(t(t(2_c, 4u), 2_c), t(t(1_c, 2_c), 8_c)),
    // depth 3
    make(t(t(2_c, t(2_c, 2_c)), 3_c), t(t(1_c, t(2_c, 4_c)), 8_c)),
    make(t(2_c, t(2_c, t(2_c, 2_c))), t(8_c, t(4_c, t(2_c, 1_c)))),
    make(t(t(t(2_c, 2_c), 2_c), t(t(2_c, 2_c), 2_c)),
         t(t(t(1_c, 4_c), 16_c), t(t(2_c, 8_c), 32_c))),               // Z-order
    make(t(t(2_c, t(2_c, 3_c)), t(1_c, t(2_c, 2_c))),
         t(t(1_c, t(4_c, 8_c)), t(0_c, t(2_c, 24_c)))),
    make(t(t(2_c, t(2_c, 3)), t(2_c, 2)), t(t(1_c, t(4_c, 8_c)), t(2_c, 24))),
    make(t(2, t(2, t(2, 2))), t(8, t(4, t(2, 1)))),
    // swizzled
    swizzled(Swizzle<3, 0, 3>{}, Int<0>{}, t(8_c, 8_c), t(8_c, 1_c)),
    swizzled(Swizzle<2, 1, 3>{}, Int<0>{}, t(8_c, 8_c), t(1_c, 8_c)),
    swizzled(Swizzle<2, 0, -3>{}, Int<0>{}, t(4_c, 8_c), t(8_c, 1_c)),
    swizzled(Swizzle<1, 2, 2>{}, Int<4>{}, t(4_c, 4_c), t(4_c, 1_c)),
    swizzled(Swizzle<0, 4, 3>{}, Int<0>{}, t(4_c, 8_c), t(1_c, 4_c)),
    swizzled(Swizzle<2, 2, 3>{}, Int<0>{}, t(t(2_c, 4_c), t(2_c, 4_c)),
             t(t(1_c, 4_c), t(2_c, 16_c))),
    swizzled(Swizzle<3, 0, 3>{}, 8, t(8_c, 4_c), t(8_c, 1_c)),
    swizzled(Swizzle<2, 1, 3>{}, Int<0>{}, t(4_c, 8), t(8_c, 1_c)),
    swizzled(Swizzle<2, 0, 2>{}, 16, t(4, 4), t(4, 1_c)),
    swizzled(Swizzle<1, 1, 2>{}, 4_c, t(4_c, 8_c), t(8_c, 1_c)),
    swizzled(Swizzle<2, 1, 2>{}, std::integral_constant<int, 8>{}, t(8u, 4_c), t(4_c, 1_c)),
    swizzled(Swizzle<2, 1, 2>{}, Int<0>{}, 32_c, 1_c));
// clang-format on

}  // namespace table

using table::layouts;

}  // namespace laws
