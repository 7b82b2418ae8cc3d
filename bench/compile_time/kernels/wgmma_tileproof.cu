// SPDX-License-Identifier: BSL-1.0
//
// One kernel, the bf16 GEMM of sm_90, TN, and its launch.
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

using namespace tileproof;

status gemm_tn(wgmma_arguments<bfloat16_t, bfloat16_t, bfloat16_t> const& args,
               cudaStream_t stream) {
  return launch_gemm<gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t>>(args, stream);
}
