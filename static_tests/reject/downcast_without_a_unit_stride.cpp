// SPDX-License-Identifier: BSL-1.0
// expect-error: unit_stride_exists
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = downcast<2>(Layout<Shape<_4, _2>, Stride<_2, _1>>{});
#else
auto r = downcast<2>(Layout<Shape<_4, _2>, Stride<_2, _8>>{});
#endif
