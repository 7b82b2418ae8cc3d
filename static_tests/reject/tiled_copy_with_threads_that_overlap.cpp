// SPDX-License-Identifier: BSL-1.0
// expect-error: every_owner_has_one_element
// expect-error: at_thread<16>
// expect-error: at_value<0>
// expect-error: at_coordinate<64, 0>
// expect-error: and_coordinate<0, 1>
// expect-sentence: value 0 of thread 16 has two elements of the tile, (64,0) and (0,1): the
// expect-sentence: thread layout is (_32,_8):(_1,_16), the value layout (_4,_1):(_1,_0)
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using threads = Layout<Shape<_32, _8>, Stride<_1, _32>>;
#else
using threads = Layout<Shape<_32, _8>, Stride<_1, _16>>;
#endif
auto copy_of_tile = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, threads{},
                                    Layout<Shape<_4, _1>>{});
