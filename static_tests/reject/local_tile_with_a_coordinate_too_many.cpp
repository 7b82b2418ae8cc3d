// SPDX-License-Identifier: BSL-1.0
// expect-error: coordinate_rank_fits
// expect-sentence: a coordinate of rank 3 does not fit a mode of rank 2; the arguments are
// expect-sentence: (_32,_32), (_128,_64):(_1,_128) and (?,?,?)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// The tiler has two modes, the coordinate three.
void tile(float* p) {
  auto t = make_tensor(p, Shape<_128, _64>{});
#ifdef TILEPROOF_CONTROL
  local_tile(t, Shape<_32, _32>{}, make_coord(0, 1));
#else
  local_tile(t, Shape<_32, _32>{}, make_coord(0, 1, 2));  // the mistake
#endif
}
