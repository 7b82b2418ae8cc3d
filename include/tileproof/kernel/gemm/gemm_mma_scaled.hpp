// SPDX-License-Identifier: BSL-1.0
//
// gemm_mma_scaled: gemm_tensor_cores with a scale factor for each VS elements along k (mma.sync of
// sm_120a and sm_121a, kinds mxf8f6f4 and mxf4nvf4).
//
//   using op = SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t, float,
//                                                      float_ue4m3_t, 16>;
//   using kernel = gemm_mma_scaled<op, float>;
//   status const s = launch_gemm<kernel>(
//       gemm_arguments{m, n, k, 1.0F, a, lda, b, ldb, 0.0F, c, ldc, scale_factors{sfa, sfb}}, stream);
//
// The elements of SM120_16x8x64_TN_VS lie two in a byte: a and b point to two_of<float_e2m1_t>, and
// k, lda and ldb count these; SM120_16x8x32_TN_VS has in_byte for its elements of 4 and 6 bits. No
// GPU of sm_120a has run it here: it is proved, assembled for sm_120a, and run on the CPU.
#pragma once

#include <tileproof/atom/mma/sm120.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The instruction as memory has its elements.
template <class Operation>
using operation_on_bytes =
    std::conditional_t<sizeof_bits_v<typename MMA_Traits<Operation>::ElementAVal> == 8, Operation,
                       by_pairs<Operation>>;

}  // namespace detail

// A block of 128 threads computes TileMN elements of C; TC is its element type, Index the type of
// offsets. A and B are contiguous along k, and multiples of 16 bytes; their factors are those of
// factor_layout. TileMN has 32, 64 or 128 rows and columns. Refused: what check_gemm refuses.
template <class Operation, class TC, class Index = int, int Stages = 3,
          class TileMN = Shape<_128, _128>>
using gemm_mma_scaled = gemm_tensor_cores<detail::operation_on_bytes<Operation>, major::k, major::k,
                                          TC, Index, Stages, TileMN>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
