// SPDX-License-Identifier: BSL-1.0
//
// CuTe's integers, bits, containers and traits in namespace cute: against the standard library
// where it has the function, otherwise by hand.
#include <tileproof/cute.hpp>
#include <tileproof/cute/array.hpp>
#include <tileproof/cute/complex.hpp>
#include <tileproof/cute/functional.hpp>
#include <tileproof/cute/math.hpp>
#include <tileproof/cute/type_traits.hpp>

#include <bit>
#include <cstdint>

using namespace cute;

namespace {

static_assert(is_same_v<decltype(32_c), Int<32>> && 10_c * 3_c == Int<30>{});
static_assert(is_same_v<integral_constant<int, 3>, _3> && _m32::value == -32 && _248::value == 248);
static_assert(is_same_v<uint_bit_t<16>, std::uint16_t> && is_same_v<int_byte_t<4>, std::int32_t> &&
              is_same_v<uint_byte_t<16>, uint128_t> && is_same_v<uint_bit_t<4>, uint4b_t>);
static_assert(is_subbyte_v<int4b_t> && !is_subbyte_v<half_t> && bits_to_bytes(12) == 2 &&
              bytes_to_bits(_2{}) == _16{});
static_assert(is_same_v<decltype(conditional_return<true>(_1{}, 2.f)), _1> &&
              conditional_return(false, _1{}, _2{}) == 2 &&
              is_same_v<decltype(conditional_return(false, _1{}, _1{})), _1>);
static_assert(is_same_v<decltype(static_value<std::extent<int[7]>>()), _7>);
static_assert(cute::abs(-3) == 3 && cute::abs(Int<-3>{}) == _3{} && cute::abs(2.5) == 2.5 &&
              signum(-7) == -1 && signum(_7{}) == _1{} && safe_div(12, 4) == 3);
static_assert(divmod(17, 5).div_ == 3 && divmod(17, 5).mod_ == 2);

// The functions of <bit>, at every number of 8 bits and at some of 64.
template <class T>
constexpr bool as_std(T x) {
  bool const fits = x <= (T{1} << (8 * sizeof(T) - 1));
  return cute::has_single_bit(x) == std::has_single_bit(x) &&
         cute::bit_width(x) == static_cast<int>(std::bit_width(x)) &&
         cute::bit_floor(x) == std::bit_floor(x) &&
         (!fits || cute::bit_ceil(x) == std::bit_ceil(x)) && cute::rotl(x, 3) == std::rotl(x, 3) &&
         cute::rotr(x, 3) == std::rotr(x, 3) && cute::rotl(x, -1) == std::rotl(x, -1) &&
         cute::countl_zero(x) == std::countl_zero(x) && cute::countl_one(x) == std::countl_one(x) &&
         cute::countr_zero(x) == std::countr_zero(x) && cute::countr_one(x) == std::countr_one(x) &&
         cute::popcount(x) == std::popcount(x) &&
         (x == 0 || cute::log_2(x) == static_cast<int>(std::bit_width(x)) - 1);
}
static_assert([] {
  for (int i = 0; i < 256; ++i)
    if (!as_std(static_cast<std::uint8_t>(i))) return false;
  for (std::uint64_t x : {0ULL, 1ULL, 0x8000000000000000ULL, ~0ULL, 0x00ff00ff12345678ULL})
    if (!as_std(x)) return false;
  return true;
}());
static_assert(shiftl(3u, 2) == 12 && shiftl(12u, -2) == 3 && shiftr(12u, 2) == 3);

// integer sequences
static_assert(is_same_v<make_int_rsequence<3>, seq<2, 1, 0>> &&
              is_same_v<make_int_range<2, 5>, seq<2, 3, 4>> && is_same_v<make_range<5, 2>, seq<>> &&
              is_same_v<tuple_rseq<Shape<_4, _5>>, seq<1, 0>> &&
              is_same_v<to_seq_t<Shape<_4, _5>>, seq<4, 5>> && tuple_size_v<make_seq<7>> == 7 &&
              tuple_element_t<1, seq<4, 9>>::value == 9 && get<1>(seq<4, 9>{}) == _9{});

// traits
static_assert(is_same_v<copy_cv_t<int const, float>, float const> && is_any_of_v<int, float, int> &&
              !is_any_of<char, float, int>::value && find_true_v<false, true> == 1 &&
              tuple_size_v<type_list<int, float>> == 2 &&
              is_same_v<decltype(get<1>(type_list<int, float>{})), float>);
constexpr auto adds = [](auto a, auto b) -> decltype(a + b) { return a + b; };
static_assert(decltype(is_valid(adds, 1, 2))::value && !decltype(is_valid(adds, 1))::value &&
              decltype(is_valid(adds)(1, 2))::value && num_digits(-1234) == 4 &&
              num_digits(0) == 1);

// array, array_aligned, array_subbyte
static_assert([] {
  array<int, 3> a{1, 2, 3};
  array<int, 3> b{};
  fill(b, 7);
  swap(a, b);
  auto [x, y, z] = b;
  a.clear();
  return a == array<int, 3>{} && get<2>(b) == 3 && x + y + z == 6 && b.size() == 3 &&
         reverse(b) == array<int, 3>{3, 2, 1};
}());
static_assert(alignof(array_aligned<float, 3, 32>) == 32 && sizeof(array<float, 3>) == 12);
static_assert(sizeof(array_subbyte<int4b_t, 5>) == 3);
static_assert([] {
  array_subbyte<int4b_t, 5> a{};
  for (int i = 0; i < 5; ++i) a[static_cast<std::size_t>(i)] = int4b_t(i - 3);
  bool right = a.size() == 5 && int{a.front()} == -3 && int{a.back()} == 1;
  for (int i = 0; i < 5; ++i) right = right && int{a[static_cast<std::size_t>(i)]} == i - 3;
  a.clear();
  return right && int{a[4]} == 0;
}());

// bit_field: bits 3 to 7 of a byte, and 7 bits across two bytes of a word of 16.
static_assert([] {
  bit_field<3, 5> five{};
  five = 21;
  bit_field<6, 7> seven{};
  seven = 0x55;
  bit_field<60, 9> across{};  // in two words of 64
  across = 0x1a5;
  return five.data_[0] == 21 << 3 && five == 21 && seven == 0x55 && seven.data_[0] == 0x55 << 6 &&
         across == 0x1a5 && across.data_[0] == 0x5ULL << 60 && across.data_[1] == 0x1a;
}());

// complex numbers: (1 + 2i)(3 - i) + i = 5 + 6i
static_assert([] {
  complex<float> d{0, 1};
  fma(complex<float>{1, 2}, complex<float>{3, -1}, d);
  return cute::real(d) == 5 && cute::imag(d) == 6 && cute::imag(conj(d)) == -6 &&
         is_complex_v<complex<float>> && cute::real(4.f) == 4 && cute::imag(4.f) == 0;
}());

// function objects
static_assert(divides{}(12, 4) == 3 && bit_or{}(5, 2) == 7 && less{}(_1{}, _2{}) == true_type{} &&
              minus_unary_lfold{}(10, 3, 2) == 5 && minus_unary_rfold{}(10, 3, 2) == 9 &&
              plus_binary_lfold{}(1, 2, 3) == 6 && minus_binary_rfold{}(1, 5, 3) == 3 &&
              shift_left_const<2>{}(3) == 12 && abs_fn{}(-2) == 2 && identity{}(4) == 4 &&
              bind(minus{}, 10)(3) == 7 && constant_fn<int>{8}(1, 2) == 8);

}  // namespace
