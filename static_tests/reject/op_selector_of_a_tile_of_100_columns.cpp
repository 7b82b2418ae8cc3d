// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_divides_the_tile
// expect-error: in_mode<1>
// expect-error: found<100>
// expect-error: expected<8>
// expect-sentence: op_selector: mode 1 of the tile (M,N,K) has 100 elements, and wgmma needs a
// expect-sentence: multiple of 8
#include <tileproof/atom.hpp>

using namespace tileproof;

// The tile of a block has N = 100.
template <class N>
using tile = Shape<_64, N, _16>;
#ifdef TILEPROOF_CONTROL
auto select() { return GMMA::ss_op_selector<half_t, half_t, float, tile<Int<104>>>(); }
#else
auto select() {
  return GMMA::ss_op_selector<half_t, half_t, float, tile<Int<100>>>();  // the mistake
}
#endif
