// SPDX-License-Identifier: BSL-1.0
//
// The asm statements of tcgen05.mma: A in shared memory (a descriptor, 64 bits) or in tensor memory
// (an address, 32 bits), without and with scale factors. The kind and the pair of CTAs are text
// that the statement receives:
//
//   { setp.ne.b32 p, %4, 0;  tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }
//
// %0 is the address of D, %1 A, %2 B's descriptor, %3 the instruction descriptor; p is the
// accumulate flag. From PTX ISA, "tcgen05.mma".
#pragma once

#include <tileproof/atom/umma/asm_text.hpp>
#include <tileproof/atom/umma/instruction_kind.hpp>

#include <string_view>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The place of operand A of tcgen05.mma: SS and TS in CuTe's names.
enum class umma_a_in : bool { shared_memory, tensor_memory };

// "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.block16". The factor's block is written in
// elements of a dense A, which family targets (sm_100f) have too; .scale_vec::4X is the same
// instruction.
template <umma_kind Kind, int CtaGroup, int Vector>
struct umma_name {
  static constexpr core::text make() {
    constexpr std::string_view kinds[] = {"",   "f16",      "tf32", "f8f6f4",
                                          "i8", "mxf8f6f4", "mxf4", "mxf4nvf4"};
    core::text t;
    t.put("tcgen05.mma.cta_group::");
    t.put(std::int64_t{CtaGroup});
    t.put(".kind::");
    t.put(kinds[static_cast<int>(Kind)]);
    if (Vector != 0) {
      t.put(".block_scale.block");
      t.put(std::int64_t{Vector});
    }
    return t;
  }
};

#if defined(__CUDACC__)
#define TILEPROOF_UMMA(A, C)                                                                    \
  template <class Name>                                                                         \
  TILEPROOF_DEVICE void issue_umma(                                                             \
      [[maybe_unused]] std::uint32_t d, [[maybe_unused]] A a, [[maybe_unused]] std::uint64_t b, \
      [[maybe_unused]] std::uint32_t idesc, [[maybe_unused]] std::uint32_t accumulate) {        \
    TILEPROOF_ASM_SM100A("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\n%5 [%0], " TILEPROOF_A_##C   \
                         ", %2, %3, p;\n}" ::"r"(d),                                            \
                         #C(a), "l"(b), "r"(idesc), "r"(accumulate),                            \
                         "C"(asm_text<Name>::value) : "memory");                                \
  }                                                                                             \
  template <class Name>                                                                         \
  TILEPROOF_DEVICE void issue_umma(                                                             \
      [[maybe_unused]] std::uint32_t d, [[maybe_unused]] A a, [[maybe_unused]] std::uint64_t b, \
      [[maybe_unused]] std::uint32_t idesc, [[maybe_unused]] std::uint32_t accumulate,          \
      [[maybe_unused]] std::uint32_t sfa, [[maybe_unused]] std::uint32_t sfb) {                 \
    TILEPROOF_ASM_SM100A("{\n.reg .pred p;\nsetp.ne.b32 p, %4, 0;\n%7 [%0], " TILEPROOF_A_##C   \
                         ", %2, %3, [%5], [%6], p;\n}" ::"r"(d),                                \
                         #C(a), "l"(b), "r"(idesc), "r"(accumulate), "r"(sfa), "r"(sfb),        \
                         "C"(asm_text<Name>::value) : "memory");                                \
  }
// A descriptor of A, or an address.
#define TILEPROOF_A_l "%1"
#define TILEPROOF_A_r "[%1]"
TILEPROOF_UMMA(std::uint64_t, l)
TILEPROOF_UMMA(std::uint32_t, r)
#undef TILEPROOF_UMMA
#undef TILEPROOF_A_l
#undef TILEPROOF_A_r
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail

#include <tileproof/atom/instruction_end.hpp>
