// SPDX-License-Identifier: BSL-1.0
//
// Defines program: a protocol executed for given trip counts, as one list of instructions for each
// role of each block. Every place is a number here: which cell of memory, which mbarrier and which
// parity. The oracle and the GPU interpreter execute the same program, each in its own way.
//
//   program const x = unroll(p, {2, {3, 1}});  // two tiles, of 3 steps and of 1
#pragma once

#include "legal.hpp"

#include <vector>

namespace random_protocols {

struct trips {
  int tiles = 1;
  int steps[6] = {1, 1, 1, 1, 1, 1};  // of each tile; loop `steps`: steps[0] of all
};

inline constexpr std::int16_t no_index = -1;

// Cells are numbered through: those of block 0, those of block 1, those in global memory.
// mbarriers: those of block 0, those of block 1. Named barriers are hardware numbers, 0 the
// block's.
struct op {
  verb does = verb::sync_block;
  who by = who::all;
  section in = section::begin;
  std::uint8_t parity = 0;
  std::uint8_t block = 0;        // whose memory
  std::uint8_t token = 0;        // what a write leaves in its cell
  std::uint8_t expects[3] = {};  // what each cell read must hold; filled by the oracle
  std::uint8_t operands = 0;     // cells used
  std::int16_t cell[3] = {no_index, no_index, no_index};
  std::int16_t barrier = no_index;  // mbarrier, named barrier or flag
  std::int16_t accumulator = no_index;
  std::int16_t lap = 0;                        // of a wait: the phase whose parity it gives
  std::int16_t tile = 0, step = 0, index = 0;  // the text of a trace
  int number = 0;              // bytes, groups, registers; the value that a flag's waiter wants
  std::int8_t partition = -1;  // that a write states
  bool is_flag = false, is_named = false, is_collective = false, passes = false;
};

struct program {
  protocol const* of = nullptr;
  int blocks = 1, block_cells = 0, global_cells = 0, block_barriers = 0, flags = 0;
  std::vector<int> bytes;                           // of each cell of a block
  std::vector<int> arrivals;                        // of each mbarrier of a block
  std::vector<int> threads = std::vector<int>(16);  // of each named barrier
  bool machine_initialises = true;                  // no role calls initialize_barriers
  std::vector<op> words[2][most_roles];
  int cells() const { return blocks * block_cells + global_cells; }
};

namespace detail {

struct unroller {
  protocol const& p;
  program& x;
  int first[most_resources] = {};

  void number_resources() {
    int named = 1;
    for (int i = 0; i < p.resource_count; ++i) {
      resource const& r = p.resources[i];
      int const n = r.stages * r.parts;
      switch (r.is) {
        case kind::buffer:
          first[i] = x.block_cells, x.block_cells += n;
          x.bytes.insert(x.bytes.end(), n, r.amount);
          break;
        case kind::workspace: first[i] = x.global_cells, x.global_cells += n; break;
        case kind::mbarrier:
          first[i] = x.block_barriers, x.block_barriers += n;
          x.arrivals.insert(x.arrivals.end(), n, r.amount);
          break;
        case kind::flag: first[i] = x.flags, x.flags += r.parts; break;
        case kind::named_barrier:
          first[i] = named;
          for (int k = 0; k < r.parts; ++k) x.threads[named++] = r.amount;
          break;
        case kind::accumulator: first[i] = 0; break;
      }
    }
    int accumulators = 0;
    for (int i = 0; i < p.resource_count; ++i)
      if (p.resources[i].is == kind::accumulator)
        first[i] = accumulators, accumulators += p.resources[i].parts;
  }

