// SPDX-License-Identifier: BSL-1.0
// expect-error: offsets_fit_32_bits
// expect-sentence: offset 2147486720 of (1025,1025):(_1,2097154) does not fit in 32 bits (for
// expect-sentence: ld = 2097154, m = 1025 in (m,m):(_1,ld); it holds if m-1+(m-1)*ld <= 2147483647)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using m = unknown<"m", at_most<32768>>;
using ld = unknown<"ld", at_least<m{}>, at_most<32768>>;
#else
using m = unknown<"m">;
using ld = unknown<"ld", at_least<m{}>>;
#endif
static_assert(require<offsets_fit_32_bits>(Layout<Shape<m, m>, Stride<_1, ld>>{}));
