// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_whole_tiles
// expect-error: in_mode<0>
// expect-error: found<8>
// expect-error: expected<128>
// expect-sentence: in mode 0, the extent 8 of the tensor is no multiple of that of the tile, 128:
// expect-sentence: element 8, value 0 of thread 2, lies outside. 8 is a multiple of 8, 4, 2; or
// expect-sentence: partition with the argument `predicated` and guard the copy.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

auto copy_of_tile = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                    Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
// The destination of a tile 128x8.
#ifdef TILEPROOF_CONTROL
using shared = Layout<Shape<_128, _8>, Stride<_8, _1>>;
#else
using shared = Layout<Shape<_8, _128>>;
#endif
auto part = copy_of_tile.get_slice(0).partition_D(
    make_tensor(make_smem_ptr(static_cast<float*>(nullptr)), shared{}));
