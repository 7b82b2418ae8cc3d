// SPDX-License-Identifier: BSL-1.0
// expect-error: phases_are_in_order
// expect-error: found<2, 1>
// expect-sentence: smem_phases<2,1>: the first phase must be at least 0 and the last one at least
// expect-sentence: the first
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
constexpr auto last_phase = smem_phases<1, 2>::last;
#else
constexpr auto last_phase = smem_phases<2, 1>::last;  // the mistake
#endif
static_assert(last_phase > 0);
