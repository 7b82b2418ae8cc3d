// SPDX-License-Identifier: BSL-1.0
// expect-error: takes_factors_of_its_type
// expect-sentence: the scale factors are of another type than the instruction's, or not as many
#include <tileproof/atom.hpp>
#include <tileproof/atom/mma/scale_factors.hpp>
#include <tileproof/atom/mma/sm120.hpp>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

// Factors of nvfp4 for an instruction that takes powers of two.
using op = SM120_16x8x32_TN_VS<float_e4m3_t, float_e4m3_t, float, float_ue8m0_t, 32>;
// A factor for 32 elements: a stride of 0 among them.
using elements = Layout<Shape<_32, _64>>;
using factors = Layout<Shape<_32, Shape<_32, _2>>, Stride<_2, Stride<_0, _1>>>;

void multiply(float_e4m3_t* a, float_ue8m0_t* sfa) {
  auto const mma = make_tiled_mma(op{}, Layout<Shape<_2, _2>>{}).get_slice(0);
  auto tCrA = mma.partition_fragment_A(make_tensor(a, elements{}));
  auto tCrB = mma.partition_fragment_B(make_tensor(a, elements{}));
  auto tCrSFA = mma.partition_fragment_SFA(make_tensor(sfa, factors{}));
  auto tCrSFB = mma.partition_fragment_SFB(make_tensor(sfa, factors{}));
  auto tCrC = partition_fragment_C(mma, Shape<_32, _32>{});
#ifdef TILEPROOF_CONTROL
  gemm(mma, make_zip_tensor(tCrA, tCrSFA), make_zip_tensor(tCrB, tCrSFB), tCrC);
#else
  auto tCrNV = make_fragment_like<float_ue4m3_t>(tCrSFA);
  gemm(mma, make_zip_tensor(tCrA, tCrNV), make_zip_tensor(tCrB, tCrSFB), tCrC);
#endif
}
