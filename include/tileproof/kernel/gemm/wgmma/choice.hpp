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
// A schedule takes the time of a launch, of the ends of its tiles, and of three things that go on
// at once, whose times count as the fourth root of the sum of their fourth powers:
//
//   multiprocessors   the k-tiles of a block, each as long as its products, as its bytes of A and B
//                     take to come in, or as a k-tile takes at least
//   L2                the bytes that all blocks take from it; blocks that share an operand take it
//                     once
//   memory            every byte of A, B and D once, and rows of k-tiles that lie outside of a
//                     matrix, which TMA fills
//
// Two numbers of each schedule correct the ends of its tiles, and its multiprocessors and L2. All
// are fitted to the times of 90 schedules at 260 sizes on an H200 (docs/performance.md). Schedules
// that convert an operand have numbers of their own, which are fitted to the times of 14 at 9
// sizes, and no corrections.
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
  int bytes_of_b = bytes_of_a;  // if different, B is converted
  std::int64_t workspace = 0;   // bytes; without it no tiles are shared
};

namespace detail {

// A schedule, and in hundredths the corrections of the ends of its tiles and of its steps. One that
// Converts is for an operand of int8_t, and others are not.
template <class Schedule, int Ends, int Steps, bool Converts = false>
struct costed {
  using schedule = Schedule;
  static constexpr bool converts = Converts;
  static constexpr double ends = Ends / 100.0;
  static constexpr double steps = Steps / 100.0;
};
// Tiles of BlockM x BlockN elements of D, or of its transpose, which is stored by columns.
template <int BlockM, int BlockN, int Stages, int Blocks>
using by_rows = wgmma_schedule<BlockN, Stages, 2, Blocks, matrix_order::row_major, false, BlockM>;
template <int BlockM, int BlockN, int Stages, int Blocks>
using by_columns =
    wgmma_schedule<BlockN, Stages, 2, Blocks, matrix_order::column_major, false, BlockM>;

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
    detail::costed_schedules<detail::costed<wgmma_schedule<256, 3, 4, 2>, 100, 101>,
                             detail::costed<detail::by_rows<128, 224, 4, 2>, 103, 102>,
                             detail::costed<wgmma_schedule<192, 4, 3, 2>, 102, 99>,
                             detail::costed<detail::by_rows<128, 160, 5, 2>, 92, 98>,
                             detail::costed<detail::by_rows<128, 128, 6, 2>, 104, 100>,
                             detail::costed<detail::by_rows<64, 256, 5, 1>, 177, 76>,
                             detail::costed<detail::by_rows<64, 192, 6, 2>, 131, 98>,
                             detail::costed<detail::by_rows<64, 128, 8, 2>, 114, 99>,
                             detail::costed<detail::by_rows<64, 128, 8, 4>, 115, 93>,
                             detail::costed<detail::by_rows<64, 96, 8, 4>, 113, 103>,
                             detail::costed<detail::by_columns<128, 224, 4, 2>, 80, 102>,
                             detail::costed<detail::by_columns<128, 112, 7, 2>, 113, 100>,
                             detail::costed<detail::by_columns<128, 96, 6, 2>, 87, 101>,
                             detail::costed<detail::by_columns<128, 96, 6, 1>, 80, 94>,
                             detail::costed<detail::by_columns<128, 80, 8, 2>, 107, 96>,
                             detail::costed<detail::by_columns<128, 64, 8, 1>, 55, 102>,
                             detail::costed<detail::by_columns<64, 96, 8, 1>, 114, 91>,
                             detail::costed<detail::by_columns<64, 64, 8, 4>, 47, 104>,
                             detail::costed<wgmma_shared_swap<192, 4>, 83, 103>,
                             detail::costed<wgmma_shared_swap<160, 5>, 91, 103>,
                             detail::costed<wgmma_shared_swap<144, 6>, 96, 107>,
                             detail::costed<wgmma_shared_swap<80, 8>, 111, 101>,
                             detail::costed<wgmma_shared_swap<48, 9>, 137, 105>,
                             detail::costed<wgmma_swap_ab<128, 7, 2, 64>, 111, 82>,
                             detail::costed<wgmma_swap_ab<64, 8, 2>, 93, 110>,
                             detail::costed<wgmma_swap_ab<64, 8, 4>, 76, 124>,
                             detail::costed<wgmma_swap_ab<64, 7, 2, 64>, 62, 95>,
                             detail::costed<wgmma_swap_ab<32, 11, 1>, 79, 110>,
                             detail::costed<wgmma_swap_ab<32, 5, 4>, 68, 136>,
                             detail::costed<wgmma_swap_ab<32, 9, 4, 64>, 79, 94>,
                             detail::costed<wgmma_swap_ab<16, 12, 1>, 83, 110>,
                             detail::costed<wgmma_swap_ab<16, 6, 4>, 93, 133>,
                             detail::costed<wgmma_swap_ab<16, 5>, 100, 100, true>,
                             detail::costed<wgmma_swap_ab<16, 8, 2, 64>, 100, 100, true>,
                             detail::costed<wgmma_swap_ab<32, 6, 2, 64>, 100, 100, true>,
                             detail::costed<wgmma_swap_ab<64, 4, 2, 64>, 100, 100, true>>;
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

// The numbers of the model.
struct wgmma_machine {
  static constexpr double memory = 2363;    // bytes a clock
  static constexpr double l2 = 5951;        // bytes a clock
  static constexpr double into_sm = 112.3;  // bytes a clock
  static constexpr double outside = 40;     // rows of a k-tile a clock
  static constexpr double broken = 1.38;    // times the bytes: rows begin within a line of L2
  // Clock cycles.
  static constexpr double launch = 3120;
  static constexpr double k_tile = 232;  // at least
  // A k-tile that is converted, a row of it, and an element of D: none of these hides another.
  static constexpr double converted = 264, converted_row = 4.1, converted_product = .048;
  static constexpr double product = 1.106;            // 32 elements of D, 128 bytes of k
  static constexpr double by_rows = 172, row = 10.1;  // the end of a tile, and of BlockN each
  static constexpr double by_columns = 53, column = 14.7;
  static constexpr double alone = 164, of_alone = 22;       // of a block with one tile
  static constexpr double split = 1505;                     // by the root of the other blocks
  static constexpr double handed = 4100, of_handed = 13.9;  // stream-k
};
// The estimate of what does not run, or takes longer.
inline constexpr std::int64_t most_cycles = std::int64_t{1} << 62;

constexpr double fourth_power(double x) { return x * x * x * x; }
// The square root of x to 12 digits, x at least 0: half of its exponent, and Newton's iteration.
constexpr double square_root(double x) {
  if (x == 0) return 0;
  double r = __builtin_bit_cast(
      double, (__builtin_bit_cast(std::uint64_t, x) + (std::uint64_t{1023} << 52)) / 2);
  for (int i = 0; i < 4; ++i) r = (r + x / r) / 2;
  return r;
}

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
  constexpr int bytes_of_stages =
      schedule::stages * 128 * (schedule::block_m + (Costs::converts ? 2 : 1) * schedule::block_n);
  constexpr bool shares_sm = !schedule::is_persistent && bytes_of_stages <= 112 * 1024;
  constexpr int per_sm = shares_sm ? 2 : 1;
  e.clusters = per_sm * (e.blocks <= 2 ? sms / e.blocks : sms * 10 / (11 * e.blocks));
  if (e.clusters == 0 || Costs::converts != (p.bytes_of_a != p.bytes_of_b))
    return e.clusters = 1, e.cycles = most_cycles, e;
  e.turns = tiles_of(e.tiles, e.clusters);

