// SPDX-License-Identifier: BSL-1.0
//
// GEMM kernels written with CuTe, compiled apart from tileproof. A is m x k, B n x k, C m x n,
// column-major, as in gemm/arguments.hpp; extents are multiples of the tile, 128x128x64 at most.
#pragma once

#include <cuda_runtime.h>

namespace bench {

// The arguments of the kernels.
template <class T>
struct cute_arguments {
  int m, n, k;
  float alpha;
  T const* a;
  int lda;
  T const* b;
  int ldb;
  float beta;
  T* c;
  int ldc;
};

struct cute_kernel {
  void const* kernel;
  void (*run)(int m, int n, int k, void const* a, int lda, void const* b, int ldb, void* c, int ldc,
              cudaStream_t);
};

// T: k-major A and B (BLAS's TN), else mn-major (NT).
// Tiles of 128x128x8 by local_partition, as in article 002; k-major tiles stay so in shared memory.
template <bool T>
cute_kernel cute_sgemm_of_the_article();
// SIMT GEMMs with the shared-memory layouts of tileproof::sgemm.
template <bool T>
cute_kernel cute_sgemm();
// SIMT GEMMs with tiled copies, a tiled MMA, and the next k-tile on its way to registers, as
// tileproof::gemm_tiled.
template <bool T>
cute_kernel cute_sgemm_tiled();
// GEMMs with mma.sync: TN, m16n8k16 or m16n8k8, three stages of cp.async, swizzled tiles, ldmatrix;
// f16 or f32 accumulators, C in f16.
template <int K, bool Accumulate32>
cute_kernel cute_f16();

}  // namespace bench
