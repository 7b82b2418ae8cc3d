// SPDX-License-Identifier: BSL-1.0
//
// wgmma_schedule: the tile, stages and cluster of a gemm_wgmma. choose_wgmma: chooses the schedule
// of a problem by a cost model; `explain` says why.
//
//   using kernel = gemm_wgmma<half_t, half_t, half_t, major::k, major::k, matrix_order::row_major,
//                             identity_epilogue, wgmma_schedule<192, 4, 3, 2>>;
//   wgmma_choice const c = choose_wgmma({4096, 14336, 4096}, 132);  // m, n, k; SMs of the device
//   explain(c);  // "128 x 256 tiles, clusters of 2, 3 stages: 896 pairs of tiles in 14 turns ..."
//
// launch_gemm(args, stream) of kernel/gemm/wgmma/launch.hpp launches the chosen kernel.
//
// A schedule takes launch + turns * (k_tiles * step + tile) clock cycles, where a turn is one tile
// for each running cluster, and k_tiles counts the k-tiles of a block. The four numbers of each
// schedule are fitted to medians on an H200 (docs/performance.md): problems with one k-tile give
// launch and tile, long ones step.
#pragma once

#include <tileproof/config.hpp>
#include <tileproof/core/text.hpp>
#include <tileproof/kernel/common/launch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A schedule of gemm_wgmma: a block computes 128 x BlockN elements of D, BlockN 64, 128, 192 or
// 256; it has Stages stages of k-tiles of 128 bytes; D is stored in chunks through Buffers buffers,
// 2 or more, for each consumer. The Blocks blocks of a cluster, 1 or 2, share the larger operand:
// B, or A if BlockN is 64.
//
// If Splits is 2, 4 or 8, a cluster of Splits blocks computes one tile with BlockN 64 or 128: each
// block multiplies a part of k, and adds up a part of the rows. Buffers is not used.
template <int BlockN, int Stages, int Buffers, int Blocks, int Splits = 1>
struct wgmma_schedule {
  static_assert(Splits == 1 || Blocks == 1,
                "wgmma_schedule: with split-k the blocks of a cluster share no operand");
  static_assert(Splits == 1 || BlockN == 64 || BlockN == 128,
                "wgmma_schedule: split-k has tiles of 64 or 128 columns");
  static_assert(Splits == 1 || Splits == 2 || Splits == 4 || Splits == 8,
                "wgmma_schedule: k is split into 2, 4 or 8 parts");
  static constexpr int splits = Splits;
  static constexpr int block_m = 128;
  static constexpr int block_n = BlockN;
  static constexpr int stages = Stages;
  static constexpr int buffers = Buffers;
  static constexpr int blocks = Blocks;
  // Blocks of a cluster that share A compute tiles side by side, otherwise tiles below one another.
  static constexpr bool shares_a = Blocks > 1 && BlockN < block_m;
  static constexpr int blocks_m = shares_a ? 1 : Blocks;
  static constexpr int blocks_n = shares_a ? Blocks : 1;
};

// The numbers of a problem on which its time depends. `lines_are_whole`: rows of A and B begin at
// multiples of 128 bytes, so that a row of a k-tile is one line of L2 and not two.
struct wgmma_problem {
  std::int64_t m, n, k;
  std::int64_t batches = 1;
  int bytes_of_a = 2;  // of an element
  int bytes_of_d = 2;
  bool lines_are_whole = true;
};

namespace detail {

// A schedule and its clock cycles: for a k-tile with whole lines, for a k-tile with broken lines,
// for the end of a tile of 16-bit elements, and for a launch.
template <class Schedule, int Step, int BrokenStep, int Tile, int Launch>
struct costed {
  using schedule = Schedule;
  static constexpr int step = Step;
  static constexpr int broken_step = BrokenStep;
  static constexpr int tile = Tile;
  static constexpr int launch = Launch;
};

template <class... Costs>
struct costed_schedules {
  static constexpr int count = sizeof...(Costs);
  // Calls f with each, in their order.
  template <class F>
  static constexpr void for_each(F f) {
    (f(Costs{}), ...);
  }
};

}  // namespace detail

