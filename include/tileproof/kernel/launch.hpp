// SPDX-License-Identifier: BSL-1.0
//
// The launch of a kernel type (kernel/context.hpp) on a GPU: the grid, its limits, the CUDA call.
//
// Use it for a kernel of your own. The kernels of this folder have launchers that check their
// arguments first: launch_copy, launch_transpose, launch_gemm.
//
//   status const s = launch<my_kernel>({blocks_x, blocks_y}, my_arguments, stream);
#pragma once

#include <tileproof/kernel/context.hpp>
#include <tileproof/kernel/status.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A grid: its extents, in blocks. A grid with an extent of 0 has no blocks.
struct grid_of_blocks {
  std::int64_t x = 1;
  std::int64_t y = 1;
  std::int64_t z = 1;
};

// `ok` where a CUDA launch can have this grid, or no blocks; `grid_too_large` where x is above
// 2^31-1, or y or z above 65535. Pre: no extent is negative. Source: CUDA C++ Programming Guide,
// "Compute Capabilities".
constexpr status check_grid(grid_of_blocks const& grid) noexcept {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return status::ok;
  return grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535 ? status::grid_too_large
                                                                : status::ok;
}

// The name of a refusal: a kernel's shared memory exceeds that of a block on sm_90.
struct block_fits_shared_memory {
  static constexpr char const* sentences[] = {
      "launch: the kernel has {in_bytes} bytes of shared memory, and a block has at most "
      "{expected}, 227 KB: use fewer stages or smaller tiles",
      nullptr};
};

namespace detail {

// The number of tiles of `tile` elements that cover n elements: tiles_of(130, 128) is 2. Pre: n is
// not negative.
TILEPROOF_HOST_DEVICE constexpr std::int64_t tiles_of(std::int64_t n, std::int64_t tile) {
  return n / tile + (n % tile != 0);
}

}  // namespace detail

#if defined(__CUDACC__)

// ptxas schedules a kernel differently if its name contains `cutlass`: it keeps loads from global
// memory at the start of an unrolled loop, where it otherwise moves them to the end, next to their
// use. The inline namespace puts the word into the name. With it gemm_tiled runs up to 1.25 times as
// fast, gemm_partitioned 1.18 times (docs/kernels.md).
inline namespace scheduled_as_cutlass {

// The __global__ function of a kernel type: its body, with the context of a GPU.
template <class Kernel, class Arguments>
__global__ void __launch_bounds__(Kernel::threads) run_kernel(Arguments const args) {
  Kernel::run(gpu_context{}, args);
}

}  // namespace scheduled_as_cutlass

// Launches Kernel with grid blocks of Kernel::threads threads and Kernel::shared::bytes bytes of
// dynamic shared memory. Asynchronous. Result: `ok`, `grid_too_large`, or `not_launched` where the
// CUDA runtime refuses; a grid without blocks is `ok` and launches nothing. Refused at compile
// time: more than 227 KB of shared memory (block_fits_shared_memory). Pre: args are checked, as the
// kernel requires.
template <class Kernel, class Arguments>
status launch(grid_of_blocks const& grid, Arguments const& args, cudaStream_t stream) noexcept {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return status::ok;
  if (status const s = check_grid(grid); s != status::ok) return s;
  constexpr std::int64_t bytes = Kernel::shared::bytes;
  static_assert(sizeof(detail::refused_unless<bytes <= 232448, block_fits_shared_memory,
                                              in_bytes<detail::bare<bytes>>, expected<232448>>) >
                0);
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
