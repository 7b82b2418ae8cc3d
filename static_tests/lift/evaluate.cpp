// SPDX-License-Identifier: BSL-1.0
//
// The run-time leaves of results, in constant expressions; the widths that they are computed in.
#include <tileproof/algebra/divide.hpp>
#include <tileproof/algebra/inverse.hpp>
#include <tileproof/lift/evaluate_device.hpp>
#include <tileproof/lift/evaluate_host.hpp>

#include <cstdint>
#include <type_traits>

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

// ---- an operand is a leaf or a constant, on either side and of either width

using core::operand;

// a - b, each found where it is said to be.
template <operand A, operand B>
constexpr std::int64_t difference(std::int64_t a, std::int64_t b) {
  int narrow[3] = {static_cast<int>(a), static_cast<int>(b), 0};
  std::int64_t wide[3] = {a, b, 0};
  constexpr bool is_wide = core::is_wide(A) || core::is_wide(B);
  detail::advance<core::instruction{core::op::sub, A, B}>({narrow, wide}, 2, 0, 1,
                                                          core::is_constant(A) ? a : b);
  return is_wide ? wide[2] : narrow[2];
}
constexpr std::int64_t far = std::int64_t{1} << 40;
static_assert(difference<operand::narrow, operand::narrow>(3, 9) == -6);
static_assert(difference<operand::narrow, operand::narrow_constant>(3, 9) == -6);
static_assert(difference<operand::narrow_constant, operand::narrow>(3, 9) == -6);
static_assert(difference<operand::narrow, operand::wide>(3, far) == 3 - far);
static_assert(difference<operand::wide, operand::narrow>(far, 3) == far - 3);
static_assert(difference<operand::narrow, operand::wide_constant>(3, far) == 3 - far);
static_assert(difference<operand::wide_constant, operand::narrow>(far, 3) == far - 3);
static_assert(difference<operand::wide, operand::narrow_constant>(far, 3) == far - 3);
static_assert(difference<operand::narrow_constant, operand::wide>(3, far) == 3 - far);
static_assert(difference<operand::wide, operand::wide_constant>(3, far) == 3 - far);
static_assert(difference<operand::wide_constant, operand::wide>(far, 3) == far - 3);

// ---- a quotient is rounded up within the whole of its width

static_assert(ceil_div(INT32_MAX, _128{}) == 1 << 24);
static_assert(ceil_div(INT32_MAX, INT32_MAX) == 1);
static_assert(ceil_div(far, _3{}) == (far + 2) / 3);
static_assert(ceil_div(INT64_MAX, _2{}) == std::int64_t{1} << 62);

// ---- as many run-time leaves as a layout holds, more than a short program

constexpr auto sixteen(int e) {
  return make_layout(
      make_shape(e, e, e, e, e, e, e, e, e, e, e, e, e, e, e, e),
      make_stride(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768));
}
static_assert(sixteen(2)(54321) == 54321);
static_assert(size(sixteen(3)) == 43046721);

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

// ---- and so does a static layout whose offsets leave 32 bits, of which no integer does

static_assert(Layout<Shape<_2, _8>, Stride<_1, Int<(1 << 30)>>>{}(11) == 1 + (5LL << 30));

// ---- a run-time stride may be negative or zero where no condition forbids it

static_assert(make_layout(4, -3)(2) == -6);
static_assert(cosize(make_layout(4, -3)) == 10);
static_assert(coalesce(make_layout(make_shape(4, 2), make_stride(0, -1)))(5) == -1);

// ---- a result that its leaf type does not hold is no constant

template <auto M, auto N>
concept has_size =
    requires { typename std::integral_constant<std::int64_t, size(make_shape(M, N))>; };
static_assert(has_size<65536, 32767> && has_size<65536, 65536LL>);
static_assert(!has_size<65536, 32768> && !has_size<(1LL << 32), (1LL << 31)>);
template <auto M, auto N>
concept has_layout = requires {
  typename std::integral_constant<std::int64_t, get<2>(stride(make_layout(make_shape(M, N, 4))))>;
};
static_assert(has_layout<65536, 8191> && has_layout<65536, 65536LL>);
static_assert(!has_layout<65536, 65536> && !has_layout<(1LL << 32), (1LL << 31)>);
template <auto I, auto D>
concept has_offset = requires {
  typename std::integral_constant<std::int64_t,
                                  make_layout(make_shape(2, 2), make_stride(1, D))(1, I)>;
};
static_assert(has_offset<1, INT32_MAX - 1> && has_offset<2, (1LL << 32)>);
static_assert(!has_offset<1, INT32_MAX> && !has_offset<2, (1LL << 62)>);

}  // namespace
