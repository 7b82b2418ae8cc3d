// SPDX-License-Identifier: BSL-1.0
// expect-error: function_is_a_layout
// expect-error: in_mode<3>
// expect-error: at_coordinate<0>
// expect-sentence: no layout is this function: thread 3, value 0 is element 2 where the layout
// expect-sentence: would give 4; the argument is _4
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto r = thread_value_layout<4, 2>([](int t, int v) { return t + 4 * v; });
#else
auto r = thread_value_layout<4, 2>([](int t, int v) { return (t ^ t / 2) + 4 * v; });  // Gray code
#endif
