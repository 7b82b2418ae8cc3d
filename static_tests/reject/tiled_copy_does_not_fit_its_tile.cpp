// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_whole_tiles
// expect-error: in_mode<0>
// expect-error: found<96>
// expect-error: expected<128>
// expect-error: outside_element<96>
// expect-error: at_thread<24>
// expect-error: at_value<0>
// expect-sentence: in mode 0, the extent 96 of the tensor is no multiple of that of the tile,
// expect-sentence: 128: element 96, value 0 of thread 24, lies outside. 96 is a multiple of 96,
// expect-sentence: 48, 32, 24; or partition with the argument `predicated` and guard the copy.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

auto copy_of_tile = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                    Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
auto const tile = make_tensor(counting_iterator<int>{}, Layout<Shape<_96, _8>>{});

#ifdef TILEPROOF_CONTROL
auto part = copy_of_tile.get_slice(0).partition_S(tile, predicated);
#else
auto part = copy_of_tile.get_slice(0).partition_S(tile);
#endif
