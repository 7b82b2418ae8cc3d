// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_stores_elements
// expect-sentence: gemm_wgmma: D cannot be bfloat16_t where A is half_t: of half_t and bfloat16_t it is
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

using namespace tileproof;

// A and B are f16; D is f16, f32 or an 8-bit float, not bf16.
#ifdef TILEPROOF_CONTROL
static_assert(gemm_wgmma<half_t, half_t, half_t>::threads == 384);
#else
static_assert(gemm_wgmma<half_t, half_t, bfloat16_t>::threads == 384);  // the mistake
#endif
