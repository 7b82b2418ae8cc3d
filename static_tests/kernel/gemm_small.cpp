// SPDX-License-Identifier: BSL-1.0
// The proofs of the small GEMM hold, with mma.sync of several architectures.
#include "../../examples/kernels/gemm_small.hpp"

#include <tileproof/atom/mma/sm70.hpp>
#include <tileproof/atom/mma/sm75.hpp>
#include <tileproof/atom/mma/sm89.hpp>

#include <boost/hana/length.hpp>

using namespace tileproof;

namespace {

using sm70 = SM70_8x8x4_F32F16F16F32_NT;
using f16 = SM75_16x8x8_F32F16F16F32_TN;
using s8 = SM75_8x8x16_S32S8S8S32_TN;
using fp8 = SM89_16x8x32_F32E4M3E5M2F32_TN;

static_assert(gemm_small<sm70, major::mn, major::mn, float>::proofs::hold);
static_assert(gemm_small<s8, major::k, major::k, std::int32_t>::proofs::hold);
static_assert(gemm_small<fp8, major::k, major::k, float>::proofs::hold);
static_assert(gemm_small<f16, major::mn, major::k, float>::proofs::hold);

using kernel = gemm_small<f16, major::k, major::k, float>;
static_assert(kernel::proofs::hold);
static_assert(decltype(boost::hana::length(kernel::proofs{}))::value == 21);

// The figures that it settles for are reached: they cannot be lowered.
using writes = detail::destination_of<kernel::tile_copy<major::k, half_t>, kernel::smem_layout>;
using reads =
    detail::source_of<detail::elements_of_a<kernel::tiled_mma, half_t>, kernel::smem_layout>;
static_assert(prove<bank_ways<shared_store<16>, half_t>>(writes{})(clue::in_ways) == 8);
static_assert(prove<bank_ways<shared_load<16>, half_t>>(reads{})(clue::in_ways) == 4);

}  // namespace
