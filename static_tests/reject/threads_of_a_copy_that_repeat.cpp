// SPDX-License-Identifier: BSL-1.0
// expect-error: every_owner_has_one_element
// expect-sentence: value 0 of thread 0 has two elements of the tile, (0,0) and (0,1): the thread
// expect-sentence: layout is (_32,_8):(_1,_0), the value layout _1:_0
#include <tileproof/atom.hpp>

using namespace tileproof;

// A thread layout of stride 0.
using atom = Copy_Atom<UniversalCopy<float>, float>;
#ifdef TILEPROOF_CONTROL
auto copies() { return make_tiled_copy(atom{}, Layout<Shape<_32, _8>, Stride<_1, _32>>{}); }
#else
auto copies() {
  return make_tiled_copy(atom{}, Layout<Shape<_32, _8>, Stride<_1, _0>>{});  // the mistake
}
#endif
