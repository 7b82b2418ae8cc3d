// SPDX-License-Identifier: BSL-1.0
// expect-error: address_is_aligned
// expect-error: recast_ptr_op
// expect-error: found<8>
// expect-error: expected<16>
// expect-sentence: recast_ptr: the new type needs an address at a multiple of 16 bytes, and a
// expect-sentence: multiple of 8 is known; assume_aligned<16>(p) states it
#include <tileproof/tileproof.hpp>

using namespace tileproof;

struct alignas(16) float_4 {
  float at[4];
};

aligned_ptr<float, 16> base;
#ifdef TILEPROOF_CONTROL
auto r = recast<float_4>(make_tensor(make_gmem_ptr(base + _4{}), _8{}));
#else
auto r = recast<float_4>(make_tensor(make_gmem_ptr(base + _2{}), _8{}));
#endif
