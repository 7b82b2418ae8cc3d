// SPDX-License-Identifier: BSL-1.0
//
// Kernels of which both libraries compile one source, written in CuTe's names: two SGEMMs of CuTe's
// tutorial and a FlashAttention-2 forward.
#pragma once

#include "../cute.hpp"

#include <cuda_fp16.h>

namespace bench {

enum class library { cute, tileproof };

// T: k-major A and B (BLAS's TN), else mn-major (NT). Extents are multiples of 128x128x8.
// The next k-tile is on its way to registers while one is multiplied (sgemm_2.cu).
template <library L, bool T>
cute_kernel sgemm_2();
// Reads the fragments of the next k-block ahead as well (sgemm_sm70.cu).
template <library L, bool T>
cute_kernel sgemm_sm70();

// O = softmax(Q K^T scale) V for each head: f16, sums in f32. Q and O are (heads,queries,D), K and
// V (heads,keys,D), row-major and aligned to 16 bytes.
struct attention_arguments {
  int heads, queries, keys;
  float scale;
  __half const* q;
  __half const* k;
  __half const* v;
  __half* o;
};
struct attention_kernel {
  void const* kernel;
  void (*run)(attention_arguments const&, cudaStream_t);
};
// D: 64 or 128. Whole: queries is a multiple of 128, keys of 64.
template <library L, int D, bool Whole>
attention_kernel attention();

}  // namespace bench
