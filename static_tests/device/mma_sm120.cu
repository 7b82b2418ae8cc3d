// SPDX-License-Identifier: BSL-1.0
//
// mma.sync of sm_120a as machine code: each kind and element type is the instruction of its name,
// and gemm_mma_scaled has them, its copies and its factors. tools/compare_sass.py reads the lines
// that begin with `// sass`. No GPU has run them here.
#include <tileproof/atom/copy/sm100.hpp>
#include <tileproof/kernel/gemm/gemm_mma_scaled.hpp>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

using e2m1 = float_e2m1_t;
using e2m3 = float_e2m3_t;
using e3m2 = float_e3m2_t;
using e4m3 = float_e4m3_t;
using e5m2 = float_e5m2_t;

// One instruction on the registers in memory.
template <class Op>
__device__ void multiply(unsigned* all) {
  auto& d = *reinterpret_cast<typename Op::DRegisters*>(all);
  auto const& a = *reinterpret_cast<typename Op::ARegisters*>(all + 4);
  auto const& b = *reinterpret_cast<typename Op::BRegisters*>(all + 8);
  if constexpr (requires { typename Op::SFARegisters; }) {
    auto const& sf = *reinterpret_cast<typename Op::SFARegisters*>(all + 10);
    Op::fma(d, a, b, d, sf, sf);
  } else {
    Op::fma(d, a, b, d);
  }
}
// The kinds f8f6f4 and mxf8f6f4 of an A and each B.
template <class A, class... B>
__device__ void multiply_all(unsigned* all) {
  (multiply<SM120_16x8x32_TN<A, B, float>>(all), ...);
  (multiply<SM120_16x8x32_TN<A, B, half_t>>(all), ...);
  (multiply<SM120_16x8x32_TN_VS<A, B, float, float_ue8m0_t, 32>>(all), ...);
}
#define KERNEL(A)                                        \
  extern "C" __global__ void A##_by_all(unsigned* all) { \
    multiply_all<A, e2m1, e2m3, e3m2, e4m3, e5m2>(all);  \
  }
// sass e2m1_by_all: QMMA.16832.F32.E2M1.E2M1, QMMA.16832.F16.E2M1.E2M1, QMMA.SF.16832.F32.E2M1.E2M1.E8, QMMA.16832.F32.E2M1.E2M3, QMMA.16832.F16.E2M1.E2M3, QMMA.SF.16832.F32.E2M1.E2M3.E8, QMMA.16832.F32.E2M1.E3M2, QMMA.16832.F16.E2M1.E3M2, QMMA.SF.16832.F32.E2M1.E3M2.E8, QMMA.16832.F32.E2M1.E4M3, QMMA.16832.F16.E2M1.E4M3, QMMA.SF.16832.F32.E2M1.E4M3.E8, QMMA.16832.F32.E2M1.E5M2, QMMA.16832.F16.E2M1.E5M2, QMMA.SF.16832.F32.E2M1.E5M2.E8
KERNEL(e2m1)
// sass e2m3_by_all: QMMA.16832.F32.E2M3.E2M1, QMMA.16832.F16.E2M3.E2M1, QMMA.SF.16832.F32.E2M3.E2M1.E8, QMMA.16832.F32.E2M3.E2M3, QMMA.16832.F16.E2M3.E2M3, QMMA.SF.16832.F32.E2M3.E2M3.E8, QMMA.16832.F32.E2M3.E3M2, QMMA.16832.F16.E2M3.E3M2, QMMA.SF.16832.F32.E2M3.E3M2.E8, QMMA.16832.F32.E2M3.E4M3, QMMA.16832.F16.E2M3.E4M3, QMMA.SF.16832.F32.E2M3.E4M3.E8, QMMA.16832.F32.E2M3.E5M2, QMMA.16832.F16.E2M3.E5M2, QMMA.SF.16832.F32.E2M3.E5M2.E8
KERNEL(e2m3)
// sass e3m2_by_all: QMMA.16832.F32.E3M2.E2M1, QMMA.16832.F16.E3M2.E2M1, QMMA.SF.16832.F32.E3M2.E2M1.E8, QMMA.16832.F32.E3M2.E2M3, QMMA.16832.F16.E3M2.E2M3, QMMA.SF.16832.F32.E3M2.E2M3.E8, QMMA.16832.F32.E3M2.E3M2, QMMA.16832.F16.E3M2.E3M2, QMMA.SF.16832.F32.E3M2.E3M2.E8, QMMA.16832.F32.E3M2.E4M3, QMMA.16832.F16.E3M2.E4M3, QMMA.SF.16832.F32.E3M2.E4M3.E8, QMMA.16832.F32.E3M2.E5M2, QMMA.16832.F16.E3M2.E5M2, QMMA.SF.16832.F32.E3M2.E5M2.E8
KERNEL(e3m2)
// sass e4m3_by_all: QMMA.16832.F32.E4M3.E2M1, QMMA.16832.F16.E4M3.E2M1, QMMA.SF.16832.F32.E4M3.E2M1.E8, QMMA.16832.F32.E4M3.E2M3, QMMA.16832.F16.E4M3.E2M3, QMMA.SF.16832.F32.E4M3.E2M3.E8, QMMA.16832.F32.E4M3.E3M2, QMMA.16832.F16.E4M3.E3M2, QMMA.SF.16832.F32.E4M3.E3M2.E8, QMMA.16832.F32.E4M3.E4M3, QMMA.16832.F16.E4M3.E4M3, QMMA.SF.16832.F32.E4M3.E4M3.E8, QMMA.16832.F32.E4M3.E5M2, QMMA.16832.F16.E4M3.E5M2, QMMA.SF.16832.F32.E4M3.E5M2.E8
KERNEL(e4m3)
// sass e5m2_by_all: QMMA.16832.F32.E5M2.E2M1, QMMA.16832.F16.E5M2.E2M1, QMMA.SF.16832.F32.E5M2.E2M1.E8, QMMA.16832.F32.E5M2.E2M3, QMMA.16832.F16.E5M2.E2M3, QMMA.SF.16832.F32.E5M2.E2M3.E8, QMMA.16832.F32.E5M2.E3M2, QMMA.16832.F16.E5M2.E3M2, QMMA.SF.16832.F32.E5M2.E3M2.E8, QMMA.16832.F32.E5M2.E4M3, QMMA.16832.F16.E5M2.E4M3, QMMA.SF.16832.F32.E5M2.E4M3.E8, QMMA.16832.F32.E5M2.E5M2, QMMA.16832.F16.E5M2.E5M2, QMMA.SF.16832.F32.E5M2.E5M2.E8
KERNEL(e5m2)

