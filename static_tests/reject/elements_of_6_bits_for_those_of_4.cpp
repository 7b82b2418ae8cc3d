// SPDX-License-Identifier: BSL-1.0
// expect-error: operand_has_the_element
// expect-sentence: the fragment has elements of in_byte<float_e3m2_t>, and the instruction takes in_byte<float_e2m1_t>
#include <tileproof/atom.hpp>
#include <tileproof/atom/mma/scale_factors.hpp>
#include <tileproof/atom/mma/sm120.hpp>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

// A fragment of 6 bits in bytes, for an instruction of 4 bits in bytes.
using op = SM120_16x8x32_TN<float_e2m1_t, float_e4m3_t, float>;
#ifdef TILEPROOF_CONTROL
using element = in_byte<float_e2m1_t>;
#else
using element = in_byte<float_e3m2_t>;
#endif
auto const mma = MMA_Atom<op>{};
void multiply(Tensor<ArrayEngine<element, 16>, Layout<Shape<_16, _1>>> const& a,
              Tensor<ArrayEngine<float_e4m3_t, 8>, Layout<Shape<_8, _1>>> const& b,
              Tensor<ArrayEngine<float, 4>, Layout<Shape<_4, _1, _1>>>& c) {
  gemm(mma, a, b, c);
}
