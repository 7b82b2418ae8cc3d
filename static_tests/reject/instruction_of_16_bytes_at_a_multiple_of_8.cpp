// SPDX-License-Identifier: BSL-1.0
// expect-error: access_width<128, float
// expect-error: aligned_to<8>
// expect-error: expected<16>
// expect-sentence: a 128-bit access of float needs an address at a multiple of 16 bytes, and a
// expect-sentence: multiple of 8 is known
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
constexpr int known = 16;
#else
constexpr int known = 8;
#endif

void load(float const* source) {
  auto const src = make_tensor(make_gmem_ptr(assume_aligned<known>(source)), Shape<_4, _2>{});
  auto dst = make_tensor<float>(Shape<_4, _2>{});
  copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, src, dst);
}
