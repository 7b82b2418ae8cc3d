// SPDX-License-Identifier: BSL-1.0
// expect-error: ranks_of_a_matrix_product
// expect-sentence: gemm: A, B and C have the ranks (2,3,3), and (M,K), (N,K), (M,N) or (V,M,K),
// expect-sentence: (V,N,K), (V,M,N) are expected; for one k-block slice with t(_,_,k), for all of
// expect-sentence: them keep the k mode
#include <tileproof/atom.hpp>

using namespace tileproof;

// One k-block of A, and all of B.
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}));

void multiply(half_t const* a, half_t const* b, float* c) {
  auto thread = mma{}.get_slice(0);
  auto rA = thread.partition_fragment_A(make_tensor(make_gmem_ptr(a), Shape<_64, _32>{}));
  auto rB = thread.partition_fragment_B(make_tensor(make_gmem_ptr(b), Shape<_64, _32>{}));
  auto rC = thread.partition_fragment_C(make_tensor(make_gmem_ptr(c), Shape<_64, _64>{}));
#ifdef TILEPROOF_CONTROL
  static_assert(size(rA) * size(rB) * size(rC) > 0);
#else
  gemm(thread, rA(_, _, 0), rB, rC);  // the mistake
#endif
}
