// SPDX-License-Identifier: BSL-1.0
//
// A GEMM by multiply-adds, its tiles in flight: cp.async fills shared memory some steps ahead, and
// registers are filled one k ahead of the multiply-adds.
#pragma once

#include <tileproof/atom/copy.hpp>
#include <tileproof/atom/gemm.hpp>
#include <tileproof/atom/tiled_copy.hpp>
#include <tileproof/kernel/edge.hpp>
#include <tileproof/kernel/gemm_arguments.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/tensor/axpby.hpp>
#include <tileproof/tensor/predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// How an operand's tile (BLK_MN,BLK_K) comes to shared memory, where it lies along mn: 16 bytes at
// a time where it does so in global memory too; by elements where it must be turned, and then a
// column is padded so that the threads, which follow k, write to different banks.
template <class T, major Major, int BlockMN, int BlockK, int Threads>
struct simt_operand {
  static constexpr int vector = 16 / static_cast<int>(sizeof(T));
  static constexpr int access_bytes = Major == major::mn ? 16 : static_cast<int>(sizeof(T));
  static constexpr int column = Major == major::mn ? BlockMN : BlockMN + vector;
  using tile = Layout<Shape<Int<BlockMN>, Int<BlockK>>, Stride<_1, Int<column>>>;
  using access = std::conditional_t<Major == major::mn, uint128_t, T>;
  using threads = std::conditional_t<
      Major == major::mn, Layout<Shape<Int<BlockMN / vector>, Int<Threads * vector / BlockMN>>>,
      Layout<Shape<Int<Threads / BlockK>, Int<BlockK>>, Stride<Int<BlockK>, _1>>>;
  using values =
      std::conditional_t<Major == major::mn, Layout<Shape<Int<vector>, _1>>, Layout<Shape<_1, _1>>>;
  using copy = decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<access>, T>{},
                                        threads{}, values{}));

  static_assert(require<injective>(tile{}));
  static_assert(require<fits_whole_tiles>(copy::get_layoutS_TV(), tile_shape(copy{}),
                                          shape(tile{})));
};

}  // namespace detail

// BlockM x BlockN x BlockK elements a step, Stages steps in shared memory, 256 threads: 8 warps of
// 8x4 threads, each thread 4 consecutive rows and columns of every 64.
template <major MajorA, major MajorB, class T = float, class Index = int, int BlockK = 16,
          int Stages = 3>
struct gemm_pipelined {
  static constexpr int threads = 256;
  using cta_tiler = Shape<_128, _128, Int<BlockK>>;  // (BLK_M,BLK_N,BLK_K)

  using operand_a = detail::simt_operand<T, MajorA, 128, BlockK, threads>;
  using operand_b = detail::simt_operand<T, MajorB, 128, BlockK, threads>;
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  static constexpr int access_bytes_a = operand_a::access_bytes;
  static constexpr int access_bytes_b = operand_b::access_bytes;
  using index = Index;

  template <class Tile>
  using stages_of = decltype(make_layout(layout<0>(Tile{}), layout<1>(Tile{}),
                                         Layout<Int<Stages>, Int<(cosize_v<Tile> + 3) / 4 * 4>>{}));
  using sA_layout = stages_of<typename operand_a::tile>;  // (BLK_M,BLK_K,PIPE)
  using sB_layout = stages_of<typename operand_b::tile>;  // (BLK_N,BLK_K,PIPE)
  using shared = shared_memory<field<T, cosize_v<sA_layout>>, field<T, cosize_v<sB_layout>>>;

  using warp_threads =
      Layout<Shape<Shape<_8, _2>, Shape<_4, _4>, _1>, Stride<Stride<_1, _32>, Stride<_8, _64>, _0>>;
  using fours = Layout<Shape<_16, _4>, Stride<_4, _1>>;
  using tiled_mma =
      decltype(make_tiled_mma(UniversalFMA<T>{}, warp_threads{}, Tile<fours, fours, _1>{}));
  // A thread's four rows, and columns, of one k: one access each, free of bank conflicts.
  static_assert(require<free_of_bank_conflicts<shared_load<128>, T>>(
      make_layout(layout<0>(tiled_mma::get_layoutA_TV()), Layout<_4>{})));
  static_assert(require<free_of_bank_conflicts<shared_load<128>, T>>(
      make_layout(layout<0>(tiled_mma::get_layoutB_TV()), Layout<_4>{})));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    Index const m = static_cast<Index>(args.m);
    Index const n = static_cast<Index>(args.n);
    Index const k = static_cast<Index>(args.k);
    constexpr int multiple_a = access_bytes_a / static_cast<int>(sizeof(T));
    constexpr int multiple_b = access_bytes_b / static_cast<int>(sizeof(T));
    auto const mA =
        make_tensor(make_gmem_ptr(assume_aligned<access_bytes_a>(args.a)),
                    operand_layout<MajorA, multiple_a>(m, k, static_cast<Index>(args.lda)));
    auto const mB =
        make_tensor(make_gmem_ptr(assume_aligned<access_bytes_b>(args.b)),
                    operand_layout<MajorB, multiple_b>(n, k, static_cast<Index>(args.ldb)));
    auto const mC = make_tensor(make_gmem_ptr(args.c),
                                operand_layout<major::mn>(m, n, static_cast<Index>(args.ldc)));

