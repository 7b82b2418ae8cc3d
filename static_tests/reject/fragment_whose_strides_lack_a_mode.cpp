// SPDX-License-Identifier: BSL-1.0
// expect-error: shape_and_stride_congruent
// expect-sentence: shape and stride are not congruent: both must be integers, or tuples of one
// expect-sentence: rank whose elements are congruent; the arguments are ((_4,_8),(_32,_2)) and
// expect-sentence: ((_512,_1),((_16,_8)))
// A of m16n8k128 of single bits.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using fragment = Shape<Shape<_4, _8>, Shape<_32, _2>>;

#ifdef TILEPROOF_CONTROL
Layout<fragment, Stride<Stride<Int<512>, _1>, Stride<_16, _8>>> a;
#else
Layout<fragment, Stride<Stride<Int<512>, _1>, Stride<Stride<_16, _8>>>> a;
#endif
