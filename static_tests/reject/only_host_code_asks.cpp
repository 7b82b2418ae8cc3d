// SPDX-License-Identifier: BSL-1.0
// nvcc's passes for the host take proofs for granted (TILEPROOF_REQUIRE_DECIDES): its pass for an
// architecture instantiates what only the host calls, and refuses it.
// expect-error: injective
// expect-error: at_coordinate<3, 0>
// expect-error: and_coordinate<0, 1>
// expect-sentence: coordinates (3,0) and (0,1) of (_4,_2):(_1,_3) have one offset, 3
#include <tileproof/tileproof.hpp>

using namespace tileproof;

template <class L>
bool stores_once() {
  return require<injective>(L{});
}

#ifdef TILEPROOF_CONTROL
bool of_host() { return stores_once<Layout<Shape<_4, _2>, Stride<_1, _4>>>(); }
#else
bool of_host() { return stores_once<Layout<Shape<_4, _2>, Stride<_1, _3>>>(); }
#endif