  double const m = static_cast<double>(p.m), n = static_cast<double>(p.n);
  double const k = static_cast<double>(p.k), batches = static_cast<double>(p.batches);
  double const rows = static_cast<double>(by_rows * e.rows * blocks_down);
  double const columns = static_cast<double>(by_columns * e.columns * blocks_across);
  int const k_of_tile = 128 / (p.bytes_of_b < p.bytes_of_a ? p.bytes_of_b : p.bytes_of_a);
  std::int64_t const k_tiles = p.k == 0 ? 1 : tiles_of(p.k, k_of_tile * e.splits);
  double const broken = p.lines_are_whole ? 1 : gpu::broken;
  double const of_output = (2 + p.bytes_of_d) / 4.0;  // half: in proportion to D's bytes

  // The k-tiles of a block, and the ends of its tiles.
  constexpr int block_n = schedule::block_n;
  constexpr double part = schedule::block_m / 128.0;
  double const tile =
      of_output * (!schedule::is_persistent ? gpu::alone + gpu::of_alone * block_n +
                                                  gpu::split * square_root(schedule::splits - 1)
                   : is_swapped ? gpu::by_columns + gpu::column * block_n * part
                                : gpu::by_rows + gpu::row * block_n * part);
  double steps = static_cast<double>(e.turns) * static_cast<double>(k_tiles);
  double ends = static_cast<double>(e.turns) * tile;
  if constexpr (schedule::shares_tiles) {
    std::int64_t const lines = (by_rows < by_columns ? by_rows : by_columns) * p.batches;
    std::int64_t const of_line = by_rows < by_columns ? by_columns : by_rows;
    e.sharing = clusters_of_line(lines, of_line, k_tiles, e.clusters);
    if (!is_workspace(p.workspace, lines * e.sharing * e.blocks, block_n)) e.sharing = 0;
    if (e.sharing > 0) {  // a cluster gives once, and takes the other parts of a tile
      std::int64_t const taken = tiles_of(e.sharing, of_line);
      steps = static_cast<double>(tiles_of(of_line * k_tiles, e.sharing));
      ends = static_cast<double>(tiles_of(of_line, e.sharing)) * tile + gpu::handed +
             static_cast<double>((1 + taken) * block_n) * gpu::of_handed;
    }
  }
  if (shares_sm && e.tiles * e.blocks > sms) steps *= 2;  // two blocks on an SM

