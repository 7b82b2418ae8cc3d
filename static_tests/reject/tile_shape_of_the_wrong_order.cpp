// SPDX-License-Identifier: BSL-1.0
// expect-error: block_divides_shape
// expect-sentence: tile_to_shape: in mode 1, the block's extent 64 does not divide the target's
// expect-sentence: 100; the arguments are (_8,_64):(_64,_1), (_64,_100) and _0
#include <tileproof/atom.hpp>

using namespace tileproof;

// tile_to_shape: 8x64 blocks into 64x100.
using atom = GMMA::Layout_K_SW128_Atom<half_t>;  // 8x64
#ifdef TILEPROOF_CONTROL
auto tile() { return tile_to_shape(atom{}, Shape<_64, _128>{}); }
#else
auto tile() { return tile_to_shape(atom{}, Shape<_64, Int<100>>{}); }  // the mistake
#endif
