// SPDX-License-Identifier: BSL-1.0
//
// Defines make_table(protocol, ...): one protocol for the interpreters, and write_table, which adds
// it to a file for that of the GPU. Protocols whose tables have no room are left out.
#pragma once

#include "device_table.hpp"
#include "oracle.hpp"

#include <cstdio>
#include <optional>

namespace random_protocols {

namespace detail {

// Computes the value that each read of an accumulator must see: every wgmma adds 16 * a * b to each
// element.
inline void add_up(std::vector<op>& word) {
  long sum[64] = {};
  for (op& o : word) {
    if (o.accumulator < 0) continue;
    if (o.does == verb::gemm)
      for (int i = 1; i < o.operands; ++i) sum[o.accumulator] += 16L * o.expects[0] * o.expects[i];
    else if (o.does == verb::write)
      sum[o.accumulator] = 0;
    else
      o.number = int(sum[o.accumulator]);
  }
}

inline bool has_room_in_tables(protocol const& p, program const& x) {
  if (x.block_cells > most_cells || x.block_barriers > most_mbarriers || x.global_cells > 32)
    return false;
  for (int const b : x.bytes)
    if (b > token_bytes || b % 16 != 0) return false;
  for (int b = 0; b < x.blocks; ++b)
    for (int r = 0; r < p.role_count; ++r)
      for (op const& o : x.words[b][r]) {
        if (o.accumulator >= 4) return false;
        // The interpreter's partition is that of all threads of a role.
        if (o.partition >= 0 && o.by != who::all) return false;
        if (o.does == verb::gemm)
          for (int i = 0; i < o.operands; ++i)
            if (x.bytes[o.cell[i] % x.block_cells] < 2048) return false;
      }
  return true;
}

}  // namespace detail

namespace detail {

// Whether threads that execute ops by `all`, and up to `most` besides, wait for a phase of an
// mbarrier without the one before.
inline bool skips_phases(std::vector<op> const& word, who most) {
  std::vector<int> last(2 * most_mbarriers, -1);
  for (op const& o : word) {
    bool const waits =
        o.does == verb::wait || o.does == verb::test_wait || o.does == verb::wait_acquire_cluster;
    bool const mine =
        o.by == who::all || (most != who::all && o.by == who::leaders) || o.by == most;
    if (!waits || o.is_flag || !mine) continue;
    if (o.lap > last[o.barrier] + 1) return true;
    last[o.barrier] = std::max<int>(last[o.barrier], o.lap);
  }
  return false;
}

}  // namespace detail

struct table {
  device_protocol p{};
  std::vector<device_op> ops;
  bool relies_on_exit = false;  // of threads that would arrive at __syncthreads
  bool shares_named = false;    // a named barrier, among warps that differ from use to use
  bool skips_phases = false;    // a thread waits for a phase, and not for the one before
  bool leaves_phase = false;    // an mbarrier expects bytes to the end, or ends within a phase
};

// The tables of a protocol that a schedule ends without a fault; of an unsound one the tokens that
// one schedule reads, where others may read other ones, and as far as it comes.
enum class wanted : std::uint8_t { sound, ends, all };

inline std::optional<table> make_table(protocol const& p, std::uint64_t seed, int which_trips,
                                       wanted which = wanted::sound) {
  trips const t = trips_of(p)[which_trips];
  program x = unroll(p, t), seen = x;
  if (!detail::has_room_in_tables(p, x)) return {};
  oracle::plan const made = oracle::make_plan(x);
  oracle::machine m(made);
  m.records = &seen;
  m.tolerates = which != wanted::sound;
  bool const ends = oracle::run(m, 1, style::uniform, [](int) {}) == reason::none;
  if (!ends && which != wanted::all) return {};
  table made_table;
  made_table.relies_on_exit = m.relies_on_exit, made_table.shares_named = m.shares_named;
  made_table.skips_phases = m.skips_phases, made_table.leaves_phase = m.leaves_phase;
  for (auto const& b : m.s.mbarriers) made_table.leaves_phase |= b.tx != 0;
  for (auto const& n : m.s.named)  // the last use, which is not complete, too
    made_table.shares_named |= n.before != 0 && n.arrived != 0 && n.arrived != n.before;
  device_protocol& d = made_table.p;
  d.seed = seed, d.trips = which_trips, d.blocks = x.blocks, d.is_cluster = p.is_cluster;
  d.threads = 32 * p.warps(), d.roles = p.role_count, d.cells = x.block_cells;
  d.global_cells = x.global_cells, d.mbarriers = x.block_barriers, d.flags = x.flags;
  d.machine_initialises = x.machine_initialises, d.registers = p.registers;
  d.warpgroup_waits_as_one = p.warpgroup_waits_as_one;
  d.reads_need_no_proxy_fence = p.reads_need_no_proxy_fence;
  for (int i = 0; i < x.block_cells; ++i) {
    d.cell_at[i] = d.shared_bytes, d.cell_bytes[i] = x.bytes[i];
    d.shared_bytes += room_of_cell(x.bytes[i]);
  }
  d.barriers_at = d.shared_bytes;
  d.shared_bytes += 8 * x.block_barriers;
  if (d.shared_bytes > 227 * 1024) return {};
  for (int i = 0; i < x.block_barriers; ++i) d.arrivals[i] = x.arrivals[i];
  for (int i = 0; i < 16; ++i) d.named_threads[i] = x.threads[i];
  std::vector<device_op>& ops = made_table.ops;
  for (int r = 0; r < p.role_count; ++r) {
    d.role_first_warp[r] = p.first_warp(r), d.role_warps[r] = p.roles[r].warps;
    d.role_threads[r] = p.roles[r].threads;
    for (int b = 0; b < x.blocks; ++b) {
      auto& word = seen.words[b][r];
      detail::add_up(word);
      for (who const most : {who::all, who::elected, who::leaders})
        made_table.skips_phases |= detail::skips_phases(word, most);
      d.first_op[b][r] = int(ops.size()), d.op_count[b][r] = int(word.size());
      for (op const& o : word) {
        device_op e{};
        e.verb = std::uint8_t(o.does), e.by = std::uint8_t(o.by), e.in = std::uint8_t(o.in);
        e.parity = o.parity, e.block = o.block, e.token = o.token, e.operands = o.operands;
        e.is_flag = o.is_flag, e.is_named = o.is_named, e.passes = o.passes;
        e.is_collective = o.is_collective;
        for (int i = 0; i < 3; ++i) {
          int const c = o.cell[i];
          e.expects[i] = o.expects[i];
          e.cell[i] =
              std::int16_t(c < 0                           ? -1
                           : c >= x.blocks * x.block_cells ? 1000 + c - x.blocks * x.block_cells
                                                           : c % x.block_cells);
        }
        bool const on_mbarrier = o.barrier >= 0 && !o.is_flag && !o.is_named;
        e.barrier = std::int16_t(on_mbarrier ? o.barrier % x.block_barriers : o.barrier);
        e.accumulator = o.accumulator, e.number = o.number;
        e.partition = o.partition;
        e.slot = std::int16_t(o.does == verb::tma_store ? d.stores++ : 0);
        ops.push_back(e);
      }
    }
  }
  if (d.stores > most_stores) return {};
  d.ops = int(ops.size());
  return made_table;
}

inline void write_table(std::FILE* f, table const& t) {
  std::fwrite(&t.p, sizeof t.p, 1, f);
  if (!t.ops.empty()) std::fwrite(t.ops.data(), sizeof(device_op), t.ops.size(), f);
}
// False: left out, as are protocols that move registers (setmaxnreg takes an immediate).
inline bool write_table(std::FILE* f, protocol const& p, std::uint64_t seed, int which_trips,
                        bool unsound = false) {
  if (p.uses(verb::reg_alloc) || p.uses(verb::reg_dealloc)) return false;
  auto const made = make_table(p, seed, which_trips, unsound ? wanted::ends : wanted::sound);
  if (made) write_table(f, *made);
  return made.has_value();
}

}  // namespace random_protocols
