// SPDX-License-Identifier: BSL-1.0
//
// A GEMM by the matrix instructions of a warp: cp.async into swizzled tiles of shared memory some
// steps ahead, ldmatrix into registers one instruction's k ahead.
#pragma once

#include <tileproof/atom/copy.hpp>
#include <tileproof/atom/copy_sm75.hpp>
#include <tileproof/atom/gemm.hpp>
#include <tileproof/atom/mma_sm80.hpp>
#include <tileproof/atom/tiled_copy.hpp>
#include <tileproof/kernel/edge.hpp>
#include <tileproof/kernel/gemm_arguments.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/tensor/axpby.hpp>
#include <tileproof/tensor/predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Rows of 128 bytes along the contiguous mode, swizzled by 16 bytes; read by matrices of 8x16
// bytes. Columns of 32-bit elements are read one by one, since ldmatrix turns halves alone: there
// the swizzle keeps 8 elements together and parts 4 consecutive k.
template <class T, major Major>
struct warp_operand {
  static constexpr int bytes = static_cast<int>(sizeof(T));
  static constexpr int row = 128 / bytes;
  static constexpr bool by_elements = Major == major::mn && bytes == 4;
  static constexpr int vector_bits = bytes == 2 ? 3 : 2;
  using block =
      std::conditional_t<Major == major::k, Layout<Shape<_8, Int<row>>, Stride<Int<row>, _1>>,
                         Layout<Shape<Int<row>, _8>, Stride<_1, Int<row>>>>;
  using swizzle = std::conditional_t<by_elements, Swizzle<2, 3, 2>, Swizzle<3, vector_bits, 3>>;
  using smem_atom = decltype(composition(swizzle{}, block{}));
  static_assert(require<compact>(smem_atom{}));

  using instruction = std::conditional_t<
      by_elements, UniversalCopy<std::uint32_t>,
      std::conditional_t<Major == major::k, SM75_U32x4_LDSM_N, SM75_U16x8_LDSM_T>>;
  using smem_copy_atom = Copy_Atom<instruction, T>;

  // 128 threads, 16 bytes each, along the contiguous mode.
  static constexpr int vector = 16 / bytes;
  template <int BlockMN, int BlockK>
  using gmem_copy = decltype(make_tiled_copy(
      Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, T>{},
      std::conditional_t<Major == major::k,
                         Layout<Shape<Int<128 * vector / BlockK>, Int<BlockK / vector>>,
                                Stride<Int<BlockK / vector>, _1>>,
                         Layout<Shape<Int<row / vector>, Int<128 * vector / row>>>>{},
      std::conditional_t<Major == major::k, Layout<Shape<_1, Int<vector>>>,
                         Layout<Shape<Int<vector>, _1>>>{}));
};

}  // namespace detail

// A tile of 128x128, four warps of 2x2 instructions of m16n8. Operation is one of
// atom/mma_sm80.hpp; C has elements of type TC.
template <class Operation, major MajorA, major MajorB, class TC, class Index = int, int Stages = 3>
struct gemm_tensor_cores {
  static constexpr int threads = 128;
  using TA = typename MMA_Traits<Operation>::ElementAVal;
  using TB = typename MMA_Traits<Operation>::ElementBVal;
  using Accumulator = typename MMA_Traits<Operation>::ElementCVal;
  static constexpr int block_k = 128 / static_cast<int>(sizeof(TA));
  using cta_tiler = Shape<_128, _128, Int<block_k>>;  // (BLK_M,BLK_N,BLK_K)

  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  static constexpr int access_bytes_a = 16;
  static constexpr int access_bytes_b = 16;
  using index = Index;

  using operand_a = detail::warp_operand<TA, MajorA>;
  using operand_b = detail::warp_operand<TB, MajorB>;
  using tile = Shape<_128, Int<block_k>, Int<Stages>>;
  using sA_layout =
      decltype(tile_to_shape(typename operand_a::smem_atom{}, tile{}));  // (BLK_M,BLK_K,PIPE)
  using sB_layout =
      decltype(tile_to_shape(typename operand_b::smem_atom{}, tile{}));  // (BLK_N,BLK_K,PIPE)
  using shared = shared_memory<field<TA, cosize_v<sA_layout>>, field<TB, cosize_v<sB_layout>>>;
  static_assert(require<fits_in_bytes<shared_bytes_sm90, TA>>(sA_layout{}, sB_layout{}));

  using gmem_copy_a = typename operand_a::template gmem_copy<128, block_k>;
  using gmem_copy_b = typename operand_b::template gmem_copy<128, block_k>;

