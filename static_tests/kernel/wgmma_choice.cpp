// SPDX-License-Identifier: BSL-1.0
//
// choose_wgmma takes a schedule that was the fastest on an H200 (132 SMs), or within 3 % of it, at
// the sizes of docs/performance.md; and what it says of it.
#include <tileproof/kernel/gemm/wgmma/choice.hpp>
#include <tileproof/kernel/gemm/wgmma/schedule.hpp>

namespace {

using namespace tileproof;

struct taken {
  std::int64_t rows, columns, blocks, splits = 1;
  friend constexpr bool operator==(taken const&, taken const&) = default;
};
constexpr taken of(wgmma_problem const& p) {
  wgmma_choice const c = choose_wgmma(p, 132);
  wgmma_estimate const& e = c.of[c.chosen];
  return {e.rows, e.columns, e.blocks, e.splits};
}
static_assert(of({1024, 1024, 1024}) == taken{64, 128, 2});
static_assert(of({1000, 1000, 1000, 1, 2, 2, false}) == taken{64, 128, 2});
static_assert(of({2048, 2048, 2048}) == taken{128, 256, 2});
static_assert(of({4096, 4096, 4096}) == taken{128, 256, 2});
static_assert(of({8192, 8192, 8192}) == taken{128, 192, 2});
static_assert(of({4096, 14336, 4096}) == taken{128, 256, 2});
static_assert(of({16384, 16384, 16384}) == taken{128, 256, 2});
static_assert(of({8192, 8192, 8200, 1, 2, 2, false}) == taken{128, 256, 2});
// Few rows: B's rows are those of wgmma, and k is in parts where B has few.
static_assert(of({1, 4096, 14336}) == taken{16, 128, 4, 4});
static_assert(of({16, 28672, 8192}) == taken{16, 128, 1});
static_assert(of({32, 28672, 8192}) == taken{32, 128, 1});
static_assert(of({64, 4096, 14336}) == taken{64, 64, 2, 2});
static_assert(of({128, 4096, 14336}) == taken{128, 64, 2, 2});
// Tiles that fill the GPU in one turn, and clusters of 4 where few columns are read often.
static_assert(of({192, 6144, 4096}) == taken{96, 128, 2});
static_assert(of({256, 28672, 8192}) == taken{128, 224, 2});
static_assert(of({280, 5400, 1816, 1, 2, 2, false}) == taken{144, 128, 2});
static_assert(of({6232, 88, 3792, 1, 2, 2, false}) == taken{64, 96, 4});
// Tiles of 160 and 192 rows, shared where there is a workspace: 1 MiB is too small.
constexpr std::int64_t room = 64 << 20;
constexpr std::int64_t sharing(wgmma_problem const& p) {
  wgmma_choice const c = choose_wgmma(p, 132);
  return c.of[c.chosen].sharing;
}
static_assert(of({320, 7168, 16384}) == taken{160, 128, 2});
static_assert(sharing({581, 6144, 4096}) == 0);
static_assert(sharing({581, 6144, 4096, 1, 2, 2, true, 2, room}) == 16);
static_assert(sharing({581, 6144, 4096, 1, 2, 2, true, 2, 1 << 20}) == 0);
static_assert(sharing({320, 7168, 16384}) == 0);
static_assert(sharing({320, 7168, 16384, 1, 2, 2, true, 2, room}) == 33);
static_assert(sharing({320, 7168, 16384, 1, 2, 2, true, 2, 1 << 20}) == 0);
// Two SMs run no cluster of 4.
static_assert(choose_wgmma({16, 128, 8192}, 2).of[31].cycles == std::int64_t{1} << 62);

// Beside int8_t: 128 rows of B for few rows and many columns of D, or else 64 and k in 2 parts.
constexpr taken beside_int8(std::int64_t m, std::int64_t n, std::int64_t k) {
  return of({m, n, k, 1, 2, 2, true, 1});
}
static_assert(beside_int8(16, 4096, 14336) == taken{16, 64, 2, 2} &&
              beside_int8(16, 28672, 8192) == taken{16, 128, 1} &&
              beside_int8(16, 6144, 4096) == taken{16, 64, 2, 2} &&
              beside_int8(32, 28672, 8192) == taken{32, 64, 2, 2} &&
              beside_int8(64, 6144, 4096) == taken{64, 64, 2, 2} &&
              beside_int8(200, 6144, 4096) == taken{64, 64, 2, 2});

// Empty problems, and the largest.
static_assert(choose_wgmma({0, 5, 7}, 132).of[0].turns == 0);
static_assert(choose_wgmma({5, 7, 0}, 132).of[0].turns == 1);
constexpr std::int64_t most = 2147483647;
static_assert(choose_wgmma({most, 8192, most}, 2).of[0].cycles == std::int64_t{1} << 62);

// The chosen one is the cheapest, for many shapes of M rows.
template <std::int64_t M>
constexpr bool takes_the_cheapest = [] {
  for (std::int64_t n = 1; n < 20000; n += n / 2 + 1)
    for (std::int64_t k = 0; k < 20000; k += k + 100) {
      wgmma_choice const c = choose_wgmma({M, n, k}, 114);
      for (wgmma_estimate const& e : c.of)
        if (e.cycles < c.of[c.chosen].cycles) return false;
    }
  return true;
}();
template <std::int64_t... M>
constexpr bool take_the_cheapest = (takes_the_cheapest<M> && ...);
static_assert(
    take_the_cheapest<1, 3, 7, 15, 31, 63, 100, 127, 192, 255, 511, 1023, 2047, 4095, 8191, 16383>);

static_assert(
    explain(choose_wgmma({8192, 8192, 8192}, 132)) ==
    "128 x 192 tiles, clusters of 2, 4 stages: 1376 pairs of tiles in 21 turns of at most 66 "
    "clusters, 2482524 cycles; next: 128 x 256 tiles, clusters of 2, 3 stages, 2485789 cycles");
static_assert(explain(choose_wgmma({16, 4096, 14336}, 132)) ==
              "16 x 128 tiles, k in 4 parts, 6 stages: 32 tiles in 1 turn of at most 60 clusters, "
              "57638 cycles; next: 32 x 128 tiles, k in 4 parts, 5 stages, 60552 cycles");
static_assert(explain(choose_wgmma({6232, 88, 3792, 1, 2, 2, false}, 132)) ==
              "64 x 96 tiles, clusters of 4, 8 stages: 25 groups of 4 tiles in 1 turn of at most "
              "30 clusters, 29076 cycles; next: 64 x 128 tiles, clusters of 4, 8 stages, 30535 "
              "cycles");

}  // namespace
