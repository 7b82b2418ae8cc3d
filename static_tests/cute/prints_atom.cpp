// SPDX-License-Identifier: BSL-1.0
//
// Copy and MMA atoms, tiled ones, and a format, as they print.
// prints_atom.txt is what NVIDIA's CuTe 4.7 prints for the same program, with <cute/tensor.hpp> in
// place of <tileproof/cute.hpp>.
#include <tileproof/atom/mma/print_atom.hpp>
#include <tileproof/cute.hpp>

using namespace cute;

int main() {
  print(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{});
  print(MMA_Atom<SM70_8x8x4_F32F16F16F32_TN>{});
  print(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}));
  print(make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16, _1>>{}));
  print(Copy_Atom<UniversalCopy<uint128_t>, float>{});
  print(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{});
  print(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _8>>{},
                        Layout<Shape<_4, _1>>{}));
  print("%d,%d: %5.2f\n", 3, 4, 1.5);
}
