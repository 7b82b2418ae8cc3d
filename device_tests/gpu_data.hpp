// SPDX-License-Identifier: BSL-1.0
//
// Data of tests on a GPU: hashes from which inputs are filled, outputs that are spoilt before a
// run, and an epilogue that depends on the place.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

// A hash of element i, which differs from seed to seed.
TILEPROOF_HOST_DEVICE unsigned hash_of(std::int64_t i, unsigned seed) {
  unsigned x = static_cast<unsigned>(i) * 2654435761u + seed;
  x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
  return x;
}

// Fills p with a number that no test computes.
inline constexpr float unwritten = 77;
template <class T>
__global__ void poison(T* p, std::int64_t count) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x)
    p[i] = static_cast<T>(unwritten);
}

struct add_row_and_column {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr T operator()(T value, int row, int column) const {
    return value + static_cast<T>(row % 3 + column % 5);
  }
};
