// SPDX-License-Identifier: BSL-1.0
// expect-error: bank_ways<
// expect-error: undecided
// expect-error: in_ways<1>
// expect-error: in_ways_with_some_source<8>
// expect-sentence: undecided: cp.async has 1 way with the best source and 8 with some other; pass
// expect-sentence: the layout that it reads as the second argument
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using rows = Layout<Shape<_32, _4>, Stride<_4, _1>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<free_of_bank_conflicts<cp_async_ca<16>, float>>(rows{}, rows{}));
using assumed = cp_async_ca<16, source_of_whole_lines>;
static_assert(require<free_of_bank_conflicts<assumed, float>>(rows{}));
#else
static_assert(require<free_of_bank_conflicts<cp_async_ca<16>, float>>(rows{}));
#endif
