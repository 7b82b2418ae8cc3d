// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma
// expect-sentence: wgmma cannot read Sw<3,3,3> o _0 o ((_64,_1),(_8,_8)):((_1,_0),(_64,_512)) as
// expect-sentence: K-major: in mode 0, coordinate 1 lies 1 element on, and a descriptor needs 64.
// expect-sentence: It is MN-major.
#include <tileproof/atom.hpp>

using namespace tileproof;

// An MN-major tile is asked for as K-major.
#ifdef TILEPROOF_CONTROL
using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
#else
using tile = decltype(tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
#endif
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(tile{}));  // the mistake
