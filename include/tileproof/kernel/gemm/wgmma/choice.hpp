// SPDX-License-Identifier: BSL-1.0
//
// choose_wgmma: chooses the schedule of a gemm_wgmma for a problem by a cost model; `explain` says
// why.
//
//   wgmma_choice const c = choose_wgmma({4096, 14336, 4096}, 132);  // m, n, k; SMs of the device
//   explain(c);  // "128 x 256 tiles, clusters of 2, 3 stages: 896 pairs of tiles in 14 turns ..."
//
// launch_gemm(args, stream) of kernel/gemm/wgmma/launch.hpp launches the chosen kernel.
//
// A schedule takes as long as the slower of two, and a quarter of the other:
//
//   multiprocessors   turns * (k_tiles * step + tile) clock cycles: a turn is one tile for each
//                     running cluster, k_tiles counts the k-tiles of a block
//   memory            every byte of A, B and D once, or what all tiles load from L2; and rows of
//                     k-tiles that lie outside of a matrix, of which TMA fills some 21 a clock
//
// The numbers are fitted to medians on an H200 (docs/performance.md).
#pragma once

#include <tileproof/config.hpp>
#include <tileproof/core/text.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/kernel/common/stream_k.hpp>
#include <tileproof/kernel/gemm/wgmma/schedule.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The numbers of a problem on which its time depends. `lines_are_whole`: rows of A and B begin at
// multiples of 128 bytes, so that a row of a k-tile is one line of L2 and not two.
struct wgmma_problem {
  std::int64_t m, n, k;
  std::int64_t batches = 1;
  int bytes_of_a = 2;  // of an element
  int bytes_of_d = 2;
  bool lines_are_whole = true;
  int bytes_of_b = bytes_of_a;  // if different, only wgmma_swap_ab has a kernel
  std::int64_t workspace = 0;   // bytes; without it no tiles are shared
};

