// SPDX-License-Identifier: BSL-1.0
//
// The checks that a launcher makes beforehand: whether an operation is accepted, and exact in the
// widths in which device code computes.
#include <tileproof/algebra/exact.hpp>

#include <cstdint>

namespace {

using namespace tileproof;

constexpr auto matrix(int m, int k, int ld) {
  return make_layout(make_shape(m, k), make_stride(_1{}, ld));
}
constexpr auto matrix(std::int64_t m, std::int64_t k, std::int64_t ld) {
  return make_layout(make_shape(m, k), make_stride(_1{}, ld));
}

// ---- the offsets of a layout

static_assert(offsets_fit(matrix(1 << 15, (1 << 16) - 1, 1 << 15)));
static_assert(!offsets_fit(matrix(1 << 16, 1 << 16, 1 << 16)));
static_assert(!offsets_fit(matrix(2, 3, 1 << 30)));  // (1,2) is 2^31 + 1
static_assert(offsets_fit(matrix(2, 2, 1 << 30)));
static_assert(offsets_fit(matrix(1L << 20, 1L << 20, 1L << 20)));
static_assert(!offsets_fit(matrix(1L << 20, 1L << 20, 1L << 50)));
static_assert(!offsets_fit(make_layout(4, INT32_MIN)));
static_assert(!offsets_fit(make_layout(4L, INT64_MIN)));
static_assert(!offsets_fit(make_layout(make_shape(2, 2), make_stride(1, UINT64_MAX))));
// A 32-bit product in a 64-bit sum.
static_assert(!offsets_fit(make_layout(make_shape(1 << 16, 2), make_stride(1 << 16, 1L))));
static_assert(offsets_fit(make_layout(make_shape(1 << 16, 2), make_stride(1L << 16, 1))));
static_assert(offsets_fit(Layout<Shape<_2, _8>, Stride<_1, Int<(1 << 30)>>>{}));
// 2^63, as a stride and as an extent.
static_assert(!offsets_fit(make_layout(make_shape(2), make_stride(std::uint64_t{1} << 63))));
static_assert(!offsets_fit(make_layout(make_shape((std::uint64_t{1} << 63) + 10),
                                       make_stride(_1{}))));
// Without elements.
static_assert(offsets_fit(matrix(0, 1 << 30, 1 << 30)));

static_assert(offsets_fit(make_shape(1 << 10, 1 << 20)));
static_assert(!offsets_fit(make_shape(1 << 16, 1 << 16, 4)));
static_assert(!offsets_fit(make_shape(1 << 16, 1 << 15)));  // the size is 2^31
static_assert(offsets_fit(make_shape(1L << 16, 1 << 16, 4)));
static_assert(offsets_fit(5) && offsets_fit(_5{}));

// ---- operations

// 70000^2 is no int.
static_assert(!composable(make_layout(8, 70000), make_layout(4, 70000)));
static_assert(composable(make_layout(8, 70000), make_layout(4, 7)));
static_assert(composable(make_layout(8, 70000L), make_layout(4, 70000)));
static_assert(composable(matrix(8, 6, 8), make_tile(_4{}, _2{})));
static_assert(!composable(matrix(8, 6, 1 << 30), make_tile(_4{}, make_layout(_2{}, _4{}))));
static_assert(divisible(matrix(8, 6, 8), make_tile(_4{}, _2{})));
static_assert(!divisible(matrix(8, 6, 1 << 30), make_tile(_4{}, _2{})));
static_assert(divisible(matrix(8L, 6L, 1L << 30), make_tile(_4{}, _2{})));
static_assert(complementable(make_layout(_4{}, 2), 24));
static_assert(!complementable(make_layout(_4{}, 1 << 30), 24));
static_assert(complementable(make_layout(_4{}, 2)));
static_assert(complementable(make_layout(_4{}, 0), 24));  // a stride of 0 fills one place
static_assert(left_invertible(make_layout(_8{}, 3)) && !left_invertible(make_layout(_8{}, 0)));
static_assert(right_invertible(make_layout(make_shape(3, 4))));
static_assert(repeatable(make_layout(_4{}, _1{}), make_layout(5)));
static_assert(upcastable<4>(make_layout(_2{}, 8)) && !upcastable<4>(make_layout(_2{}, 10)));

// ---- one element for each coordinate

static_assert(is_injective(matrix(24, 24, 24)) && is_injective(matrix(24, 24, 25)));
static_assert(!is_injective(matrix(24, 24, 23)));
static_assert(!is_injective(matrix(24, 24, 0)) && is_injective(matrix(24, 1, 0)));
static_assert(is_injective(matrix(24, 24, -24)) && !is_injective(matrix(24, 24, -1)));
static_assert(is_injective(matrix(24, 0, 1)));
static_assert(is_injective(make_layout(make_shape(3, 2), make_stride(2, 3))));  // by a search
static_assert(!is_injective(make_layout(make_shape(4, 2), make_stride(2, 6))));
static_assert(is_injective(matrix(1L << 40, 1L << 20, 1L << 40)));
static_assert(!is_injective(matrix(1L << 40, 1L << 20, (1L << 40) - 1)));
static_assert(is_injective(Layout<Shape<_4, _8>, Stride<_8, _1>>{}));

}  // namespace
