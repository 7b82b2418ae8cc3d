// SPDX-License-Identifier: BSL-1.0
//
// Streams, and memory with guard zones, for the tests of kernels on a GPU; report.hpp has the rest.
#pragma once

#include "report.hpp"

#include <cuda_runtime_api.h>

#include <stdexcept>

namespace harness {

inline void require_success(cudaError_t e, char const* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

// A stream that no other work waits for.
class stream {
 public:
  stream() {
    require_success(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking), "cudaStreamCreate");
  }
  ~stream() { cudaStreamDestroy(s_); }
  stream(stream const&) = delete;
  stream& operator=(stream const&) = delete;

  operator cudaStream_t() const { return s_; }
  // A kernel that has failed is reported here.
  void wait() const { require_success(cudaStreamSynchronize(s_), "the kernel"); }

 private:
  cudaStream_t s_ = nullptr;
};

// Host elements on the GPU, from a multiple of 256 bytes on.
template <class T>
class device_memory {
 public:
  explicit device_memory(std::vector<T> const& elements, std::size_t guard = 0)
      : size_(elements.size()), guard_(guard) {
    if (size_ + guard_ == 0) return;
    require_success(cudaMalloc(&memory_, bytes()), "cudaMalloc");
    std::vector<unsigned char> all(bytes(), guard_byte);
    std::memcpy(all.data() + guard_, elements.data(), size_ * sizeof(T));
    require_success(cudaMemcpy(memory_, all.data(), all.size(), cudaMemcpyHostToDevice), "upload");
    // The copy may still be on its way, and a stream of ours does not wait for it.
    require_success(cudaDeviceSynchronize(), "upload");
  }
  ~device_memory() { cudaFree(memory_); }
  device_memory(device_memory const&) = delete;
  device_memory& operator=(device_memory const&) = delete;

  T* data() const { return reinterpret_cast<T*>(memory_ + guard_); }

  // The elements that are there now. `guards_hold` tells whether the zones around them are as they
  // were.
  std::vector<T> download() {
    std::vector<unsigned char> all(bytes());
    std::vector<T> elements(size_);
    if (all.empty()) return elements;
    require_success(cudaMemcpy(all.data(), memory_, all.size(), cudaMemcpyDeviceToHost),
                    "download");
    std::memcpy(static_cast<void*>(elements.data()), all.data() + guard_, size_ * sizeof(T));
    for (std::size_t i = 0; i < guard_; ++i)
      guards_hold = guards_hold && all[i] == guard_byte && all[all.size() - 1 - i] == guard_byte;
    return elements;
  }
  bool guards_hold = true;

 private:
  static constexpr unsigned char guard_byte = 0x5a;
  std::size_t size_;
  std::size_t guard_;  // bytes before and after
  unsigned char* memory_ = nullptr;

  std::size_t bytes() const { return size_ * sizeof(T) + 2 * guard_; }
};

// Memory that a kernel reads ends where its elements end, so that memcheck sees accesses beyond it;
// memory that it writes lies between guard zones.
template <class T>
device_memory<T> input(std::vector<T> const& elements) {
  return device_memory<T>(elements);
}
template <class T>
device_memory<T> output(std::vector<T> const& elements) {
  return device_memory<T>(elements, 64 * 1024);
}

// Whether the GPU has TMA: sm_90 and above.
inline bool has_tma() {
  int major = 0;
  require_success(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0),
                  "cudaDeviceGetAttribute");
  return major >= 9;
}

template <class Kernel>
kernel_report report_on_gpu(std::string const& name) {
  cudaDeviceProp gpu{};
  require_success(cudaGetDeviceProperties(&gpu, 0), "cudaGetDeviceProperties");
  return {name, proofs_of<Kernel>(), gpu.name};
}

}  // namespace harness
