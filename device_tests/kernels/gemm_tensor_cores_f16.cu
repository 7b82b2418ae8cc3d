// SPDX-License-Identifier: BSL-1.0
//
// GEMMs with the mma.sync of sm_80, of f16 elements with f16 accumulators.
#include "products_on_gpu.hpp"

#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

using namespace tileproof;
using namespace harness;

namespace {

template <major A, major B>
using k16 = gemm_tensor_cores<SM80_16x8x16_F16F16F16F16_TN, A, B, half_t>;
template <major A, major B, class Index = int>
using k8 = gemm_tensor_cores<SM80_16x8x8_F16F16F16F16_TN, A, B, half_t, Index>;
using types = tensor_core_types<half_t, half_t>;

}  // namespace

TEST_CASE("f16 GEMM with f16 accumulators, mma.sync m16n8k16") {
  multiplies_by_every_major<k16, types>("gemm_tensor_cores f16 f16 k16");
}
TEST_CASE("f16 GEMM with f16 accumulators, mma.sync m16n8k8") {
  multiplies<k8<major::k, major::k>, types>("gemm_tensor_cores f16 f16 k8 TN");
}

#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("GEMM launchers refuse wrong arguments and launch nothing") {
  refuses<k16<major::mn, major::k>, types>();
  refuses<k8<major::k, major::k>, types>();
}
#endif
