// SPDX-License-Identifier: BSL-1.0
//
// The sgemm of article 002 written with CuTe: no edges, alpha 1, beta 0 known at run time only.
#pragma once

#include "cute.hpp"

#include <cute/tensor.hpp>

#include <type_traits>

namespace bench {

using namespace cute;

// The strides are (_1,ld) or (ld,_1).
template <bool T>
CUTE_HOST_DEVICE auto operand(float const* p, int mn, int k, int ld) {
  if constexpr (T)
    return make_tensor(make_gmem_ptr(p), make_shape(mn, k), make_stride(ld, _1{}));
  else
    return make_tensor(make_gmem_ptr(p), make_shape(mn, k), make_stride(_1{}, ld));
}

using cta_tiler = Shape<_128, _128, _8>;  // (BLK_M,BLK_N,BLK_K)

// Its name contains `cutlass`, as the names of tileproof's kernels do: docs/kernels.md says why.
template <bool T, class SmemLayout>
__global__ void __launch_bounds__(256) by_partition_cutlass(cute_arguments<float> const args) {
  using copy_threads =
      std::conditional_t<T, Layout<Shape<_32, _8>, Stride<_8, _1>>, Layout<Shape<_32, _8>>>;
  using math_threads = Layout<Shape<_16, _16>>;

  auto const mA = operand<T>(args.a, args.m, args.k, args.lda);
  auto const mB = operand<T>(args.b, args.n, args.k, args.ldb);
  auto const mC =
      make_tensor(make_gmem_ptr(args.c), make_shape(args.m, args.n), make_stride(_1{}, args.ldc));
  auto const at = make_coord(blockIdx.x, blockIdx.y, _);
  auto const gA = local_tile(mA, cta_tiler{}, at, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
  auto const gB = local_tile(mB, cta_tiler{}, at, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
  auto gC = local_tile(mC, cta_tiler{}, at, Step<_1, _1, X>{});        // (BLK_M,BLK_N)

  __shared__ alignas(128) float memory_a[cosize_v<SmemLayout>];
  __shared__ alignas(128) float memory_b[cosize_v<SmemLayout>];
  auto const sA = make_tensor(make_smem_ptr(memory_a), SmemLayout{});  // (BLK_M,BLK_K)
  auto const sB = make_tensor(make_smem_ptr(memory_b), SmemLayout{});  // (BLK_N,BLK_K)

  int const thread = static_cast<int>(threadIdx.x);
  auto const tAgA = local_partition(gA, copy_threads{}, thread);                 // (THR_M,THR_K,k)
  auto tAsA = local_partition(sA, copy_threads{}, thread);                       // (THR_M,THR_K)
  auto const tBgB = local_partition(gB, copy_threads{}, thread);                 // (THR_N,THR_K,k)
  auto tBsB = local_partition(sB, copy_threads{}, thread);                       // (THR_N,THR_K)
  auto const tCsA = local_partition(sA, math_threads{}, thread, Step<_1, X>{});  // (THR_M,BLK_K)
  auto const tCsB = local_partition(sB, math_threads{}, thread, Step<X, _1>{});  // (THR_N,BLK_K)
  auto tCgC = local_partition(gC, math_threads{}, thread, Step<_1, _1>{});       // (THR_M,THR_N)
  auto tCrC = make_tensor_like(tCgC);                                            // (THR_M,THR_N)
  clear(tCrC);

  int const k_tiles = size<2>(tAgA);
  for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
    copy(tAgA(_, _, k_tile), tAsA);
    copy(tBgB(_, _, k_tile), tBsB);
    __syncthreads();
    gemm(tCsA, tCsB, tCrC);
    __syncthreads();
  }
  axpby(args.alpha, tCrC, args.beta, tCgC);
}

}  // namespace bench
