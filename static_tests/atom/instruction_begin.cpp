// SPDX-License-Identifier: BSL-1.0
//
// atom/instruction_begin.hpp defines macros, atom/instruction_end.hpp undefines each of them, and
// both may be included again.
#include <tileproof/atom/mma/operation.hpp>

#include <tileproof/atom/instruction_begin.hpp>

#if !defined(TILEPROOF_MMA) || !defined(TILEPROOF_FMA) || !defined(TILEPROOF_ASM)
#error "instruction_begin.hpp lacks a macro"
#endif

// An operation that the library has by another name, defined as a header of instructions does it.
namespace tileproof::inline TILEPROOF_NAMESPACE {
TILEPROOF_MMA(80, 16x8x16_AS_IN_A_TEST, 16, 16, float, half_t, half_t, 4, 4, 2, "f", "r",
              "row.col.f32.f16.f16.f32")
static_assert(SM80_16x8x16_AS_IN_A_TEST::sm == 80);
}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>

#if defined(TILEPROOF_DEVICE) || defined(TILEPROOF_SHARED) || defined(TILEPROOF_ASM) ||         \
    defined(TILEPROOF_ASM_SM90A) || defined(TILEPROOF_ASM_SM100A) ||                            \
    defined(TILEPROOF_ASM_SM120A) || defined(TILEPROOF_ASM_BLACKWELL) ||                        \
    defined(TILEPROOF_REGISTERS_1) || defined(TILEPROOF_LIST_1) || defined(TILEPROOF_LIST_8) || \
    defined(TILEPROOF_OPERANDS_2_1_1) || defined(TILEPROOF_OPERANDS_8_2_2) ||                   \
    defined(TILEPROOF_FMA) || defined(TILEPROOF_MMA)
#error "instruction_end.hpp leaves a macro"
#endif

#include <tileproof/atom/instruction_begin.hpp>
#include <tileproof/atom/instruction_end.hpp>
