// SPDX-License-Identifier: BSL-1.0
//
// A kernel (kernel/context.hpp) on a GPU.
#pragma once

#include <tileproof/kernel/context.hpp>
#include <tileproof/kernel/status.hpp>

#if defined(__CUDACC__)

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class Kernel, class Arguments>
__global__ void __launch_bounds__(Kernel::threads) run_kernel(Arguments const args) {
  Kernel::run(gpu_context{}, args);
}

// The blocks of a launch.
struct grid_of_blocks {
  std::int64_t x = 1;
  std::int64_t y = 1;
  std::int64_t z = 1;
};

// Asynchronous. Pre: the arguments were checked. A grid without blocks launches nothing.
template <class Kernel, class Arguments>
status launch(grid_of_blocks const& grid, Arguments const& args, cudaStream_t stream) noexcept {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return status::ok;
  if (grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535) return status::grid_too_large;
  constexpr std::int64_t bytes = Kernel::shared::bytes;
  static_assert(bytes <= 232448, "launch: a block has at most 227 KB of shared memory");
  auto const kernel = run_kernel<Kernel, Arguments>;
  if constexpr (bytes > 48 * 1024)
    if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)) != cudaSuccess)
      return status::not_launched;
  kernel<<<dim3(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y),
                static_cast<unsigned>(grid.z)),
           Kernel::threads, bytes, stream>>>(args);
  return cudaPeekAtLastError() == cudaSuccess ? status::ok : status::not_launched;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#endif
