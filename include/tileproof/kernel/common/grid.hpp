// SPDX-License-Identifier: BSL-1.0
//
// The grid of a launch and its limits: blocks, clusters, shared memory, the threads of a protocol.
//
//   check_grid({blocks_x, blocks_y})              // a status
//   static_assert(require_launchable<my_kernel>());
#pragma once

// First: the shortest way to them in a message.
#include <tileproof/types/refused.hpp>

#include <tileproof/context/context.hpp>
#include <tileproof/kernel/common/status.hpp>

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

// The shape of a kernel's clusters, in blocks: Kernel::cluster, (1,1,1) where it has none.
template <class Kernel>
inline constexpr grid_of_blocks cluster_of{};
template <class Kernel>
  requires requires { typename Kernel::cluster; }
inline constexpr grid_of_blocks cluster_of<Kernel>{
    decltype(size<0>(typename Kernel::cluster{}))::value,
    decltype(size<1>(typename Kernel::cluster{}))::value,
    decltype(size<2>(typename Kernel::cluster{}))::value};

// The number of blocks of a grid or a cluster.
constexpr std::int64_t blocks_of(grid_of_blocks const& g) noexcept { return g.x * g.y * g.z; }

// As above, and `grid_not_of_clusters` if an extent is not a multiple of the cluster's.
constexpr status check_grid(grid_of_blocks const& grid, grid_of_blocks const& cluster) noexcept {
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
    return status::grid_not_of_clusters;
  return check_grid(grid);
}

// A grid of whole clusters, along x, with a block for each of `tiles` tiles, but at most `clusters`
// clusters, the number that runs at a time. Example: clusters of (2,1,1), 7 tiles, at most 66:
// (8,1,1); 1000 tiles: (132,1,1). Pre: tiles and clusters are not negative.
constexpr grid_of_blocks grid_of_clusters(grid_of_blocks const& cluster, std::int64_t tiles,
                                          std::int64_t clusters) noexcept {
  std::int64_t const of_cluster = blocks_of(cluster);
  std::int64_t const wanted = tiles / of_cluster + (tiles % of_cluster != 0);
  return {(wanted < clusters ? wanted : clusters) * cluster.x, cluster.y, cluster.z};
}

// The name of a refusal: a cluster has more blocks than a GPU allows.
struct cluster_fits_gpu {
  static constexpr char const* sentences[] = {
      "launch: the kernel has clusters of {found} blocks, and one has at most {expected}: 8 on "
      "every GPU of sm_90, 16 where as many SMs of a GPC are free",
      nullptr};
};

// The name of a refusal: a kernel's shared memory exceeds that of a block on sm_90.
struct block_fits_shared_memory {
  static constexpr char const* sentences[] = {
      "launch: the kernel has {in_bytes} bytes of shared memory, and a block has at most "
      "{expected}, 227 KB: use fewer stages or smaller tiles",
      nullptr};
};

// The name of a refusal: a kernel has not as many threads as the roles of its protocol.
struct block_has_threads_of_protocol {
  static constexpr char const* sentences[] = {
      "launch: the kernel has {found} threads, and the roles of its protocol have {expected}, for "
      "which it was proved",
      nullptr};
};

namespace pipeline {
template <class...>
struct roles;
}
namespace detail {

// The threads of a protocol's roles, in whole warps; 0 where each thread runs it by itself.
template <class P>
constexpr int threads_of_protocol() {
  auto const warps = []<class R>(R*) {
    if constexpr (requires { R::warps; })
      return static_cast<int>(R::warps);
    else
      return (R::threads + 31) / 32;
  };
  auto const all = [&]<class... R>(pipeline::roles<R...>*) {
    return (0 + ... + (32 * warps(static_cast<R*>(nullptr))));
  };
  if constexpr (requires { P::of_each_thread; })
    return 0;
  else
    return all(static_cast<typename P::roles*>(nullptr));
}

}  // namespace detail

// Refuses a kernel with more than 227 KB of shared memory (block_fits_shared_memory), with a
// cluster of more than 16 blocks (cluster_fits_gpu), or with a `protocol` whose roles have other
// threads (block_has_threads_of_protocol). `launch` requires it.
template <class Kernel>
constexpr bool require_launchable() {
  if constexpr (requires { typename Kernel::protocol; }) {
    constexpr int threads = detail::threads_of_protocol<typename Kernel::protocol>();
    static_assert(
        refuse_unless<(threads == 0 || threads == Kernel::threads), block_has_threads_of_protocol,
                      found<Kernel::threads>, expected<threads>>);
  }
  constexpr std::int64_t bytes = Kernel::shared::bytes;
  constexpr std::int64_t blocks = blocks_of(cluster_of<Kernel>);
  static_assert(refuse_unless<(bytes <= 232448), block_fits_shared_memory,
                              in_bytes<detail::bare<bytes>>, expected<232448>>);
  static_assert(refuse_unless<(blocks >= 1 && blocks <= 16), cluster_fits_gpu,
                              found<detail::bare<blocks>>, expected<16>>);
  return true;
}

namespace detail {

// The number of tiles of `tile` elements that cover n elements: tiles_of(130, 128) is 2. Pre: n is
// not negative. Theorems call count_tiles with integers of the integer prover.
template <class N>
TILEPROOF_HOST_DEVICE constexpr N count_tiles(N const& n, std::int64_t tile) {
  return n / tile + N(n % tile != 0 ? 1 : 0);
}
TILEPROOF_HOST_DEVICE constexpr std::int64_t tiles_of(std::int64_t n, std::int64_t tile) {
  return count_tiles(n, tile);
}

// Kernel::blocks_per_sm, the least number of blocks on an SM for which ptxas has to choose
// registers, or 0 (no requirement) if a kernel has no such member. Likewise Kernel::is_dependent.
template <class Kernel>
inline constexpr int blocks_per_sm = 0;
template <class Kernel>
  requires requires { Kernel::blocks_per_sm; }
inline constexpr int blocks_per_sm<Kernel> = Kernel::blocks_per_sm;
template <class Kernel>
inline constexpr bool is_dependent = false;
template <class Kernel>
  requires requires { Kernel::is_dependent; }
inline constexpr bool is_dependent<Kernel> = Kernel::is_dependent;

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
