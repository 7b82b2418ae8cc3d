// SPDX-License-Identifier: BSL-1.0
// expect-error: extents_of_a_matrix_product
// expect-error: in_mode<2>
// expect-error: found<3>
// expect-error: expected<4>
// expect-sentence: gemm: mode 2 has 3 elements and 4 are expected: A is (M,K), B is (N,K), C is
// expect-sentence: (M,N)
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using steps = _4;
#else
using steps = _3;
#endif

void multiply() {
  auto a = make_tensor<float>(Shape<_2, _4>{});     // (M,K)
  auto b = make_tensor<float>(Shape<_8, steps>{});  // (N,K)
  auto c = make_tensor<float>(Shape<_2, _8>{});     // (M,N)
  gemm(a, b, c);
}
