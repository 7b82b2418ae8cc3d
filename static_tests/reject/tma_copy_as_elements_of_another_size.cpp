// SPDX-License-Identifier: BSL-1.0
//
// make_tma_copy<T> with a type of other bits than the tensor's elements have.
//
// expect-error: internal_type_has_the_bits
// expect-error: found<16>
// expect-error: expected<32>
// expect-sentence: make_tma_copy<half_t>: TMA takes float elements for a type of 16 bits, and they
// expect-sentence: have 32: name a type of 32 bits, or none
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using internal = tfloat32_t;
#else
using internal = half_t;
#endif
auto load(float* p, int rows) {
  auto const g = make_tensor(make_gmem_ptr(p), make_shape(rows, _32{}), make_stride(_32{}, _1{}));
  return make_tma_copy<internal>(SM90_TMA_LOAD{}, g, Layout<Shape<_8, _32>, Stride<_32, _1>>{});
}
