// SPDX-License-Identifier: BSL-1.0
//
// CUTLASS's kernels for D = A B^T of bf16, A m x k, B n x k and D m x n, all rows one after
// another: the contenders of cutlass_gemm.cu, which is compiled where CUTLASS's headers are given.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <string>
#include <vector>

namespace bench {

// A kernel with its A and D; `run` takes B, and returns whether the kernel takes the problem.
struct cutlass_kernel {
  std::string name;
  std::function<bool(void const* b, cudaStream_t)> run;
};
std::vector<cutlass_kernel> cutlass_gemms(int m, int n, int k, void const* a, void* d);

}  // namespace bench
