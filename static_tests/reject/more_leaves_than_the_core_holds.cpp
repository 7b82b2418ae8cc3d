// SPDX-License-Identifier: BSL-1.0
// expect-error: leaves_fit_capacity
// expect-sentence: the result has more than 16 leaves, or an expression over run-time leaves is
// expect-sentence: too long: coalesce the arguments, or make more leaves static; the arguments
// expect-sentence: are (_2,_2,_2,_2,_2,_2,_2,_2,_2):(_1,_2,_4,_8,_16,_32,_64,_128,_256) and
// expect-sentence: (_2,_2,_2,_2,_2,_2,_2,_2,_2):(_1,_2,_4,_8,_16,_32,_64,_128,_256)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using nine = Layout<Shape<_2, _2, _2, _2, _2, _2, _2, _2, _2>>;

#ifdef TILEPROOF_CONTROL
auto r = logical_product(Layout<_2>{}, nine{});
#else
auto r = logical_product(nine{}, nine{});
#endif
