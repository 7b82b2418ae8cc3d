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
template <TmemAllocMode Mode>
constexpr auto d =
    UMMA::tmem_frg_1sm<float, std::uint32_t, Mode>::layout(Shape<Shape<_64, _256>, _1, _4>{});

#ifdef TILEPROOF_CONTROL
static_assert(d<TmemAllocMode::Interleaved>(0, 0, 1) == TMEM::make_address(16, 0));
#else
static_assert(d<TmemAllocMode::NonInterleaved>(0, 0, 1) != 0);  // the mistake
#endif
