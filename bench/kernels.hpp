// SPDX-License-Identifier: BSL-1.0
//
// Kernels of tileproof as contenders, and the peak figures of the GPU.
#pragma once

#include "device.hpp"

#include <tileproof/kernel/common/launch.hpp>

namespace bench {

inline void check(tileproof::status s) {
  if (s == tileproof::status::ok) return;
  std::fprintf(stderr, "not launched: %s\n", tileproof::to_string(s));
  std::exit(1);
}

template <class Kernel, class Arguments>
void const* kernel_of() {
  return reinterpret_cast<void const*>(tileproof::detail::kernel_function<Kernel, Arguments>());
}

// The peak bandwidth of the memory, in bytes per second: two transfers a clock on every wire of the
// bus.
inline double memory_peak() {
  return 2e3 * attribute(cudaDevAttrMemoryClockRate) *
         (attribute(cudaDevAttrGlobalMemoryBusWidth) / 8);
}

enum class unit { fma32, tensor16, tensor_tf32, tensor8 };

// Operations of a multiprocessor in a clock, dense ("Arithmetic Instructions" in the
// CUDA C++ Programming Guide; NVIDIA A100 and H100 architecture papers); 0: not known here.
inline double peak_per_clock(unit u) {
  int const capability = 10 * attribute(cudaDevAttrComputeCapabilityMajor) +
                         attribute(cudaDevAttrComputeCapabilityMinor);
  switch (u) {
    case unit::fma32: return capability == 80 ? 128 : capability >= 86 ? 256 : 0;
    case unit::tensor16: return capability == 80 ? 2048 : capability == 90 ? 4096 : 0;
    case unit::tensor8: return capability == 80 ? 4096 : capability == 90 ? 8192 : 0;
    case unit::tensor_tf32: return capability == 80 ? 1024 : capability == 90 ? 2048 : 0;
  }
  return 0;
}

}  // namespace bench
