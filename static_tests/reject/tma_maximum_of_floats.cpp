// SPDX-License-Identifier: BSL-1.0
// expect-error: tma_compares_elements
// expect-sentence: SM90_TMA_REDUCE_MIN and _MAX do not take float: they take half_t, bfloat16_t
// expect-sentence: integers of 32 or 64 bits
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using element = bfloat16_t;
#else
using element = float;
#endif
// The maximum of a tile of 8 x 64 elements and a matrix in global memory.
auto maximum(element* p, int m, int n) {
  auto const c = make_tensor(make_gmem_ptr(p), make_layout(make_shape(m, n), make_stride(n, _1{})));
  Layout<Shape<_8, _64>, Stride<_64, _1>> const tile;
  return make_tma_copy(SM90_TMA_REDUCE_MAX{}, c, tile);  // the mistake
}