    auto const at = make_coord(ctx.block_x(), ctx.block_y(), _);
    auto const gA = local_tile(mA, cta_tiler{}, at, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
    auto const gB = local_tile(mB, cta_tiler{}, at, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
    auto const gC = local_tile(mC, cta_tiler{}, at, Step<_1, _1, X>{});  // (BLK_M,BLK_N)
    // Whether an element is inside, by the same tiles.
    auto const iA = local_tile(make_predicate_tensor(shape(mA), select<0, 2>(cta_tiler{})),
                               cta_tiler{}, at, Step<_1, X, _1>{});
    auto const iB = local_tile(make_predicate_tensor(shape(mB), select<1, 2>(cta_tiler{})),
                               cta_tiler{}, at, Step<X, _1, _1>{});
    auto const iC = local_tile(make_predicate_tensor(shape(mC), select<0, 1>(cta_tiler{})),
                               cta_tiler{}, at, Step<_1, _1, X>{});

    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), sA_layout{});  // (BLK_M,BLK_K,PIPE)
    auto const sB = make_tensor(ctx.shared(shared{}, _1{}), sB_layout{});  // (BLK_N,BLK_K,PIPE)

    auto const copy_a = typename operand_a::copy{}.get_slice(ctx.thread());
    auto const tAgA = copy_a.partition_S(gA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAiA = copy_a.partition_S(iA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAsA = copy_a.partition_D(sA);  // (CPY,CPY_M,CPY_K,PIPE)
    auto const copy_b = typename operand_b::copy{}.get_slice(ctx.thread());
    auto const tBgB = copy_b.partition_S(gB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBiB = copy_b.partition_S(iB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBsB = copy_b.partition_D(sB);  // (CPY,CPY_N,CPY_K,PIPE)

    auto const mma = tiled_mma{}.get_slice(ctx.thread());
    auto const tCsA = mma.partition_A(sA);            // (MMA,MMA_M,MMA_K,PIPE)
    auto const tCsB = mma.partition_B(sB);            // (MMA,MMA_N,MMA_K,PIPE)
    auto tCgC = mma.partition_C(gC);                  // (MMA,MMA_M,MMA_N)
    auto const tCiC = mma.partition_C(iC);            // (MMA,MMA_M,MMA_N)
    auto tCrA = make_tensor<T>(Shape<_1, _8, _2>{});  // (MMA,MMA_M,2)
    auto tCrB = make_tensor<T>(Shape<_1, _8, _2>{});  // (MMA,MMA_N,2)
    auto tCrC = make_fragment_like<T>(tCgC);          // (MMA,MMA_M,MMA_N)
    clear(tCrC);

    bool const rows_inside = (ctx.block_x() + 1) * size<0>(cta_tiler{}) <= m;
    bool const columns_inside = (ctx.block_y() + 1) * size<1>(cta_tiler{}) <= n;
    int const k_tiles = static_cast<int>(size<3>(tAgA));
    // The steps along k, and what comes of them. Of a block that lies inside, with as many steps as
    // stages or more, no step has a branch: what is fetched beyond the last one is the last again.
    auto const multiply = [&](auto lies_inside) {
      constexpr bool inside = decltype(lies_inside)::value;
      // Asks for step k_tile, into stage `pipe`.
      auto const fetch = [&](int k_tile, int pipe) {
        if constexpr (inside) {
          int const step = k_tile < k_tiles ? k_tile : k_tiles - 1;
          copy(copy_a, tAgA(_, _, _, step), tAsA(_, _, _, pipe));
          copy(copy_b, tBgB(_, _, _, step), tBsB(_, _, _, pipe));
        } else if (k_tile < k_tiles) {
          copy_inside(copy_a, tAiA(_, _, _, k_tile), tAgA(_, _, _, k_tile), tAsA(_, _, _, pipe));
          copy_inside(copy_b, tBiB(_, _, _, k_tile), tBgB(_, _, _, k_tile), tBsB(_, _, _, pipe));
        }
        ctx.cp_async_fence();
      };

      for (int stage = 0; stage < Stages - 1; ++stage) fetch(stage, stage);
      ctx.cp_async_wait(Int<Stages - 2>{});
      ctx.sync();
      if (inside || k_tiles > 0) {
        copy(tCsA(_, _, 0, 0), tCrA(_, _, 0));
        copy(tCsB(_, _, 0, 0), tCrB(_, _, 0));
      }
      int read = 0;
      int write = Stages - 1;
      for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
        TILEPROOF_UNROLL
        for (int kk = 0; kk < BlockK; ++kk) {
          if (kk == BlockK - 1) {  // the next step is there, and everybody is done with this one
            read = read + 1 == Stages ? 0 : read + 1;
            ctx.cp_async_wait(Int<Stages - 2>{});
            ctx.sync();
          }
          int const next = (kk + 1) % BlockK;
          if (inside || kk < BlockK - 1 || k_tile + 1 < k_tiles) {
            copy(tCsA(_, _, next, read), tCrA(_, _, (kk + 1) % 2));
            copy(tCsB(_, _, next, read), tCrB(_, _, (kk + 1) % 2));
          }
          if (kk == 0) {
            fetch(k_tile + Stages - 1, write);
            write = write + 1 == Stages ? 0 : write + 1;
          }
          gemm(mma, tCrA(_, _, kk % 2), tCrB(_, _, kk % 2), tCrC);
        }
      }
      ctx.cp_async_wait(_0{});
      if constexpr (inside)
        axpby(args.alpha, tCrC, args.beta, tCgC);
      else
        axpby(args.alpha, tCrC, args.beta, tCgC, tCiC);
    };
    if (rows_inside && columns_inside && k % BlockK == 0 && k_tiles >= Stages)
      multiply(true_type{});
    else
      multiply(false_type{});
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
