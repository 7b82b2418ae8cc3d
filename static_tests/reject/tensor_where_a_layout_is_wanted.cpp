// SPDX-License-Identifier: BSL-1.0
// expect-error: tileproof: a proof asks about a layout, and a tensor is given: pass t.layout()
#include <tileproof/atom.hpp>

using namespace tileproof;

// A proof is asked of a tensor; it is about the layout of one.
void ask(float* p) {
  auto t = make_tensor(p, Shape<_4, _8>{});
#ifdef TILEPROOF_CONTROL
  require<compact>(t.layout());
#else
  require<compact>(t);  // the mistake
#endif
}
