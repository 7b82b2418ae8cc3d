// SPDX-License-Identifier: BSL-1.0
//
// GEMMs with the mma.sync of sm_80, of tf32 elements.
#include "products_on_gpu.hpp"

#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

using namespace tileproof;
using namespace harness;

namespace {

template <major A, major B>
using k8 = gemm_tensor_cores<SM80_16x8x8_F32TF32TF32F32_TN, A, B, float>;
using types = tensor_core_types<tfloat32_t>;

}  // namespace

TEST_CASE("tf32 GEMM with mma.sync m16n8k8") {
  multiplies_by_every_major<k8, types>("gemm_tensor_cores tf32 k8");
}
#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("GEMM with 64-bit offsets") {
  using far =
      gemm_tensor_cores<SM80_16x8x8_F32TF32TF32F32_TN, major::k, major::mn, float, std::int64_t>;
  multiplies_far_apart<far, types>("gemm_tensor_cores tf32 k8 TT, 64 bits");
  refuses<far, types>();
}

TEST_CASE("GEMM launchers refuse wrong arguments and launch nothing") {
  refuses<k8<major::mn, major::mn>, types>();
  refuses<k8<major::k, major::k>, types>();
}
#endif
