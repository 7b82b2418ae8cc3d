// SPDX-License-Identifier: BSL-1.0
// expect-error: extents_of_a_matrix_product
// expect-sentence: gemm: are A and B swapped? The first operand has 1 value in 8 rows, the
// expect-sentence: second 1 in 2, and C is 2 by 8; pass A, (M,K), before B, (N,K)
#include <tileproof/atom.hpp>

using namespace tileproof;

// A is (M,K), B is (N,K): they are passed in the other order.
void multiply() {
  auto a = make_tensor<float>(Shape<_2, _4>{});  // (M,K)
  auto b = make_tensor<float>(Shape<_8, _4>{});  // (N,K)
  auto c = make_tensor<float>(Shape<_2, _8>{});  // (M,N)
#ifdef TILEPROOF_CONTROL
  gemm(a, b, c);
#else
  gemm(b, a, c);  // the mistake
#endif
}
