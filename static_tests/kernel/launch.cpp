// SPDX-License-Identifier: BSL-1.0
// Grids of clusters.
#include <tileproof/kernel/common/grid.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/kernel/common/status.hpp>

using namespace tileproof;

namespace {

constexpr bool operator==(grid_of_blocks const& a, grid_of_blocks const& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

struct plain {
  using shared = shared_memory<>;
};
struct paired : plain {
  using cluster = Shape<_2, _1, _1>;
};
struct square : plain {
  using cluster = Shape<_2, _4, _1>;
  static constexpr int blocks_per_sm = 2;
  static constexpr bool is_dependent = true;
};
static_assert(cluster_of<plain> == grid_of_blocks{1, 1, 1});
static_assert(cluster_of<paired> == grid_of_blocks{2, 1, 1});
static_assert(cluster_of<square> == grid_of_blocks{2, 4, 1} && blocks_of(cluster_of<square>) == 8);
static_assert(detail::blocks_per_sm<paired> == 0 && detail::blocks_per_sm<square> == 2);
static_assert(!detail::is_dependent<paired> && detail::is_dependent<square>);
static_assert(require_launchable<plain>() && require_launchable<square>());

static_assert(check_grid({4, 8, 3}, cluster_of<square>) == status::ok);
static_assert(check_grid({3, 8, 3}, cluster_of<square>) == status::grid_not_of_clusters);
static_assert(check_grid({4, 6, 3}, cluster_of<square>) == status::grid_not_of_clusters);
static_assert(check_grid({1, 3, 5}, {1, 3, 2}) == status::grid_not_of_clusters &&
              check_grid({1, 3, 4}, {1, 3, 2}) == status::ok);
static_assert(check_grid({3, 7, 5}, cluster_of<plain>) == status::ok);
static_assert(check_grid({4, 65536, 1}, cluster_of<square>) == status::grid_too_large);
static_assert(check_grid({0, 8, 1}, cluster_of<square>) == status::ok);

// The smallest grid of whole clusters with a block for each tile, up to the most.
constexpr bool is_least(grid_of_blocks const& cluster) {
  std::int64_t const each = blocks_of(cluster);
  for (std::int64_t tiles = 0; tiles < 50; ++tiles)
    for (std::int64_t most = 0; most < 9; ++most) {
      grid_of_blocks const g = grid_of_clusters(cluster, tiles, most);
      std::int64_t clusters = 0;
      while (clusters < most && clusters * each < tiles) ++clusters;
      if (!(g == grid_of_blocks{clusters * cluster.x, cluster.y, cluster.z})) return false;
    }
  return true;
}
static_assert(is_least({1, 1, 1}) && is_least({2, 1, 1}) && is_least({2, 4, 1}) &&
              is_least({1, 3, 2}));
static_assert(grid_of_clusters({2, 1, 1}, 7, 66) == grid_of_blocks{8, 1, 1} &&
              grid_of_clusters({2, 1, 1}, 1000, 66) == grid_of_blocks{132, 1, 1});
static_assert(check_grid(grid_of_clusters({2, 4, 1}, 0, 16)) == status::ok);

}  // namespace