  static constexpr int k = get<2>(typename MMA_Traits<Operation>::Shape_MNK{});
  using tiled_mma =
      decltype(make_tiled_mma(Operation{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, Int<k>>{}));
  using smem_copy_a =
      decltype(make_tiled_copy_A(typename operand_a::smem_copy_atom{}, tiled_mma{}));
  using smem_copy_b =
      decltype(make_tiled_copy_B(typename operand_b::smem_copy_atom{}, tiled_mma{}));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    Index const m = static_cast<Index>(args.m);
    Index const n = static_cast<Index>(args.n);
    Index const k = static_cast<Index>(args.k);
    auto const mA =
        make_tensor(make_gmem_ptr(assume_aligned<16>(args.a)),
                    operand_layout<MajorA, operand_a::vector>(m, k, static_cast<Index>(args.lda)));
    auto const mB =
        make_tensor(make_gmem_ptr(assume_aligned<16>(args.b)),
                    operand_layout<MajorB, operand_b::vector>(n, k, static_cast<Index>(args.ldb)));
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

    auto const copy_a = gmem_copy_a{}.get_slice(ctx.thread());
    auto const tAgA = copy_a.partition_S(gA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAiA = copy_a.partition_S(iA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAsA = copy_a.partition_D(sA);  // (CPY,CPY_M,CPY_K,PIPE)
    auto const copy_b = gmem_copy_b{}.get_slice(ctx.thread());
    auto const tBgB = copy_b.partition_S(gB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBiB = copy_b.partition_S(iB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBsB = copy_b.partition_D(sB);  // (CPY,CPY_N,CPY_K,PIPE)

    auto const mma = tiled_mma{}.get_slice(ctx.thread());
    auto tCgC = mma.partition_C(gC);                    // (MMA,MMA_M,MMA_N)
    auto const tCiC = mma.partition_C(iC);              // (MMA,MMA_M,MMA_N)
    auto tCrA = mma.partition_fragment_A(sA(_, _, 0));  // (MMA,MMA_M,MMA_K)
    auto tCrB = mma.partition_fragment_B(sB(_, _, 0));  // (MMA,MMA_N,MMA_K)
    auto tCrC = make_fragment_like<Accumulator>(tCgC);  // (MMA,MMA_M,MMA_N)
    clear(tCrC);

    auto const read_a = smem_copy_a{}.get_slice(ctx.thread());
    auto const tXsA = read_a.partition_S(sA);  // (CPY,CPY_M,CPY_K,PIPE)
    auto tXrA = read_a.retile_D(tCrA);         // (CPY,CPY_M,CPY_K)
    auto const read_b = smem_copy_b{}.get_slice(ctx.thread());
    auto const tXsB = read_b.partition_S(sB);  // (CPY,CPY_N,CPY_K,PIPE)
    auto tXrB = read_b.retile_D(tCrB);         // (CPY,CPY_N,CPY_K)

    bool const rows_inside = (ctx.block_x() + 1) * size<0>(cta_tiler{}) <= m;
    bool const columns_inside = (ctx.block_y() + 1) * size<1>(cta_tiler{}) <= n;
    int const k_tiles = static_cast<int>(size<3>(tAgA));
    constexpr int k_blocks = block_k / gemm_tensor_cores::k;
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
        copy(read_a, tXsA(_, _, _0{}, 0), tXrA(_, _, _0{}));
        copy(read_b, tXsB(_, _, _0{}, 0), tXrB(_, _, _0{}));
      }
      int read = 0;
      int write = Stages - 1;
      for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
        TILEPROOF_UNROLL
        for (int kk = 0; kk < k_blocks; ++kk) {
          if (kk == k_blocks - 1) {  // the next step is there, and everybody is done with this one
            read = read + 1 == Stages ? 0 : read + 1;
            ctx.cp_async_wait(Int<Stages - 2>{});
            ctx.sync();
          }
          int const next = (kk + 1) % k_blocks;
          if (inside || kk < k_blocks - 1 || k_tile + 1 < k_tiles) {
            copy(read_a, tXsA(_, _, next, read), tXrA(_, _, next));
            copy(read_b, tXsB(_, _, next, read), tXrB(_, _, next));
          }
          if (kk == 0) {
            fetch(k_tile + Stages - 1, write);
            write = write + 1 == Stages ? 0 : write + 1;
          }
          gemm(mma, tCrA(_, _, kk), tCrB(_, _, kk), tCrC);
        }
      }
      ctx.cp_async_wait(_0{});
      if constexpr (inside)
        axpby(args.alpha, tCrC, args.beta, tCgC);
      else
        axpby(args.alpha, tCrC, args.beta, tCgC, tCiC);
    };
    if (rows_inside && columns_inside && k % block_k == 0 && k_tiles >= Stages)
      multiply(true_type{});
    else
      multiply(false_type{});
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
