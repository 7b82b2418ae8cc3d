// SPDX-License-Identifier: BSL-1.0
//
// The operands of the GEMMs of this folder on a GPU, and their results beside a plain kernel.
#pragma once

#include <tileproof/atom.hpp>

#include <cstdint>

namespace hopper {

using tileproof::bfloat16_t;

static __global__ void fill(bfloat16_t* p, std::int64_t count, unsigned seed) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    unsigned x = static_cast<unsigned>(i) * 2654435761u + seed;
    x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
    p[i] = bfloat16_t(static_cast<float>(static_cast<int>(x % 9) - 4));
  }
}
// Small integers: every sum is exact in f32.
static __global__ void compare(bfloat16_t const* a, bfloat16_t const* b, bfloat16_t const* c, int m,
                               int n, int k, int step, unsigned long long* wrong) {
  int const column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int const row = static_cast<int>(blockIdx.y) * step;
  if (column >= n || row >= m) return;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum += static_cast<float>(a[std::int64_t{row} * k + i]) *
           static_cast<float>(b[std::int64_t{column} * k + i]);
  if (static_cast<float>(bfloat16_t(sum)) != static_cast<float>(c[std::int64_t{row} * n + column]))
    atomicAdd(wrong, 1ull);
}

}  // namespace hopper
