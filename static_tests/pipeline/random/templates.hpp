// SPDX-License-Identifier: BSL-1.0
//
// Defines the other shapes from which protocols are drawn: a buffer between barriers of the block,
// TMA stores, an exchange between blocks of a cluster, sums of blocks of a grid.
#pragma once

#include "rings.hpp"

namespace random_protocols::templates {

// All threads write, meet, read, meet.
inline bool double_buffer(drawing& d) {
  generator& g = d.g;
  protocol& p = d.p;
  int const stages = 1 + g.below(2);
  auto const a = p.add(kind::buffer, stages, 1, 512);
  // All roles meet: no lane can, and none may come later (`is_closed`).
  if (p.role_count == 0) p.add_role(any_warps(g));
  if (p.role_count == 1 && g.chance(50)) p.add_role(32 << g.below(2));
  for (int k = 0; k < p.role_count; ++k)
    if (p.roles[k].threads == 1) return false;
  d.is_closed = true;
  bool const once = p.loop == loop_kind::once;
  section const s = once ? section::begin : section::step;
  int const writer = g.below(p.role_count);
  bool const twice = stages == 1 || g.chance(30), updates = g.chance(20);
  for (int k = 0; k < p.role_count; ++k) {
    role& r = p.roles[k];
    if (k == writer) r.does(s, verb::write, 0, {now(a)});
    r.does(s, verb::sync_block);
    if (updates && k == writer) r.does(s, verb::update, 0, {now(a)});
    if (updates) r.does(s, verb::sync_block);
    r.does(s, verb::read, 0, {now(a)});
    if (twice) r.does(s, verb::sync_block);
  }
  return true;
}

// Threads write a tile to shared memory; one of them stores it by TMA.
inline bool tma_epilogue(drawing& d) {
  generator& g = d.g;
  protocol& p = d.p;
  int const threads = any_size(g), stages = 1 + g.below(2);
  int const which = d.role_for(threads);
  if (which < 0) return false;
  role& r = p.roles[which];
  bool const by_tile = d.tiles();
  section const s = by_tile ? section::end : section::step;
  auto const out = p.add(kind::buffer, stages, 1, 2048);
  auto const bar = threads > 1 ? p.add(kind::named_barrier, 1, 1, threads) : out;
  place const at = by_tile ? of_tile(out) : now(out);
  r.does(s, verb::tma_store_wait, stages - 1, {}, who::elected);
  if (threads > 1) r.does(s, verb::sync, 0, {fixed(bar)});
  r.does(s, verb::write, 0, {at});
  r.does(s, verb::fence_view_async_shared);
  if (threads > 1) r.does(s, verb::sync, 0, {fixed(bar)});
  r.does(s, verb::tma_store, 0, {at}, who::elected);
  r.does(s, verb::tma_store_arrive, 0, {}, who::elected);
  r.does(section::finish, verb::tma_store_wait, 0, {}, who::elected);
  return true;
}

// Blocks of a cluster write to each other, or read what the other has written, a step at a time:
// all threads arrive where the other block waits.
inline bool mailbox(drawing& d, role& r, section s) {
  protocol& p = d.p;
  bool const stores = d.g.chance(50);
  auto const a = p.add(kind::buffer, 1, 1, 512);
  auto const full = p.add(kind::mbarrier, 1, 1, r.threads);
  auto const empty = p.add(kind::mbarrier, 1, 1, r.threads);
  place const there = of(fixed(a), by_rank::peer), to = stores ? there : fixed(a);
  r.does(s, verb::wait, 0, {before(now(empty))});
  r.does(s, verb::write, 0, {partition(to, 0)});
  if (d.g.chance(85)) r.does(s, verb::update, 0, {partition(to, 0)});
  r.does(s, verb::arrive_release_cluster, 0, {of(now(full), by_rank::peer)});
  r.does(s, verb::wait_acquire_cluster, 0, {now(full)});
  r.does(s, verb::read, 0, {stores ? fixed(a) : there});
  r.does(s, verb::arrive, 0, {of(now(empty), by_rank::peer)});
  meet(d, r, section::finish);
  return true;
}

// Blocks of a cluster write their own tile and read each other's, or write each other's.
inline bool exchange(drawing& d) {
  generator& g = d.g;
  protocol& p = d.p;
  if (p.role_count == 0 && g.chance(50)) p.blocks = 2;
  if (p.blocks != 2 || !p.is_cluster || p.role_count > 0) return store_ring(d);
  section const s = p.loop == loop_kind::once ? section::begin : section::step;
  if (g.chance(70)) return mailbox(d, p.add_role(g.chance(30) ? 1 : any_warps(g)), s);
  int const threads = any_warps(g);
  auto const a = p.add(kind::buffer, 1, 1, 512);
  role& r = p.add_role(threads);
  d.is_closed = true;  // all threads of the cluster meet
  if (g.chance(50)) {
    meet(d, r, section::begin);
    bool const stores = g.chance(50);
    place const there = of(fixed(a), by_rank::peer);
    r.does(s, verb::write, 0, {stores ? there : fixed(a)});
    meet(d, r, s);
    r.does(s, verb::read, 0, {stores ? fixed(a) : there});
    meet(d, r, s);
    return true;
  }
  auto const full = p.add(kind::mbarrier, 1, 1, 1);
  auto const bar = p.add(kind::named_barrier, 1, 1, threads);
  r.does(s, verb::write, 0, {fixed(a)});
  r.does(s, verb::sync, 0, {fixed(bar)});
  r.does(s, verb::arrive_release_cluster, 0, {of(now(full), by_rank::peer)}, who::elected);
  r.does(s, verb::wait_acquire_cluster, 0, {now(full)});
  r.does(s, verb::read, 0, {of(fixed(a), by_rank::peer)});
  r.does(s, verb::sync_cluster);
  return true;
}

// Writes of one role to one buffer, by one thread and by all, with and without partitions and
// barriers between them.
inline bool partitions(drawing& d) {
  generator& g = d.g;
  protocol& p = d.p;
  int const threads = 32 << g.below(2), which = d.role_for(threads);
  if (which < 0) return false;
  role& r = p.roles[which];
  auto const a = p.add(kind::buffer, 1 + g.below(2), 1, 512);
  auto const bar = p.add(kind::named_barrier, 1, 1, threads);
  auto const free = p.add(kind::mbarrier, 1, 1, 1);
  section const in[] = {section::begin, section::step, d.tiles() ? section::end : section::finish};
  int const n = 2 + g.below(4);
  section s = in[g.below(3)];
  for (int i = 0; i < n; ++i) {
    if (g.chance(35)) s = in[g.below(3)];
    if (d.p.loop == loop_kind::once) s = g.chance(50) ? section::begin : section::finish;
    place const at = partition(g.chance(70) ? fixed(a) : now(a), g.below(3) - 1);
    who const by = g.chance(55) ? who::all : g.chance(80) ? who::elected : who::leaders;
    bool const copies = g.chance(15);
    r.does(s, copies ? verb::cp_async : verb::write, 0, {at}, by);
    if (copies) r.does(s, verb::cp_async_fence);
    if (copies && g.chance(80)) r.does(s, verb::cp_async_wait, 0);
    if (g.chance(30))
      r.does(s, verb::sync, 0, {fixed(bar)});
    else if (g.chance(20))
      r.does(s, verb::sync_warp);
    else if (g.chance(15))
      r.does(s, verb::wait, 0, {before(fixed(free))}, who::elected);
  }
  return true;
}

// Two blocks of a grid add up a tile: the first writes, the second adds.
inline bool split_k(drawing& d) {
  generator& g = d.g;
  protocol& p = d.p;
  p.blocks = 2, p.is_cluster = false;
  if (!d.tiles()) p.loop = loop_kind::tiles_of_steps;
  int const threads = any_size(g), which = d.role_for(threads);
  if (which < 0) return false;
  role& r = p.roles[which];
  auto const sum = p.add(kind::workspace, 1, 1, 512);
  auto const turn = p.add(kind::flag, 2, 1, 1);
  auto const bar = threads > 1 ? p.add(kind::named_barrier, 1, 1, threads) : sum;
  place mine = of_tile(turn, 2), last = of_tile(turn, 2, -1);
  mine.adds_rank = last.adds_rank = true;
  section const s = section::end;
  if (g.chance(50)) r.does(s, verb::fetch, 0, {of_tile(sum)});
  r.does(s, verb::wait, 0, {last}, who::elected);
  if (threads > 1) r.does(s, verb::sync, 0, {fixed(bar)});
  if (auto* a = r.does(s, verb::write, 0, {of_tile(sum)})) a->only_rank = 0;
  if (auto* a = r.does(s, g.chance(50) ? verb::update : verb::read, 0, {of_tile(sum)}))
    a->only_rank = 1;
  if (threads > 1) r.does(s, verb::sync, 0, {fixed(bar)});
  r.does(s, verb::arrive, 0, {mine}, who::elected);
  return true;
}

}  // namespace random_protocols::templates
