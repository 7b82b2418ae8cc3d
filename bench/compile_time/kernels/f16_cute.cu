// SPDX-License-Identifier: BSL-1.0
//
// One kernel, the f16 GEMM of SM80, TN, f16 accumulation, written with CuTe, and its launch.
#include "../../cute_f16.hpp"

cudaError_t f16_tn(bench::cute_arguments<cute::half_t> const& args, cudaStream_t stream) {
  auto const kernel = bench::by_warps<cute::SM80_16x8x16_F16F16F16F16_TN>;
  cudaError_t const asked = cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bench::shared_bytes);
  if (asked != cudaSuccess) return asked;
  dim3 const blocks(static_cast<unsigned>(args.m / 128), static_cast<unsigned>(args.n / 128));
  kernel<<<blocks, 128, bench::shared_bytes, stream>>>(args);
  return cudaPeekAtLastError();
}
