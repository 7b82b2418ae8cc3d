// SPDX-License-Identifier: BSL-1.0
//
// mma.sync of sm_120a: the fragments of every instruction against the closed form of the PTX ISA,
// the owners of scale factors, and the bits of elements.
#include "mma_facts.hpp"

#include <tileproof/atom/mma/atom.hpp>
#include <tileproof/atom/mma/sm120.hpp>

namespace {

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

using e2m1 = float_e2m1_t;
using e2m3 = float_e2m3_t;
using e3m2 = float_e3m2_t;
using e4m3 = float_e4m3_t;
using e5m2 = float_e5m2_t;
using ue8m0 = float_ue8m0_t;

// ---- the fragments of A, B and D

template <class A, class B>
constexpr int of_two = operations::facts_of<SM120_16x8x32_TN<A, B, float>> +
                       operations::facts_of<SM120_16x8x32_TN<A, B, half_t>> +
                       operations::facts_of<SM120_16x8x32_TN_VS<A, B, float, ue8m0, 32>>;
template <class A>
constexpr int of_one =
    of_two<A, e2m1> + of_two<A, e2m3> + of_two<A, e3m2> + of_two<A, e4m3> + of_two<A, e5m2>;
static_assert(of_one<e2m1> + of_one<e2m3> + of_one<e3m2> + of_one<e4m3> + of_one<e5m2> ==
              75 * (16 * 32 + 8 * 32 + 16 * 8));
using mxf4 = SM120_16x8x64_TN_VS<e2m1, e2m1, float, ue8m0, 32>;
using nvf4 = SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue4m3_t, 16>;
static_assert(operations::facts_of<mxf4> == 16 * 64 + 8 * 64 + 16 * 8 &&
              operations::facts_of<nvf4> == operations::facts_of<mxf4>);

// ---- scale factors: "Block Scaling for mma.sync", thread-id-a and thread-id-b 0

// Lanes 4g and 4g + 1 have the factors of rows g and g + 8 of A, lane 4g those of column g of B.
template <class Op>
constexpr bool has_scales = [] {
  using traits = MMA_Traits<Op>;
  constexpr int k = get<2>(typename traits::Shape_MNK{});
  for (int g = 0; g < 8; ++g)
    for (int i = 0; i < k; ++i)
      if (typename traits::SFALayout{}(4 * g, i) != g + 16 * i ||
          typename traits::SFALayout{}(4 * g + 1, i) != g + 8 + 16 * i ||
          typename traits::SFBLayout{}(4 * g, i) != g + 8 * i)
        return false;
  // A byte for each block of elements.
  return sizeof(typename Op::SFARegisters) * traits::SFVecSize == k &&
         sizeof(typename Op::SFBRegisters) * traits::SFVecSize == k;
}();
static_assert(has_scales<SM120_16x8x32_TN_VS<e4m3, e2m1, float, ue8m0, 32>> && has_scales<mxf4> &&
              has_scales<nvf4>);
static_assert(sizeof(nvf4::SFARegisters) == 4 && sizeof(mxf4::SFARegisters) == 2);
// Two instructions that there are not: a factor for each 32 E4M3, and a power of two for each 16.
static_assert(!detail::has_mma_traits<SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue4m3_t, 32>> &&
              !detail::has_mma_traits<SM120_16x8x64_TN_VS<e2m1, e2m1, float, ue8m0, 16>>);

// ---- elements of 4 and 6 bits in a byte

static_assert(in_byte<e2m1>(e2m1(-6)).storage == 0b00111100 &&
              in_byte<e2m1>(e2m1(0.5f)).storage == 0b00000100 &&
              in_byte<e3m2>(e3m2(-28)).storage == 0b00111111 &&
              in_byte<e2m3>(e2m3(0.125f)).storage == 0b00000001);
template <class T>
constexpr bool keeps_every_value = [] {
  for (int code = 0; code < 1 << sizeof_bits_v<T>; ++code) {
    T const x = T::bitcast(static_cast<std::uint8_t>(code));
    if (static_cast<float>(in_byte<T>(x)) != static_cast<float>(x)) return false;
  }
  return true;
}();
static_assert(keeps_every_value<e2m1> && keeps_every_value<e2m3> && keeps_every_value<e3m2>);
static_assert(
    std::is_same_v<MMA_Traits<SM120_16x8x32_TN<e4m3, e3m2, float>>::ElementAVal, e4m3> &&
    std::is_same_v<MMA_Traits<SM120_16x8x32_TN<e4m3, e3m2, float>>::ElementBVal, in_byte<e3m2>>);

}  // namespace
