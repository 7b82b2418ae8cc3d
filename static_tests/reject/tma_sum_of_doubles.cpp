// SPDX-License-Identifier: BSL-1.0
// expect-error: tma_adds_elements
// expect-sentence: SM90_TMA_REDUCE_ADD does not add double: it adds half_t, bfloat16_t, float, and
// expect-sentence: integers of 32 or 64 bits
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using element = float;
#else
using element = double;
#endif
// A tile of 8 x 64 elements, added to a matrix in global memory.
auto sum(element* p, int m, int n) {
  auto const c = make_tensor(make_gmem_ptr(p), make_layout(make_shape(m, n), make_stride(n, _1{})));
  Layout<Shape<_8, _64>, Stride<_64, _1>> const tile;
  return make_tma_copy(SM90_TMA_REDUCE_ADD{}, c, tile);  // the mistake
}
