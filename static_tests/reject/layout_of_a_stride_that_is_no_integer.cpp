// SPDX-License-Identifier: BSL-1.0
// expect-error: integers_are_given<float>
// expect-sentence: an extent and a stride are integers or tuples of them, and a float is given
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto column = make_layout(_4{}, 2);
#else
auto column = make_layout(_4{}, 1.5f);  // the mistake
#endif
