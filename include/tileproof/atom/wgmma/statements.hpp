// SPDX-License-Identifier: BSL-1.0
//
// The asm statements of wgmma.mma_async: one for each number of registers of D, each register type
// (float or 32 bits), and each place of A. Shape and types are constant text that the statement
// receives. From PTX ISA, "Asynchronous Multiply-and-Accumulate Instruction: wgmma.mma_async".
//
// An asm statement must name its operands one by one, so that N = 256 in f32 has 128 registers. For
// m64n16 in f32, 8 registers, the preprocessor writes
//
//   asm volatile("{ .reg .pred p; setp.ne.b32 p, %10, 0;"
//                " %11 {%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, p%12; }" : "+f"(d[0]), ...)
//
// %11 and %12 are operands of the constraint "C", whose text the compiler inserts: the name with
// shape and types, and the immediate scales and transpositions. p is the accumulate flag. `if
// constexpr` on the number of registers leaves one statement of each function.
#pragma once

#include <tileproof/config.hpp>

#include <cstddef>
#include <cstdint>

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The pieces of an instruction with n registers for D. The arguments D, A, B, P (accumulate), NAME
// and TAIL are the operand numbers that follow those of D. FIRST_n and TEXT_n are registers 0 to n
// - 1 of D, each followed by a comma.
#define TILEPROOF_EIGHT(C, i) \
  C(d[i]), C(d[i + 1]), C(d[i + 2]), C(d[i + 3]), C(d[i + 4]), C(d[i + 5]), C(d[i + 6]), C(d[i + 7])
#define TILEPROOF_FIRST_0(C)
#define TILEPROOF_FIRST_8(C) TILEPROOF_FIRST_0(C) TILEPROOF_EIGHT(C, 0),
#define TILEPROOF_FIRST_16(C) TILEPROOF_FIRST_8(C) TILEPROOF_EIGHT(C, 8),
#define TILEPROOF_FIRST_24(C) TILEPROOF_FIRST_16(C) TILEPROOF_EIGHT(C, 16),
#define TILEPROOF_FIRST_32(C) TILEPROOF_FIRST_24(C) TILEPROOF_EIGHT(C, 24),
#define TILEPROOF_FIRST_40(C) TILEPROOF_FIRST_32(C) TILEPROOF_EIGHT(C, 32),
#define TILEPROOF_FIRST_48(C) TILEPROOF_FIRST_40(C) TILEPROOF_EIGHT(C, 40),
#define TILEPROOF_FIRST_56(C) TILEPROOF_FIRST_48(C) TILEPROOF_EIGHT(C, 48),
#define TILEPROOF_FIRST_64(C) TILEPROOF_FIRST_56(C) TILEPROOF_EIGHT(C, 56),
#define TILEPROOF_FIRST_72(C) TILEPROOF_FIRST_64(C) TILEPROOF_EIGHT(C, 64),
#define TILEPROOF_FIRST_80(C) TILEPROOF_FIRST_72(C) TILEPROOF_EIGHT(C, 72),
#define TILEPROOF_FIRST_88(C) TILEPROOF_FIRST_80(C) TILEPROOF_EIGHT(C, 80),
#define TILEPROOF_FIRST_96(C) TILEPROOF_FIRST_88(C) TILEPROOF_EIGHT(C, 88),
#define TILEPROOF_FIRST_104(C) TILEPROOF_FIRST_96(C) TILEPROOF_EIGHT(C, 96),
#define TILEPROOF_FIRST_112(C) TILEPROOF_FIRST_104(C) TILEPROOF_EIGHT(C, 104),
#define TILEPROOF_FIRST_120(C) TILEPROOF_FIRST_112(C) TILEPROOF_EIGHT(C, 112),
#define TILEPROOF_TEXT_0
#define TILEPROOF_TEXT_8 TILEPROOF_TEXT_0 "%0,%1,%2,%3,%4,%5,%6,%7,"
#define TILEPROOF_TEXT_16 TILEPROOF_TEXT_8 "%8,%9,%10,%11,%12,%13,%14,%15,"
#define TILEPROOF_TEXT_24 TILEPROOF_TEXT_16 "%16,%17,%18,%19,%20,%21,%22,%23,"
#define TILEPROOF_TEXT_32 TILEPROOF_TEXT_24 "%24,%25,%26,%27,%28,%29,%30,%31,"
#define TILEPROOF_TEXT_40 TILEPROOF_TEXT_32 "%32,%33,%34,%35,%36,%37,%38,%39,"
#define TILEPROOF_TEXT_48 TILEPROOF_TEXT_40 "%40,%41,%42,%43,%44,%45,%46,%47,"
#define TILEPROOF_TEXT_56 TILEPROOF_TEXT_48 "%48,%49,%50,%51,%52,%53,%54,%55,"
#define TILEPROOF_TEXT_64 TILEPROOF_TEXT_56 "%56,%57,%58,%59,%60,%61,%62,%63,"
#define TILEPROOF_TEXT_72 TILEPROOF_TEXT_64 "%64,%65,%66,%67,%68,%69,%70,%71,"
#define TILEPROOF_TEXT_80 TILEPROOF_TEXT_72 "%72,%73,%74,%75,%76,%77,%78,%79,"
#define TILEPROOF_TEXT_88 TILEPROOF_TEXT_80 "%80,%81,%82,%83,%84,%85,%86,%87,"
#define TILEPROOF_TEXT_96 TILEPROOF_TEXT_88 "%88,%89,%90,%91,%92,%93,%94,%95,"
#define TILEPROOF_TEXT_104 TILEPROOF_TEXT_96 "%96,%97,%98,%99,%100,%101,%102,%103,"
#define TILEPROOF_TEXT_112 TILEPROOF_TEXT_104 "%104,%105,%106,%107,%108,%109,%110,%111,"
#define TILEPROOF_TEXT_120 TILEPROOF_TEXT_112 "%112,%113,%114,%115,%116,%117,%118,%119,"
// A statement with A in shared memory (a descriptor, 64 bits), and one with A in 4 registers.
#define TILEPROOF_LIST(...) __VA_ARGS__
#define TILEPROOF_FROM_SHARED(N, TEXT, D, A, B, P, NAME, TAIL, ...)                          \
  if constexpr (Registers == N)                                                              \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" #P ", 0;\n%" #NAME " {" TEXT "}, %" #A \
                 ", %" #B ", p%" #TAIL ";\n}"                                                \
                 : TILEPROOF_LIST D                                                          \
                 : "l"(a[0]), "l"(b[0]), "r"(accumulate), "C"(Name::value), "C"(Tail::value));
