// SPDX-License-Identifier: BSL-1.0
// expect-error: access_width<128, float
// expect-error: in_runs_of<3>
// expect-error: expected<4>
// expect-sentence: a 128-bit access of float needs 4 consecutive elements, and the layout shows
// expect-sentence: runs of 3
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using pixels = Layout<Shape<_4, _2>>;
#else
// Four values, three of them in a row.
using pixels = Layout<Shape<Shape<_3, _4>, _2>, Stride<Stride<_1, _4>, _16>>;
#endif

void load(float const* source) {
  auto const src = make_tensor(make_gmem_ptr(assume_aligned<16>(source)), pixels{});
  auto dst = make_tensor<float>(shape(pixels{}));
  copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, src, dst);
}
