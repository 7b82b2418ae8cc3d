// SPDX-License-Identifier: BSL-1.0
// expect-error: tcgen05.mma: K is 32 bytes of elements, 64 of a sparse A, or 96 packed float_e2m1_t
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/block_scaled_descriptor.hpp>

using namespace tileproof;
using UMMA::Major;
using UMMA::ScaleIn;

template <class T, class Scale, int Vector, int K>
constexpr auto idesc =
    UMMA::make_instr_desc_block_scaled<T, T, float, Scale, 128, 64, Major::K, Major::K,
                                       ScaleIn::One, ScaleIn::One, false, Vector, K>();

// 64 elements of 4 bits are 32 bytes; of 8 bits they are two instructions.
#ifdef TILEPROOF_CONTROL
static_assert(idesc<float_e2m1_t, float_ue4m3_t, 16, 64>.k_size_ == 0);
#else
static_assert(idesc<float_e4m3_t, float_ue8m0_t, 32, 64>.k_size_ == 0);
#endif
