// SPDX-License-Identifier: BSL-1.0
//
// Gives namespace cute the floating-point element types of tensor cores, half_t and its like: this
// library's own, or cutlass's in a program that stands beside NVIDIA's headers
// (beside_cutlass.hpp). Source: CuTe, numeric/numeric_types.hpp.
#pragma once

#include <tileproof/atom/numeric.hpp>

namespace cute {

#if defined(TILEPROOF_CUTE_BESIDE_CUTLASS)
using cutlass::bfloat16_t, cutlass::float_e4m3_t, cutlass::float_e5m2_t, cutlass::half_t;
using cutlass::float_e2m1_t, cutlass::float_e2m3_t, cutlass::float_e3m2_t, cutlass::tfloat32_t;
using cutlass::float_ue4m3_t, cutlass::float_ue8m0_t;
#else
using tileproof::bfloat16_t, tileproof::float_e4m3_t, tileproof::float_e5m2_t, tileproof::half_t;
using tileproof::float_e2m1_t, tileproof::float_e2m3_t, tileproof::float_e3m2_t;
using tileproof::float_ue4m3_t, tileproof::float_ue8m0_t, tileproof::tfloat32_t;
#endif

}  // namespace cute
