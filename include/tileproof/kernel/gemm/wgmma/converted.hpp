// SPDX-License-Identifier: BSL-1.0
//
// An operand A of gemm_wgmma that is converted in registers, as 8-bit weights beside 16-bit tokens
// are: widen_pair turns two int8_t into 16-bit floats; converted_operand reads a consumer's rows of
// A from shared memory, and has them as the operand of wgmma.
//
//   widen_pair(pairs(0), &fragments(0));   // exact: -128 to 127 are floats of 16 bits
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/context/context.hpp>
#include <tileproof/prove.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// to[0, 2) = the two int8_t in `bytes`, exactly. Four instructions on a GPU: the bits of a float
// whose last place is 1 are those of its integer, so that 128 + x of the 7 lower bits, and the 128
// or 256 that they are too much, need no conversion.
template <class T>
TILEPROOF_HOST_DEVICE constexpr void widen_pair(std::uint16_t bytes, T* to) {
#if defined(__CUDA_ARCH__)
  unsigned const x = __byte_perm(bytes, 0, 0x4140);  // a byte in each half
  unsigned r;
  if constexpr (std::is_same_v<T, bfloat16_t>) {
    unsigned const sum = (x & 0x007f007fu) | 0x43004300u;
    unsigned const excess = (x & 0x00800080u) | 0x43004300u;
    asm("sub.rn.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(sum), "r"(excess));
  } else {
    unsigned const sum = (x ^ 0x00800080u) | 0x64006400u;  // 1024 + 128 + x
    asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(sum), "r"(0x64806480u));
  }
  memcpy(to, &r, sizeof(r));
#else
  for (int i = 0; i < 2; ++i)
    to[i] = static_cast<T>(static_cast<float>(static_cast<std::int8_t>(bytes >> (8 * i))));
#endif
}

// The rows of A of consumer I of Kernel, a split_wgmma: 64 x BLK_K of a stage. A thread has the
// places of the operand A of wgmma, which are pairs of neighbours along k, and loads a pair at
// once.
template <class Kernel>
struct converted_layouts {
  using TA = typename Kernel::element_of_a;
  using tile = Shape<_64, Int<Kernel::block_k>>;
  using load = decltype(make_tiled_copy_A(Copy_Atom<UniversalCopy<std::uint16_t>, TA>{},
                                          typename Kernel::tiled_mma{}));
  using proofs =
      theorems<theorem<owns_every_element<>, decltype(load::tidfrg_S(Layout<tile>{})), tile>,
               theorem<free_of_bank_conflicts<shared_load<16>, TA>,
                       decltype(load::tidfrg_S(typename Kernel::sA_stage{}))>>;
  static_assert(proofs::hold);
};
template <class Kernel, int I>
struct converted_operand {
  using layouts = converted_layouts<Kernel>;
  using TB = typename Kernel::element_of_b;
  using fragment_shape =
      decltype(partition_shape_A(typename Kernel::tiled_mma{}, typename layouts::tile{}));
  static constexpr int count = static_cast<int>(decltype(size(fragment_shape{}))::value);
  decltype(make_tensor<std::uint16_t>(Layout<Int<count / 2>>{})) pairs{};
  decltype(make_tensor<TB>(fragment_shape{})) fragments{};

  // Loads the elements of a stage that this thread of the warpgroup has.
  template <class Stage>
  TILEPROOF_KERNEL void load(Stage const& stage, int thread) {
    auto const copier = typename layouts::load{}.get_slice(thread);
    auto const part = local_tile(stage, typename layouts::tile{}, make_coord(Int<I>{}, _0{}));
    auto const from = recast<std::uint16_t>(copier.partition_S(part));
    TILEPROOF_UNROLL
    for (int i = 0; i < count / 2; ++i) pairs(i) = from(i);
  }
  TILEPROOF_KERNEL void convert() {
    TILEPROOF_UNROLL
    for (int i = 0; i < count / 2; ++i) widen_pair(pairs(i), &fragments(2 * i));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
