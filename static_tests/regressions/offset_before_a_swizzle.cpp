// SPDX-License-Identifier: BSL-1.0
//
// Symptom: a swizzled layout with the offset 2147483647 refused a coordinate whose offset is an
// int. Cause: the offset of a coordinate was parted into whole periods of the swizzle and a rest,
// for device code; offset + rest does not fit an int where the whole periods are negative. Fix: the
// host adds the whole offset first (offset_after in algebra/swizzle_offset.hpp).
#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/algebra/swizzle_offset.hpp>

#include <cstdint>

using namespace tileproof;

constexpr auto down = make_layout(_8{}, Int<-1>{});
constexpr auto tile = make_composed_layout(Swizzle<3, 3, 3>{}, INT32_MAX, down);
static_assert(tile(0) == Swizzle<3, 3, 3>{}(INT32_MAX));
#if !defined(__CUDA_ARCH__)  // device code parts the offset still
static_assert(tile(1) == Swizzle<3, 3, 3>{}(INT32_MAX - 1));
#endif
