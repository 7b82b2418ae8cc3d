// SPDX-License-Identifier: BSL-1.0
// expect-error: same_number_of_repetitions
// expect-error: found<6>
// expect-error: expected<8>
// expect-sentence: copy: after mode 0, the values of an instruction, the source repeats it 6 times
// expect-sentence: and the destination 8: partition or retile both with the same copy
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using source = Layout<Shape<_4, _2, _4>>;
#else
using source = Layout<Shape<_4, _2, _3>>;
#endif

void load(float const* p) {
  auto const src = make_tensor(make_gmem_ptr(assume_aligned<16>(p)), source{});  // (V,M,N)
  auto dst = make_tensor<float>(Shape<_4, _2, _4>{});
  copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, src, dst);
}
