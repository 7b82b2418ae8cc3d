// SPDX-License-Identifier: BSL-1.0
// expect-error: a proof at compile time needs a layout whose leaves are all static, or unknowns (n + _1{} is still one, n + 1 is not)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
bool holds = prove<injective>(make_layout(4)).holds();
#else
bool holds = require<injective>(make_layout(4));
#endif
