// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma
// expect-error: in_mode<0>
// expect-error: at_coordinate<1>
// expect-error: found<16>
// expect-error: expected<8>
// expect-sentence: wgmma cannot read (_64,_16):(_16,_1) as K-major: in mode 0, coordinate 1 lies 16
// expect-sentence: elements on, and a descriptor needs 8. The layout
// expect-sentence: tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, shape) is canonical.
#include <tileproof/atom.hpp>

using namespace tileproof;

// The remedy of the message: an atom of 64 columns does not divide 16.
#ifdef TILEPROOF_CONTROL
using tile = decltype(tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, Shape<_64, _16>{}));
#else
using tile = Layout<Shape<_64, _16>, Stride<_16, _1>>;
#endif
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(tile{}));
