// SPDX-License-Identifier: BSL-1.0
//
// Single-precision GEMMs written with CuTe: that of article 002, and with tiled copies.
#include "cute_sgemm.hpp"

namespace bench {
namespace {

// The copies of a k-tile from global memory to registers, while the one before is multiplied, and
// its layout in shared memory. mn-major: 16 bytes an access.
template <bool T>
struct by_vectors {
  using smem_layout = Layout<Shape<_128, _8>>;
  using access = uint128_t;
  using threads = Layout<Shape<_32, _8>>;
  using values = Layout<Shape<_4, _1>>;
};
// k-major: 16 bytes an access as well, and transposed on the way to shared memory.
template <>
struct by_vectors<true> {
  using smem_layout = Layout<Shape<_128, _8>, Stride<_1, Int<132>>>;
  using access = uint128_t;
  using threads = Layout<Shape<_128, _2>, Stride<_2, _1>>;
  using values = Layout<Shape<_1, _4>>;
};
template <bool T, class Steps>
__global__ void __launch_bounds__(256) tiled_cutlass(cute_arguments<float> const args) {
  using smem_layout = typename Steps::smem_layout;
  auto const tiled_copy = make_tiled_copy(Copy_Atom<UniversalCopy<typename Steps::access>, float>{},
                                          typename Steps::threads{}, typename Steps::values{});
  auto const tiled_mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16, _1>>{});

  auto const mA = operand<T>(args.a, args.m, args.k, args.lda);
  auto const mB = operand<T>(args.b, args.n, args.k, args.ldb);
  auto const mC =
      make_tensor(make_gmem_ptr(args.c), make_shape(args.m, args.n), make_stride(_1{}, args.ldc));
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

  auto const thr_mma = tiled_mma.get_slice(threadIdx.x);
  auto const tCsA = thr_mma.partition_A(sA);  // (MMA,MMA_M,MMA_K)
  auto const tCsB = thr_mma.partition_B(sB);  // (MMA,MMA_N,MMA_K)
  auto tCgC = thr_mma.partition_C(gC);        // (MMA,MMA_M,MMA_N)
  auto tCrC = thr_mma.make_fragment_C(tCgC);  // (MMA,MMA_M,MMA_N)
  clear(tCrC);

  int const k_tiles = size<3>(tAgA);
  copy(tiled_copy, tAgA(_, _, _, 0), tArA);
  copy(tiled_copy, tBgB(_, _, _, 0), tBrB);
  for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
    __syncthreads();
    copy(tArA, tAsA);
    copy(tBrB, tBsB);
    __syncthreads();
    int const ahead = min(k_tile + 1, k_tiles - 1);
    copy(tiled_copy, tAgA(_, _, _, ahead), tArA);
    copy(tiled_copy, tBgB(_, _, _, ahead), tBrB);
    gemm(tiled_mma, tCsA, tCsB, tCrC);
  }
  axpby(args.alpha, tCrC, args.beta, tCgC);
}

template <void (*Kernel)(cute_arguments<float>)>
cute_kernel made_of() {
  return {reinterpret_cast<void const*>(Kernel),
          [](int m, int n, int k, void const* a, int lda, void const* b, int ldb, void* c, int ldc,
             cudaStream_t stream) {
            dim3 const blocks(static_cast<unsigned>(m / 128), static_cast<unsigned>(n / 128));
            Kernel<<<blocks, 256, 0, stream>>>({m, n, k, 1, static_cast<float const*>(a), lda,
                                                static_cast<float const*>(b), ldb, 0,
                                                static_cast<float*>(c), ldc});
          }};
}

using mn_major = Layout<Shape<_128, _8>>;
using mn_major_padded = Layout<Shape<_128, _8>, Stride<_1, Int<132>>>;
using k_major = Layout<Shape<_128, _8>, Stride<_8, _1>>;

}  // namespace

template <>
cute_kernel cute_sgemm_of_the_article<false>() {
  return made_of<by_partition_cutlass<false, mn_major>>();
}
template <>
cute_kernel cute_sgemm_of_the_article<true>() {
  return made_of<by_partition_cutlass<true, k_major>>();
}
template <>
cute_kernel cute_sgemm<false>() {
  return made_of<by_partition_cutlass<false, mn_major>>();
}
template <>
cute_kernel cute_sgemm<true>() {
  return made_of<by_partition_cutlass<true, mn_major_padded>>();
}
template <>
cute_kernel cute_sgemm_tiled<false>() {
  return made_of<tiled_cutlass<false, by_vectors<false>>>();
}
template <>
cute_kernel cute_sgemm_tiled<true>() {
  return made_of<tiled_cutlass<true, by_vectors<true>>>();
}

}  // namespace bench
