// SPDX-License-Identifier: BSL-1.0
//
// Compares what a tutorial's GEMM computed with a reference. tools/cute_tutorials.py adds one line
// that calls it to the tutorials that time a GEMM and do not check its result; the same line is
// added to the program built with CuTe.
#pragma once

#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace check {

// c (m,n), column-major, = a b^T with a (m,k) of strides (am,ak) and b (n,k) of strides (bn,bk).
template <class TA, class TB>
__global__ void reference(int m, int n, int k, TA const* a, int am, int ak, TB const* b, int bn,
                          int bk, float* c) {
  std::int64_t const i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
  if (i >= static_cast<std::int64_t>(m) * n) return;
  std::int64_t const row = i % m;
  std::int64_t const column = i / m;
  float sum = 0;
  for (std::int64_t p = 0; p < k; ++p)
    sum += static_cast<float>(a[row * am + p * ak]) * static_cast<float>(b[column * bn + p * bk]);
  c[i] = sum;
}

// Prints "RESULT", right or wrong, the largest error, what is allowed, and a hash of all bits of c.
template <class TA, class TB, class TC>
void gemm(int m, int n, int k, char trans_a, char trans_b, TA const* a, TB const* b,
          thrust::host_vector<TC> const& c, double allowed) {
  thrust::device_vector<float> expected(static_cast<std::size_t>(m) * n);
  int const blocks = static_cast<int>((expected.size() + 255) / 256);
  reference<<<blocks, 256>>>(m, n, k, a, trans_a == 'N' ? 1 : k, trans_a == 'N' ? m : 1, b,
                             trans_b == 'N' ? k : 1, trans_b == 'N' ? 1 : n,
                             thrust::raw_pointer_cast(expected.data()));
  thrust::host_vector<float> const e = expected;
  double worst = 0;
  bool is_number = true;
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (std::size_t i = 0; i < e.size(); ++i) {
    double const x = static_cast<float>(c[i]);
    is_number = is_number && std::isfinite(x);
    worst = std::fmax(worst, std::fabs(x - e[i]));
    auto const* bytes = reinterpret_cast<unsigned char const*>(&c[i]);
    for (std::size_t j = 0; j < sizeof(TC); ++j) hash = (hash ^ bytes[j]) * 1099511628211U;
  }
  bool const right = is_number && worst <= allowed && cudaGetLastError() == cudaSuccess;
  std::printf("RESULT %s error %.3g allowed %.3g hash %016llx\n", right ? "right" : "wrong", worst,
              allowed, static_cast<unsigned long long>(hash));
}

}  // namespace check
