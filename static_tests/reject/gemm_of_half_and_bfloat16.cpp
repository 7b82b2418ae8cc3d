// SPDX-License-Identifier: BSL-1.0
// expect-error: operand_has_the_element
// expect-error: bfloat16_t,
// expect-sentence: the fragment has elements of half_t, and the instruction takes bfloat16_t:
// expect-sentence: convert the fragment, or use the instruction of half_t
#include <tileproof/atom.hpp>

using namespace tileproof;

// A is f16, and the instruction multiplies bf16.
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32BF16BF16F32_TN{}));

void multiply(bfloat16_t const* b, float* c) {
  auto thread = mma{}.get_slice(0);
  auto rB = thread.partition_fragment_B(make_tensor(make_gmem_ptr(b), Shape<_8, _16>{}));
  auto rC = thread.partition_fragment_C(make_tensor(make_gmem_ptr(c), Shape<_16, _8>{}));
  using values = Layout<Shape<Shape<_2, _2, _2>, _1, _1>>;
#ifdef TILEPROOF_CONTROL
  auto rA = make_tensor<bfloat16_t>(values{});
  static_assert(size(rA) * size(rB) * size(rC) > 0);
#else
  auto rA = make_tensor<half_t>(values{});
  gemm(thread, rA, rB, rC);  // the mistake
#endif
}
