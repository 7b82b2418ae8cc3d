// SPDX-License-Identifier: BSL-1.0
// expect-error: same_number_of_elements
// expect-error: found<8>
// expect-error: expected<6>
// expect-sentence: the first tensor has 8 elements and the second 6: copy, transform and axpby
// expect-sentence: need as many in both
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using extent = _4;
#else
using extent = _3;
#endif

void accumulate(float const* source) {
  auto const x = make_tensor(source, Layout<Shape<_4, _2>>{});
  auto y = make_tensor<float>(Shape<extent, _2>{});
  axpby(2.0f, x, 1.0f, y);
}
