// SPDX-License-Identifier: BSL-1.0
// expect-error: composition(A,B): B is a tensor, and a layout is expected: pass t.layout()
#include <tileproof/atom.hpp>

using namespace tileproof;

// The right-hand operand is a tensor.
void compose(float* p) {
  auto t = make_tensor(p, Shape<_4, _8>{});
#ifdef TILEPROOF_CONTROL
  composition(Layout<_32>{}, t.layout());
#else
  composition(Layout<_32>{}, t);  // the mistake
#endif
}
