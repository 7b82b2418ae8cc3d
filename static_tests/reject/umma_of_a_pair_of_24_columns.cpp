// SPDX-License-Identifier: BSL-1.0
// expect-error: umma_has_n
// expect-error: found<24, 2>
// expect-error: expected<16, 32>
// expect-sentence: tcgen05.mma: N = 24 does not exist with these types and cta_group::2; 16 or 32
// expect-sentence: would do
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/names.hpp>

using namespace tileproof;
using UMMA::Major;

// 24 columns are an instruction of one CTA; in a pair each CTA has half of B.
using of_one = SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 24, Major::K, Major::K>;
using of_pair = SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 24, Major::K, Major::K>;

#ifdef TILEPROOF_CONTROL
static_assert(of_one::idesc.n_dim_ == 3);
#else
static_assert(of_pair::idesc.n_dim_ == 3);  // the mistake
#endif
