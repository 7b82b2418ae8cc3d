// SPDX-License-Identifier: BSL-1.0
//
// An operand A of gemm_wgmma that is converted in registers, as 8-bit weights beside 16-bit tokens
// are. ldmatrix gives each of four neighbouring lanes 4 neighbours along k, and the operand of
// wgmma has them by twos:
//
//   lane                    0              1              2              3
//   ldmatrix            0  1   2  3    4  5   6  7    8  9  10 11   12 13  14 15      (k)
//   operand of wgmma    0  1   8  9    2  3  10 11    4  5  12 13    6  7  14 15
//
// A lane takes two pairs from others (pairs_of_lane), and widen_pair turns int8_t into 16-bit
// floats; converted_operand has the rows of A of a consumer as the operand of wgmma.
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/context/context.hpp>
#include <tileproof/prove.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Byte i of the result is byte `selector >> 4 * i & 7` of the two words, as of prmt.
TILEPROOF_HOST_DEVICE constexpr std::uint32_t select_bytes(std::uint32_t a, std::uint32_t b,
                                                           unsigned selector) {
#if defined(__CUDA_ARCH__)
  return __byte_perm(a, b, selector);
#else
  std::uint64_t const both = std::uint64_t{b} << 32 | a;
  std::uint32_t r = 0;
  for (int i = 0; i < 4; ++i)
    r |= static_cast<std::uint32_t>(both >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
  return r;
#endif
}

// Where a lane finds its elements: of a register of ldmatrix, pair `pair` of lane `lower`, which
// are neighbours along k, and the same of lane `lower` + 2, 8 elements further along k.
struct pairs_of_lane {
  int lower, pair;
  TILEPROOF_HOST_DEVICE constexpr explicit pairs_of_lane(int lane)
      : lower((lane & ~3) + (lane & 2) / 2), pair(lane & 1) {}
  // The pair of a register of such a lane, in bytes 0 and 2.
  TILEPROOF_HOST_DEVICE constexpr std::uint32_t of(std::uint32_t word) const {
    return select_bytes(word, word, pair == 0 ? 0x0100 : 0x0302);
  }
};

// to[0, 2) = the int8_t in bytes 0 and 2 of x, exactly. Two or three instructions on a GPU: the
// bits of a float whose last place is 1 are those of its integer, so that 128 + x of the 7 lower
// bits, and the 128 or 256 that they are too much, need no conversion.
template <class T>
TILEPROOF_HOST_DEVICE constexpr void widen_pair(std::uint32_t x, T* to) {
#if defined(__CUDA_ARCH__)
  unsigned r;
  if constexpr (std::is_same_v<T, bfloat16_t>) {
    // One instruction each, where nvcc makes two of the C++ expression (x & mask) | 0x43004300.
    unsigned sum, excess;
    asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(sum) : "r"(x), "r"(0x007f007fu), "r"(0x43004300u));
    asm("lop3.b32 %0, %1, %2, %3, 0xea;"
        : "=r"(excess)
        : "r"(x), "r"(0x00800080u), "r"(0x43004300u));
    asm("sub.rn.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(sum), "r"(excess));
  } else {
    unsigned const sum = (x & 0x00ff00ffu) ^ 0x64806480u;  // 1024 + 128 + x
    asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(sum), "r"(0x64806480u));
  }
  memcpy(to, &r, sizeof(r));
#else
  for (int i = 0; i < 2; ++i)
    to[i] = static_cast<T>(static_cast<float>(static_cast<std::int8_t>(x >> 16 * i)));
#endif
}

// The rows of A of a consumer of Kernel, a split_wgmma: 64 x BLK_K of a stage, as pairs of
// neighbours along k.
template <class Kernel>
struct converted_layouts {
  using TA = typename Kernel::element_of_a;
  using TB = typename Kernel::element_of_b;
  using pair = std::uint16_t;
  using tiled_mma = typename Kernel::tiled_mma;
  static constexpr int pairs_of_k = Kernel::block_k / 2;
  using tile = Shape<_64, Int<Kernel::block_k>>;
  using tile_of_pairs = Shape<_64, Int<pairs_of_k>>;
  using load = decltype(make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, pair>{}, tiled_mma{}));
  using stage_of_pairs = decltype(recast_layout<TA, pair>(typename Kernel::sA_stage{}));

  // (thread,value) -> the number of an element of the tile: those that ldmatrix gives, with the
  // pairs that pairs_of_lane names, and those of the operand of wgmma.
  template <class Numbers, class T, class Op>
  using values = decltype(make_tiled_copy_A(Copy_Atom<Op, T>{}, tiled_mma{}).tidfrg_D(Numbers{}));
  using loaded = values<Layout<tile_of_pairs, Stride<_2, _128>>, pair, SM75_U32x4_LDSM_N>;
  using exchange = Layout<Shape<Shape<_2, _2, _32>, Shape<_2, _2, Int<pairs_of_k / 8>>>,
                          Stride<Stride<_128, _1, _4>, Stride<_256, _2, _512>>>;
  using exchanged = decltype(composition(make_layout(loaded{}), exchange{}));
  using moved = decltype(make_layout(layout<0>(exchanged{}),
                                     make_layout(Layout<_2>{}, layout<1>(exchanged{}))));
  using multiplied =
      values<Layout<Shape<_64, Shape<_2, Int<pairs_of_k>>>, Stride<_2, Stride<_1, _128>>>, TB,
             UniversalCopy<TB>>;
  using proofs = theorems<theorem<same_elements, moved, multiplied>,
                          theorem<free_of_bank_conflicts<ldmatrix<4>, pair>,
                                  decltype(load::tidfrg_S(stage_of_pairs{}))>>;
  static_assert(proofs::hold);
};
template <class Kernel, int I>
struct converted_operand {
  using layouts = converted_layouts<Kernel>;
  using pair = typename layouts::pair;
  using TB = typename Kernel::element_of_b;
  using tiled_mma = typename Kernel::tiled_mma;
  decltype(make_tensor<pair>(
      partition_shape_A(tiled_mma{}, typename layouts::tile_of_pairs{}))) pairs{};
  decltype(make_tensor<TB>(partition_shape_A(tiled_mma{}, typename layouts::tile{}))) fragments{};

  // Loads the elements of a stage that this thread of the warpgroup has.
  template <class Stage>
  TILEPROOF_KERNEL void load(Stage const& stage, int thread) {
    using load = typename layouts::load;
    auto const rows = local_tile(recast<pair>(stage), typename layouts::tile_of_pairs{},
                                 make_coord(Int<I>{}, _0{}));
    auto const copier = load{}.get_slice(thread);
    copy(load{}, copier.partition_S(rows), copier.retile_D(pairs));
  }
  // Converts a half, 0 or 1, of the elements along k. All lanes call together.
  template <class Context>
  TILEPROOF_KERNEL void convert(Context const& ctx, int half) {
    pairs_of_lane const mine(ctx.thread() % 32);
    auto const words = recast<std::uint32_t>(pairs);  // (row,16 elements along k)
    constexpr int words_of_half = size(words) / 2;
    TILEPROOF_UNROLL
    for (int i = half * words_of_half; i < (half + 1) * words_of_half; ++i) {
      TB* const to = &fragments(8 * (i / 2) + 2 * (i % 2));
      widen_pair(mine.of(ctx.shuffle(words(i), mine.lower)), to);
      widen_pair(mine.of(ctx.shuffle(words(i), mine.lower + 2)), to + 4);
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
