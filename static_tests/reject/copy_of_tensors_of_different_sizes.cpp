// SPDX-License-Identifier: BSL-1.0
// expect-error: same_number_of_elements
// expect-error: found<32>
// expect-error: expected<24>
// expect-sentence: the first tensor has 32 elements and the second 24: copy, transform and axpby
// expect-sentence: need as many in both
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using rows = _4;
#else
using rows = _3;
#endif

void load(float const* source) {
  auto dst = make_tensor<float>(Shape<rows, _8>{});
  copy(make_tensor(make_gmem_ptr<16>(source), Shape<_8, _4>{}), dst);
}
