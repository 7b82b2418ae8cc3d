// SPDX-License-Identifier: BSL-1.0
//
// GEMMs with the mma.sync of sm_80, of bf16 elements.
#include "products_on_gpu.hpp"

#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

using namespace tileproof;
using namespace harness;

namespace {

template <major A, major B>
using k16 = gemm_tensor_cores<SM80_16x8x16_F32BF16BF16F32_TN, A, B, float>;
template <major A, major B>
using k8 = gemm_tensor_cores<SM80_16x8x8_F32BF16BF16F32_TN, A, B, float>;
using types = tensor_core_types<bfloat16_t>;

}  // namespace

TEST_CASE("bf16 GEMM with mma.sync m16n8k16") {
  multiplies<k16<major::k, major::mn>, types>("gemm_tensor_cores bf16 k16 TT");
}
#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("bf16 GEMM with mma.sync m16n8k8") {
  multiplies<k8<major::mn, major::mn>, types>("gemm_tensor_cores bf16 k8 NT");
}
#endif

TEST_CASE("GEMM launchers refuse wrong arguments and launch nothing") {
  refuses<k16<major::k, major::mn>, types>();
}
