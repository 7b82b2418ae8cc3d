// SPDX-License-Identifier: BSL-1.0
//
// The scale factors of a GEMM: each is for VS elements along k of a row of A or of B,
//
//   C = alpha * (A * SFA) * (B * SFB) + beta * C.
//
// They lie as factor_layout says (atom/mma/factor_layout.hpp).
#pragma once

#include <tileproof/atom/mma/factor_layout.hpp>
#include <tileproof/atom/mma/scale_factors.hpp>
#include <tileproof/kernel/common/described_layout.hpp>
#include <tileproof/kernel/gemm/arguments.hpp>
#include <tileproof/prove/residue_access.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/tensor/predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The factors of A and of B, as gemm_arguments has them.
template <class SFA, class SFB = SFA>
struct scale_factors {
  SFA a;
  SFB b;
};

namespace detail {

// The tiles of `block` in the factors at p, (BLK_MN,4 * VS,k), and their predicates.
template <int VS, int MN, class Pointer, class Rows, class K, class Block>
TILEPROOF_HOST_DEVICE constexpr auto factor_tiles(Pointer p, Rows const& mn, K const& k,
                                                  Block const& block) {
  static_assert(
      128 % MN == 0,
      "gemm_mma_scaled: a tile must have 32, 64 or 128 rows and columns, which divide the 128 "
      "rows of a block of factors");
  return local_tile(make_tensor(make_gmem_ptr(p), factor_layout<VS>(mn, k)),
                    Shape<Int<MN>, Int<4 * VS>>{}, make_coord(block, _));
}
template <int VS, int MN, class Rows, class K, class Block>
TILEPROOF_HOST_DEVICE constexpr auto factors_inside(Rows const& mn, K const& k,
                                                    Block const& block) {
  using tile = Shape<Int<MN>, Int<4 * VS>>;
  return local_tile(make_predicate_tensor(make_shape(mn, k), tile{}), tile{}, make_coord(block, _));
}

// The factors of one operand that a thread multiplies by: `memory` and `inside`,
// (SF,MMA_MN,k-blocks), and the registers of a k-tile, (1,MMA_MN,MMA_K), the SF factors of an
// instruction in each.
template <class Memory, class Inside, class Registers>
struct operand_factors {
  Memory memory;
  Inside inside;
  Registers registers{};

  // Reads those of k-block `at` of the matrix for k-block k of the tile. Outside a matrix the bytes
  // are 0, a finite factor in each format: the elements are 0 there, and 0 times NaN is NaN.
  TILEPROOF_HOST_DEVICE constexpr void read(int at, int k) {
    using word = typename Registers::value_type;
    constexpr int factors = sizeof(word), rows = decltype(size<1>(registers))::value;
    TILEPROOF_UNROLL
    for (int i = 0; i < rows; ++i) {
      word w{};
      if (inside(factors - 1, i, at)) {
        w = recast<word const>(memory(_, i, at))(0);
      } else {
        TILEPROOF_UNROLL
        for (int f = 0; f < factors - 1; ++f) {
          if (!inside(f, i, at)) continue;
          typename Memory::value_type const factor = memory(f, i, at);
          w |= static_cast<word>(static_cast<word>(factor.storage) << (8 * f));
        }
      }
      registers(0, i, k) = w;
    }
  }
};

// The factors of a thread, of k-tiles of KBlocks for the operand (mn,k). `partition` gives the part
// of the thread in a tile.
template <class Word, int VS, int BlockMN, int KBlocks, class Pointer, class MN, class K,
          class Block, class Partition>
TILEPROOF_HOST_DEVICE constexpr auto factors_of_thread(Pointer p, MN const& mn, K const& k,
                                                       Block const& block,
                                                       Partition const& partition) {
  auto const by_k_blocks = [&](auto const& tiles) {  // (V,MMA_MN,k-blocks), one of VS in V
    return logical_divide(group_modes<2, 4>(partition(tiles)), make_tile(Int<VS>{}))(
        make_coord(_0{}, _), _, _);
  };
  auto const memory = by_k_blocks(factor_tiles<VS, BlockMN>(p, mn, k, block));
  auto const inside = by_k_blocks(factors_inside<VS, BlockMN>(mn, k, block));
  auto const registers = make_tensor<Word>(make_shape(_1{}, size<1>(memory), Int<KBlocks>{}));
  return operand_factors<std::remove_const_t<decltype(memory)>,
                         std::remove_const_t<decltype(inside)>,
                         std::remove_const_t<decltype(registers)>>{memory, inside, registers};
}

// The factors of A and B that a thread of gemm_tensor_cores multiplies by.
template <class A, class B>
struct factors_of_fragments {
  A a;
  B b;
  int next = 0;  // k-block of the matrix

