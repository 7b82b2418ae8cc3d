// SPDX-License-Identifier: BSL-1.0
//
// The f16 GEMM of SM80, TN, f16 accumulation, and its launch: for whole tiles, and for all other
// problems.
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

using namespace tileproof;

status f16_tn(gemm_arguments<half_t const*, half_t const*, half_t*, float> const& args,
              cudaStream_t stream) {
  return launch_gemm<gemm_tensor_cores<SM80_16x8x16_F16F16F16F16_TN, major::k, major::k, half_t>>(
      args, stream);
}
