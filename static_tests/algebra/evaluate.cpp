// SPDX-License-Identifier: BSL-1.0
//
// The run-time leaves of results, in constant expressions; the widths that they are computed in.
#include <tileproof/algebra/divide.hpp>
#include <tileproof/algebra/inverse.hpp>

#include <cstdint>

namespace {

using namespace tileproof;

constexpr auto rows(int m, int n) { return make_layout(make_shape(m, n), LayoutRight{}); }

static_assert(size(rows(30, 40)) == 1200);
static_assert(get<0>(stride(rows(30, 40))) == 40);
static_assert(get<1, 1>(shape(zipped_divide(rows(30, 40), make_tile(_4{}, _8{})))) == 5);
static_assert(get<1, 0>(shape(zipped_divide(rows(30, 40), make_tile(_4{}, _8{})))) == 8);
static_assert(get<1, 0>(stride(zipped_divide(rows(30, 40), make_tile(_4{}, _8{})))) == 160);
static_assert(composition(make_layout(7, 3), make_layout(5, 2))(4) == 24);
static_assert(complement(make_layout(_4{}, 2), 24)(5) == 17);

// ---- one 64-bit leaf makes the products it enters 64-bit

static_assert(size(make_shape(std::int64_t{1} << 20, 1 << 20)) == std::int64_t{1} << 40);
static_assert(cosize(make_layout(make_shape(2, 2), make_stride(std::int64_t{1} << 40, 1))) ==
              (std::int64_t{1} << 40) + 2);
static_assert(make_layout(make_shape(2, 2), make_stride(std::int64_t{1} << 40, 1))(1, 1) ==
              (std::int64_t{1} << 40) + 1);
static_assert(make_layout(make_shape(2, 2), make_stride(std::int64_t{1} << 40, 1))(3) ==
              (std::int64_t{1} << 40) + 1);

// ---- a narrow static stride beyond 32 bits makes offsets 64-bit

static_assert(make_layout(make_shape(4, _2{}), make_stride(Int<(1LL << 40)>{}, _1{}))(3, 1) ==
              3 * (1LL << 40) + 1);
static_assert(make_layout(make_shape(4, _2{}), make_stride(Int<(1LL << 40)>{}, _1{}))(7) ==
              3 * (1LL << 40) + 1);

// ---- a run-time stride may be negative or zero where no condition forbids it

static_assert(make_layout(4, -3)(2) == -6);
static_assert(cosize(make_layout(4, -3)) == 10);
static_assert(coalesce(make_layout(make_shape(4, 2), make_stride(0, -1)))(5) == -1);

}  // namespace
