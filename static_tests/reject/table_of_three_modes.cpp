// SPDX-License-Identifier: BSL-1.0
// expect-error: layout_is_a_table
// expect-error: found<3>
// expect-sentence: print_layout: a layout of rank 3 is no table, which has 2 modes, rows and
// expect-sentence: columns
#include <tileproof/tileproof.hpp>

using namespace tileproof;

void draw() {
  auto const stages = Layout<Shape<_4, _8, _3>>{};
#ifdef TILEPROOF_CONTROL
  print_layout(group<1, 3>(stages));
#else
  print_layout(stages);  // the mistake
#endif
}
