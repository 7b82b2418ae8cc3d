// SPDX-License-Identifier: BSL-1.0
// expect-error: bulk_copy_is_of_16_bytes
// expect-error: in_bits<96>
// expect-sentence: cp.async.bulk: a copy of 96 bits is asked for, and it must be of a multiple of
// expect-sentence: 128, 16 bytes
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using bits = Int<128>;
#else
using bits = Int<96>;
#endif
// Three floats.
using bulk_copy = Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, bits>, float>;
static_assert(bulk_copy::NumValSrc > 0);  // the mistake
