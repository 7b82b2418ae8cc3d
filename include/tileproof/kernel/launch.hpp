// SPDX-License-Identifier: BSL-1.0
//
// A kernel (kernel/context.hpp) on a GPU, and the grid that it is launched with.
#pragma once

#include <tileproof/kernel/context.hpp>
#include <tileproof/kernel/status.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The blocks of a launch.
struct grid_of_blocks {
  std::int64_t x = 1;
  std::int64_t y = 1;
  std::int64_t z = 1;
};

// Whether a launch has so many blocks: `ok`, also of none, or `grid_too_large`.
constexpr status check_grid(grid_of_blocks const& grid) noexcept {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return status::ok;
  return grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535 ? status::grid_too_large
                                                                : status::ok;
}

namespace detail {

// The tiles that cover n elements. Pre: n is not negative.
TILEPROOF_HOST_DEVICE constexpr std::int64_t tiles_of(std::int64_t n, std::int64_t tile) {
  return n / tile + (n % tile != 0);
}

}  // namespace detail

#if defined(__CUDACC__)

template <class Kernel, class Arguments>
__global__ void __launch_bounds__(Kernel::threads) run_kernel(Arguments const args) {
  Kernel::run(gpu_context{}, args);
}

// Asynchronous. Pre: the arguments were checked. A grid without blocks launches nothing.
template <class Kernel, class Arguments>
status launch(grid_of_blocks const& grid, Arguments const& args, cudaStream_t stream) noexcept {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return status::ok;
  if (status const s = check_grid(grid); s != status::ok) return s;
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

#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
