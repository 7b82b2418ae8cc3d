// SPDX-License-Identifier: BSL-1.0
// expect-error: make_tensor<T>: an owning tensor needs a static layout
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Registers have no run-time size.
void hold(int n) {
#ifdef TILEPROOF_CONTROL
  make_tensor<float>(Shape<_4, _8>{});
  static_cast<void>(n);
#else
  make_tensor<float>(make_shape(n, _8{}));  // the mistake
#endif
}
