// SPDX-License-Identifier: BSL-1.0
//
// The f16 GEMM of tileproof/kernel/gemm/gemm_tensor_cores.hpp, written with CuTe: the same tiles,
// threads, instructions and stages; no edges, alpha 1, beta 0 known at run time only.
#pragma once

#include "cute.hpp"

#include <cute/tensor.hpp>

namespace bench {

using namespace cute;

constexpr int stages = 3;
using cta_tiler = Shape<_128, _128, _64>;  // (BLK_M,BLK_N,BLK_K)
// Rows of 128 bytes, swizzled by 16.
using smem_atom =
    decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
using smem_layout = decltype(tile_to_shape(smem_atom{}, Shape<_128, _64, Int<stages>>{}));
constexpr int shared_bytes = 2 * static_cast<int>(sizeof(half_t)) * cosize_v<smem_layout>;

template <class Operation>
__global__ void __launch_bounds__(128) by_warps(cute_arguments<half_t> const args) {
  auto const tiled_copy =
      make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                      Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto const tiled_mma =
      make_tiled_mma(Operation{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  using ldmatrix = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;

  auto const mA =
      make_tensor(make_gmem_ptr(args.a), make_shape(args.m, args.k), make_stride(args.lda, _1{}));
  auto const mB =
      make_tensor(make_gmem_ptr(args.b), make_shape(args.n, args.k), make_stride(args.ldb, _1{}));
  auto const mC =
      make_tensor(make_gmem_ptr(args.c), make_shape(args.m, args.n), make_stride(_1{}, args.ldc));
  auto const at = make_coord(blockIdx.x, blockIdx.y, _);
  auto const gA = local_tile(mA, cta_tiler{}, at, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
  auto const gB = local_tile(mB, cta_tiler{}, at, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
  auto gC = local_tile(mC, cta_tiler{}, at, Step<_1, _1, X>{});        // (BLK_M,BLK_N)

  extern __shared__ __align__(128) unsigned char memory[];
  half_t* const memory_a = reinterpret_cast<half_t*>(memory);
  auto const sA = make_tensor(make_smem_ptr(memory_a), smem_layout{});  // (BLK_M,BLK_K,PIPE)
  auto const sB = make_tensor(make_smem_ptr(memory_a + cosize_v<smem_layout>),
                              smem_layout{});  // (BLK_N,BLK_K,PIPE)

  auto const thr_copy = tiled_copy.get_slice(threadIdx.x);
  auto const tAgA = thr_copy.partition_S(gA);  // (CPY,CPY_M,CPY_K,k)
  auto tAsA = thr_copy.partition_D(sA);        // (CPY,CPY_M,CPY_K,PIPE)
  auto const tBgB = thr_copy.partition_S(gB);  // (CPY,CPY_N,CPY_K,k)
  auto tBsB = thr_copy.partition_D(sB);        // (CPY,CPY_N,CPY_K,PIPE)

  auto const thr_mma = tiled_mma.get_slice(threadIdx.x);
  auto tCgC = thr_mma.partition_C(gC);                    // (MMA,MMA_M,MMA_N)
  auto tCrA = thr_mma.partition_fragment_A(sA(_, _, 0));  // (MMA,MMA_M,MMA_K)
  auto tCrB = thr_mma.partition_fragment_B(sB(_, _, 0));  // (MMA,MMA_N,MMA_K)
  auto tCrC = thr_mma.make_fragment_C(tCgC);              // (MMA,MMA_M,MMA_N)
  clear(tCrC);

  auto const read_a = make_tiled_copy_A(ldmatrix{}, tiled_mma);
  auto const thr_read_a = read_a.get_slice(threadIdx.x);
  auto const tXsA = thr_read_a.partition_S(sA);  // (CPY,CPY_M,CPY_K,PIPE)
  auto tXrA = thr_read_a.retile_D(tCrA);         // (CPY,CPY_M,CPY_K)
  auto const read_b = make_tiled_copy_B(ldmatrix{}, tiled_mma);
  auto const thr_read_b = read_b.get_slice(threadIdx.x);
  auto const tXsB = thr_read_b.partition_S(sB);  // (CPY,CPY_N,CPY_K,PIPE)
  auto tXrB = thr_read_b.retile_D(tCrB);         // (CPY,CPY_N,CPY_K)

  int const k_tiles = size<3>(tAgA);
  auto const fetch = [&](int k_tile, int pipe) {
    if (k_tile < k_tiles) {
      copy(tiled_copy, tAgA(_, _, _, k_tile), tAsA(_, _, _, pipe));
      copy(tiled_copy, tBgB(_, _, _, k_tile), tBsB(_, _, _, pipe));
    }
    cp_async_fence();
  };
  for (int stage = 0; stage < stages - 1; ++stage) fetch(stage, stage);
  cp_async_wait<stages - 2>();
  __syncthreads();
  copy(read_a, tXsA(_, _, _0{}, 0), tXrA(_, _, _0{}));
  copy(read_b, tXsB(_, _, _0{}, 0), tXrB(_, _, _0{}));

  // A k-block is one instruction along k, or two.
  auto const k_blocks = size<2>(tXrA);
  auto const blocks = make_tile(_, _, size<2>(tCrA) / k_blocks);
  auto tCrA_k = logical_divide(tCrA, blocks);  // (MMA,MMA_M,(MMA_K,CPY_K))
  auto tCrB_k = logical_divide(tCrB, blocks);  // (MMA,MMA_N,(MMA_K,CPY_K))
  int read = 0;
  int write = stages - 1;
  for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
    CUTE_UNROLL
    for (int kk = 0; kk < k_blocks; ++kk) {
      if (kk == k_blocks - 1) {  // the next k-tile has arrived, and all threads have read this one
        read = read + 1 == stages ? 0 : read + 1;
        cp_async_wait<stages - 2>();
        __syncthreads();
      }
      int const next = (kk + 1) % k_blocks;
      copy(read_a, tXsA(_, _, next, read), tXrA(_, _, next));
      copy(read_b, tXsB(_, _, next, read), tXrB(_, _, next));
      if (kk == 0) {
        fetch(k_tile + stages - 1, write);
        write = write + 1 == stages ? 0 : write + 1;
      }
      gemm(tiled_mma, tCrA_k(_, _, make_coord(_, kk)), tCrB_k(_, _, make_coord(_, kk)), tCrC);
    }
  }
  axpby(args.alpha, tCrC, args.beta, tCgC);
}

}  // namespace bench
