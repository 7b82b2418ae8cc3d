// SPDX-License-Identifier: BSL-1.0
// expect-error: make_tiled_mma: the atoms along M, N and K are a layout, Layout<Shape<_2,_2>>{},
// expect-error: and a shape or another type is given
#include <tileproof/atom.hpp>

using namespace tileproof;

// The atoms are a layout of (M,N,K), and a shape is passed.
#ifdef TILEPROOF_CONTROL
auto const mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
#else
auto const mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Shape<_2, _2>{});  // the mistake
#endif
