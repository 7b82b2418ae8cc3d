// SPDX-License-Identifier: BSL-1.0
// The proofs of the GEMM with warp-level MMA (mma.sync) hold.
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

#include <boost/hana/length.hpp>

#include <cstdint>

using namespace tileproof;

namespace {

using f32 = SM80_16x8x16_F32F16F16F32_TN;
using f16 = SM80_16x8x16_F16F16F16F16_TN;
using bf16 = SM80_16x8x16_F32BF16BF16F32_TN;
using tf32 = SM80_16x8x8_F32TF32TF32F32_TN;

static_assert(gemm_tensor_cores<f32, major::mn, major::mn, float>::proofs::hold);
static_assert(gemm_tensor_cores<f16, major::mn, major::k, half_t>::proofs::hold);
static_assert(gemm_tensor_cores<bf16, major::mn, major::k, float>::proofs::hold);
static_assert(gemm_tensor_cores<tf32, major::k, major::mn, float>::proofs::hold);
static_assert(gemm_tensor_cores<bf16, major::k, major::k, bfloat16_t, std::int64_t>::proofs::hold);

using kernel = gemm_tensor_cores<f32, major::k, major::k, float>;
static_assert(kernel::proofs::hold);
static_assert(decltype(boost::hana::length(kernel::proofs{}))::value == 51);

// Without the swizzle the eight rows of a matrix have 8-way bank conflicts.
using rows = Layout<Shape<_128, _64>, Stride<_64, _1>>;
static_assert(prove<bank_ways<ldmatrix<4>, half_t>>(detail::source_of<kernel::smem_copy_a, rows>{})(
                  clue::in_ways) == 8);

}  // namespace
