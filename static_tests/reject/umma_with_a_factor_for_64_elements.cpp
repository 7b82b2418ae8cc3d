// SPDX-License-Identifier: BSL-1.0
// expect-error: tcgen05.mma: a scale factor is for 32 elements along K, or for 16 packed
// expect-error: float_e2m1_t
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/names.hpp>

using namespace tileproof;
using UMMA::Major;

template <int Vector>
using operation = SM100_MMA_MXF4_SS<float_e2m1_t, float_e2m1_t, float, float_ue8m0_t, 128, 64,
                                    Vector, Major::K, Major::K>;

#ifdef TILEPROOF_CONTROL
static_assert(operation<32>::is_scaled);
#else
static_assert(operation<64>::is_scaled);  // the mistake
#endif
