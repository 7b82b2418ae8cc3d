// SPDX-License-Identifier: BSL-1.0
// expect-error: access_width<128, short
// expect-error: aligned_to<4>
// expect-error: expected<16>
// expect-sentence: the source of a copy by 16 bytes is known to be aligned to 4: state more with
// expect-sentence: make_gmem_ptr<16>(p), and of a run-time stride with
// expect-sentence: assume_multiple_of<8>(stride)
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using pitch = multiple_of<8, int>;
#else
using pitch = multiple_of<2, int>;
#endif

void load(short const* source, pitch columns, int thread) {
  auto const copies =
      make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, short>{},
                      Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto const gA = make_tensor(make_gmem_ptr(assume_aligned<16>(source)),
                              make_layout(Shape<_16, _64>{}, make_stride(columns, _1{})));
  auto const src = copies.get_slice(thread).partition_S(gA);
  auto dst = make_tensor<short>(shape(src));
  copy(copies, src, dst);
}
