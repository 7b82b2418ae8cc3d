// SPDX-License-Identifier: BSL-1.0
//
// Small GEMMs with the mma.sync of sm_70, sm_75 and sm_89, over sizes that the tiles divide and
// sizes that they do not.
#include "../../examples/kernels/gemm_small.hpp"
#include "products_on_gpu.hpp"

#include <tileproof/atom/mma/sm70.hpp>
#include <tileproof/atom/mma/sm75.hpp>
#include <tileproof/atom/mma/sm89.hpp>

#include "../gpu.hpp"

using namespace tileproof;
using namespace harness;

namespace {

using f16 = tensor_core_types<half_t>;
using s8 = product_types<std::int8_t, std::int8_t, std::int32_t, std::int32_t, std::int32_t, 1>;
// Sums of fp8 may have 13 fraction bits: so much coarser is what is cut off than half of 2^-23.
using fp8 = product_types<float_e4m3_t, float_e5m2_t, float, float, float, 1 << 11>;

template <major A, major B>
using fma_sm75 = gemm_small<SM75_16x8x8_F32F16F16F32_TN, A, B, float>;
template <class Index = int>
using gemm_of_integers =
    gemm_small<SM75_8x8x16_S32S8S8S32_TN, major::k, major::k, std::int32_t, Index>;

}  // namespace

TEST_CASE("small GEMM with mma.sync of sm_70") {
  multiplies<gemm_small<SM70_8x8x4_F32F16F16F32_NT, major::mn, major::mn, float>, f16>(
      "gemm_small sm_70 f32 NT");
#if !defined(TILEPROOF_FEW_KERNELS)
  multiplies<gemm_small<SM70_8x8x4_F32F16F16F32_NN, major::mn, major::k, float>, f16>(
      "gemm_small sm_70 f32 NN");
  multiplies<gemm_small<SM70_8x8x4_F32F16F16F32_TN, major::k, major::k, float>, f16>(
      "gemm_small sm_70 f32 TN");
  multiplies<gemm_small<SM70_8x8x4_F32F16F16F32_TT, major::k, major::mn, float>, f16>(
      "gemm_small sm_70 f32 TT");
  multiplies<gemm_small<SM70_8x8x4_F16F16F16F16_TN, major::k, major::k, half_t>,
             tensor_core_types<half_t, half_t>>("gemm_small sm_70 f16 TN");
#endif
}
TEST_CASE("small GEMM with mma.sync of sm_75") {
  multiplies_by_every_major<fma_sm75, f16>("gemm_small sm_75 f16");
  multiplies<gemm_of_integers<>, s8>("gemm_small sm_75 s8 TN");
}
TEST_CASE("small GEMM with mma.sync of sm_89 (fp8)") {
  if (compute_capability() < 89) {
    MESSAGE("skipped: fp8 needs sm_89");
    return;
  }
  multiplies<gemm_small<SM89_16x8x32_F32E4M3E5M2F32_TN, major::k, major::k, float>, fp8>(
      "gemm_small sm_89 fp8 TN");
}

#if !defined(TILEPROOF_FEW_KERNELS)
TEST_CASE("GEMM with 64-bit offsets") {
  multiplies_far_apart<gemm_of_integers<std::int64_t>, s8>("gemm_small sm_75 s8 TN, 64 bits");
  refuses<gemm_of_integers<std::int64_t>, s8>();
}

TEST_CASE("GEMM launchers refuse wrong arguments and launch nothing") {
  refuses<fma_sm75<major::mn, major::k>, f16>();
  refuses<gemm_of_integers<>, s8>();
}
#endif
