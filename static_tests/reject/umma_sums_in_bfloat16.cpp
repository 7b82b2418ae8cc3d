// SPDX-License-Identifier: BSL-1.0
// expect-error: tcgen05.mma: D is f32, of integers s32, and of f16 or of elements of 8, 6 or 4
// expect-error: bits it may be f16
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/instruction_descriptor.hpp>

using namespace tileproof;
using namespace tileproof::UMMA;
constexpr auto K = Major::K;
using bf16 = bfloat16_t;

// The result is stored as bf16, and the sums are f32.
#ifdef TILEPROOF_CONTROL
using d = float;
#else
using d = bf16;
#endif
inline constexpr auto id = make_instr_desc<bf16, bf16, d, 128, 64, K, K>();  // the mistake
