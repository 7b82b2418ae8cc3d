// SPDX-License-Identifier: BSL-1.0
// expect-error: sector_efficiency
// expect-sentence: 12 % of the bytes in the sectors are used where 100 % are asked for: warp 0
// expect-sentence: touches 32 sectors at step 0 where 4 would do
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Lane i reads row i of a row-major matrix.
#ifdef TILEPROOF_CONTROL
using tv = Layout<Shape<_32, _1>, Stride<_1, _0>>;
#else
using tv = Layout<Shape<_32, _1>, Stride<Int<1024>, _0>>;
#endif
static_assert(require<sector_efficiency<global_load<32>, float>>(tv{}));  // the mistake
