// SPDX-License-Identifier: BSL-1.0
// expect-error: undecided
// expect-error: integers_exceed_bits<64>
// expect-error: in_mode<0>
// expect-error: use_smaller_integers
// expect-sentence: undecided: at leaf 0 of _2:_4611686018427387904 a size or an offset exceeds 64
// expect-sentence: bits; use smaller extents or strides
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<injective>(Layout<_2, Int<(1LL << 60)>>{}));
#else
static_assert(require<injective>(Layout<_2, Int<(1LL << 62)>>{}));
#endif
