// SPDX-License-Identifier: BSL-1.0
// expect-error: coordinate_rank_fits
// expect-sentence: a coordinate of rank 3 does not fit a mode of rank 2; the arguments are
// expect-sentence: (_4,_8):(_1,_4) and (?,?,?)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Three integers for a tensor of two modes.
float read(float* p) {
  auto t = make_tensor(p, Shape<_4, _8>{});
#ifdef TILEPROOF_CONTROL
  return t(1, 2);
#else
  static_cast<void>(t(1, 2, 0));  // the mistake
  return 0;
#endif
}
