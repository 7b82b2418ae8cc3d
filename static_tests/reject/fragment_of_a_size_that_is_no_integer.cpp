// SPDX-License-Identifier: BSL-1.0
// expect-error: integers_are_given<float>
// expect-sentence: an extent and a stride are integers or tuples of them, and a float is given
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// The value of the elements is given in the place of their number.
void compute() {
#ifdef TILEPROOF_CONTROL
  auto sums = make_tensor<float>(_4{});
#else
  auto sums = make_tensor<float>(1.5f);  // the mistake
#endif
  sums(0) = 1;
}
