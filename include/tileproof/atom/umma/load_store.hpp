// SPDX-License-Identifier: BSL-1.0
//
// tcgen05.ld and tcgen05.st between tensor memory and the registers of a warp (sm_100a, sm_103a).
// atom/umma/load_store_names.hpp has CuTe's names.
//
//   // 32 columns of this warp's lanes: register i is column i of the thread's lane
//   using load = tmem_load<TMEM::DpShape::dp32_32b, 32>;  // SM100_TMEM_LOAD_32dp32b32x
//   std::uint32_t r[32];
//   load::copy(address + TMEM::make_address(TMEM::first_lane_of(warp), 0), r);
//   fence_view_async_tmem_load(r);                        // the registers are valid from here on
//
// Both are asynchronous, and all lanes of a warp call them with the same address. A warp reaches
// its own quarter of the lanes (TMEM::may_access). From PTX ISA, "tcgen05.ld", "tcgen05.st" and
// "tcgen05.wait". No GPU has run these here; ptxas assembles them.
#pragma once

#include <tileproof/atom/each_register.hpp>
#include <tileproof/atom/umma/asm_text.hpp>
#include <tileproof/atom/umma/load_store_statements.hpp>
#include <tileproof/atom/umma/tmem_copy.hpp>

#include <string_view>
#include <utility>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace TMEM {

// The shapes, by lanes and bits of a row: .16x256b, .16x128b, .16x64b, .16x32bx2 and .32x32b.
enum class DpShape : int { dp16_256b, dp16_128b, dp16_64b, dp16_32b, dp32_32b };

}  // namespace TMEM

namespace detail {

template <TMEM::DpShape Shape, int Num, int Pack>
constexpr auto tmem_layout() {
  using enum TMEM::DpShape;
  if constexpr (Shape == dp16_256b)
    return TMEM::Layout_16dp256b<Num, Pack>{};
  else if constexpr (Shape == dp16_128b)
    return TMEM::Layout_16dp128b<Num, Pack>{};
  else if constexpr (Shape == dp16_64b)
    return TMEM::Layout_16dp64b<Num, Pack>{};
  else if constexpr (Shape == dp16_32b)
    return TMEM::Layout_16dp32b<Num, Pack>{};
  else
    return TMEM::Layout_32dp32b<Num, Pack>{};
}

// One instruction: its registers, its layout (thread,register) -> cell, and its text. With Pack 2 a
// register holds the low halves of two neighbouring cells.
template <TMEM::DpShape Shape, int Num, int Pack, bool IsLoad>
struct tmem_ld_st {
  using Layout = decltype(tmem_layout<Shape, Num, Pack>());
  static constexpr int registers = decltype(size<1>(Layout{}))::value / Pack;

  // "tcgen05.ld.sync.aligned.16x64b.x2.pack::16b.b32"
  struct name {
    static constexpr core::text make() {
      constexpr std::string_view shapes[] = {".16x256b", ".16x128b", ".16x64b", ".16x32bx2",
                                             ".32x32b"};
      core::text t;
      t.put(IsLoad ? "tcgen05.ld" : "tcgen05.st");
      t.put(".sync.aligned");
      t.put(shapes[static_cast<int>(Shape)]);
      t.put(".x");
      t.put(std::int64_t{Num});
      if (Pack == 2) t.put(IsLoad ? ".pack::16b" : ".unpack::16b");
      t.put(".b32");
      return t;
    }
  };
  // The distance in columns of the two halves of .16x32bx2: the second follows the first.
  struct tail {
    static constexpr core::text make() {
      core::text t;
      if (Shape == TMEM::DpShape::dp16_32b) {
        t.put(", ");
        t.put(std::int64_t{Num * Pack});
      }
      return t;
    }
  };
};

}  // namespace detail

