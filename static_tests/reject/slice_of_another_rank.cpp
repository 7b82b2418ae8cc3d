// SPDX-License-Identifier: BSL-1.0
// expect-error: coordinate_rank_fits
// expect-sentence: a coordinate of rank 3 does not fit a mode of rank 2; the arguments are
// expect-sentence: (?,_32):(_1,?) and (_,_,?)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// A stage is chosen of a tile that has none.
int clear_stage(float* p, int m, int stage) {
  auto tile = make_tensor(p, make_shape(m, _32{}));
#ifdef TILEPROOF_CONTROL
  auto row = tile(_, stage);
#else
  auto row = tile(_, _, stage);  // the mistake
#endif
  row(0) = 0;
  return size(row);
}