// sass mxf4: OMMA.SF.16864.F32.E2M1.E2M1.E8
extern "C" __global__ void mxf4(unsigned* all) {
  multiply<SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue8m0_t, 32>>(all);
}
// sass nvf4: OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X
extern "C" __global__ void nvf4(unsigned* all) {
  multiply<SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue4m3_t, 16>>(all);
}

// Each width of ldmatrix, of 4 and of 6 bits.
template <class... Ops>
__device__ void load(unsigned* out) {
  __shared__ uint128_t rows[32];
  (
      [&] {
        typename Ops::DRegisters d;
        Ops::copy(rows[threadIdx.x], d);
        for (unsigned const x : d) *out++ = x;
      }(),
      ...);
}
// sass load_4_bits: LDSM.U4x16P64TO8.M816 R, LDSM.U4x16P64TO8.M816.2, LDSM.U4x16P64TO8.M816.4
extern "C" __global__ void load_4_bits(unsigned* out) {
  load<SM100_SU4_DU8x16_x1_LDSM_N, SM100_SU4_DU8x16_x2_LDSM_N, SM100_SU4_DU8x16_x4_LDSM_N>(out);
}
// sass load_6_bits: LDSM.U6x16P32TO8.M816 R, LDSM.U6x16P32TO8.M816.2, LDSM.U6x16P32TO8.M816.4
extern "C" __global__ void load_6_bits(unsigned* out) {
  load<SM100_SU6_DU8x16_x1_LDSM_N, SM100_SU6_DU8x16_x2_LDSM_N, SM100_SU6_DU8x16_x4_LDSM_N>(out);
}

template <class Kernel, class Arguments>
__device__ void run(Arguments const& args) {
  Kernel::run(gpu_context{}, args);
}
template <class A, class B, class Factor>
using arguments =
    gemm_arguments_with<A const*, B const*, float*, float, scale_factors<Factor const*>>;

using of_bytes = gemm_mma_scaled<SM120_16x8x32_TN_VS<e4m3, e5m2, float, float_ue8m0_t, 32>, float>;
// sass gemm_of_bytes: QMMA.SF.16832.F32.E4M3.E5M2.E8, LDSM.16.M88.4, LDGSTS.E.BYPASS.LTC128B.128, no HMMA
extern "C" __global__ void __launch_bounds__(128)
    gemm_of_bytes(arguments<e4m3, e5m2, float_ue8m0_t> const args) {
  run<of_bytes>(args);
}
using of_pairs = gemm_mma_scaled<SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue4m3_t, 16>, float>;
// sass gemm_of_pairs: OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X, LDSM.16.M88.4, LDGSTS.E.BYPASS.LTC128B.128, no HMMA
extern "C" __global__ void __launch_bounds__(128)
    gemm_of_pairs(arguments<two_of<e2m1>, two_of<e2m1>, float_ue4m3_t> const args) {
  run<of_pairs>(args);
}
