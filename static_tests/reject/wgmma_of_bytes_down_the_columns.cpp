// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma: an operand must be K-major unless its elements have 16 bits
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>

using namespace tileproof;

template <class T>
using tile = decltype(tile_to_shape(GMMA::Layout_MN_SW128_Atom<T>{}, Shape<_128, _64>{}));

#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_wgmma<GMMA::Major::MN, half_t>>(tile<half_t>{}));
#else
static_assert(require<canonical_for_wgmma<GMMA::Major::MN, float_e4m3_t>>(tile<float_e4m3_t>{}));
#endif
