// SPDX-License-Identifier: BSL-1.0
//
// The mistake of mma_atom_of_no_operation.cpp, with <tileproof/cute.hpp>.
//
// expect-error: MMA_Atom: no MMA_Traits describe this operation; is it an MMA, and is its name
// expect-error: spelt as in <tileproof/atom/mma/sm80.hpp>, SM80_16x8x16_F32F16F16F32_TN?
// expect-lines: g++ 15, clang 25, nvcc 15
#include <tileproof/cute.hpp>

using namespace cute;

// The name of an operation without traits, as a misspelt one is.
struct SM80_16x8x16_F32F16F16F32 {};

#ifdef TILEPROOF_CONTROL
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));
#else
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32{}));  // the mistake
#endif
mma const one{};
