// SPDX-License-Identifier: BSL-1.0
// expect-error: umma_has_m
// expect-error: found<96, 1>
// expect-error: expected<64, 128>
// expect-sentence: tcgen05.mma: M = 96 does not exist with these types and cta_group::1; 64 and
// expect-sentence: 128 do
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/instruction_descriptor.hpp>

using namespace tileproof;
using namespace tileproof::UMMA;
constexpr auto K = Major::K;

#ifdef TILEPROOF_CONTROL
constexpr int m = 128;
#else
constexpr int m = 96;
#endif
inline constexpr auto id = make_instr_desc<half_t, half_t, float, m, 64, K, K>();  // the mistake
