// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_in_bytes
// expect-sentence: the layouts of
// expect-sentence: take 262144 bytes, and the buffer has 166912
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// Sixteen stages of a tile of 128x64 f16.
using stage = Layout<Shape<_128, _64>>;
#ifdef TILEPROOF_CONTROL
using stages = Layout<Shape<_128, _64, _4>>;
#else
using stages = Layout<Shape<_128, _64, _16>>;
#endif
static_assert(require<fits_in_bytes<shared_bytes_sm80, short>>(stages{}));  // the mistake
