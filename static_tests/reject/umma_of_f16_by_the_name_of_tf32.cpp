// SPDX-License-Identifier: BSL-1.0
// expect-error: tcgen05.mma: the name states another kind than the types
// expect-error: F16BF16 takes f16 and bf16, TF32 tf32
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/names.hpp>

using namespace tileproof;
using UMMA::Major;

template <class T>
using operation = SM100_MMA_TF32_SS<T, T, float, 128, 64, Major::K, Major::K>;

#ifdef TILEPROOF_CONTROL
static_assert(operation<tfloat32_t>::idesc.a_format_ == 2);
#else
static_assert(operation<half_t>::idesc.a_format_ == 0);  // the mistake
#endif
