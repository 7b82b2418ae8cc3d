// SPDX-License-Identifier: BSL-1.0
// expect-error: tcgen05.mma: a scale factor is float_ue8m0_t, or float_ue4m3_t for each 16 packed
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/names.hpp>

using namespace tileproof;
using UMMA::Major;

// The scale type of NVFP4, for elements of 8 bits.
template <class Scale>
using operation =
    SM100_MMA_MXF8F6F4_SS<float_e4m3_t, float_e4m3_t, float, Scale, 128, 64, Major::K, Major::K>;

#ifdef TILEPROOF_CONTROL
static_assert(operation<float_ue8m0_t>::is_scaled);
#else
static_assert(operation<float_ue4m3_t>::is_scaled);  // the mistake
#endif
