// SPDX-License-Identifier: BSL-1.0
//
// The name of an operation that nothing declares: the error of the name is the first, and no traits
// of traits follow.
//
// expect-error: SM80_16x8x16_F32F16F16F32
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using atom = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>;
#else
using atom = MMA_Atom<SM80_16x8x16_F32F16F16F32>;  // the mistake
#endif
auto mma = make_tiled_mma(atom{}, Layout<Shape<_2, _2, _1>>{});
