// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_has_elements<
// expect-sentence: op_selector: wgmma cannot multiply half_t by bfloat16_t in float: it takes
// expect-sentence: half_t in half_t or float
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using element_b = half_t;
#else
using element_b = bfloat16_t;
#endif
auto select() {
  return GMMA::ss_op_selector<half_t, element_b, float, Shape<_64, _64, _64>>();  // the mistake
}
