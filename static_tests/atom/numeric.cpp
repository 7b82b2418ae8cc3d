// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>

#include <type_traits>

using namespace tileproof;

namespace {

constexpr float infinity = __builtin_huge_valf();
constexpr float not_a_number = __builtin_nanf("");

template <class T>
constexpr bool is(float x, unsigned code) {
  return T(x).storage == code;
}

static_assert(sizeof(half_t) == 2 && sizeof(bfloat16_t) == 2 && sizeof(tfloat32_t) == 4);
static_assert(sizeof(float_e4m3_t) == 1 && sizeof(float_e5m2_t) == 1);
static_assert(std::is_trivially_copyable_v<half_t>);
static_assert(sizeof_bits_v<half_t> == 16 && sizeof_bits_v<float_e4m3_t> == 8);

static_assert(is<half_t>(1, 0x3c00) && is<half_t>(-2, 0xc000) && is<half_t>(-0.0f, 0x8000));
static_assert(is<half_t>(65504, 0x7bff));  // the largest
static_assert(is<half_t>(65519.99f, 0x7bff) && is<half_t>(65520, 0x7c00));
static_assert(is<half_t>(0x1p-24f, 1));                                           // the smallest
static_assert(is<half_t>(0x1p-25f, 0) && is<half_t>(0x1.000002p-25f, 1));         // half of it
static_assert(is<half_t>(0x1.002p0f, 0x3c00) && is<half_t>(0x1.006p0f, 0x3c02));  // ties to even
static_assert(is<half_t>(infinity, 0x7c00) && is<half_t>(not_a_number, 0x7fff));
static_assert(static_cast<float>(half_t::bitcast(0x0001)) == 0x1p-24f);
static_assert(static_cast<float>(half_t::bitcast(0x7c00)) == infinity);

static_assert(is<bfloat16_t>(1, 0x3f80) && is<bfloat16_t>(0x1.01p0f, 0x3f80));
static_assert(is<bfloat16_t>(0x1.03p0f, 0x3f82) && is<bfloat16_t>(0x1p-133f, 1));
static_assert(is<bfloat16_t>(0x1.fffffep127f, 0x7f80));

static_assert(is<tfloat32_t>(1, 0x3f800000));
static_assert(is<tfloat32_t>(0x1.002p0f, 0x3f802000));  // ties away from zero
static_assert(is<tfloat32_t>(0x1.001ffep0f, 0x3f800000));

static_assert(is<float_e4m3_t>(448, 0x7e) && is<float_e4m3_t>(1e6f, 0x7e));
static_assert(is<float_e4m3_t>(-infinity, 0xfe) && is<float_e4m3_t>(not_a_number, 0x7f));
static_assert(is<float_e4m3_t>(0x1p-9f, 1) && is<float_e4m3_t>(0x1p-10f, 0));
static_assert(static_cast<float>(float_e4m3_t::bitcast(0x7e)) == 448);
static_assert(is<float_e5m2_t>(57344, 0x7b) && is<float_e5m2_t>(infinity, 0x7b));
static_assert(static_cast<float>(float_e5m2_t::bitcast(0x7c)) == infinity);

// Every NaN is the one of the GPU; those of the high half of a float are its own.
constexpr std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }
static_assert(bits_of(half_t::bitcast(0xfc01)) == 0x7fffffff);
static_assert(bits_of(float_e4m3_t::bitcast(0xff)) == 0x7fffffff);
static_assert(bits_of(float_e5m2_t::bitcast(0xfd)) == 0x7fffffff);
static_assert(bits_of(bfloat16_t::bitcast(0xff81)) == 0xff810000);
static_assert(bits_of(tfloat32_t::bitcast(0xffffffff)) == 0xffffe000);
static_assert(is<tfloat32_t>(-not_a_number, 0x7fffe000) && is<bfloat16_t>(-not_a_number, 0x7fff));

static_assert(half_t(1.5f) + half_t(2) == half_t(3.5f));
static_assert(half_t(3) * half_t(-2) == -half_t(6) && half_t(1) < half_t(2));
static_assert(bfloat16_t(256) + bfloat16_t(1) == bfloat16_t(256));  // 8 bits

// With numbers of other types as a float.
static_assert(std::is_same_v<decltype(half_t(1) * 2.0f), float>);
static_assert(std::is_same_v<decltype(2.0 * half_t(1)), double>);
static_assert(std::is_same_v<decltype(half_t(1) + half_t(1)), half_t>);
static_assert(half_t(2048) + 1.0f == 2049.0f && 1 - half_t(0.5f) == 0.5f);
static_assert(half_t(1) != 2 && 0.5 < half_t(1) && bfloat16_t(3) >= half_t(3));
static_assert(half_t(std::uint64_t{7}) == 7 && half_t{} == 0);

static_assert(std::is_trivially_default_constructible_v<half_t>);  // __shared__ half_t a[8];
static_assert(std::is_trivially_default_constructible_v<int4b_t>);

static_assert(int4b_t(-8) == -8 && int4b_t(7) == 7 && int4b_t(8) == -8);
static_assert(uint4b_t(15) == 15 && uint4b_t(16) == 0 && uint1b_t(1) == 1);
static_assert(sizeof_bits_v<int4b_t> == 4 && sizeof_bits_v<uint1b_t> == 1);

}  // namespace