#define TILEPROOF_FROM_REGISTERS(N, TEXT, D, A0, A1, A2, A3, B, P, NAME, TAIL)                 \
  if constexpr (Registers == N)                                                                \
    asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" #P ", 0;\n%" #NAME " {" TEXT "}, {%" #A0 \
                 ",%" #A1 ",%" #A2 ",%" #A3 "}, %" #B ", p%" #TAIL ";\n}"                      \
                 : TILEPROOF_LIST D                                                            \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b[0]), "r"(accumulate),     \
                   "C"(Name::value), "C"(Tail::value));

// Statements for n + 2 and n + 6, n + 4, n + 8 registers, from the operand numbers from n on.
#define TILEPROOF_ODD_TWOS(K, C, n, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13,    \
                           ...)                                                                    \
  K(n + 2, TILEPROOF_TEXT_##n "%" #x0 ",%" #x1, (TILEPROOF_FIRST_##n(C) C(d[n]), C(d[n + 1])), x2, \
    x3, x4, x5, x6, x7, x8, x9)                                                                    \
  K(n + 6, TILEPROOF_TEXT_##n "%" #x0 ",%" #x1 ",%" #x2 ",%" #x3 ",%" #x4 ",%" #x5,                \
    (TILEPROOF_FIRST_##n(C) C(d[n]), C(d[n + 1]), C(d[n + 2]), C(d[n + 3]), C(d[n + 4]),           \
     C(d[n + 5])),                                                                                 \
    x6, x7, x8, x9, x10, x11, x12, x13)
