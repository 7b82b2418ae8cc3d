// SPDX-License-Identifier: BSL-1.0
//
// GEMMs with the mma.sync of sm_80, of f16 elements with f32 accumulators.
#include "products_on_gpu.hpp"

#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

using namespace tileproof;
using namespace harness;

namespace {

template <major A, major B, class C = float, class Index = int>
using k16 = gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, A, B, C, Index>;
template <major A, major B>
using k8 = gemm_tensor_cores<SM80_16x8x8_F32F16F16F32_TN, A, B, float>;
using types = tensor_core_types<half_t>;

}  // namespace

TEST_CASE("f16 GEMM with f32 accumulators, mma.sync m16n8k16") {
  multiplies<k16<major::mn, major::mn>, types>("gemm_tensor_cores f16 f32 k16 NT");
}
#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("f16 GEMM with f32 accumulators, mma.sync m16n8k8") {
  multiplies<k8<major::k, major::k>, types>("gemm_tensor_cores f16 f32 k8 TN");
}
#endif

TEST_CASE("f16 GEMM with f32 accumulators, C of f16") {
  multiplies<k16<major::k, major::mn, half_t>, tensor_core_types<half_t, float, half_t>>(
      "gemm_tensor_cores f16 f32 k16 TT to f16");
}

#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("GEMM with 64-bit offsets") {
  using far = k16<major::mn, major::k, float, std::int64_t>;
  multiplies_far_apart<far, types>("gemm_tensor_cores f16 f32 k16 NN, 64 bits");
  refuses<far, types>();
}
#endif
