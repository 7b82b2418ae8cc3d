// SPDX-License-Identifier: BSL-1.0
// expect-error: coordinate_rank_fits
// expect-sentence: a coordinate of rank 2 does not fit a mode of rank 1; the arguments are
// expect-sentence: (?,_8):(_1,?) and ((_1,_2),?)
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// The row is a pair, and mode 0 is no tuple.
int offset(int rows, int column) {
  auto const tile = make_layout(make_shape(rows, _8{}));
#ifdef TILEPROOF_CONTROL
  return tile(make_coord(_1{}, column));
#else
  return tile(make_coord(make_coord(_1{}, _2{}), column));  // the mistake
#endif
}