#define TILEPROOF_ODD_FOURS(K, C, n, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, ...)      \
  K(n + 4, TILEPROOF_TEXT_##n "%" #x0 ",%" #x1 ",%" #x2 ",%" #x3,                                \
    (TILEPROOF_FIRST_##n(C) C(d[n]), C(d[n + 1]), C(d[n + 2]), C(d[n + 3])), x4, x5, x6, x7, x8, \
    x9, x10, x11)
#define TILEPROOF_EIGHTS(K, C, n, x0, x1, x2, x3, x4, x5, x6, x7, ...)                         \
  K(n + 8,                                                                                     \
    TILEPROOF_TEXT_##n "%" #x0 ",%" #x1 ",%" #x2 ",%" #x3 ",%" #x4 ",%" #x5 ",%" #x6 ",%" #x7, \
    (TILEPROOF_FIRST_##n(C) TILEPROOF_EIGHT(C, n)), __VA_ARGS__)
#define TILEPROOF_TO_64(DO, K, C)                                              \
  DO(K, C, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)            \
  DO(K, C, 8, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23)    \
  DO(K, C, 16, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31) \
  DO(K, C, 24, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39) \
  DO(K, C, 32, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47) \
  DO(K, C, 40, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55) \
  DO(K, C, 48, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63) \
  DO(K, C, 56, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71)
#define TILEPROOF_TO_128(DO, K, C)                                                              \
  DO(K, C, 64, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79)                  \
  DO(K, C, 72, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87)                  \
  DO(K, C, 80, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95)                  \
  DO(K, C, 88, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103)              \
  DO(K, C, 96, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111)      \
  DO(K, C, 104, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119) \
  DO(K, C, 112, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127) \
  DO(K, C, 120, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135)

// The possible numbers of registers of D: multiples of 4 for f32; multiples of 2 up to 64 for f16;
// for integers, multiples of 8 above 32.
#define TILEPROOF_FLOATS(K, C)               \
  TILEPROOF_TO_64(TILEPROOF_ODD_FOURS, K, C) \
  TILEPROOF_TO_64(TILEPROOF_EIGHTS, K, C)    \
  TILEPROOF_TO_128(TILEPROOF_ODD_FOURS, K, C) TILEPROOF_TO_128(TILEPROOF_EIGHTS, K, C)
#define TILEPROOF_BITS(K, C)                 \
  TILEPROOF_TO_64(TILEPROOF_ODD_TWOS, K, C)  \
  TILEPROOF_TO_64(TILEPROOF_ODD_FOURS, K, C) \
  TILEPROOF_TO_64(TILEPROOF_EIGHTS, K, C) TILEPROOF_TO_128(TILEPROOF_EIGHTS, K, C)

// Issues the instruction whose text before and after the operands is Name::value and Tail::value.
#define TILEPROOF_ISSUE(D, A, STATEMENTS)                                                      \
  template <class Name, class Tail, std::size_t Registers>                                     \
  __device__ __forceinline__ void issue_wgmma(D(&d)[Registers], A, std::uint64_t const(&b)[1], \
                                              int accumulate) {                                \
    STATEMENTS                                                                                 \
  }
TILEPROOF_ISSUE(float, std::uint64_t const (&a)[1], TILEPROOF_FLOATS(TILEPROOF_FROM_SHARED, "+f"))
TILEPROOF_ISSUE(float, std::uint32_t const (&a)[4],
                TILEPROOF_FLOATS(TILEPROOF_FROM_REGISTERS, "+f"))
TILEPROOF_ISSUE(std::uint32_t, std::uint64_t const (&a)[1],
                TILEPROOF_BITS(TILEPROOF_FROM_SHARED, "+r"))
TILEPROOF_ISSUE(std::uint32_t, std::uint32_t const (&a)[4],
                TILEPROOF_BITS(TILEPROOF_FROM_REGISTERS, "+r"))

#undef TILEPROOF_EIGHT
#undef TILEPROOF_FIRST_0
#undef TILEPROOF_FIRST_8
#undef TILEPROOF_FIRST_16
#undef TILEPROOF_FIRST_24
#undef TILEPROOF_FIRST_32
#undef TILEPROOF_FIRST_40
#undef TILEPROOF_FIRST_48
#undef TILEPROOF_FIRST_56
#undef TILEPROOF_FIRST_64
#undef TILEPROOF_FIRST_72
#undef TILEPROOF_FIRST_80
#undef TILEPROOF_FIRST_88
#undef TILEPROOF_FIRST_96
#undef TILEPROOF_FIRST_104
#undef TILEPROOF_FIRST_112
#undef TILEPROOF_FIRST_120
#undef TILEPROOF_TEXT_0
#undef TILEPROOF_TEXT_8
#undef TILEPROOF_TEXT_16
#undef TILEPROOF_TEXT_24
#undef TILEPROOF_TEXT_32
#undef TILEPROOF_TEXT_40
#undef TILEPROOF_TEXT_48
#undef TILEPROOF_TEXT_56
#undef TILEPROOF_TEXT_64
#undef TILEPROOF_TEXT_72
#undef TILEPROOF_TEXT_80
#undef TILEPROOF_TEXT_88
#undef TILEPROOF_TEXT_96
#undef TILEPROOF_TEXT_104
#undef TILEPROOF_TEXT_112
#undef TILEPROOF_TEXT_120
#undef TILEPROOF_LIST
#undef TILEPROOF_FROM_SHARED
#undef TILEPROOF_FROM_REGISTERS
#undef TILEPROOF_ODD_TWOS
#undef TILEPROOF_ODD_FOURS
#undef TILEPROOF_EIGHTS
#undef TILEPROOF_TO_64
#undef TILEPROOF_TO_128
#undef TILEPROOF_FLOATS
#undef TILEPROOF_BITS
#undef TILEPROOF_ISSUE

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
#endif
