// SPDX-License-Identifier: BSL-1.0
// expect-error: expects_bytes<24
// expect-error: on_side<0>
// expect-error: in_bytes<24
// expect-error: aligned_to<16>
// expect-sentence: TMA moves multiples of 16 bytes, and a box of copy 0, counted from 0, has 24
#include <tileproof/atom.hpp>
#include <tileproof/atom/tma/shares.hpp>

using namespace tileproof;

// (blocks, bytes of a box, boxes of a block)
#ifdef TILEPROOF_CONTROL
static_assert(require<expects_bytes<32>>(Shape<_1, _32, _1>{}));
#else
static_assert(require<expects_bytes<24>>(Shape<_1, _24, _1>{}));
#endif