// The schedules to choose from.
using wgmma_schedules =
    detail::costed_schedules<detail::costed<wgmma_schedule<256, 3, 4, 2>, 1021, 1045, 3200, 12000>,
                             detail::costed<wgmma_schedule<192, 4, 3, 2>, 767, 785, 2000, 10300>,
                             detail::costed<wgmma_schedule<128, 6, 2, 2>, 513, 640, 2200, 10300>,
                             detail::costed<wgmma_schedule<128, 6, 2, 1>, 515, 860, 2200, 9500>,
                             detail::costed<wgmma_schedule<64, 8, 2, 2>, 400, 580, 900, 9900>,
                             detail::costed<wgmma_schedule<64, 8, 2, 1>, 365, 826, 700, 9100>,
                             detail::costed<wgmma_schedule<64, 8, 2, 1, 4>, 400, 720, 4000, 9500>,
                             detail::costed<wgmma_schedule<64, 6, 2, 1, 8>, 500, 750, 5000, 9500>,
                             detail::costed<wgmma_schedule<128, 5, 2, 1, 4>, 700, 950, 6000, 9500>>;
inline constexpr int wgmma_schedule_count = wgmma_schedules::count;

// The model's estimate of one schedule.
struct wgmma_estimate {
  std::int64_t block_n = 0, stages = 0;
  std::int64_t blocks = 0;    // of a cluster
  std::int64_t splits = 0;    // the parts of k; if more than 1, the blocks of a cluster
  std::int64_t tiles = 0;     // the tiles of a cluster count as one
  std::int64_t clusters = 0;  // clusters that run at a time
  std::int64_t turns = 0;
  std::int64_t cycles = 0;
};
// The estimates in the order of wgmma_schedules, and the number of the smallest.
struct wgmma_choice {
  wgmma_estimate of[wgmma_schedule_count]{};
  int chosen = 0;
};

// The choice for a device with this many SMs. Where two schedules cost the same, the wider one.
// Pre: no extent is negative, an int counts tiles of 64 x 64, sms is at least 2.
constexpr wgmma_choice choose_wgmma(wgmma_problem const& p, int sms) {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  wgmma_choice c;
  int i = 0;
  wgmma_schedules::for_each([&](auto candidate) {
    using costs = decltype(candidate);
    using schedule = typename costs::schedule;
    wgmma_estimate& e = c.of[i];
    e.block_n = schedule::block_n, e.stages = schedule::stages;
    e.splits = schedule::splits, e.blocks = schedule::blocks * schedule::splits;
    e.tiles = detail::tiles_of(p.m, schedule::block_m * schedule::blocks_m) *
              detail::tiles_of(p.n, schedule::block_n * schedule::blocks_n) * p.batches;
    // Clusters of 4 blocks and more do not fill a GPU's processing clusters of 16 and 18 SMs.
    e.clusters = e.blocks <= 2 ? sms / e.blocks : sms * 10 / (11 * e.blocks);
    bool const runs = e.clusters > 0;
    if (!runs) e.clusters = 1;
    e.turns = detail::tiles_of(e.tiles, e.clusters);
    std::int64_t const k_tiles = detail::tiles_of(p.k, 128 / p.bytes_of_a * e.splits);
    std::int64_t const step = p.lines_are_whole ? costs::step : costs::broken_step;
    std::int64_t const tile =
        costs::tile * (2 + p.bytes_of_d) / 4;  // half of it is proportional to the bytes of D
    std::int64_t const turn = k_tiles * step + tile;
    e.cycles = runs && e.turns < most / turn ? costs::launch + e.turns * turn : most;
    if (e.cycles < c.of[c.chosen].cycles) c.chosen = i;
    ++i;
  });
  return c;
}

// The text of the choice: the schedule, its tiles and turns, and the cycles that the model
// estimates for it and for the next best.
constexpr core::text explain(wgmma_choice const& c) {
  core::text t;
  auto const name = [&](wgmma_estimate const& e) {
    t.put("128 x "), t.put(e.block_n), t.put(" tiles, ");
    if (e.splits > 1)
      t.put("k in "), t.put(e.splits), t.put(" parts, ");
    else
      t.put(e.blocks == 1 ? "no cluster, " : "clusters of 2, ");
    t.put(e.stages), t.put(" stages");
  };
  wgmma_estimate const& best = c.of[c.chosen];
  name(best);
  t.put(": "), t.put(best.tiles),
      t.put(best.blocks == best.splits ? " tiles in " : " pairs of tiles in ");
  t.put(best.turns), t.put(best.turns == 1 ? " turn of at most " : " turns of at most ");
  t.put(best.clusters), t.put(best.blocks == 1 ? " blocks, " : " clusters, ");
  t.put(best.cycles), t.put(" cycles; next: ");
  int next = c.chosen == 0 ? 1 : 0;
  for (int i = 0; i < wgmma_schedule_count; ++i)
    if (i != c.chosen && c.of[i].cycles < c.of[next].cycles) next = i;
  name(c.of[next]);
  t.put(", "), t.put(c.of[next].cycles), t.put(" cycles");
  return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
