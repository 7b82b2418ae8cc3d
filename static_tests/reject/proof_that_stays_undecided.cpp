// SPDX-License-Identifier: BSL-1.0
// expect-error: equivalent
// expect-error: undecided
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<equivalent>(Layout<Int<12000>, _1>{}, Layout<Int<12000>, _1>{}));
#else
static_assert(require<equivalent>(Layout<Int<12000>, _1>{},
                                  composition(Swizzle<1, 20, 1>{}, Layout<Int<12000>, _1>{})));
#endif
