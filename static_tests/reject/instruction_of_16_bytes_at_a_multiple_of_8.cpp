// SPDX-License-Identifier: BSL-1.0
// expect-error: source_is_aligned
// expect-error: access_width<128, float
// expect-error: aligned_to<8>
// expect-error: expected<16>
// expect-error: write_make_gmem_ptr<16>
// expect-error: write_assume_multiple_of<4>
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
constexpr int known = 16;
#else
constexpr int known = 8;
#endif

void load(float const* source) {
  auto const src = make_tensor(make_gmem_ptr<known>(source), Shape<_4, _2>{});
  auto dst = make_tensor<float>(Shape<_4, _2>{});
  copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, src, dst);
}
