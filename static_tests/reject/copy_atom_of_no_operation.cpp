// SPDX-License-Identifier: BSL-1.0
// expect-error: Copy_Atom: no Copy_Traits describe this operation; a plain copy of a vector V is
// expect-error: UniversalCopy<V>
#include <tileproof/atom.hpp>

using namespace tileproof;

// A type that is no copy operation: the vector alone.
#ifdef TILEPROOF_CONTROL
using atom = Copy_Atom<UniversalCopy<uint128_t>, half_t>;
#else
using atom = Copy_Atom<uint128_t, half_t>;
#endif
atom const one{};  // the mistake
