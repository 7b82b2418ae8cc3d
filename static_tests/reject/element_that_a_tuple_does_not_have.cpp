// SPDX-License-Identifier: BSL-1.0
// expect-error: mode_exists
// expect-error: found<2>
// expect-error: expected<2>
// expect-sentence: mode 2 does not exist: there are 2 modes, counted from 0
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// get<2> of a pair of run-time integers, which can be written.
auto third(int m, int n) {
  auto shape = make_shape(m, n);
#ifdef TILEPROOF_CONTROL
  return get<1>(shape);
#else
  return get<2>(shape);  // the mistake
#endif
}
