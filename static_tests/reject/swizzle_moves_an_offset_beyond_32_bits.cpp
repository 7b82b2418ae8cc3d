// SPDX-License-Identifier: BSL-1.0
// expect-error: offsets_fit_32_bits
// expect-error: at_offset<2147483904
// expect-sentence: offset 2147483904 of Sw<1,8,-23> o _0 o _2:_256 does not fit in 32 bits
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<offsets_fit_32_bits>(composition(Swizzle<1, 8, -22>{},
                                                       Layout<_2, Int<256>>{})));
#else
static_assert(require<offsets_fit_32_bits>(composition(Swizzle<1, 8, -23>{},
                                                       Layout<_2, Int<256>>{})));
#endif