  void resolve(op& o, action const& a, int i, int rank, int tile, int step) const {
    place const& at = a.at[i];
    resource const& r = p.resources[at.resource];
    int const base = at.moves == counter::step ? step : at.moves == counter::tile ? tile : 0;
    int const n = base * at.times + at.offset - at.before * r.stages + (at.adds_rank ? rank : 0);
    int const stage = ((n % r.stages) + r.stages) % r.stages;
    int const lap = (n - stage) / r.stages;
    int const index = value(at.part, rank) * r.stages + stage;
    bool const names_block = a.does != verb::tma_load_multicast;
    int const block = names_block ? block_of(at, rank) : rank;
    // A place of a ring of one stage: bar[i] and acc[i] are part i.
    int const array = at.part != by_rank::own     ? value(at.part, rank)
                      : at.moves == counter::none ? at.offset
                                                  : 0;
    switch (r.is) {
      case kind::buffer:
        o.cell[o.operands++] = std::int16_t(block * x.block_cells + first[at.resource] + index);
        o.block = std::uint8_t(block);
        break;
      case kind::workspace:
        o.cell[o.operands++] = std::int16_t(x.blocks * x.block_cells + first[at.resource] + index);
        break;
      case kind::mbarrier:
        // A waiter names a phase by its parity alone ("mbarrier.test_wait/try_wait": phaseParity).
        o.barrier = std::int16_t(block * x.block_barriers + first[at.resource] + index);
        o.parity = std::uint8_t(lap & 1), o.lap = std::int16_t(lap);
        if (i == 0) o.block = std::uint8_t(block);
        break;
      case kind::flag:
        o.barrier = std::int16_t(first[at.resource] + value(at.part, rank));
        o.is_flag = true;
        o.number = (n + 1) * r.amount;
        o.passes = n < 0;
        break;
      case kind::named_barrier:
        o.barrier = std::int16_t(first[at.resource] + array);
        o.is_named = true;
        break;
      case kind::accumulator: o.accumulator = std::int16_t(first[at.resource] + array); break;
    }
  }

  void add(std::vector<op>& word, section s, int index, action const& a, int rank, int role_number,
           int tile, int step, int steps) const {
    if (a.only_rank >= 0 && a.only_rank != rank) return;
    op o;
    o.does = a.does, o.by = a.by, o.in = s, o.number = a.number;
    o.block = std::uint8_t(rank);
    o.tile = std::int16_t(tile), o.step = std::int16_t(step), o.index = std::int16_t(index);
    o.is_collective = is_collective(p, a);
    if (a.places > 0) o.partition = a.at[0].partition;
    for (int i = 0; i < a.places && o.operands < 3; ++i) resolve(o, a, i, rank, tile, steps);
    o.token = std::uint8_t(
        1 + (role_number * 23 + int(s) * 11 + index * 5 + tile * 17 + steps * 7 + rank * 31) % 61);
    if (a.does == verb::sync_cluster) {
      o.does = verb::cluster_arrive;
      word.push_back(o);
      o.does = verb::cluster_wait;
    }
    word.push_back(o);
  }

  void run(int rank, int number, trips const& t) const {
    role const& r = p.roles[number];
    std::vector<op>& word = x.words[rank][number];
    int done = 0;  // steps so far
    auto const visit = [&](section s, int tile, int step) {
      for (int i = 0; i < r.counts[int(s)]; ++i)
        add(word, s, i, r.actions[int(s)][i], rank, number, tile, step, done);
    };
    visit(section::begin, 0, 0);
    if (p.loop == loop_kind::once) return visit(section::finish, 0, 0);
    if (p.loop == loop_kind::steps) {
      for (int s = 0; s < t.steps[0]; ++s, ++done) visit(section::step, 0, s);
    } else {
      int const tiles = p.loop == loop_kind::tile_of_some_steps ? 1 : t.tiles;
      for (int k = 0; k < tiles; ++k) {
        visit(section::open, k, 0);
        for (int s = 0; s < t.steps[k]; ++s, ++done)
          visit(s == 0 && r.counts[int(section::first)] ? section::first : section::step, k, s);
        visit(section::end, k, t.steps[k]);
      }
      if (p.loop != loop_kind::tile_of_some_steps) {
        visit(section::finish, tiles, 0);
        return;
      }
    }
    visit(section::finish, p.loop == loop_kind::tile_of_some_steps ? 1 : 0, 0);
  }
};

}  // namespace detail

inline program unroll(protocol const& p, trips const& t) {
  program x;
  x.of = &p;
  x.blocks = p.blocks;
  detail::unroller u{p, x};
  u.number_resources();
  for (int r = 0; r < p.role_count; ++r)
    for (int s = 0; s < sections; ++s)
      for (int i = 0; i < p.roles[r].counts[s] && detail::runs(p.loop, section(s)); ++i)
        if (p.roles[r].actions[s][i].does == verb::initialize_barriers)
          x.machine_initialises = false;
  x.threads[0] = 32 * p.warps();
  for (int b = 0; b < p.blocks; ++b)
    for (int r = 0; r < p.role_count; ++r) u.run(b, r, t);
  return x;
}

}  // namespace random_protocols
