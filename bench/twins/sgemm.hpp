// SPDX-License-Identifier: BSL-1.0
//
// The kernels of sgemm_2.cu and sgemm_sm70.cu in CuTe's tutorial. Compiled by either library: who
// includes it has defined `aligned<L>(pointer)` and `whole_vectors<L>(stride)`, which state what
// accesses of 16 bytes ask for.
#pragma once

#include "twins.hpp"

namespace bench {

// Tiles of 128x128x8; a thread copies 4 elements of A, and of B, and has 8x8 of C.
template <library L, bool T>
struct tutorial_sgemm {
  using cta_tiler = cute::Shape<cute::_128, cute::_128, cute::_8>;  // (BLK_M,BLK_N,BLK_K)
  // Padded where the copy transposes: what is k-major in global memory.
  using smem_layout = cute::Layout<cute::Shape<cute::_128, cute::_8>,
                                   cute::Stride<cute::_1, cute::Int<T ? 129 : 128>>>;
  using access = cute::conditional_t<T, float, cute::uint128_t>;
  using copy_threads = cute::Layout<
      cute::Shape<cute::_32, cute::_8>,
      cute::conditional_t<T, cute::Stride<cute::_8, cute::_1>, cute::Stride<cute::_1, cute::_32>>>;
  using copy_values = cute::Layout<cute::Shape<cute::Int<T ? 1 : 4>, cute::_1>>;
  using tiled_copy = decltype(cute::make_tiled_copy(
      cute::Copy_Atom<cute::UniversalCopy<access>, float>{}, copy_threads{}, copy_values{}));
  using tiled_mma =
      decltype(cute::make_tiled_mma(cute::UniversalFMA<float, float, float>{},
                                    cute::Layout<cute::Shape<cute::_16, cute::_16, cute::_1>>{}));

