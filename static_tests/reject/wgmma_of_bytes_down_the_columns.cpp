// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma
// expect-error: in_bits<8>
// expect-error: expected<16>
// expect-sentence: wgmma reads float_e4m3_t, of 8 bits, K-major only: an MN-major operand has
// expect-sentence: elements of 16 bits. The layout
// expect-sentence: tile_to_shape(GMMA::Layout_K_SW64_Atom<float_e4m3_t>{}, shape) is canonical
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
