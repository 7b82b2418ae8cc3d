// SPDX-License-Identifier: BSL-1.0
// expect-error: extents_of_a_matrix_product
// expect-sentence: gemm: are A and B swapped? The first operand has 4 values in 2 rows, the
// expect-sentence: second 8 in 2, and C is 2 by 2; pass A, (M,K), before B, (N,K)
#include <tileproof/atom.hpp>

using namespace tileproof;

// The fragments of mma.sync: A has 8 values an instruction, B has 4.
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}));

void multiply(half_t const* a, half_t const* b, float* c) {
  auto thread = mma{}.get_slice(0);
  auto rA = thread.partition_fragment_A(make_tensor(make_gmem_ptr(a), Shape<_64, _32>{}));
  auto rB = thread.partition_fragment_B(make_tensor(make_gmem_ptr(b), Shape<_32, _32>{}));
  auto rC = thread.partition_fragment_C(make_tensor(make_gmem_ptr(c), Shape<_64, _32>{}));
#ifdef TILEPROOF_CONTROL
  static_assert(size(rA) * size(rB) * size(rC) > 0);
#else
  gemm(thread, rB, rA, rC);  // the mistake
#endif
}
