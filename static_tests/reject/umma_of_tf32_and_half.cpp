// SPDX-License-Identifier: BSL-1.0
// expect-error: tcgen05.mma: no kind has these types of A and B
// expect-error: both are f16 or bf16, or tf32, or elements of 8, 6 or 4 bits, or int8_t or uint8_t
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/instruction_descriptor.hpp>

using namespace tileproof;
using namespace tileproof::UMMA;
constexpr auto K = Major::K;

#ifdef TILEPROOF_CONTROL
using b = tfloat32_t;
#else
using b = half_t;
#endif
inline constexpr auto id = make_instr_desc<tfloat32_t, b, float, 128, 64, K, K>();  // the mistake
