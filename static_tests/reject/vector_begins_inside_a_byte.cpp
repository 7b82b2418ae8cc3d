// SPDX-License-Identifier: BSL-1.0
// expect-error: sector_efficiency<
// expect-error: of_lanes<0>
// expect-error: in_bits<4>
// expect-error: aligned_to<4>
// expect-sentence: lane 0 of warp 0 accesses bit 4 at step 0, which is no multiple of 4 bytes
#include <tileproof/atom/integer.hpp>
#include <tileproof/prove.hpp>

using namespace tileproof;

// 32 bits of elements of 4 bits a thread, from the second element on.
using vectors = Layout<Shape<_32, _8>, Stride<_8, _1>>;
template <int Offset>
using from = ComposedLayout<Swizzle<0, 4, 3>, Int<Offset>, vectors>;

#ifdef TILEPROOF_CONTROL
static_assert(require<sector_efficiency<global_load<32>, int4b_t>>(from<0>{}));
#else
static_assert(require<sector_efficiency<global_load<32>, int4b_t>>(from<1>{}));
#endif
