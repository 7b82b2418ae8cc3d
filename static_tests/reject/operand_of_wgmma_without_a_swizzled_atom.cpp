// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma
// expect-error: write_layout_atom_of_bytes<128>
// expect-sentence: wgmma cannot read (_64,_64):(_64,_1) as K-major: in mode 0, coordinate 1 lies
// expect-sentence: 64 elements on, and a descriptor needs 8. The layout
// expect-sentence: tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, shape) is canonical.
#include <tileproof/atom.hpp>

using namespace tileproof;

// A row-major tile where wgmma reads K-major atoms of 8x64.
#ifdef TILEPROOF_CONTROL
using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
#else
using tile = Layout<Shape<_64, _64>, Stride<_64, _1>>;
#endif
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(tile{}));  // the mistake
