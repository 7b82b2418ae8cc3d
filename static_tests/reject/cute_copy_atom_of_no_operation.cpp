// SPDX-License-Identifier: BSL-1.0
//
// The mistake of copy_atom_of_no_operation.cpp, with <tileproof/cute.hpp>.
//
// expect-error: Copy_Atom: no Copy_Traits describe this operation; a plain copy of a vector V is
// expect-error: UniversalCopy<V>
// expect-lines: g++ 15, clang 25, nvcc 15
#include <tileproof/cute.hpp>

using namespace cute;

// A type that is no copy operation: the vector alone.
#ifdef TILEPROOF_CONTROL
using atom = Copy_Atom<UniversalCopy<uint128_t>, half_t>;
#else
using atom = Copy_Atom<uint128_t, half_t>;
#endif
atom const one{};  // the mistake
