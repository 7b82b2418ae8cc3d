// SPDX-License-Identifier: BSL-1.0
// expect-error: every_owner_has_one_element
// expect-error: missing_thread<0>
// expect-error: missing_value<1>
// expect-sentence: value 1 of thread 0 has no element of the tile: the thread layout is
// expect-sentence: (_32,_8):(_1,_32), the value layout (_4,_1):(_2,_1)
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using values = Layout<Shape<_4, _1>>;
#else
using values = Layout<Shape<_4, _1>, Stride<_2, _1>>;
#endif
auto copy_of_tile = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                    Layout<Shape<_32, _8>>{}, values{});
