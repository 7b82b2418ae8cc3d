// SPDX-License-Identifier: BSL-1.0
// expect-error: every_owner_has_one_element
// expect-error: at_thread<0>
// expect-error: at_value<0>
// expect-error: at_coordinate<0, 0>
// expect-error: and_coordinate<0, 1>
// expect-sentence: value 0 of thread 0 has two elements of the tile, (0,0) and (0,1): the thread
// expect-sentence: layout is (_32,_8):(_1,_0), the value layout (_4,_1):(_1,_0)
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// The 8 threads along the columns are one.
#ifdef TILEPROOF_CONTROL
using threads = Layout<Shape<_32, _8>, Stride<_1, _32>>;
#else
using threads = Layout<Shape<_32, _8>, Stride<_1, _0>>;
#endif
auto copy_of_tile = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, threads{},
                                    Layout<Shape<_4, _1>>{});
