// SPDX-License-Identifier: BSL-1.0
// expect-error: same_number_of_elements
// expect-error: found<6>
// expect-error: expected<8>
// expect-sentence: the first tensor has 6 elements and the second 8: copy, transform and axpby
// expect-sentence: need as many in both
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
