// SPDX-License-Identifier: BSL-1.0
// expect-error: ranks_of_a_matrix_product
// expect-error: found<2, 1, 2>
// expect-sentence: gemm: A, B and C have the ranks (2,1,2), and (M,K), (N,K), (M,N) or (V,M,K),
// expect-sentence: (V,N,K), (V,M,N) are expected; for one k-block slice with t(_,_,k), for all of
// expect-sentence: them keep the k mode
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using right = Shape<_8, _4>;  // (N,K)
#else
using right = Shape<_8>;
#endif

void multiply() {
  auto a = make_tensor<float>(Shape<_2, _4>{});  // (M,K)
  auto b = make_tensor<float>(right{});
  auto c = make_tensor<float>(Shape<_2, _8>{});  // (M,N)
  gemm(a, b, c);
}
