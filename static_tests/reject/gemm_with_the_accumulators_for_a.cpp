// SPDX-License-Identifier: BSL-1.0
// expect-error: operand_has_the_element
// expect-error: half_t, float
// expect-sentence: the fragment has elements of float, and the instruction takes half_t: convert
// expect-sentence: the fragment, or use the instruction of float
#include <tileproof/atom.hpp>

using namespace tileproof;

// The fragment of C, which has the bits of A, is passed for A.
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));

void multiply(half_t const* a, half_t const* b, float* c) {
  auto thread = mma{}.get_slice(0);
  auto rA = thread.partition_fragment_A(make_tensor(make_gmem_ptr(a), Shape<_16, _16>{}));
  auto rB = thread.partition_fragment_B(make_tensor(make_gmem_ptr(b), Shape<_8, _16>{}));
  auto rC = thread.partition_fragment_C(make_tensor(make_gmem_ptr(c), Shape<_16, _8>{}));
#ifdef TILEPROOF_CONTROL
  static_assert(size(rA) * size(rB) * size(rC) > 0);
#else
  static_cast<void>(rA);
  gemm(thread, rC, rB, rC);  // the mistake
#endif
}
