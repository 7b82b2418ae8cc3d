// SPDX-License-Identifier: BSL-1.0
// expect-error: undecided
// expect-error: at_offset<-31>
// expect-error: least_offset_must_be<0>
// expect-error: move_the_base_there
// expect-sentence: undecided: the least offset of _32:_-1 is -31, and an access counts offsets
// expect-sentence: from 0 on; move the base to the least offset
#include <tileproof/tileproof.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
static_assert(require<free_of_bank_conflicts<shared_load<32>, float>>(Layout<_32>{}));
#else
static_assert(require<free_of_bank_conflicts<shared_load<32>, float>>(Layout<_32, Int<-1>>{}));
#endif
