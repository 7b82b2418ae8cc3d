// SPDX-License-Identifier: BSL-1.0
//
// The tile accesses of a GEMM with run-time M, N, K, once through the algebra and once by hand.
// tools/compare_ptx.py compiles this file and compares the two entries.
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// C(m,n) of this thread = one element of its partition of A times one of its partition of B.
extern "C" __global__ void by_layout(float const* a, float const* b, float* c, int M, int N, int K,
                                     int i, int j, int k) {
  auto const shape_mnk = make_shape(M, N, K);
  auto const cta_tiler = Shape<_128, _128, _8>{};
  auto const cta_coord = make_coord(blockIdx.x, blockIdx.y, _);
  auto const tA = Layout<Shape<_32, _8>, Stride<_8, _1>>{};
  auto const tC = Layout<Shape<_16, _16>>{};

  Tensor mA =
      make_tensor(make_gmem_ptr(a), select<0, 2>(shape_mnk), make_stride(K, _1{}));  // (M,K)
  Tensor mB =
      make_tensor(make_gmem_ptr(b), select<1, 2>(shape_mnk), make_stride(K, _1{}));  // (N,K)
  Tensor mC =
      make_tensor(make_gmem_ptr(c), select<0, 1>(shape_mnk), make_stride(_1{}, M));  // (M,N)

  Tensor gA = local_tile(mA, cta_tiler, cta_coord, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
  Tensor gB = local_tile(mB, cta_tiler, cta_coord, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
  Tensor gC = local_tile(mC, cta_tiler, cta_coord, Step<_1, _1, X>{});  // (BLK_M,BLK_N)

  Tensor tAgA = local_partition(gA, tA, threadIdx.x);  // (THR_M,THR_K,k)
  Tensor tAgB = local_partition(gB, tA, threadIdx.x);  // (THR_N,THR_K,k)
  Tensor tCgC = local_partition(gC, tC, threadIdx.x);  // (THR_M,THR_N)

  tCgC(i, j) = tAgA(i, 0, k) * tAgB(j, 0, k);
}

extern "C" __global__ void by_hand(float const* a, float const* b, float* c, int M, int N, int K,
                                   int i, int j, int k) {
  int const block_m = static_cast<int>(blockIdx.x);
  int const block_n = static_cast<int>(blockIdx.y);
  int const thread = static_cast<int>(threadIdx.x);

  float const* const gA = a + block_m * 128 * K;
  float const* const gB = b + block_n * 128 * K;
  float* const gC = c + (block_m * 128 + block_n * 128 * M);

  float const* const tAgA = gA + (thread / 8 * K + thread % 8);
  float const* const tAgB = gB + (thread / 8 * K + thread % 8);
  float* const tCgC = gC + (thread % 16 + thread / 16 * M);

  tCgC[i * 16 + j * 16 * M] = tAgA[i * 32 * K + k * 8] * tAgB[j * 32 * K + k * 8];
}
