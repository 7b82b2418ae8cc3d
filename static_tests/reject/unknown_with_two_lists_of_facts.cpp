// SPDX-License-Identifier: BSL-1.0
// expect-error: one_list_of_facts_a_name
// expect-sentence: unknown: one name has two lists of facts; name the type once, by an alias
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using other = unknown<"n", multiple_of<8>>;
#else
using other = unknown<"m", multiple_of<8>>;
#endif
auto r = make_layout(make_shape(unknown<"m">(8), other(8)));
