// SPDX-License-Identifier: BSL-1.0
// expect-error: shape_and_stride_congruent
// A of m16n8k128 of single bits.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using fragment = Shape<Shape<_4, _8>, Shape<_32, _2>>;

#ifdef TILEPROOF_CONTROL
Layout<fragment, Stride<Stride<Int<512>, _1>, Stride<_16, _8>>> a;
#else
Layout<fragment, Stride<Stride<Int<512>, _1>, Stride<Stride<_16, _8>>>> a;
#endif
