// SPDX-License-Identifier: BSL-1.0
// expect-error: values_fill_registers
// expect-error: found<4>
// expect-error: expected<8>
// expect-sentence: operand has 4 values of half_t, and the registers of the instruction hold 8
#include <tileproof/atom.hpp>

using namespace tileproof;

// A of mma.m16n8k16 has 8 values a thread.
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));

void multiply() {
  auto rB = make_tensor<half_t>(Layout<Shape<_4, _1, _1>>{});
  auto rC = make_tensor<float>(Layout<Shape<_4, _1, _1>>{});
#ifdef TILEPROOF_CONTROL
  auto rA = make_tensor<half_t>(Layout<Shape<_8, _1, _1>>{});
  static_assert(size(rA) * size(rB) * size(rC) > 0);
#else
  auto rA = make_tensor<half_t>(Layout<Shape<_4, _1, _1>>{});
  gemm(mma{}, rA, rB, rC);  // the mistake
#endif
}
