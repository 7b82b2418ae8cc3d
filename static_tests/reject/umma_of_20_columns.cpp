// SPDX-License-Identifier: BSL-1.0
// expect-error: umma_has_n
// expect-error: found<20, 1>
// expect-error: expected<16, 24>
// expect-sentence: tcgen05.mma: N = 20 does not exist with these types and cta_group::1; 16 or 24
// expect-sentence: would do
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/names.hpp>

using namespace tileproof;
using UMMA::Major;

template <int N>
using operation = SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, N, Major::K, Major::K>;

#ifdef TILEPROOF_CONTROL
static_assert(operation<24>::idesc.n_dim_ > 0);
#else
static_assert(operation<20>::idesc.n_dim_ > 0);  // the mistake
#endif
