// SPDX-License-Identifier: BSL-1.0
//
// Conversions between float and the types of fewer than 16 bits, beside those of CUDA's headers on
// the host: every code, and floats of every exponent and sign, with the fractions around each
// place at which a type rounds.
#include <tileproof/atom/numeric.hpp>

#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <cstdio>

namespace {

using namespace tileproof;

long tried = 0, failed = 0;

std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }
float float_of(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
bool is_nan(float x) { return x != x; }

// `encode` and `decode` are CUDA's.
template <class T, class Encode, class Decode>
void compare(char const* name, Encode const& encode, Decode const& decode) {
  long const before = failed;
  for (unsigned code = 0; code < 1U << sizeof_bits_v<T>; ++code) {
    float const own = T::bitcast(static_cast<std::uint8_t>(code)), theirs = decode(code);
    ++tried;
    failed += is_nan(own) ? !is_nan(theirs) : bits_of(own) != bits_of(theirs);
  }
  auto const one = [&](std::uint32_t bits) {
    float const x = float_of(bits);
    ++tried;
    if (T(x).storage == encode(x)) return;
    if (failed++ - before < 3)
      std::printf("%s(%a) is %u, and CUDA's %u\n", name, static_cast<double>(x),
                  unsigned{T(x).storage}, unsigned(encode(x)));
  };
  for (std::uint32_t high = 0; high < 1U << 16; ++high)
    for (std::uint32_t const low : {0U, 1U, 2U, 0x7fffU, 0x8000U, 0x8001U, 0xfffeU, 0xffffU})
      one(high << 16 | low);
  std::printf("%s: %ld differ\n", name, failed - before);
}

// The same for a type whose codes CUDA turns into a half, by `decode(code, kind)`.
template <class T, class Kind, class Encode, class Decode>
void compare_halves(char const* name, Kind kind, Encode const& encode, Decode const& decode) {
  compare<T>(
      name, [&](float x) { return unsigned{encode(x, kind)}; },
      [&](unsigned code) {
        return __half2float(__half(decode(static_cast<std::uint8_t>(code), kind)));
      });
}

}  // namespace

int main() {
  auto const to_fp4 = [](float x, auto k) { return __nv_cvt_float_to_fp4(x, k, cudaRoundNearest); };
  auto const to_fp6 = [](float x, auto k) { return __nv_cvt_float_to_fp6(x, k, cudaRoundNearest); };
  auto const to_fp8 = [](float x, auto k) { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, k); };
  compare_halves<float_e2m1_t>("float_e2m1_t", __NV_E2M1, to_fp4, __nv_cvt_fp4_to_halfraw);
  compare_halves<float_e2m3_t>("float_e2m3_t", __NV_E2M3, to_fp6, __nv_cvt_fp6_to_halfraw);
  compare_halves<float_e3m2_t>("float_e3m2_t", __NV_E3M2, to_fp6, __nv_cvt_fp6_to_halfraw);
  compare_halves<float_e4m3_t>("float_e4m3_t", __NV_E4M3, to_fp8, __nv_cvt_fp8_to_halfraw);
  compare_halves<float_e5m2_t>("float_e5m2_t", __NV_E5M2, to_fp8, __nv_cvt_fp8_to_halfraw);
  compare<float_ue8m0_t>(
      "float_ue8m0_t",
      [](float x) { return unsigned{__nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf)}; },
      [](unsigned code) {
        return float_of(std::uint32_t{__nv_cvt_e8m0_to_bf16raw(static_cast<std::uint8_t>(code)).x}
                        << 16);
      });
  std::printf("%ld conversions, %ld differ from CUDA's\n", tried, failed);
  return failed == 0 ? 0 : 1;
}
