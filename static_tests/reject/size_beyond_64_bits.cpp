// SPDX-License-Identifier: BSL-1.0
// expect-error: integers_fit_64_bits
// expect-sentence: an extent, stride or offset does not fit in 64 bits; the argument is
// expect-sentence: _1099511627776:_1099511627776
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using big = Int<(1LL << 40)>;

#ifdef TILEPROOF_CONTROL
auto r = cosize(Layout<_2, big>{});
#else
auto r = cosize(Layout<big, big>{});
#endif