// tcgen05.ld of Num repetitions. Layout is (thread,register) -> cell relative to the address, with
// Pack 2 (.pack::16b) (thread,half of a register). Refused: a Num that the shape does not have
// (tmem_copy_has_num).
template <TMEM::DpShape Shape, int Num, int Pack = 1>
struct tmem_load : detail::tmem_ld_st<Shape, Num, Pack, true> {
  using SRegisters = std::uint32_t[1];
  using DRegisters = std::uint32_t[tmem_load::registers];

#if defined(__CUDACC__)
  // The registers are valid after fence_view_async_tmem_load. Traps on targets without tcgen05.
  TILEPROOF_DEVICE static void copy(std::uint32_t const& address, DRegisters& r) {
    detail::issue_tmem_load<detail::asm_text<typename tmem_load::name>,
                            detail::asm_text<typename tmem_load::tail>>(address, r);
  }
  // In CuTe's form: each register is an argument.
  template <class... Rs>
    requires detail::single_registers<Rs...>
  TILEPROOF_DEVICE static void copy(std::uint32_t const& address, Rs&... rs) {
    static_assert(
        refuse_unless<(sizeof...(Rs) == tmem_load::registers),
                      registers_are_those_of_the_instruction,
                      found<static_cast<int>(sizeof...(Rs))>, expected<tmem_load::registers>>);
    DRegisters r;
    copy(address, r);
    std::size_t i = 0;
    ((rs = r[i++]), ...);
  }
#endif
};

// tcgen05.st of Num repetitions, as above; Pack 2 is .unpack::16b.
template <TMEM::DpShape Shape, int Num, int Pack = 1>
struct tmem_store : detail::tmem_ld_st<Shape, Num, Pack, false> {
  using SRegisters = std::uint32_t[tmem_store::registers];
  using DRegisters = std::uint32_t[1];

#if defined(__CUDACC__)
  // The cells are written after fence_view_async_tmem_store. Traps on targets without tcgen05.
  TILEPROOF_DEVICE static void copy(SRegisters const& r, std::uint32_t const& address) {
    detail::issue_tmem_store<detail::asm_text<typename tmem_store::name>,
                             detail::asm_text<typename tmem_store::tail>>(address, r);
  }
  // In CuTe's form: each register is an argument, the address the last one.
  template <class... Rs>
    requires(detail::single_registers<Rs...> && sizeof...(Rs) > 1)
  TILEPROOF_DEVICE static void copy(Rs const&... rs) {
    static_assert(
        refuse_unless<(sizeof...(Rs) == tmem_store::registers + 1),
                      registers_are_those_of_the_instruction,
                      found<static_cast<int>(sizeof...(Rs)) - 1>, expected<tmem_store::registers>>);
    std::uint32_t const all[] = {rs...};
    SRegisters r;
    TILEPROOF_UNROLL
    for (int i = 0; i < tmem_store::registers; ++i) r[i] = all[i];
    copy(r, all[tmem_store::registers]);
  }
#endif
};

#if defined(__CUDACC__)
// Waits until the loads of this thread have written their registers (tcgen05.wait::ld). The
// registers that are passed are not read earlier: the compiler sees that the wait changes them.
TILEPROOF_DEVICE void fence_view_async_tmem_load() {
  TILEPROOF_ASM_SM100A("tcgen05.wait::ld.sync.aligned;" :: : "memory");
}
template <std::size_t N>
TILEPROOF_DEVICE void fence_view_async_tmem_load(std::uint32_t (&r)[N]) {
  fence_view_async_tmem_load();
  TILEPROOF_UNROLL
  for (std::size_t i = 0; i < N; ++i) TILEPROOF_ASM_SM100A("" : "+r"(r[i])::"memory");
}
// Waits until the stores of this thread have written tensor memory (tcgen05.wait::st).
TILEPROOF_DEVICE void fence_view_async_tmem_store() {
  TILEPROOF_ASM_SM100A("tcgen05.wait::st.sync.aligned;" :: : "memory");
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
