// SPDX-License-Identifier: BSL-1.0
// expect-error: tmem_holds_fragments
// expect-error: found<1024>
// expect-error: at_most<512>
// expect-sentence: tensor memory: the fragments take 1024 columns of 128 lanes, and there are 512
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/tmem.hpp>

using namespace tileproof;
using UMMA::TmemAllocMode;

// With M = 64 a fragment has half of the lanes, and only Interleaved puts the next one in the rest.
#ifdef TILEPROOF_CONTROL
constexpr auto mode = TmemAllocMode::Interleaved;
#else
constexpr auto mode = TmemAllocMode::NonInterleaved;
#endif
using fragments = UMMA::tmem_frg_1sm<float, std::uint32_t, mode>;
constexpr auto d = fragments::layout(Shape<Shape<_64, _256>, _1, _4>{});  // the mistake
#ifdef TILEPROOF_CONTROL
static_assert(d(0, 0, 1) == TMEM::make_address(16, 0));
#endif
