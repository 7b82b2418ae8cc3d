// SPDX-License-Identifier: BSL-1.0
// expect-error: check_gemm: the instruction of the kernel multiplies by scale factors
#include <tileproof/kernel/gemm/gemm_mma_scaled.hpp>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

// The arguments of a GEMM without factors.
using pair = two_of<float_e2m1_t>;
using kernel =
    gemm_mma_scaled<SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 16>,
                    float>;
status check(std::int64_t n, pair const* a, [[maybe_unused]] float_ue4m3_t const* sfa, float* c) {
  return check_gemm<kernel>(
#ifdef TILEPROOF_CONTROL
      gemm_arguments{n, n, n, 1.0F, a, n, a, n, 0.0F, c, n, scale_factors{sfa, sfa}});
#else
      gemm_arguments{n, n, n, 1.0F, a, n, a, n, 0.0F, c, n});
#endif
}
