// SPDX-License-Identifier: BSL-1.0
// expect-error: bank_ways<
// expect-error: missing_thread<8>
// expect-error: expected<32>
// expect-sentence: ldmatrix and stmatrix need all 32 lanes of a warp, and warp 0 has no thread 8
#include <tileproof/tileproof.hpp>

using namespace tileproof;

template <class Threads>
using rows = Layout<Shape<Threads, _8>, Stride<_8, _1>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<free_of_bank_conflicts<ldmatrix<4>, short>>(rows<_32>{}));
#else
static_assert(require<free_of_bank_conflicts<ldmatrix<4>, short>>(rows<_8>{}));
#endif
