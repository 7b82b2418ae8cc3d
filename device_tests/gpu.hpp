// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdio>

// The compute capability of the GPU, times ten. Without a GPU it prints so and gives 0; then a test
// ends with `skipped`.
inline int compute_capability() {
#if defined(TILEPROOF_FEW_KERNELS)
  std::puts("skipped: no GPU was found when this was compiled, and so it was not compiled whole");
  return 0;
#endif
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) {
    std::puts("skipped: no GPU");
    return 0;
  }
  int major = 0;
  int minor = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  return 10 * major + minor;
}

inline constexpr int skipped = 77;
