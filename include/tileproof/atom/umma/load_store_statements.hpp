// SPDX-License-Identifier: BSL-1.0
//
// The asm statements of tcgen05.ld and tcgen05.st: one for each number of registers, 1 to 128.
// Shape, repetitions and packing are text that the statement receives. From PTX ISA, "tcgen05.ld"
// and "tcgen05.st". For 2 registers the preprocessor writes
//
//   asm volatile("%3 {%0,%1}, [%2]%4;" : "=r"(r[0]), "=r"(r[1]) : "r"(address), "C"(...), "C"(...))
//   asm volatile("%3 [%2]%4, {%0,%1};" ::"r"(r[0]), "r"(r[1]), "r"(address), "C"(...), "C"(...))
//
// %3 is the instruction's name, %4 the immediate of .16x32bx2 with a comma, or nothing.
#pragma once

#include <tileproof/config.hpp>

#include <cstddef>
#include <cstdint>

#include <tileproof/atom/instruction_begin.hpp>

#if defined(__CUDACC__)
namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The operands r[i] on, 2, 4, ... 128 of them, with constraint C.
#define TILEPROOF_R1(C, i) C(r[i])
#define TILEPROOF_R2(C, i) TILEPROOF_R1(C, i), TILEPROOF_R1(C, i + 1)
#define TILEPROOF_R4(C, i) TILEPROOF_R2(C, i), TILEPROOF_R2(C, i + 2)
#define TILEPROOF_R8(C, i) TILEPROOF_R4(C, i), TILEPROOF_R4(C, i + 4)
#define TILEPROOF_R16(C, i) TILEPROOF_R8(C, i), TILEPROOF_R8(C, i + 8)
#define TILEPROOF_R32(C, i) TILEPROOF_R16(C, i), TILEPROOF_R16(C, i + 16)
#define TILEPROOF_R64(C, i) TILEPROOF_R32(C, i), TILEPROOF_R32(C, i + 32)
#define TILEPROOF_R128(C, i) TILEPROOF_R64(C, i), TILEPROOF_R64(C, i + 64)
// Their text: eight numbers, and the first 8, 16, ... 128.
#define TILEPROOF_N8(a, b, c, d, e, f, g, h) \
  "%" #a ",%" #b ",%" #c ",%" #d ",%" #e ",%" #f ",%" #g ",%" #h
#define TILEPROOF_T1 "%0"
#define TILEPROOF_T2 "%0,%1"
#define TILEPROOF_T4 "%0,%1,%2,%3"
#define TILEPROOF_T8 TILEPROOF_N8(0, 1, 2, 3, 4, 5, 6, 7)
#define TILEPROOF_T16 TILEPROOF_T8 "," TILEPROOF_N8(8, 9, 10, 11, 12, 13, 14, 15)
#define TILEPROOF_T32                                                                             \
  TILEPROOF_T16 "," TILEPROOF_N8(16, 17, 18, 19, 20, 21, 22, 23) "," TILEPROOF_N8(24, 25, 26, 27, \
                                                                                  28, 29, 30, 31)
#define TILEPROOF_T64                                                                           \
  TILEPROOF_T32 "," TILEPROOF_N8(32, 33, 34, 35, 36, 37, 38, 39) "," TILEPROOF_N8(              \
      40, 41, 42, 43, 44, 45, 46, 47) "," TILEPROOF_N8(48, 49, 50, 51, 52, 53, 54,              \
                                                       55) "," TILEPROOF_N8(56, 57, 58, 59, 60, \
                                                                            61, 62, 63)
#define TILEPROOF_T128 \
  TILEPROOF_T64 "," TILEPROOF_N8(64, 65, 66, 67, 68, 69, 70, 71) "," TILEPROOF_N8(72, 73, 74, 75, 76, 77, 78, 79) "," TILEPROOF_N8(80, 81, 82, 83, 84, 85, 86, 87) "," TILEPROOF_N8(88, 89, 90, 91, 92, 93, 94, 95) "," TILEPROOF_N8(96, 97, 98, 99, 100, 101, 102, 103) "," TILEPROOF_N8(104, 105, 106, 107, 108, 109, 110, 111) "," TILEPROOF_N8(112, 113, 114, 115, 116, 117, 118, 119) "," TILEPROOF_N8(120, 121, 122, 123, 124, 125, 126, 127)

// The operands after N registers are the address, the name and what follows the address.
#define TILEPROOF_LOAD(N, ADDRESS, NAME, TAIL)                                                     \
  if constexpr (Registers == N)                                                                    \
    TILEPROOF_ASM_SM100A("%" #NAME " {" TILEPROOF_T##N                                             \
                         "}, [%" #ADDRESS "]%" #TAIL ";" : TILEPROOF_R##N("=r", 0) : "r"(address), \
                         "C"(Name::value), "C"(Tail::value));
#define TILEPROOF_STORE(N, ADDRESS, NAME, TAIL)                                   \
  if constexpr (Registers == N)                                                   \
    TILEPROOF_ASM_SM100A("%" #NAME " [%" #ADDRESS "]%" #TAIL ", {" TILEPROOF_T##N \
                         "};" : : TILEPROOF_R##N("r", 0),                         \
                         "r"(address), "C"(Name::value), "C"(Tail::value));
#define TILEPROOF_EACH(DO) \
  DO(1, 1, 2, 3)           \
  DO(2, 2, 3, 4)           \
  DO(4, 4, 5, 6)           \
  DO(8, 8, 9, 10)          \
  DO(16, 16, 17, 18)       \
  DO(32, 32, 33, 34)       \
  DO(64, 64, 65, 66)       \
  DO(128, 128, 129, 130)

// Name::value, for example tcgen05.ld.sync.aligned.32x32b.x2.b32, on the registers r.
template <class Name, class Tail, std::size_t Registers>
TILEPROOF_DEVICE void issue_tmem_load([[maybe_unused]] std::uint32_t address,
                                      [[maybe_unused]] std::uint32_t (&r)[Registers]) {
  TILEPROOF_EACH(TILEPROOF_LOAD)
}
template <class Name, class Tail, std::size_t Registers>
TILEPROOF_DEVICE void issue_tmem_store([[maybe_unused]] std::uint32_t address,
                                       [[maybe_unused]] std::uint32_t const (&r)[Registers]) {
  TILEPROOF_EACH(TILEPROOF_STORE)
}

#undef TILEPROOF_R1
#undef TILEPROOF_T1
#undef TILEPROOF_R2
#undef TILEPROOF_T2
#undef TILEPROOF_R4
#undef TILEPROOF_T4
#undef TILEPROOF_R8
#undef TILEPROOF_T8
#undef TILEPROOF_R16
#undef TILEPROOF_T16
#undef TILEPROOF_R32
#undef TILEPROOF_T32
#undef TILEPROOF_R64
#undef TILEPROOF_T64
#undef TILEPROOF_R128
#undef TILEPROOF_T128
#undef TILEPROOF_N8
#undef TILEPROOF_LOAD
#undef TILEPROOF_STORE
#undef TILEPROOF_EACH

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
#endif

#include <tileproof/atom/instruction_end.hpp>
