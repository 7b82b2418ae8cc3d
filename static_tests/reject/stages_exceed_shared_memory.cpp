// SPDX-License-Identifier: BSL-1.0
// expect-error: fits_in_bytes<232448
// expect-error: in_bytes<262144>
// expect-error: expected<232448>
// expect-sentence: the layouts of float take 262144 bytes, and the buffer has 232448
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// A and B, a stage each of 128x64 floats.
template <int Stages>
using tiles = Layout<Shape<_128, _64, Int<Stages>>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<fits_in_bytes<shared_bytes_sm90, float>>(tiles<3>{}, tiles<3>{}));
#else
static_assert(require<fits_in_bytes<shared_bytes_sm90, float>>(tiles<4>{}, tiles<4>{}));
#endif