  // (mn,k)
  CUTE_DEVICE static auto operand(float const* p, int mn, int k, int ld) {
    using namespace cute;
    if constexpr (T)
      return make_tensor(aligned<L>(p), make_shape(mn, k), make_stride(ld, _1{}));
    else
      return make_tensor(aligned<L>(p), make_shape(mn, k), make_stride(_1{}, whole_vectors<L>(ld)));
  }
};

// Its name contains `cutlass`, as the names of tileproof's kernels do: docs/kernels.md says why.
template <library L, bool T, bool ReadAhead>
__global__ void __launch_bounds__(256) tutorial_sgemm_cutlass(cute_arguments<float> const args) {
  using namespace cute;
  using tiles = tutorial_sgemm<L, T>;
  using cta_tiler = typename tiles::cta_tiler;
  using smem_layout = typename tiles::smem_layout;
  typename tiles::tiled_copy const tiled_copy;
  typename tiles::tiled_mma const tiled_mma;

  auto const mA = tiles::operand(args.a, args.m, args.k, args.lda);
  auto const mB = tiles::operand(args.b, args.n, args.k, args.ldb);
  auto const mC = make_tensor(aligned<L>(args.c), make_shape(args.m, args.n),
                              make_stride(_1{}, whole_vectors<L>(args.ldc)));
  auto const at = make_coord(blockIdx.x, blockIdx.y, _);
  auto const gA = local_tile(mA, cta_tiler{}, at, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
  auto const gB = local_tile(mB, cta_tiler{}, at, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
  auto gC = local_tile(mC, cta_tiler{}, at, Step<_1, _1, X>{});        // (BLK_M,BLK_N)

  __shared__ alignas(128) float memory_a[cosize_v<smem_layout>];
  __shared__ alignas(128) float memory_b[cosize_v<smem_layout>];
  auto const sA = make_tensor(make_smem_ptr(memory_a), smem_layout{});  // (BLK_M,BLK_K)
  auto const sB = make_tensor(make_smem_ptr(memory_b), smem_layout{});  // (BLK_N,BLK_K)

  auto const thr_copy = tiled_copy.get_slice(threadIdx.x);
  auto const tAgA = thr_copy.partition_S(gA);  // (CPY,CPY_M,CPY_K,k)
  auto tAsA = thr_copy.partition_D(sA);        // (CPY,CPY_M,CPY_K)
  auto tArA = make_fragment_like(tAsA);        // (CPY,CPY_M,CPY_K)
  auto const tBgB = thr_copy.partition_S(gB);  // (CPY,CPY_N,CPY_K,k)
  auto tBsB = thr_copy.partition_D(sB);        // (CPY,CPY_N,CPY_K)
  auto tBrB = make_fragment_like(tBsB);        // (CPY,CPY_N,CPY_K)
  copy(tiled_copy, tAgA(_, _, _, 0), tArA);
  copy(tiled_copy, tBgB(_, _, _, 0), tBrB);

  auto const thr_mma = tiled_mma.get_slice(threadIdx.x);
  auto const tCsA = thr_mma.partition_A(sA);  // (MMA,MMA_M,MMA_K)
  auto const tCsB = thr_mma.partition_B(sB);  // (MMA,MMA_N,MMA_K)
  auto tCgC = thr_mma.partition_C(gC);        // (MMA,MMA_M,MMA_N)
  auto tCrC = thr_mma.make_fragment_C(tCgC);  // (MMA,MMA_M,MMA_N)
  clear(tCrC);

  int const k_tiles = size<3>(tAgA);
  if constexpr (ReadAhead) {
    auto tCrA = thr_mma.make_fragment_A(tCsA);  // (MMA,MMA_M,MMA_K)
    auto tCrB = thr_mma.make_fragment_B(tCsB);  // (MMA,MMA_N,MMA_K)
    copy(tArA, tAsA);
    copy(tBrB, tBsB);
    __syncthreads();
    copy(tCsA(_, _, 0), tCrA(_, _, 0));
    copy(tCsB(_, _, 0), tCrB(_, _, 0));
    auto const k_blocks = size<2>(tCrA);
    CUTE_NO_UNROLL
    for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
      CUTE_UNROLL
      for (int k_block = 0; k_block < k_blocks; ++k_block) {
        if (k_block == k_blocks - 1) {
          __syncthreads();
          copy(tArA, tAsA);
          copy(tBrB, tBsB);
          __syncthreads();
        }
        int const next = (k_block + 1) % k_blocks;
        copy(tCsA(_, _, next), tCrA(_, _, next));
        copy(tCsB(_, _, next), tCrB(_, _, next));
        if (k_block == 0) {
          int const k_tile_next = k_tile + 1 < k_tiles ? k_tile + 1 : k_tile;
          copy(tiled_copy, tAgA(_, _, _, k_tile_next), tArA);
          copy(tiled_copy, tBgB(_, _, _, k_tile_next), tBrB);
        }
        gemm(tiled_mma, tCrA(_, _, k_block), tCrB(_, _, k_block), tCrC);
      }
    }
  } else {
    for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
      __syncthreads();
      copy(tArA, tAsA);
      copy(tBrB, tBsB);
      __syncthreads();
      int const k_tile_next = k_tile + 1 < k_tiles ? k_tile + 1 : k_tile;
      copy(tiled_copy, tAgA(_, _, _, k_tile_next), tArA);
      copy(tiled_copy, tBgB(_, _, _, k_tile_next), tBrB);
      gemm(tiled_mma, tCsA, tCsB, tCrC);
    }
  }
  axpby(args.alpha, tCrC, args.beta, tCgC);
}

template <library L, bool T, bool ReadAhead>
cute_kernel tutorial_sgemm_kernel() {
  constexpr auto kernel = tutorial_sgemm_cutlass<L, T, ReadAhead>;
  return {reinterpret_cast<void const*>(kernel),
          [](int m, int n, int k, void const* a, int lda, void const* b, int ldb, void* c, int ldc,
             cudaStream_t stream) {
            dim3 const blocks(static_cast<unsigned>(m / 128), static_cast<unsigned>(n / 128));
            kernel<<<blocks, 256, 0, stream>>>({m, n, k, 1, static_cast<float const*>(a), lda,
                                                static_cast<float const*>(b), ldb, 0,
                                                static_cast<float*>(c), ldc});
          }};
}
template <library L, bool T>
cute_kernel sgemm_2() {
  return tutorial_sgemm_kernel<L, T, false>();
}
template <library L, bool T>
cute_kernel sgemm_sm70() {
  return tutorial_sgemm_kernel<L, T, true>();
}

}  // namespace bench
