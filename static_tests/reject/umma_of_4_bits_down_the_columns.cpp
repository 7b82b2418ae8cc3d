// SPDX-License-Identifier: BSL-1.0
// expect-error: tcgen05.mma: an operand with elements of 4 or 6 bits must be K-major
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/instruction_descriptor.hpp>

using namespace tileproof;
using namespace tileproof::UMMA;
constexpr auto K = Major::K;
using e2m1 = float_e2m1_t;

#ifdef TILEPROOF_CONTROL
constexpr Major b = Major::K;
#else
constexpr Major b = Major::MN;
#endif
inline constexpr auto id = make_instr_desc<e2m1, e2m1, float, 128, 64, K, b>();  // the mistake
