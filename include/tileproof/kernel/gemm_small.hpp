// SPDX-License-Identifier: BSL-1.0
//
// A small GEMM by any matrix instruction of a warp: one tile in shared memory at a time, elements
// copied one by one. It shows what an instruction needs, and tests it; it is not fast.
#pragma once

#include <tileproof/atom/gemm.hpp>
#include <tileproof/atom/tiled_copy.hpp>
#include <tileproof/kernel/edge.hpp>
#include <tileproof/kernel/gemm_arguments.hpp>
#include <tileproof/tensor/axpby.hpp>
#include <tileproof/tensor/predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// 128 threads: four warps, as 2x2 instructions; of m8n8k4, which takes 8 threads, 4x4.
template <class Operation, major MajorA, major MajorB, class TC, class Index = int>
struct gemm_small {
  static constexpr int threads = 128;
  using traits = MMA_Traits<Operation>;
  using TA = typename traits::ElementAVal;
  using TB = typename traits::ElementBVal;
  using Accumulator = typename traits::ElementCVal;

  using atoms = std::conditional_t<size(typename traits::ThrID{}) == 8, Layout<Shape<_4, _4, _1>>,
                                   Layout<Shape<_2, _2, _1>>>;
  static constexpr int atom_k = get<2>(typename traits::Shape_MNK{});
  static constexpr int block_k = atom_k > 8 ? atom_k : 8;
  using cta_tiler = Shape<_64, _64, Int<block_k>>;  // (BLK_M,BLK_N,BLK_K)
  using tiled_mma = decltype(make_tiled_mma(Operation{}, atoms{}));

  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  static constexpr int access_bytes_a = static_cast<int>(sizeof(TA));
  static constexpr int access_bytes_b = static_cast<int>(sizeof(TB));
  using index = Index;

  using smem_layout = Layout<Shape<_64, Int<block_k>>>;  // (BLK_MN,BLK_K)
  using shared = shared_memory<field<TA, cosize_v<smem_layout>>, field<TB, cosize_v<smem_layout>>>;

  // Threads follow the contiguous mode of what they read.
  template <major Major, class T>
  using tile_copy =
      decltype(make_tiled_copy(Copy_Atom<UniversalCopy<T>, T>{},
                               std::conditional_t<Major == major::mn, Layout<Shape<_16, _8>>,
                                                  Layout<Shape<_16, _8>, Stride<_8, _1>>>{}));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    Index const m = static_cast<Index>(args.m);
    Index const n = static_cast<Index>(args.n);
    Index const k = static_cast<Index>(args.k);
    auto const mA = make_tensor(make_gmem_ptr(args.a),
                                operand_layout<MajorA>(m, k, static_cast<Index>(args.lda)));
    auto const mB = make_tensor(make_gmem_ptr(args.b),
                                operand_layout<MajorB>(n, k, static_cast<Index>(args.ldb)));
    auto const mC = make_tensor(make_gmem_ptr(args.c),
                                operand_layout<major::mn>(m, n, static_cast<Index>(args.ldc)));

    auto const at = make_coord(ctx.block_x(), ctx.block_y(), _);
    auto const gA = local_tile(mA, cta_tiler{}, at, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
    auto const gB = local_tile(mB, cta_tiler{}, at, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
    auto const gC = local_tile(mC, cta_tiler{}, at, Step<_1, _1, X>{});  // (BLK_M,BLK_N)
    auto const iA = local_tile(make_predicate_tensor(shape(mA), select<0, 2>(cta_tiler{})),
                               cta_tiler{}, at, Step<_1, X, _1>{});
    auto const iB = local_tile(make_predicate_tensor(shape(mB), select<1, 2>(cta_tiler{})),
                               cta_tiler{}, at, Step<X, _1, _1>{});
    auto const iC = local_tile(make_predicate_tensor(shape(mC), select<0, 1>(cta_tiler{})),
                               cta_tiler{}, at, Step<_1, _1, X>{});

    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), smem_layout{});  // (BLK_M,BLK_K)
    auto const sB = make_tensor(ctx.shared(shared{}, _1{}), smem_layout{});  // (BLK_N,BLK_K)

    auto const copy_a = tile_copy<MajorA, TA>{}.get_slice(ctx.thread());
    auto const tAgA = copy_a.partition_S(gA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAiA = copy_a.partition_S(iA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAsA = copy_a.partition_D(sA);  // (CPY,CPY_M,CPY_K)
    auto const copy_b = tile_copy<MajorB, TB>{}.get_slice(ctx.thread());
    auto const tBgB = copy_b.partition_S(gB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBiB = copy_b.partition_S(iB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBsB = copy_b.partition_D(sB);  // (CPY,CPY_N,CPY_K)

    auto const mma = tiled_mma{}.get_slice(ctx.thread());
    auto const tCsA = mma.partition_A(sA);              // (MMA,MMA_M,MMA_K)
    auto const tCsB = mma.partition_B(sB);              // (MMA,MMA_N,MMA_K)
    auto tCgC = mma.partition_C(gC);                    // (MMA,MMA_M,MMA_N)
    auto const tCiC = mma.partition_C(iC);              // (MMA,MMA_M,MMA_N)
    auto tCrC = make_fragment_like<Accumulator>(tCgC);  // (MMA,MMA_M,MMA_N)
    clear(tCrC);

    int const k_tiles = static_cast<int>(size<3>(tAgA));
    for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
      copy_or_zero(tAiA(_, _, _, k_tile), tAgA(_, _, _, k_tile), tAsA);
      copy_or_zero(tBiB(_, _, _, k_tile), tBgB(_, _, _, k_tile), tBsB);
      ctx.sync();
      gemm(mma, tCsA, tCsB, tCrC);
      ctx.sync();
    }
    axpby(args.alpha, tCrC, args.beta, tCgC, tCiC);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
