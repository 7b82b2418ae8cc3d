// SPDX-License-Identifier: BSL-1.0
//
// Functions of a GPU that the benchmarks use: memory, random numbers, the clock of its
// multiprocessors.
#pragma once

#include <cuda_runtime.h>

#include <tileproof/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

// A benchmark that a call fails has nothing to report.
inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

inline int attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

// Owns n elements of global memory.
template <class T>
class buffer {
 public:
  explicit buffer(std::size_t n) : size_(n) { check(cudaMalloc(&data_, n * sizeof(T))); }
  buffer(buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  buffer& operator=(buffer&&) = delete;
  ~buffer() { cudaFree(data_); }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  // All bits set: a floating-point NaN, and no value that a benchmark computes.
  void poison() const { check(cudaMemset(data_, 0xff, bytes())); }
  std::vector<T> read() const {
    std::vector<T> values(size_);
    check(cudaMemcpy(values.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

// A hash of the index (the finaliser of SplitMix64, Steele, Lea, Flood 2014): in [-1,1), rounded to
// T, or any value of an integer of 8 bits.
template <class T>
__global__ void fill_uniform(T* data, std::size_t n, std::uint64_t seed) {
  std::size_t const step = std::size_t{blockDim.x} * gridDim.x;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += step) {
    std::uint64_t x = (i + (seed << 40)) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    if constexpr (std::is_integral_v<T>)
      data[i] = static_cast<T>(x >> 56);
    else
      data[i] = T(static_cast<float>(static_cast<int>(x >> 40) - (1 << 23)) * 0x1p-23f);
  }
}

template <class T>
buffer<T> random_buffer(std::size_t n, std::uint64_t seed) {
  buffer<T> random(n);
  fill_uniform<<<4096, 256>>>(random.data(), n, seed);
  check(cudaGetLastError());
  return random;
}

// Both clocks of a multiprocessor at one moment: cycles, and nanoseconds of the GPU's own time.
struct moment {
  long long cycles;
  long long nanoseconds;
};

// One block for each multiprocessor; a block on one that has no slot says nothing.
static __global__ void stamp(moment* of_multiprocessor) {
  unsigned here;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
  if (here >= gridDim.x) return;
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  of_multiprocessor[here] = {clock64(), now};
}

// Reads it all, and so leaves in the L2 nothing but clean lines of it. The sum keeps the loads.
static __global__ void evict(uint4 const* data, std::size_t n, unsigned* sum) {
  std::size_t const step = std::size_t{blockDim.x} * gridDim.x;
  unsigned x = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += step) {
    uint4 const v = data[i];
    x ^= v.x ^ v.y ^ v.z ^ v.w;
  }
  if (x == 0x12345678u) *sum = x;
}

}  // namespace bench
