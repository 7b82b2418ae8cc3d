// SPDX-License-Identifier: BSL-1.0
// expect-error: integers_fit_64_bits
// expect-sentence: an extent, stride or offset does not fit in 64 bits; the argument is
// expect-sentence: _4:_4611686018427387904
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using L = Layout<_4, Int<(1LL << 62)>>;

#ifdef TILEPROOF_CONTROL
auto r = Layout<_2, Int<(1LL << 62)>>{}(1);
#else
auto r = L{}(3);
#endif
