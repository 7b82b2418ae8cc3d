// SPDX-License-Identifier: BSL-1.0
// expect-error: tcgen05.mma: A in tensor memory must be K-major
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/names.hpp>

using namespace tileproof;
using UMMA::Major;

template <Major A>
using operation = SM100_MMA_F16BF16_TS<half_t, half_t, float, 128, 64, A, Major::MN>;

#ifdef TILEPROOF_CONTROL
static_assert(operation<Major::K>::has_a_in_tmem);
#else
static_assert(operation<Major::MN>::has_a_in_tmem);  // the mistake
#endif
