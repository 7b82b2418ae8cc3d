// SPDX-License-Identifier: BSL-1.0
// The kernel that launch_gemm takes from a choice: small tiles where large ones leave SMs idle.
#include <tileproof/kernel/gemm/choice.hpp>

using namespace tileproof;

namespace {

using simt = gemm_simt<major::mn, major::mn>;
constexpr int many = 0;  // 128x256
constexpr int few = 1;   // 64x128, in slices

// 132 SMs: 32 tiles of 128x256, or 128 of 64x128; then 128 of 128x256.
static_assert(number_of_choice(simt{}, 1024, 1024, 132) == few);
static_assert(number_of_choice(simt{}, 2048, 2048, 132) == many);
static_assert(number_of_choice(simt{}, 4096, 4096, 132) == many);
static_assert(number_of_choice(simt{}, 8192, 8192, 132) == many);
// 133 tiles of 128x256 take two rounds, 532 of 64x128 take five.
static_assert(number_of_choice(simt{}, 128 * 7, 256 * 19, 132) == few);
// On 32 SMs the first problem fills the GPU with either.
static_assert(number_of_choice(simt{}, 1024, 1024, 32) == many);
// No tiles, one, and more than are counted.
static_assert(number_of_choice(simt{}, 0, 5, 132) == many);
static_assert(number_of_choice(simt{}, 1, 1, 132) == few);
static_assert(number_of_choice(simt{}, INT64_MAX, INT64_MAX, 132) == many);

// From 7/8 of the time or more, the first kernel stays: 48 columns of tiles of 64, 24 of 128.
using mma = gemm_mma<SM80_16x8x16_F32F16F16F32_TN, major::k, major::k, float>;
static_assert(number_of_choice(mma{}, 1024, 1024, 132) == 1);
static_assert(number_of_choice(mma{}, 2048, 2048, 132) == 0);

template <class... Kernels>
constexpr bool all_proved(gemm_choice<Kernels...>) {
  return (Kernels::proofs::hold && ...);
}
static_assert(all_proved(simt{}) && all_proved(mma{}));
static_assert(all_proved(gemm_simt<major::k, major::k>{}));

}  // namespace
