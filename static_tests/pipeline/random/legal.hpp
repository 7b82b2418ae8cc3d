// SPDX-License-Identifier: BSL-1.0
//
// Defines illegal(protocol): the first reason, visible without executing anything, for which no
// hardware can run a protocol: a limit, a partial warp at a collective instruction, a place that
// does not exist, another block's memory in an instruction that reaches only its own.
//
// Sections are those of the PTX ISA 9.x. "Collective" is .aligned or .sync: bar.sync and
// bar.arrive mark the arrival of whole warps ("Parallel Synchronization and Communication
// Instructions: bar, barrier"), barrier.cluster.aligned, wgmma.*.sync.aligned and
// setmaxnreg.sync.aligned are executed by all threads of the warp.
#pragma once

#include "protocol.hpp"

namespace random_protocols {

enum class reason : std::uint8_t {
  none,
  hang,
  race,
  proxy,
  unwritten,
  arrivals,
  bytes,
  registers,
  threads,
  remote,
  in_flight,
  limit,
  prior_grid,
  uninitialised,
  barrier,
  accumulator,
  place
};
inline constexpr int reasons = 17;
inline constexpr char const* reason_names[reasons] = {
    "none",       "hang",          "race",    "proxy",       "unwritten", "arrivals",
    "bytes",      "registers",     "threads", "remote",      "in_flight", "limit",
    "prior_grid", "uninitialised", "barrier", "accumulator", "place"};

// Executed by whole warps; by whole aligned warpgroups.
constexpr bool by_warp(verb v) {
  switch (v) {
    case verb::sync:
    case verb::sync_block:
    case verb::sync_warp:
    case verb::sync_cluster:
    case verb::cluster_arrive:
    case verb::cluster_wait: return true;
    default: return false;
  }
}
constexpr bool by_warpgroup(verb v) {
  switch (v) {
    case verb::gemm:
    case verb::warpgroup_arrive:
    case verb::warpgroup_commit_batch:
    case verb::warpgroup_wait:
    case verb::reg_alloc:
    case verb::reg_dealloc: return true;
    default: return false;
  }
}
constexpr bool is_collective(protocol const& p, action const& a) {
  return by_warp(a.does) || by_warpgroup(a.does) ||
         (a.does == verb::arrive && p.resources[a.at[0].resource].is == kind::named_barrier);
}

namespace detail {

inline bool runs(loop_kind l, section s) {
  switch (l) {
    case loop_kind::once: return s == section::begin || s == section::finish;
    case loop_kind::steps: return s == section::begin || s == section::step || s == section::finish;
    default: return true;
  }
}

// The kinds of resource that place i of verb v may name, as a set of bits.
inline unsigned kinds_of(verb v, int i) {
  auto const bit = [](kind k) { return 1U << int(k); };
  switch (v) {
    case verb::wait: return bit(kind::mbarrier) | bit(kind::flag);
    case verb::arrive: return bit(kind::mbarrier) | bit(kind::flag) | bit(kind::named_barrier);
    case verb::test_wait:
    case verb::wait_acquire_cluster:
    case verb::arrive_release_cluster:
    case verb::arrive_and_expect_tx:
    case verb::expect_tx:
    case verb::cp_async_arrive:
    case verb::inval: return bit(kind::mbarrier);
    case verb::sync: return bit(kind::named_barrier);
    case verb::tma_load:
    case verb::tma_load_multicast: return i == 0 ? bit(kind::buffer) : bit(kind::mbarrier);
    case verb::gemm: return i == 0 ? bit(kind::accumulator) : bit(kind::buffer);
    case verb::tma_store:
    case verb::cp_async: return bit(kind::buffer);
    case verb::read:
    case verb::write:
    case verb::update:
    case verb::fetch: return bit(kind::buffer) | bit(kind::workspace) | bit(kind::accumulator);
    default: return 0;
  }
}

// mbarrier.arrive takes .shared::cluster, ld and st reach it ("Data Movement: ld, st; Distributed
// shared memory"). try_wait, cp.async, wgmma and bulk stores take .shared::cta alone.
inline bool reaches_others(protocol const& p, action const& a) {
  kind const k = p.resources[a.at[0].resource].is;
  switch (a.does) {
    case verb::arrive:
    case verb::arrive_release_cluster: return k == kind::mbarrier;
    case verb::read:
    case verb::write:
    case verb::update: return k == kind::buffer;
    default: return false;
  }
}

inline reason illegal_place(protocol const& p, action const& a, int i) {
  place const& at = a.at[i];
  if (at.resource >= p.resource_count) return reason::place;
  resource const& r = p.resources[at.resource];
  if (!(kinds_of(a.does, i) >> int(r.is) & 1U)) return reason::place;
  bool const is_array = r.is == kind::accumulator || r.is == kind::named_barrier;
  // acc[i], bar[i] is part i; a moving number goes round the parts.
  if (is_array && at.moves == counter::none && (at.offset < 0 || at.offset >= r.parts))
    return reason::place;
  if (at.partition > 63) return reason::place;
  // A multicast has no block of its own, and a flag is one for all.
  bool const names_block = at.block != by_rank::own && a.does != verb::tma_load_multicast;
  for (int b = 0; b < p.blocks; ++b) {
    if (a.only_rank >= 0 && a.only_rank != b) continue;
    if (value(at.part, b) >= r.parts) return reason::place;
    if (!names_block) continue;
    if (block_of(at, b) >= p.blocks) return reason::place;
    if (r.is != kind::flag && block_of(at, b) != b && (!p.is_cluster || !reaches_others(p, a)))
      return reason::remote;
  }
  if (names_block && r.is != kind::flag && !p.is_cluster) return reason::remote;
  return reason::none;
}

inline reason illegal_action(protocol const& p, int which, section s, action const& a) {
  role const& r = p.roles[which];
  if (a.places < form(a.does).places || a.places > 4) return reason::place;
  for (int i = 0; i < a.places; ++i)
    if (reason const why = illegal_place(p, a, i); why != reason::none) return why;
  // A role of one lane has its whole warps in begin and finish alone.
  if (is_collective(p, a)) {
    bool const whole =
        a.by == who::all && (r.threads > 1 || s == section::begin || s == section::finish);
    if (!whole) return reason::threads;
  }
  if (by_warpgroup(a.does)) {
    // "wgmma": four contiguous warps, the rank of the first a multiple of 4. One lane issues none.
    bool const lends = a.does == verb::reg_alloc || a.does == verb::reg_dealloc;
    if (p.first_warp(which) % 4 != 0 || r.warps % 4 != 0) return reason::threads;
    if (r.threads == 1 && !lends) return reason::threads;
  }
  // "setmaxnreg": imm-reg-count is in 24..256, a multiple of 8.
  if (form(a.does).number == number_kind::registers)
    if (a.number < 24 || a.number > 256 || a.number % 8 != 0 || p.registers == 0)
      return reason::registers;
  if (form(a.does).number == number_kind::groups &&
      (a.number < 0 || (a.does == verb::warpgroup_wait && a.number > 7)))
    return reason::limit;  // wgmma.wait_group: N in 0..7
  // "Contents of the mbarrier object": the tx-count is at most 2^20 - 1.
  if (form(a.does).number == number_kind::bytes && (a.number < 0 || a.number > (1 << 20) - 1))
    return reason::bytes;
  bool const by_tma =
      a.does == verb::tma_load || a.does == verb::tma_load_multicast || a.does == verb::tma_store;
  if (by_tma && p.resources[a.at[0].resource].amount % 16 != 0) return reason::bytes;
  if (a.does == verb::tma_load_multicast && !p.is_cluster) return reason::remote;
  bool const clusters = a.does == verb::sync_cluster || a.does == verb::cluster_arrive ||
                        a.does == verb::cluster_wait;
  if (clusters && !p.is_cluster) return reason::remote;
  // mbarrier.init of a valid mbarrier is undefined: one thread initialises.
  bool const by_one =
      r.threads == 1 || a.by == who::elected || (a.by == who::leaders && r.threads == 32);
  if (a.does == verb::initialize_barriers && !by_one) return reason::uninitialised;
  return reason::none;
}

}  // namespace detail

inline reason illegal(protocol const& p) {
  if (p.role_count == 0 || p.warps() > 32 || p.blocks > 8) return reason::limit;
  if (p.registers && (p.registers > 255 || p.registers * p.warps() * 32 > 65536))
    return reason::registers;
  long bytes = 0;
  int named = 0;
  for (int i = 0; i < p.resource_count; ++i) {
    resource const& r = p.resources[i];
    if (r.stages < 1 || r.parts < 1) return reason::limit;
    if (r.is == kind::buffer) bytes += long(r.stages) * r.parts * r.amount;
    if (r.is == kind::mbarrier) bytes += 8L * r.stages * r.parts;
    if (r.is == kind::mbarrier && (r.amount < 1 || r.amount > (1 << 20) - 1)) return reason::limit;
    if (r.is == kind::named_barrier) named += r.parts;
    // "bar, barrier": the number of threads that participate is a multiple of the warp size; no
    // more than the block has.
    if (r.is == kind::named_barrier &&
        (r.amount % 32 != 0 || r.amount < 32 || r.amount > 32 * p.warps()))
      return reason::threads;
    bool const has_bytes = r.is == kind::buffer || r.is == kind::workspace;
    if (has_bytes && r.amount < 1) return reason::limit;
  }
  if (bytes > 232448 || named > 15) return reason::limit;  // barrier 0 is __syncthreads'
  for (int r = 0; r < p.role_count; ++r) {
    role const& x = p.roles[r];
    if (x.threads != 1 && x.threads != 32 * x.warps) return reason::threads;
    if (x.warps < 1) return reason::threads;
    for (int s = 0; s < sections; ++s)
      for (int i = 0; i < x.counts[s] && detail::runs(p.loop, section(s)); ++i)
        if (auto const why = detail::illegal_action(p, r, section(s), x.actions[s][i]);
            why != reason::none)
          return why;
  }
  return reason::none;
}

}  // namespace random_protocols
