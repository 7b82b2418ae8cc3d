// SPDX-License-Identifier: BSL-1.0
// expect-error: make_tiled_copy: threads and values are layouts, Layout<Shape<_32,_8>>{}, and a
// expect-error: shape or another type is given
#include <tileproof/atom.hpp>

using namespace tileproof;

// The threads are a layout, and a shape is passed.
using atom = Copy_Atom<UniversalCopy<float>, float>;
#ifdef TILEPROOF_CONTROL
auto const copies = make_tiled_copy(atom{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_1, _1>>{});
#else
auto const copies =
    make_tiled_copy(atom{}, Shape<_32, _8>{}, Layout<Shape<_1, _1>>{});  // the mistake
#endif
