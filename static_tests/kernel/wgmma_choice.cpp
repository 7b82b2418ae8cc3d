// SPDX-License-Identifier: BSL-1.0
//
// choose_wgmma takes the schedule that was fastest on an H200 (132 SMs), or one within 1 % of it,
// at the sizes of docs/performance.md; and what it says of it.
#include <tileproof/kernel/gemm/wgmma/choice.hpp>

namespace {

using namespace tileproof;

struct taken {
  std::int64_t block_n, blocks, splits = 1;
  friend constexpr bool operator==(taken const&, taken const&) = default;
};
constexpr taken of(wgmma_problem const& p) {
  wgmma_choice const c = choose_wgmma(p, 132);
  return {c.of[c.chosen].block_n, c.of[c.chosen].blocks, c.of[c.chosen].splits};
}
static_assert(of({1024, 1024, 1024}) == taken{64, 1});
static_assert(of({1000, 1000, 1000, 1, 2, 2, false}) == taken{64, 2});
static_assert(of({2048, 2048, 2048}) == taken{128, 1});
static_assert(of({4096, 4096, 4096}) == taken{256, 2});
static_assert(of({8192, 8192, 8192}) == taken{192, 2});
static_assert(of({4096, 14336, 4096}) == taken{256, 2});
static_assert(of({16384, 16384, 16384}) == taken{192, 2});
static_assert(of({8192, 8192, 8200, 1, 2, 2, false}) == taken{192, 2});
// Few tiles and a long k.
static_assert(of({128, 128, 8192}) == taken{64, 8, 8});
static_assert(of({512, 512, 16384}) == taken{128, 4, 4});
static_assert(of({64, 1024, 8192}) == taken{64, 4, 4});
// Two SMs run no cluster of 4.
static_assert(choose_wgmma({128, 128, 8192}, 2).of[6].cycles == std::int64_t{1} << 62);

// Empty problems, and the largest.
static_assert(choose_wgmma({0, 5, 7}, 132).of[0].turns == 0);
static_assert(choose_wgmma({5, 7, 0}, 132).of[0].turns == 1);
constexpr std::int64_t most = 2147483647;
static_assert(choose_wgmma({most, 8192, most}, 2).of[0].cycles == std::int64_t{1} << 62);

// The chosen one is the cheapest, for many shapes.
constexpr bool takes_the_cheapest() {
  for (std::int64_t m = 1; m < 20000; m += m + 1)
    for (std::int64_t n = 1; n < 20000; n += n / 2 + 1)
      for (std::int64_t k = 0; k < 20000; k += k + 100) {
        wgmma_choice const c = choose_wgmma({m, n, k}, 114);
        for (wgmma_estimate const& e : c.of)
          if (e.cycles < c.of[c.chosen].cycles) return false;
      }
  return true;
}
static_assert(takes_the_cheapest());

static_assert(
    explain(choose_wgmma({8192, 8192, 8192}, 132)) ==
    "128 x 192 tiles, clusters of 2, 4 stages: 1376 pairs of tiles in 21 turns of at most 66 "
    "clusters, 2113996 cycles; next: 128 x 256 tiles, clusters of 2, 3 stages, 2154208 cycles");
static_assert(explain(choose_wgmma({128, 128, 8192}, 132)) ==
              "128 x 64 tiles, k in 8 parts, 6 stages: 2 tiles in 1 turn of at most 15 clusters, "
              "22500 cycles; next: 128 x 64 tiles, k in 4 parts, 8 stages, 26300 cycles");

}  // namespace
