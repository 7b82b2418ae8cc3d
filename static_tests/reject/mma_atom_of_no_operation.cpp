// SPDX-License-Identifier: BSL-1.0
// expect-error: MMA_Atom: no MMA_Traits describe this operation; is it an MMA, and is its name
// expect-error: spelt as in <tileproof/atom/mma/sm80.hpp>, SM80_16x8x16_F32F16F16F32_TN?
#include <tileproof/atom.hpp>

using namespace tileproof;

// The name of an operation without traits, as a misspelt one is.
struct SM80_16x8x16_F32F16F16F32 {};

#ifdef TILEPROOF_CONTROL
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}));
#else
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32{}));  // the mistake
#endif
mma const one{};
