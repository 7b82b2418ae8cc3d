// SPDX-License-Identifier: BSL-1.0
// expect-error: tiles_evenly
// expect-error: residue_in_modes<0>
// expect-sentence: the tiles do not divide mode 0 of (_10,_8): the last tile lies partly outside.
// expect-sentence: 10 is a multiple of 2.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<tiles_evenly>(Shape<_10, _8>{}, Shape<_5, _2>{}));
#else
static_assert(require<tiles_evenly>(Shape<_10, _8>{}, Shape<_4, _2>{}));
#endif
