// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_whole_tiles
// expect-sentence: in mode 0, the extent 64 of the tensor is no multiple of that of the tile,
// expect-sentence: 128: element 64, value 0 of thread 64, lies outside. 64 is a multiple of 64,
// expect-sentence: 32, 16, 8; or partition with the argument `predicated` and guard the copy.
#include <tileproof/atom.hpp>

using namespace tileproof;

// A copy of 128x8 elements and a tile of 64x8.
using copies = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                                        Layout<Shape<_128, _2>>{}, Layout<Shape<_1, _4>>{}));
void load(float const* p) {
#ifdef TILEPROOF_CONTROL
  copies{}.get_slice(0).partition_S(make_tensor(p, Shape<_128, _8>{}));
#else
  copies{}.get_slice(0).partition_S(make_tensor(p, Shape<_64, _8>{}));  // the mistake
#endif
}
