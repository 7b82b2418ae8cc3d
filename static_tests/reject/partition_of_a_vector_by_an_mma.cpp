// SPDX-License-Identifier: BSL-1.0
// expect-error: operand_is_a_matrix
// expect-error: found<1>
// expect-sentence: partition_A, _B, _C: the tensor has 1 mode, and at least two are expected:
// expect-sentence: (M,K), (N,K) or (M,N)
#include <tileproof/atom.hpp>

using namespace tileproof;

// A as a vector.
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));
auto part(half_t const* a) {
#ifdef TILEPROOF_CONTROL
  return mma{}.get_slice(0).partition_A(make_tensor(make_gmem_ptr(a), Shape<_16, _16>{}));
#else
  auto vector = make_tensor(make_gmem_ptr(a), Shape<_64>{});
  return mma{}.get_slice(0).partition_A(vector);  // the mistake
#endif
}
