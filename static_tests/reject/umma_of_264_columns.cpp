// SPDX-License-Identifier: BSL-1.0
// expect-error: umma_has_n
// expect-error: found<264, 1>
// expect-error: expected<256>
// expect-sentence: tcgen05.mma: N = 264 does not exist with these types and cta_group::1; 256
// expect-sentence: would do
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/instruction_descriptor.hpp>

using namespace tileproof;
using namespace tileproof::UMMA;
constexpr auto K = Major::K;

#ifdef TILEPROOF_CONTROL
constexpr int n = 256;
#else
constexpr int n = 264;
#endif
inline constexpr auto id = make_instr_desc<half_t, half_t, float, 128, n, K, K>();  // the mistake
