// SPDX-License-Identifier: BSL-1.0
// expect-error: check_gemm: the scale factors have another type than those of the instruction
#include <tileproof/kernel/gemm/gemm_mma_scaled.hpp>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

// Factors of mxfp8 for nvfp4.
using pair = two_of<float_e2m1_t>;
using kernel =
    gemm_mma_scaled<SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 16>,
                    float>;
#ifdef TILEPROOF_CONTROL
using factor = float_ue4m3_t;
#else
using factor = float_ue8m0_t;
#endif
status check(std::int64_t n, pair const* a, factor const* sfa, float* c) {
  return check_gemm<kernel>(
      gemm_arguments{n, n, n, 1.0F, a, n, a, n, 0.0F, c, n, scale_factors{sfa, sfa}});
}
