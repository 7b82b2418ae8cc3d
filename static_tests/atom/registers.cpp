// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/registers.hpp>

using namespace tileproof;

namespace {

// The definition once more: value i of `bits` bits is bits [i * bits, (i + 1) * bits) of the
// registers.
template <class Element, class Register, int N>
constexpr bool holds(Register const (&r)[N], std::uint64_t const* element_bits) {
  constexpr int bits = sizeof_bits_v<Element>;
  constexpr int width = 8 * sizeof(Register);
  for (int i = 0; i < N * width / bits; ++i)
    for (int b = 0; b < bits; ++b) {
      int const at = i * bits + b;
      std::uint64_t const word = static_cast<std::uint64_t>(r[at / width]);
      if ((word >> at % width & 1) != (element_bits[i] >> b & 1)) return false;
    }
  return true;
}

// Elements of any bits, gathered from a layout and scattered to another one.
template <class Element, class Register, int N, class L>
constexpr bool there_and_back() {
  constexpr int bits = sizeof_bits_v<Element>;
  constexpr int count = N * 8 * static_cast<int>(sizeof(Register)) / bits;
  using word = detail::bits_of<Element>;
  constexpr std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  auto t = make_tensor<Element>(L{});
  auto u = make_tensor<Element>(Layout<Int<count>>{});
  std::uint64_t expected[count]{};
  for (int i = 0; i < count; ++i) {
    expected[i] = std::uint64_t(0x9e3779b97f4a7c15 * (i + 3)) >> 7 & mask;
    t(i) = __builtin_bit_cast(Element, static_cast<word>(expected[i]));
  }
  Register r[N]{};
  detail::gather(t, r);
  detail::scatter(r, u);
  for (int i = 0; i < count; ++i)
    if (__builtin_bit_cast(word, static_cast<Element>(u(i))) != expected[i]) return false;
  return holds<Element>(r, expected);
}

static_assert(there_and_back<half_t, std::uint32_t, 4, Layout<_8>>());
static_assert(there_and_back<half_t, std::uint32_t, 4, Layout<Shape<_2, _4>, Stride<_4, _1>>>());
static_assert(there_and_back<bfloat16_t, std::uint64_t, 2, Layout<_8, _3>>());
static_assert(
    there_and_back<float_e4m3_t, std::uint32_t, 2, Layout<Shape<_4, _2>, Stride<_1, _8>>>());
static_assert(there_and_back<std::int8_t, std::uint16_t, 2, Layout<_4>>());
static_assert(there_and_back<std::uint32_t, std::uint32_t, 3, Layout<_3, _2>>());
static_assert(there_and_back<std::uint32_t, std::uint64_t, 2, Layout<_4>>());
static_assert(there_and_back<std::uint64_t, std::uint64_t, 2, Layout<_2>>());
static_assert(there_and_back<int4b_t, std::uint32_t, 2, Layout<_16>>());
static_assert(there_and_back<int4b_t, std::uint8_t, 3, Layout<_6, _3>>());
static_assert(there_and_back<uint1b_t, std::uint32_t, 1, Layout<Shape<_4, _8>, Stride<_8, _1>>>());

// A register that is a float, and an element of as many bits that is not.
constexpr bool as_floats() {
  auto t = make_tensor<float>(Layout<_2>{});
  t(0) = 1.5f;
  t(1) = -2;
  std::uint32_t r[2]{};
  detail::gather(t, r);
  float f[2]{};
  detail::gather(t, f);
  auto u = make_tensor<std::uint32_t>(Layout<_2>{});
  detail::scatter(f, u);
  return r[0] == 0x3fc00000 && r[1] == 0xc0000000 && f[0] == 1.5f && u(0) == r[0] && u(1) == r[1];
}
static_assert(as_floats());

// Values of another type become elements on the way in, and elements values on the way out.
template <class T>
struct values {
  T* at;
  TILEPROOF_HOST_DEVICE constexpr T& operator()(int i) const { return at[i]; }
};
constexpr bool converts() {
  float from[4] = {1, -2, 0.5f, 3};
  std::uint32_t r[2]{};
  detail::pack<half_t>(values<float>{from}, r);
  int to[4]{};
  detail::unpack<half_t, int>(r, values<int>{to});
  int numbers[8] = {-4, -3, -2, -1, 0, 1, 2, 3};
  std::uint32_t s[1]{};
  detail::pack<int4b_t>(values<int>{numbers}, s);
  std::int8_t narrow[8]{};
  detail::unpack<int4b_t, std::int8_t>(s, values<std::int8_t>{narrow});
  for (int i = 0; i < 8; ++i)
    if (narrow[i] != numbers[i]) return false;
  return r[0] == 0xc0003c00 && r[1] == 0x42003800 && to[0] == 1 && to[1] == -2 && to[2] == 0 &&
         to[3] == 3;
}
static_assert(converts());

}  // namespace
