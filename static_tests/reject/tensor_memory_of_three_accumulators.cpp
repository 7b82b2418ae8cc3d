// SPDX-License-Identifier: BSL-1.0
// expect-error: tmem_holds_fragments
// expect-error: found<768>
// expect-error: at_most<512>
// expect-sentence: tensor memory: the fragments take 768 columns of 128 lanes, and there are 512
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/tmem.hpp>

using namespace tileproof;

// Accumulators of 128 x 256 in f32, for some tiles at once.
template <class Tiles>
using accumulators = Shape<Shape<_128, _256>, _1, Tiles>;

#ifdef TILEPROOF_CONTROL
inline constexpr auto d = UMMA::tmem_frg_1sm<float>::layout(accumulators<_2>{});
#else
inline constexpr auto d = UMMA::tmem_frg_1sm<float>::layout(accumulators<_3>{});  // the mistake
#endif
