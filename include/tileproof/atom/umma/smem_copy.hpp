// SPDX-License-Identifier: BSL-1.0
//
// tcgen05.cp, which copies shared memory to tensor memory (sm_100a, sm_103a), with CuTe's names,
// and tcgen05.shift. Use the first for scale factors and for A:
//
//   // the scale factors of 128 rows, 512 bytes, to 4 columns; one thread issues it
//   SM100_UTCCP_4x32dp128bit_1cta::copy(descriptor, address);
//
// The source is a shared-memory descriptor (atom/umma/descriptor.hpp), the destination an address
// in tensor memory. Both are asynchronous: tcgen05_commit and umma_arrive (atom/umma/memory.hpp)
// tell of their completion, and a tcgen05.mma that the same thread issues later comes after them.
// From PTX ISA, "tcgen05.cp", "tcgen05.shift" and "Optional Decompression". No GPU has run these
// here; ptxas assembles them.
#pragma once

#include <tileproof/atom/umma/asm_text.hpp>
#include <tileproof/config.hpp>

#include <cstdint>
#include <string_view>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace TMEM {

// The source's rows and bits a row, and the lanes that receive them. A broadcast of 64 rows copies
// rows 0 to 31 to two of the four quarters of the lanes, and rows 32 to 63 to the others: 0213 to 0
// and 2, and to 1 and 3; 0123 to 0 and 1, and to 2 and 3. One of 32 rows copies them to each
// quarter.
enum class CpShape : int {
  dp128_256b,      // .128x256b: 128 lanes x 8 columns
  dp4_256b,        // .4x256b: 4 lanes x 8 columns
  dp128_128b,      // .128x128b: 128 lanes x 4 columns
  dp64_128b_0213,  // .64x128b.warpx2::02_13
  dp64_128b_0123,  // .64x128b.warpx2::01_23
  dp32_128b        // .32x128b.warpx4
};
// Decompression: 16 elements of 6 or 4 bits, followed by 32 or 64 bits of padding, become 16 bytes.
enum class CpFormat : int { plain, b6x16_p32, b4x16_p64 };

}  // namespace TMEM

// A tcgen05.cp. One thread calls copy(); with CtaGroup 2 it copies in both CTAs of the pair, from
// the shared memory of each. Traps on targets without tcgen05.
template <TMEM::CpShape Shape, int CtaGroup = 1, TMEM::CpFormat Format = TMEM::CpFormat::plain>
struct tmem_cp {
  static_assert(CtaGroup == 1 || CtaGroup == 2,
                "tcgen05: cta_group is 1 or, for a pair of CTAs, 2");
  using SRegisters = std::uint64_t[1];
  using DRegisters = std::uint32_t[1];

  // "tcgen05.cp.cta_group::1.128x256b"
  struct name {
    static constexpr core::text make() {
      constexpr std::string_view shapes[] = {".128x256b",
                                             ".4x256b",
                                             ".128x128b",
                                             ".64x128b.warpx2::02_13",
                                             ".64x128b.warpx2::01_23",
                                             ".32x128b.warpx4"};
      constexpr std::string_view formats[] = {"", ".b8x16.b6x16_p32", ".b8x16.b4x16_p64"};
      core::text t;
      t.put("tcgen05.cp.cta_group::");
      t.put(std::int64_t{CtaGroup});
      t.put(shapes[static_cast<int>(Shape)]);
      t.put(formats[static_cast<int>(Format)]);
      return t;
    }
  };

#if defined(__CUDACC__)
  TILEPROOF_DEVICE static void copy([[maybe_unused]] std::uint64_t const& descriptor,
                                    [[maybe_unused]] std::uint32_t const& address) {
    TILEPROOF_ASM_SM100A("%2 [%0], %1;" ::"r"(address), "l"(descriptor),
                         "C"(detail::asm_text<name>::value) : "memory");
  }
#endif
};

namespace SM100::TMEM::UTCCP {

template <tileproof::TMEM::CpShape Shape, int CtaGroup>
using cp = tmem_cp<Shape, CtaGroup>;
using shape = tileproof::TMEM::CpShape;
using SM100_UTCCP_128dp256bit_1cta = cp<shape::dp128_256b, 1>;
using SM100_UTCCP_128dp256bit_2cta = cp<shape::dp128_256b, 2>;
using SM100_UTCCP_128dp128bit_1cta = cp<shape::dp128_128b, 1>;
using SM100_UTCCP_128dp128bit_2cta = cp<shape::dp128_128b, 2>;
using SM100_UTCCP_4dp256bit_1cta = cp<shape::dp4_256b, 1>;
using SM100_UTCCP_4dp256bit_2cta = cp<shape::dp4_256b, 2>;
using SM100_UTCCP_4x32dp128bit_1cta = cp<shape::dp32_128b, 1>;
using SM100_UTCCP_4x32dp128bit_2cta = cp<shape::dp32_128b, 2>;
using SM100_UTCCP_2x64dp128bitlw0213_1cta = cp<shape::dp64_128b_0213, 1>;
using SM100_UTCCP_2x64dp128bitlw0213_2cta = cp<shape::dp64_128b_0213, 2>;
using SM100_UTCCP_2x64dp128bitlw0123_1cta = cp<shape::dp64_128b_0123, 1>;
using SM100_UTCCP_2x64dp128bitlw0123_2cta = cp<shape::dp64_128b_0123, 2>;

}  // namespace SM100::TMEM::UTCCP

#define TILEPROOF_UTCCP(SHAPE)                          \
  using SM100::TMEM::UTCCP::SM100_UTCCP_##SHAPE##_1cta; \
  using SM100::TMEM::UTCCP::SM100_UTCCP_##SHAPE##_2cta;
TILEPROOF_UTCCP(128dp256bit)
TILEPROOF_UTCCP(128dp128bit)
TILEPROOF_UTCCP(4dp256bit)
TILEPROOF_UTCCP(4x32dp128bit)
TILEPROOF_UTCCP(2x64dp128bitlw0213)
TILEPROOF_UTCCP(2x64dp128bitlw0123)
#undef TILEPROOF_UTCCP

#if defined(__CUDACC__)
// Shifts 32-byte elements down by one row, for the lanes from that of `address` on, all rows but
// the last: row i + 1 becomes row i. One thread calls it. Traps on family targets (sm_100f), which
// lack tcgen05.shift. Pre: the lane is a multiple of 32.
template <int CtaGroup = 1>
TILEPROOF_DEVICE void tcgen05_shift_down([[maybe_unused]] std::uint32_t address) {
  static_assert(CtaGroup == 1 || CtaGroup == 2,
                "tcgen05: cta_group is 1 or, for a pair of CTAs, 2");
#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && !defined(__CUDA_ARCH_SPECIFIC__)
  __trap();
#else
  if constexpr (CtaGroup == 1)
    TILEPROOF_ASM_SM100A("tcgen05.shift.cta_group::1.down [%0];" ::"r"(address) : "memory");
  else
    TILEPROOF_ASM_SM100A("tcgen05.shift.cta_group::2.down [%0];" ::"r"(address) : "memory");
#endif
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
