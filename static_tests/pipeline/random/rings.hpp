// SPDX-License-Identifier: BSL-1.0
//
// Defines rings from which protocols are drawn: stages filled by TMA, by stores or by cp.async, and
// emptied by wgmma or ordinary reads. Each function adds the resources and roles of one pipeline,
// with random sizes, to a protocol; false: it has no room. All are meant to be sound; the oracle
// says whether they are.
#pragma once

#include "oracle.hpp"

namespace random_protocols::templates {

struct drawing {
  protocol p;
  generator g;
  bool is_closed = false;                                 // no further roles
  int role_for(int threads, bool by_warpgroup = false) {  // an existing role of that size, or new
    for (int r = 0; r < p.role_count; ++r)
      if (p.roles[r].threads == threads && g.chance(50) &&
          (!by_warpgroup || p.first_warp(r) % 4 == 0))
        return r;
    if (p.role_count == most_roles || is_closed) return -1;
    int const gap = p.warps() % 4;
    if (by_warpgroup && gap) {
      role& last = p.roles[p.role_count - 1];
      if (last.threads > 1) return -1;
      last.warps += 4 - gap;  // a lane that occupies the rest of its warpgroup
    }
    if (p.warps() * 32 + threads > 1024) return -1;
    p.add_role(threads);
    return p.role_count - 1;
  }
  bool tiles() const { return p.loop != loop_kind::steps && p.loop != loop_kind::once; }
  bool some_steps() const {
    return p.loop == loop_kind::tiles_of_some_steps || p.loop == loop_kind::tile_of_some_steps;
  }
};

// The threads of a role: each size that coverage.hpp counts.
inline int any_warps(generator& g) { return g.chance(20) ? 256 : 32 << g.below(3); }
inline int any_size(generator& g) { return g.chance(15) ? 1 : any_warps(g); }

inline void release(drawing& d, role& r, section s, std::uint8_t empty, place which, int how,
                    bool cluster) {
  who const by = how == 0 ? who::all : how == 1 ? who::leaders : who::elected;
  if (r.threads > 1 && how == 1) r.does(s, verb::sync_warp);
  which.resource = empty;
  if (!cluster) {
    r.does(s, verb::arrive, 0, {which}, by);
  } else {
    r.does(s, verb::arrive, 0, {of(which, by_rank::zero)}, by);
    r.does(s, verb::arrive, 0, {of(which, by_rank::one)}, by);
  }
  (void)d;
}

inline bool meets(role const& r, section s) {
  for (int i = 0; i < r.counts[int(s)]; ++i) {
    verb const v = r.actions[int(s)][i].does;
    if (v == verb::sync_cluster || v == verb::cluster_arrive) return true;
  }
  return false;
}
// The barrier of the cluster, whole or in halves; once at the end.
inline void meet(drawing& d, role& r, section s) {
  bool const is_whole = d.g.chance(70);
  if (s == section::finish && meets(r, s)) return;
  if (is_whole) return void(r.does(s, verb::sync_cluster));
  r.does(s, verb::cluster_arrive);
  r.does(s, verb::cluster_wait);
}

// TMA producer in one lane or the elected thread of a larger role, consumers that multiply by wgmma
// or read; with a cluster the loads are multicast.
inline bool tma_ring(drawing& d) {
  generator& g = d.g;
  protocol& p = d.p;
  bool const by_wgmma = g.chance(50), cluster = p.blocks == 2 && p.is_cluster && g.chance(70);
  int const stages = 1 + g.below(4), bytes = 4096 << g.below(2);
  int const threads = by_wgmma ? 128 << int(g.chance(8)) : g.chance(8) ? 1 : 32 << g.below(4);
  int const consumers = g.chance(70) ? 1 : 2;
  // The release: by all, leaders, elected.
  int const how = threads == 1 ? 0 : threads == 32 ? g.below(2) : g.below(3);
  if (by_wgmma && how == 2) p.warpgroup_waits_as_one = true;
  int const arrivals = (how == 0   ? threads
                        : how == 1 ? threads / 32
                                   : 1) *
                       consumers * (cluster ? 2 : 1);
  auto const a = p.add(kind::buffer, stages, cluster ? 2 : 1, bytes);
  auto const b = by_wgmma ? p.add(kind::buffer, stages, 1, bytes / 2) : a;
  auto const acc = by_wgmma ? p.add(kind::accumulator, 1, consumers, 0) : a;
  auto const full = p.add(kind::mbarrier, stages, 1, 1);
  auto const empty = p.add(kind::mbarrier, stages, 1, arrivals);
  auto const bar = !by_wgmma && how == 2 ? p.add(kind::named_barrier, 1, consumers, threads) : a;
  int const expected = bytes * (cluster ? 2 : 1) + (by_wgmma ? bytes / 2 : 0);
  bool const holds = by_wgmma && d.some_steps() && g.chance(40) && stages > 1;
  bool const fences = !by_wgmma && !p.reads_need_no_proxy_fence;

  for (int c = 0; c < consumers; ++c) {
    int const which = d.role_for(threads, by_wgmma);
    if (which < 0) return false;
    role& r = p.roles[which];
    auto const step = [&](section s, bool first) {
      r.does(s, g.chance(85) ? verb::wait : verb::test_wait, 0, {now(full)});
      if (by_wgmma) {
        place const mine = fixed(acc, c);
        r.does(s, verb::warpgroup_arrive);
        r.does(s, verb::gemm, 0, {mine, now(a), now(b)});
        if (cluster) r.does(s, verb::gemm, 0, {mine, part(now(a), by_rank::one), now(b)});
        r.does(s, verb::warpgroup_commit_batch);
        if (holds && first) return;
        r.does(s, verb::warpgroup_wait, holds ? 1 : 0);
      } else {
        r.does(s, verb::read, 0, {now(a)});
        if (cluster) r.does(s, verb::read, 0, {part(now(a), by_rank::one)});
        if (fences) r.does(s, verb::fence_view_async_shared);
        if (how == 2) r.does(s, verb::sync, 0, {fixed(bar, c)});
      }
      release(d, r, s, empty, now(empty, holds ? -1 : 0), how, cluster);
    };
    if (holds) step(section::first, true);
    step(section::step, false);
    if (holds) {
      r.does(section::end, verb::warpgroup_wait, 0);
      release(d, r, section::end, empty, now(empty, -1), how, cluster);
    }
    if (by_wgmma && d.tiles()) r.does(section::end, verb::read, 0, {fixed(acc, c)});
    if (cluster) meet(d, r, section::finish);
  }
  int const which = d.role_for(g.chance(80) ? 1 : any_warps(g));
  if (which < 0) return false;
  role& r = p.roles[which];
  who const one = who::elected;
  r.does(section::step, g.chance(90) ? verb::wait : verb::test_wait, 0, {before(now(empty))}, one);
  // expect_tx by itself, and its arrival before the loads (1) or after them (2).
  int const apart = g.chance(25) ? 1 + g.below(2) : 0;
  r.does(section::step, apart ? verb::expect_tx : verb::arrive_and_expect_tx, expected, {now(full)},
         one);
  if (apart == 1) r.does(section::step, verb::arrive, 0, {now(full)}, one);
  if (cluster)
    r.does(section::step, verb::tma_load_multicast, 0, {part(now(a), by_rank::rank), now(full)},
           one);
  else
    r.does(section::step, verb::tma_load, 0, {now(a), now(full)}, one);
  if (by_wgmma) r.does(section::step, verb::tma_load, 0, {now(b), now(full)}, one);
  if (apart == 2) r.does(section::step, verb::arrive, 0, {now(full)}, one);
  if (cluster) meet(d, r, section::finish);
  return true;
}

// Ordinary stores by one role, reads by another; mbarriers or named barriers between them.
inline bool store_ring(drawing& d) {
  generator& g = d.g;
  protocol& p = d.p;
  int const writers = any_size(g), readers = any_size(g);
  bool const named = writers > 1 && readers > 1 && g.chance(40);
  int const stages = named ? 1 : 1 + g.below(3);
  auto const a = p.add(kind::buffer, stages, 1, 512);
  int const w = d.role_for(writers), r = d.role_for(readers);
  if (w < 0 || r < 0) return false;
  role &writer = p.roles[w], &reader = p.roles[r];
  if (named) {
    if (w == r) {
      writer.does(section::step, verb::write, 0, {now(a)});
      auto const bar = p.add(kind::named_barrier, 1, 1, writers);
      writer.does(section::step, verb::sync, 0, {fixed(bar)});
      writer.does(section::step, verb::read, 0, {now(a)});
      writer.does(section::step, verb::sync, 0, {fixed(bar)});
      return true;
    }
    int const both = p.roles[w].threads + p.roles[r].threads;
    auto const bars = p.add(kind::named_barrier, 1, 2, both);
    writer.does(section::step, verb::sync, 0, {fixed(bars, 0)});
    writer.does(section::step, verb::write, 0, {now(a)});
    writer.does(section::step, g.chance(50) ? verb::arrive : verb::sync, 0, {fixed(bars, 1)});
    reader.does(section::step, g.chance(50) ? verb::arrive : verb::sync, 0, {fixed(bars, 0)});
    reader.does(section::step, verb::sync, 0, {fixed(bars, 1)});
    reader.does(section::step, verb::read, 0, {now(a)});
    return true;
  }
  if (w == r) return false;
  bool const by_warps = writers > 1 && g.chance(50);
  auto const full = p.add(kind::mbarrier, stages, 1, by_warps ? writers / 32 : writers);
  auto const empty = p.add(kind::mbarrier, stages, 1, readers);
  if (g.chance(30)) writer.does(section::step, verb::fetch, 0, {now(a)});
  writer.does(section::step, verb::wait, 0, {before(now(empty))});
  if (g.chance(20)) {  // clears the stage first
    writer.does(section::step, verb::write, 0, {partition(now(a), 0)});
    writer.does(section::step, g.chance(50) ? verb::write : verb::update, 0,
                {partition(now(a), 0)});
  } else {
    writer.does(section::step, verb::write, 0, {now(a)});
  }
  if (by_warps) writer.does(section::step, verb::sync_warp);
  writer.does(section::step, verb::arrive, 0, {now(full)}, by_warps ? who::leaders : who::all);
  reader.does(section::step, verb::wait, 0, {now(full)});
  reader.does(section::step, verb::read, 0, {now(a)});
  reader.does(section::step, verb::arrive, 0, {now(empty)});
  return true;
}

// cp.async a number of stages ahead in one role, or between two roles by mbarriers.
inline bool cp_async_ring(drawing& d) {
  generator& g = d.g;
  protocol& p = d.p;
  int const threads = any_size(g), stages = 2 + g.below(3);
  auto const a = p.add(kind::buffer, stages, 1, 1024);
  int const one = d.role_for(threads);
  if (one < 0) return false;
  if (g.chance(50)) {
    role& r = p.roles[one];
    int const ahead = stages - 1;
    for (int i = 0; i < ahead; ++i) {
      r.does(section::begin, verb::cp_async, 0, {now(a, i)});
      r.does(section::begin, verb::cp_async_fence);
    }
    bool const alone = p.role_count == 1 && g.chance(60);
    auto const bar = alone || threads == 1 ? a : p.add(kind::named_barrier, 1, 1, threads);
    r.does(section::step, verb::cp_async_wait, ahead - 1);
    if (alone && threads > 1)
      r.does(section::step, verb::sync_block);
    else if (threads > 1)
      r.does(section::step, verb::sync, 0, {fixed(bar)});
    r.does(section::step, verb::cp_async, 0, {now(a, ahead)});
    r.does(section::step, verb::cp_async_fence);
    r.does(section::step, verb::read, 0, {now(a)});
    r.does(section::finish, verb::cp_async_wait, 0);
    return true;
  }
  int const two = d.role_for(any_size(g));
  if (two < 0 || two == one) return false;
  role &producer = p.roles[one], &consumer = p.roles[two];
  auto const full = p.add(kind::mbarrier, stages, 1, producer.threads);
  auto const empty = p.add(kind::mbarrier, stages, 1, consumer.threads);
  producer.does(section::step, verb::wait, 0, {before(now(empty))});
  producer.does(section::step, verb::cp_async, 0, {now(a)});
  producer.does(section::step, verb::cp_async_arrive, 0, {now(full)});
  consumer.does(section::step, verb::wait, 0, {now(full)});
  consumer.does(section::step, verb::read, 0, {now(a)});
  consumer.does(section::step, verb::arrive, 0, {now(empty)});
  if (g.chance(50)) producer.does(section::finish, verb::cp_async_wait, 0);
  return true;
}

}  // namespace random_protocols::templates
