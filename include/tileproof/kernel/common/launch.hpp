// SPDX-License-Identifier: BSL-1.0
//
// launch: launches a kernel type (context/context.hpp) on a GPU. Grids are in
// kernel/common/grid.hpp.
//
// Use it for a kernel of your own. The kernels of this folder have launchers that check their
// arguments first: launch_copy, launch_transpose, launch_gemm.
//
//   status const s = launch<my_kernel>({blocks_x, blocks_y}, my_arguments, stream);
//
// A kernel type may state more than threads and shared memory:
//
//   using cluster = Shape<_2, _1, _1>;          // blocks of a cluster; default: no cluster
//   static constexpr int blocks_per_sm = 1;     // for ptxas: setmaxnreg needs it; default: 0
//   static constexpr bool is_dependent = true;  // may start before the kernel in front has ended
//
// A persistent kernel has as many blocks as run at a time, and loops over the tiles:
//
//   launch<my_kernel>(persistent_grid<my_kernel, my_arguments>(tiles), args, stream);
#pragma once

// First: the shortest way to them in a message.
#include <tileproof/types/refused.hpp>

#include <tileproof/kernel/common/grid.hpp>
#if defined(TILEPROOF_DEVICE_CHECKS)
#include <tileproof/protocol/limits.hpp>

#include <cstdio>
#include <cstdlib>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE {

#if defined(__CUDACC__)

// ptxas schedules a kernel differently if its name contains `cutlass`: it keeps loads from global
// memory at the start of an unrolled loop, where it otherwise moves them to the end, next to their
// use. The inline namespace puts the word into the name. With it gemm_tiled runs up to 1.25 times
// as fast, gemm_partitioned 1.18 times (docs/kernels.md).
inline namespace scheduled_as_cutlass {

// The __global__ function of a kernel type: its body, with the context of a GPU.
template <class Kernel, class Arguments>
__global__ void __launch_bounds__(Kernel::threads, detail::blocks_per_sm<Kernel>)
    run_kernel(Arguments const args) {
  Kernel::run(gpu_context{}, args);
}
// As above, for arguments that stay in parameter memory (__grid_constant__): TMA reads the tensor
// map of a TMA copy there. Other kernels do not use it, because ptxas schedules them differently
// with it.
template <class Kernel, class Arguments>
__global__ void __launch_bounds__(Kernel::threads, detail::blocks_per_sm<Kernel>)
    run_kernel_in_place(__grid_constant__ Arguments const args) {
  Kernel::run(gpu_context{}, args);
}

}  // namespace scheduled_as_cutlass
#endif

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)
namespace detail {

#if defined(TILEPROOF_DEVICE_CHECKS)
// Aborts if a role of the kernel's protocol acts otherwise at run time than in its proof.
template <class Kernel>
void expect_roles() noexcept {
  if constexpr (requires { typename Kernel::protocol; }) {
    using P = typename Kernel::protocol;
    if (pipeline::detail::act_as_proved<P>(static_cast<typename P::roles*>(nullptr))) return;
    std::fputs(
        "launch: a role does otherwise in a run than in its proof: does it ask "
        "std::is_constant_evaluated()?\n",
        stderr);
    std::abort();
  }
}
#endif

// The function to launch. Arguments that hold a tensor map, known by its alignment, stay in place.
template <class Kernel, class Arguments>
auto kernel_function() noexcept {
  if constexpr (alignof(Arguments) >= alignof(TmaDescriptor))
    return run_kernel_in_place<Kernel, Arguments>;
  else
    return run_kernel<Kernel, Arguments>;
}

// Prepares a kernel and its launch attributes: shared memory, cluster, dependence. A kernel that
// states neither cluster nor dependence has no attributes.
template <class Kernel, class Arguments>
struct launch_of {
  static constexpr grid_of_blocks cluster = cluster_of<Kernel>;
  static constexpr std::int64_t bytes = Kernel::shared::bytes;
  static constexpr int attributes = (blocks_of(cluster) > 1) + is_dependent<Kernel>;
  static_assert(require_launchable<Kernel>());

  cudaLaunchConfig_t config{};
  cudaLaunchAttribute attribute[2]{};

