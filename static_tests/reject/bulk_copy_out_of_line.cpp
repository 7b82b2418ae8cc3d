// SPDX-License-Identifier: BSL-1.0
// expect-error: aligned<16
// expect-error: aligned_to<8>
// expect-sentence: an address at a multiple of 16 bytes is needed, and a multiple of 8 is known
#include <tileproof/atom.hpp>

using namespace tileproof;

// The second row of a tile, 64 floats.
#ifdef TILEPROOF_CONTROL
using rows = Layout<Shape<_2, _64>, Stride<Int<68>, _1>>;
#else
using rows = Layout<Shape<_2, _64>, Stride<Int<66>, _1>>;
#endif
constexpr auto tile = make_tensor(make_smem_ptr(aligned_ptr<float, 128>{}), rows{});
static_assert(require_bulk<256>(decltype(tile(1, _)){}));
