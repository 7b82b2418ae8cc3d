// SPDX-License-Identifier: BSL-1.0
// expect-error: unit_stride_exists
// expect-sentence: downcast: exactly one mode whose extent is not 1 must have the stride 1, and
// expect-sentence: none the stride -1; the argument is (_4,_2):(_2,_8)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = downcast<2>(Layout<Shape<_4, _2>, Stride<_2, _1>>{});
#else
auto r = downcast<2>(Layout<Shape<_4, _2>, Stride<_2, _8>>{});
#endif