  // Sets the function's attributes on the current device; false where the CUDA runtime refuses.
  static bool set_attributes() noexcept {
    auto const kernel = kernel_function<Kernel, Arguments>();
    if constexpr (bytes > 48 * 1024)
      if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)) != cudaSuccess)
        return false;
    if constexpr (blocks_of(cluster) > 8)
      if (cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) !=
          cudaSuccess)
        return false;
    return true;
  }
  // As above, but each thread does it once for each of the first 16 devices. (Threads could share
  // the flags by <atomic>, which would cost half a second of each compilation.)
  static bool have_attributes() noexcept {
    if constexpr (bytes <= 48 * 1024 && blocks_of(cluster) <= 8) {
      return true;
    } else {
      static thread_local bool are_set[16]{};
      int device = 0;
      if (cudaGetDevice(&device) != cudaSuccess) return false;
      if (device < 16 && are_set[device]) return true;
      if (!set_attributes()) return false;
      if (device < 16) are_set[device] = true;
      return true;
    }
  }

  // False where the CUDA runtime refuses.
  bool prepare(grid_of_blocks const& grid, cudaStream_t stream) noexcept {
    if (!have_attributes()) return false;
    config.gridDim = dim3(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y),
                          static_cast<unsigned>(grid.z));
    config.blockDim = Kernel::threads;
    config.dynamicSmemBytes = bytes;
    config.stream = stream;
    if constexpr (blocks_of(cluster) > 1) {
      cudaLaunchAttribute& a = attribute[config.numAttrs++];
      a.id = cudaLaunchAttributeClusterDimension;
      a.val.clusterDim.x = static_cast<unsigned>(cluster.x);
      a.val.clusterDim.y = static_cast<unsigned>(cluster.y);
      a.val.clusterDim.z = static_cast<unsigned>(cluster.z);
    }
    if constexpr (is_dependent<Kernel>) {
      cudaLaunchAttribute& a = attribute[config.numAttrs++];
      a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
      a.val.programmaticStreamSerializationAllowed = 1;
    }
    config.attrs = attribute;
    return true;
  }
};

}  // namespace detail

// Launches Kernel with grid blocks of Kernel::threads threads and Kernel::shared::bytes bytes of
// dynamic shared memory, in clusters of Kernel::cluster. Asynchronous. Result: `ok`,
// `grid_too_large`, `grid_not_of_clusters`, or `not_launched` where the CUDA runtime refuses; a
// grid without blocks is `ok` and launches nothing. A kernel with `is_dependent` may start before
// the kernel in front of it in the stream has ended: its body calls ctx.wait_on_dependent_grids()
// before it touches memory that others write. Refused at compile time: require_launchable. Pre:
// args are checked, as the kernel requires.
template <class Kernel, class Arguments>
status launch(grid_of_blocks const& grid, Arguments const& args, cudaStream_t stream) noexcept {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return status::ok;
  if (status const s = check_grid(grid, cluster_of<Kernel>); s != status::ok) return s;
#if defined(TILEPROOF_DEVICE_CHECKS)
  detail::expect_roles<Kernel>();
#endif
  detail::launch_of<Kernel, Arguments> l;
  if (!l.prepare(grid, stream)) return status::not_launched;
  auto const kernel = detail::kernel_function<Kernel, Arguments>();
  if (cudaLaunchKernelEx(&l.config, kernel, args) == cudaSuccess) return status::ok;
  // If the device was reset after the attributes were set, they are gone and set again.
  if (!l.set_attributes() || cudaLaunchKernelEx(&l.config, kernel, args) != cudaSuccess)
    return status::not_launched;
  static_cast<void>(cudaGetLastError());
  return status::ok;
}

// The number of Kernel's clusters (of blocks, where it has no cluster) that the current device runs
// at a time; 0 where the CUDA runtime refuses.
template <class Kernel, class Arguments>
std::int64_t resident_clusters() noexcept {
  auto const kernel = detail::kernel_function<Kernel, Arguments>();
  detail::launch_of<Kernel, Arguments> l;
  if (!l.prepare(cluster_of<Kernel>, cudaStream_t{})) return 0;
  int n = 0;
  if constexpr (blocks_of(cluster_of<Kernel>) > 1)
    return cudaOccupancyMaxActiveClusters(&n, kernel, &l.config) == cudaSuccess ? n : 0;
  int device = 0;
  int multiprocessors = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device) !=
          cudaSuccess ||
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, Kernel::threads,
                                                    Kernel::shared::bytes) != cudaSuccess)
    return 0;
  return std::int64_t{n} * multiprocessors;
}
namespace detail {

// resident_clusters, computed once by each thread for each of the first 16 devices, since it takes
// longer than a launch.
template <class Kernel, class Arguments>
std::int64_t known_resident_clusters() noexcept {
  static thread_local std::int64_t known[16]{};
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return 0;
  if (device >= 16) return resident_clusters<Kernel, Arguments>();
  std::int64_t& n = known[device];
  if (n == 0) n = resident_clusters<Kernel, Arguments>();
  return n;
}

}  // namespace detail

// The grid of a persistent kernel: grid_of_clusters with resident_clusters. It has no blocks if the
// CUDA runtime refuses.
template <class Kernel, class Arguments>
grid_of_blocks persistent_grid(std::int64_t tiles) noexcept {
  return grid_of_clusters(cluster_of<Kernel>, tiles,
                          detail::known_resident_clusters<Kernel, Arguments>());
}

#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