namespace detail {

// A schedule and its clock cycles: for a k-tile with whole lines, for a k-tile with broken lines,
// and for the end of a tile of 16-bit elements.
template <class Schedule, int Step, int BrokenStep, int Tile>
struct costed {
  using schedule = Schedule;
  static constexpr int step = Step;
  static constexpr int broken_step = BrokenStep;
  static constexpr int tile = Tile;
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
    detail::costed_schedules<detail::costed<wgmma_schedule<256, 3, 4, 2>, 1018, 1045, 2682>,
                             detail::costed<wgmma_schedule<192, 4, 3, 2>, 732, 770, 2045>,
                             detail::costed<wgmma_schedule<128, 6, 2, 2>, 505, 600, 1752>,
                             detail::costed<wgmma_schedule<64, 8, 2, 2>, 360, 420, 1023>,
                             detail::costed<wgmma_schedule<64, 8, 2, 1>, 300, 430, 1102>,
                             detail::costed<wgmma_swap_ab<128, 7, 1>, 461, 650, 3644>,
                             detail::costed<wgmma_swap_ab<128, 6, 2>, 500, 650, 4576>,
                             detail::costed<wgmma_swap_ab<96, 7, 1>, 398, 620, 2530>,
                             detail::costed<wgmma_swap_ab<96, 7, 2>, 398, 650, 3731>,
                             detail::costed<wgmma_swap_ab<64, 9, 1>, 340, 450, 1251>,
                             detail::costed<wgmma_swap_ab<64, 8, 2>, 340, 466, 2692>,
                             detail::costed<wgmma_swap_ab<64, 8, 4>, 381, 480, 4019>,
                             detail::costed<wgmma_swap_ab<32, 11, 1>, 283, 400, 900>,
                             detail::costed<wgmma_swap_ab<32, 5, 4>, 360, 360, 5200>,
                             detail::costed<wgmma_swap_ab<16, 12, 1>, 254, 272, 930>,
                             detail::costed<wgmma_swap_ab<16, 6, 4>, 345, 345, 5200>,
                             detail::costed<wgmma_shared_swap<160, 5>, 650, 665, 4200>,
                             detail::costed<wgmma_shared_swap<192, 4>, 760, 780, 4500>>;
inline constexpr int wgmma_schedule_count = wgmma_schedules::count;

// The model's estimate of one schedule.
struct wgmma_estimate {
  std::int64_t rows = 0, columns = 0;  // of a tile of D, row-major
  std::int64_t stages = 0;
  std::int64_t blocks = 0;    // of a cluster
  std::int64_t splits = 0;    // the parts of k; if more than 1, the blocks of a cluster
  std::int64_t tiles = 0;     // the tiles of a cluster count as one
  std::int64_t clusters = 0;  // clusters that run at a time
  std::int64_t turns = 0;
  std::int64_t sharing = 0;  // clusters that share the tiles of a line, or 0 (stream_k_order)
  std::int64_t cycles = 0;
};
// The estimates in the order of wgmma_schedules, and the number of the smallest.
struct wgmma_choice {
  wgmma_estimate of[wgmma_schedule_count]{};
  int chosen = 0;
};

namespace detail {

// Bytes a clock of memory and of L2, rows outside that TMA fills a clock, the part of the shorter
// time that counts, the clock cycles of a launch, how many times longer a k-tile takes whose
// elements are converted, and the cycles of a column of sums that is handed over or taken.
struct wgmma_machine {
  static constexpr double memory = 2911, l2 = 5370, outside = 21.3, overlap = 0.238, launch = 3000,
                          converted = 4, handing = 28;
};
// The estimate of what does not run, or takes longer.
inline constexpr std::int64_t most_cycles = std::int64_t{1} << 62;

// The estimate of a schedule with these costs.
template <class Costs>
constexpr wgmma_estimate estimate_wgmma(wgmma_problem const& p, int sms) {
  using schedule = typename Costs::schedule;
  using gpu = wgmma_machine;
  constexpr bool is_swapped = schedule::stores == matrix_order::column_major;
  wgmma_estimate e;
  e.rows = is_swapped ? schedule::block_n : schedule::block_m;
  e.columns = is_swapped ? schedule::block_m : schedule::block_n;
  e.stages = schedule::stages;
  e.splits = schedule::splits, e.blocks = schedule::blocks * schedule::splits;
  constexpr int blocks_down = is_swapped ? schedule::blocks_n : schedule::blocks_m;
  constexpr int blocks_across = is_swapped ? schedule::blocks_m : schedule::blocks_n;
  std::int64_t const by_rows = tiles_of(p.m, e.rows * blocks_down);
  std::int64_t const by_columns = tiles_of(p.n, e.columns * blocks_across);
  e.tiles = by_rows * by_columns * p.batches;
  // Clusters of 4 blocks and more do not fill a GPU's processing clusters of 16 and 18 SMs. A block
  // has 227 KB of shared memory, or two share an SM.
  constexpr int bytes_of_stages = schedule::stages * 128 * (schedule::block_m + schedule::block_n);
  bool const is_converted = p.bytes_of_a != p.bytes_of_b;
  bool const shares_sm =  // two blocks that convert take twice as long
      !schedule::is_persistent && bytes_of_stages <= 112 * 1024 && !is_converted;
  int const per_sm = shares_sm ? 2 : 1;
  e.clusters = per_sm * (e.blocks <= 2 ? sms / e.blocks : sms * 10 / (11 * e.blocks));
  if (e.clusters == 0 || (is_converted && schedule::is_persistent))
    return e.clusters = 1, e.cycles = most_cycles, e;
  e.turns = tiles_of(e.tiles, e.clusters);

  double const m = static_cast<double>(p.m), n = static_cast<double>(p.n);
  double const k = static_cast<double>(p.k), batches = static_cast<double>(p.batches);
  double const rows = static_cast<double>(by_rows * e.rows * blocks_down);
  double const columns = static_cast<double>(by_columns * e.columns * blocks_across);
  int const k_of_tile = 128 / (p.bytes_of_b < p.bytes_of_a ? p.bytes_of_b : p.bytes_of_a);
  double const step =
      (p.lines_are_whole ? Costs::step : Costs::broken_step) * (is_converted ? gpu::converted : 1);
  double const tile = Costs::tile * (2 + p.bytes_of_d) / 4.0;  // half: in proportion to D's bytes
  std::int64_t const k_tiles = p.k == 0 ? 1 : tiles_of(p.k, k_of_tile * e.splits);
  double of_sms = static_cast<double>(e.turns) * (static_cast<double>(k_tiles) * step + tile);
  if constexpr (schedule::shares_tiles) {
    std::int64_t const lines = (by_rows < by_columns ? by_rows : by_columns) * p.batches;
    std::int64_t const of_line = by_rows < by_columns ? by_columns : by_rows;
    e.sharing = stream_k_order::clusters_of_line(lines, of_line, k_tiles, e.clusters);
    if (bytes_of_workspace(lines * e.sharing * e.blocks, schedule::block_n) > p.workspace)
      e.sharing = 0;
    if (e.sharing > 0) {  // a cluster gives once, and takes the other parts of a tile
      std::int64_t const taken = tiles_of(e.sharing, of_line);
      of_sms = static_cast<double>(tiles_of(of_line * k_tiles, e.sharing)) * step +
               static_cast<double>(tiles_of(of_line, e.sharing)) * tile +
               static_cast<double>((1 + taken) * schedule::block_n) * gpu::handing;
    }
  }
  double const of_a = m * k * p.bytes_of_a;
  double const of_b = n * k * p.bytes_of_b;
  double const once = of_a + of_b + m * n * p.bytes_of_d;
  double const of_tiles =
      static_cast<double>(by_columns) * of_a + static_cast<double>(by_rows) * of_b;
  double const outside =
      static_cast<double>(by_columns) * (rows - m) + static_cast<double>(by_rows) * (columns - n);
  double const most_bytes =
      once / gpu::memory > of_tiles / gpu::l2 ? once / gpu::memory : of_tiles / gpu::l2;
  double const of_memory =
      batches *
          (most_bytes + outside * static_cast<double>(tiles_of(p.k, k_of_tile)) / gpu::outside) +
      tile;
  double const cycles = gpu::launch + (of_sms > of_memory ? of_sms + gpu::overlap * of_memory
                                                          : of_memory + gpu::overlap * of_sms);
  e.cycles =
      cycles < static_cast<double>(most_cycles) ? static_cast<std::int64_t>(cycles) : most_cycles;
  return e;
}

}  // namespace detail

// The choice for a device with this many SMs. Where two schedules cost the same, the first of
// wgmma_schedules. Pre: no extent is negative, an int counts tiles of 64 x 64, sms is at least 2.
constexpr wgmma_choice choose_wgmma(wgmma_problem const& p, int sms) {
  wgmma_choice c;
  int i = 0;
  wgmma_schedules::for_each([&](auto candidate) {
    c.of[i] = detail::estimate_wgmma<decltype(candidate)>(p, sms);
    if (c.of[i].cycles < c.of[c.chosen].cycles) c.chosen = i;
    ++i;
  });
  return c;
}

// The text of the choice: the schedule, its tiles and turns, and the cycles that the model
// estimates for it and for the next best.
constexpr core::text explain(wgmma_choice const& c) {
  core::text t;
  auto const name = [&](wgmma_estimate const& e) {
    t.put(e.rows), t.put(" x "), t.put(e.columns), t.put(" tiles, ");
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
  if (best.sharing > 0)
    t.put(best.sharing), t.put(best.blocks == 1 ? " blocks" : " clusters"), t.put(" a line, ");
  else
    t.put(best.turns), t.put(best.turns == 1 ? " turn of at most " : " turns of at most "),
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