  double const taken = 128 * broken;  // bytes, of a row of a k-tile
  double const products = steps * gpu::product / 32 * schedule::block_m * block_n;
  double const incoming = steps * taken * (schedule::block_m + block_n) / gpu::into_sm;
  double const from_l2 = static_cast<double>(e.tiles * e.blocks * k_tiles) * taken *
                         (static_cast<double>(schedule::block_m) / schedule::blocks_n +
                          static_cast<double>(block_n) / schedule::blocks_m) /
                         gpu::l2;
  double const outside =
      static_cast<double>(by_columns) * (rows - m) + static_cast<double>(by_rows) * (columns - n);
  double const from_memory =
      batches *
      ((m * k * p.bytes_of_a + n * k * p.bytes_of_b + m * n * p.bytes_of_d) / gpu::memory +
       outside * static_cast<double>(tiles_of(p.k, k_of_tile)) / gpu::outside);
  constexpr double k_tile =
      Costs::converts ? gpu::converted + schedule::block_m *
                                             (gpu::converted_row + gpu::converted_product * block_n)
                      : gpu::k_tile;
  double const own = fourth_power(products) + fourth_power(incoming) + fourth_power(from_l2) +
                     fourth_power(steps * k_tile);
  double const cycles =
      gpu::launch + Costs::ends * ends +
      square_root(square_root(fourth_power(Costs::steps) * own + fourth_power(from_memory)));
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
      e.blocks == 1 ? t.put("no cluster, ") : (t.put("clusters of "), t.put(e.blocks), t.put(", "));
    t.put(e.stages), t.put(" stages");
  };
  wgmma_estimate const& best = c.of[c.chosen];
  name(best);
  t.put(": "), t.put(best.tiles),
      t.put(best.blocks == best.splits ? " tiles in "
            : best.blocks == 2         ? " pairs of tiles in "
                                       : " groups of 4 tiles in ");
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
