// SPDX-License-Identifier: BSL-1.0
//
// Symptom: offsets_fit_32_bits held for a tile whose second element lies at offset 2^31.
// Cause: the property looked at the offsets before the swizzle, 0 and 256. A swizzle that moves
// bits up makes 2^31 + 256 of 256. Fix: the offsets that the swizzle makes are looked at
// (offsets_fit_32_bits in prove/resources.hpp).
#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/prove/resources.hpp>

#include <cstdint>

using namespace tileproof;

template <int Shift>
using tile = ComposedLayout<Swizzle<1, 8, Shift>, _0, Layout<_2, Int<256>>>;
static_assert(tile<-23>{}(_1{}) == (std::int64_t{1} << 31) + 256);
static_assert(!proved<offsets_fit_32_bits, tile<-23>>);
static_assert(proved<offsets_fit_32_bits, tile<-22>>);