  // Reads those of the next k-block, k of its tile.
  TILEPROOF_HOST_DEVICE constexpr void read(int k) {
    a.read(next, k);
    b.read(next, k);
    ++next;
  }
  template <class Mma, class TA, class TB, class TC>
  TILEPROOF_HOST_DEVICE constexpr void gemm(Mma const& mma, TA const& tCrA, TB const& tCrB,
                                            TC& tCrC, int k) {
    auto const of_block = [&](auto& registers) {
      return logical_divide(registers, make_tile(_, _, _1{}))(_, _, make_coord(_, k));
    };
    tileproof::gemm(mma, make_zip_tensor(tCrA, of_block(a.registers)),
                    make_zip_tensor(tCrB, of_block(b.registers)), tCrC);
  }
};
// Where the instruction takes none.
struct no_factors_of_fragments {
  TILEPROOF_HOST_DEVICE constexpr void read(int) {}
  template <class Mma, class TA, class TB, class TC>
  TILEPROOF_HOST_DEVICE constexpr void gemm(Mma const& mma, TA const& tCrA, TB const& tCrB,
                                            TC& tCrC, int) {
    tileproof::gemm(mma, tCrA, tCrB, tCrC);
  }
};
// The factors of the thread with the ThrMMA `mma`, in block (block_x, block_y) with tiles Tiler,
// (BLK_M,BLK_N,BLK_K).
template <class Tiler, class Index, class Mma, class Arguments>
TILEPROOF_HOST_DEVICE constexpr auto factors_of_gemm(Mma const& mma, int block_x, int block_y,
                                                     Arguments const& args) {
  if constexpr (requires { Mma::SFVecSize; }) {
    constexpr int vs = Mma::SFVecSize;
    constexpr int k_blocks = tile_extent<Tiler, 2> / tile_extent<typename Mma::Shape_MNK, 2>;
    using word = std::remove_extent_t<typename Mma::MMA_Op::SFARegisters>;
    auto const m = static_cast<in_index<Index, decltype(args.m)>>(args.m);
    auto const n = static_cast<in_index<Index, decltype(args.n)>>(args.n);
    auto const k = static_cast<in_index<Index, decltype(args.k)>>(args.k);
    auto const a = factors_of_thread<word, vs, tile_extent<Tiler, 0>, k_blocks>(
        args.factors.a, m, k, Index(block_x), [&](auto const& t) { return mma.partition_SFA(t); });
    auto const b = factors_of_thread<word, vs, tile_extent<Tiler, 1>, k_blocks>(
        args.factors.b, n, k, Index(block_y), [&](auto const& t) { return mma.partition_SFB(t); });
    return factors_of_fragments<std::remove_const_t<decltype(a)>, std::remove_const_t<decltype(b)>>{
        a, b};
  } else {
    return no_factors_of_fragments{};
  }
}

// Whether the offsets that a kernel computes are at most `most`, with a tile beyond the last blocks
// of rows and of k.
constexpr bool factors_fit(std::int64_t rows, std::int64_t columns, std::int64_t most) noexcept {
  return rows + 2 <= most / (512 * (columns + 8));
}
// Theorems about the factors that the threads of gemm_tensor_cores read, for every M, N and K,
// which are unknowns: those of elements inside the matrices, and no others.
template <class Tiler, class Index, class Mma, class M, class N, class K>
struct factors_of_any_size {
  using proofs = theorems<>;
};
template <class Tiler, class Index, class Mma, class M, class N, class K>
  requires requires { Mma::SFVecSize; }
struct factors_of_any_size<Tiler, Index, Mma, M, N, K> {
  struct arguments {
    M m;
    N n;
    K k;
    scale_factors<typename Mma::ValTypeSF const*> factors;
  };
  using factors = decltype(factors_of_gemm<Tiler, Index>(std::declval<Mma const&>(), 0, 0,
                                                         std::declval<arguments const&>()));
  template <class Operand>
  using bounds = typename bounds_of_predicate<decltype(Operand::inside)>::type;
  template <class MN>
  using blocks = decltype(whole_factor_blocks<Mma::SFVecSize>(MN{}, K{}));
  // All of a matrix as one tile: what the predicate admits is inside the blocks.
  using all = Shape<Int<1 << 30>, Int<1 << 30>>;
  using proofs =
      theorems<theorem<is_described_layout<Shape<M, K>>, bounds<decltype(factors::a)>>,
               theorem<is_described_layout<Shape<N, K>>, bounds<decltype(factors::b)>>,
               theorem<accesses_stay_inside<>, blocks<M>, all, bounds<decltype(factors::a)>>,
               theorem<accesses_stay_inside<>, blocks<N>, all, bounds<decltype(factors::b)>>>;
};

// `ok`, or the reason to refuse the factors of an operand (mn,k) and C.
template <int VS, class Index, class F>
status check_factors(F const* p, std::int64_t mn, std::int64_t k, runs_of_bytes const& c) noexcept {
  if (p == nullptr) return status::null_pointer;
  if (reinterpret_cast<std::uintptr_t>(p) % 16 != 0) return status::misaligned_base;
  auto const blocks = whole_factor_blocks<VS>(mn, k);
  if (!factors_fit(get<0>(blocks) / 128, get<1>(blocks) / (4 * VS), largest_offset<F, Index>))
    return status::size_beyond_index;
  std::int64_t const bytes = size_of_factors<VS>(mn, k);
  return overlap(bytes_of(p, bytes, 1, bytes), c) ? status::overlapping_operands : status::ok;
}

}  // namespace detail

