// SPDX-License-Identifier: BSL-1.0
//
// GEMM by matrix instructions of sm_80, of bfloat16.
#include "products_on_gpu.hpp"

#include <tileproof/kernel/gemm_tensor_cores.hpp>

using namespace tileproof;
using namespace harness;

namespace {

template <major A, major B>
using k16 = gemm_tensor_cores<SM80_16x8x16_F32BF16BF16F32_TN, A, B, float>;
template <major A, major B>
using k8 = gemm_tensor_cores<SM80_16x8x8_F32BF16BF16F32_TN, A, B, float>;
using types = tensor_core_types<bfloat16_t>;

}  // namespace

TEST_CASE("16 k an instruction") {
  multiplies<k16<major::k, major::mn>, types>("gemm_tensor_cores bf16 k16 TT");
}
#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("8 k an instruction") {
  multiplies<k8<major::mn, major::mn>, types>("gemm_tensor_cores bf16 k8 NT");
}
#endif

TEST_CASE("what a product cannot take is refused before anything is launched") {
  refuses<k16<major::k, major::mn>, types>();
}
