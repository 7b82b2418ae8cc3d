// SPDX-License-Identifier: BSL-1.0
// expect-error: integers_fit_64_bits
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using L = Layout<_4, Int<(1LL << 62)>>;

#ifdef TILEPROOF_CONTROL
auto r = Layout<_2, Int<(1LL << 62)>>{}(1);
#else
auto r = L{}(3);
#endif