// check_gemm<Kernel> with scale factors: the conditions without them; then of A's and of B's
// null_pointer, misaligned_base (16 bytes), size_beyond_index, overlapping_operands.
template <class Kernel, class A, class B, class C, class Scalar, class F>
status check_gemm(
    gemm_arguments_with<A const*, B const*, C*, Scalar, scale_factors<F const*>> const& g,
    core::text* why = nullptr) noexcept {
  using mma = typename Kernel::tiled_mma;
  static_assert(
      requires { typename mma::ValTypeSF; },
      "check_gemm: the instruction of the kernel takes no scale factors: leave them out");
  static_assert(std::is_same_v<F, typename mma::ValTypeSF>,
                "check_gemm: the scale factors have another type than those of the instruction");
  return detail::told(why, [&] {
    gemm_arguments<A const*, B const*, C*, Scalar> const matrices{
        g.m, g.n, g.k, g.alpha, g.a, g.lda, g.b, g.ldb, g.beta, g.c, g.ldc};
    status s = detail::check_gemm_of<Kernel>(matrices, why);
    if (s != status::ok || g.m == 0 || g.n == 0 || g.k == 0) return s;
    constexpr int vs = mma::SFVecSize;
    using index = typename Kernel::index;
    detail::runs_of_bytes const c = detail::bytes_of(g.c, g.m, g.n, g.ldc);
    s = detail::check_factors<vs, index>(g.factors.a, g.m, g.k, c);
    return s == status::ok ? detail::check_factors<vs, index>(g.factors.b, g.n, g.k, c) : s;
  });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
