// SPDX-License-Identifier: BSL-1.0
//
// Defines draw(seed): a random protocol, the same for the same seed. One third are templates as
// they are (most are sound), one third templates with one to three random edits (nearly sound), and
// the rest compositions of two or three templates, with and without edits.
//
//   protocol const p = draw(42);
#pragma once

#include "templates.hpp"

namespace random_protocols {

namespace detail {

inline action* any_action(protocol& p, generator& g, role** of_role = nullptr,
                          int* of_section = nullptr, int* index = nullptr) {
  for (int tries = 0; tries < 40; ++tries) {
    role& r = p.roles[g.below(p.role_count)];
    int const s = g.below(sections);
    if (r.counts[s] == 0) continue;
    int const i = g.below(r.counts[s]);
    if (of_role) *of_role = &r;
    if (of_section) *of_section = s;
    if (index) *index = i;
    return &r.actions[s][i];
  }
  return nullptr;
}

inline void erase(role& r, int s, int i) {
  for (int k = i; k + 1 < r.counts[s]; ++k) r.actions[s][k] = r.actions[s][k + 1];
  --r.counts[s];
}
inline bool insert(role& r, int s, int i, action const& a) {
  if (r.counts[s] == most_actions) return false;
  for (int k = r.counts[s]; k > i; --k) r.actions[s][k] = r.actions[s][k - 1];
  r.actions[s][i] = a;
  ++r.counts[s];
  return true;
}

inline void retarget(protocol& p, generator& g, action& a) {
  if (a.places == 0) return;
  place& at = a.at[g.below(a.places)];
  switch (g.below(8)) {
    case 7: at.partition = std::int8_t(at.partition < 0 ? g.below(2) : -1); break;
    case 0: at.offset = std::int8_t(at.offset + 1); break;
    case 1: at.offset = std::int8_t(at.offset - 1); break;
    case 2: at.before = at.before ? 0 : 1; break;
    case 3: at.part = by_rank(g.below(5)); break;
    case 4: at.block = by_rank(g.below(5)); break;
    case 5: at.moves = at.moves == counter::step ? counter::none : counter::step; break;
    default: {
      int const other = g.below(p.resource_count);
      if (p.resources[other].is == p.resources[at.resource].is) at.resource = std::uint8_t(other);
    }
  }
}

inline void change_number(generator& g, action& a) {
  switch (form(a.does).number) {
    case number_kind::bytes:
      a.number = g.chance(50) ? a.number * 2 : g.chance(50) ? a.number / 2 : a.number + 16;
      if (g.chance(5)) a.number = 1 << 20;
      break;
    case number_kind::groups: a.number += g.chance(50) ? 1 : -1; break;
    case number_kind::registers: a.number += g.chance(50) ? 8 : -8; break;
    case number_kind::none: break;
  }
}

inline void change_resource(protocol& p, generator& g) {
  resource& r = p.resources[g.below(p.resource_count)];
  switch (g.below(4)) {
    case 0: r.stages = std::uint8_t(1 + g.below(4)); break;
    case 1: r.parts = std::uint8_t(1 + g.below(2)); break;
    case 2:
      if (r.is == kind::mbarrier || r.is == kind::flag) r.amount += g.chance(50) ? 1 : -1;
      if (r.is == kind::named_barrier) r.amount += g.chance(50) ? 32 : -32;
      break;
    default:
      if (r.is == kind::mbarrier) r.amount *= 2;
  }
}

}  // namespace detail

// One random change. Not all are faults.
inline void edit(protocol& p, generator& g) {
  role* r = nullptr;
  int s = 0, i = 0;
  action* const a = detail::any_action(p, g, &r, &s, &i);
  if (!a) return;
  switch (g.below(14)) {
    case 13: {  // again, somewhere else, by others
      action b = *a;
      b.by = who(g.below(3));
      int const to = g.below(sections);
      detail::insert(*r, to, g.below(r->counts[to] + 1), b);
      break;
    }
    case 0:
    case 1: detail::erase(*r, s, i); break;
    case 2: detail::insert(*r, s, i, action(*a)); break;
    case 3:
      if (i + 1 < r->counts[s]) std::swap(r->actions[s][i], r->actions[s][i + 1]);
      break;
    case 4:
    case 5: detail::retarget(p, g, *a); break;
    case 6: detail::change_number(g, *a); break;
    case 7: a->by = who(g.below(3)); break;
    case 8: {
      static constexpr int sizes[] = {1, 32, 64, 128, 256};
      r->threads = sizes[g.below(5)];
      r->warps = (r->threads + 31) / 32;
      break;
    }
    case 9: detail::change_resource(p, g); break;
    case 10: {  // moved within its section, or to another
      action const moved = *a;
      detail::erase(*r, s, i);
      int const to = g.chance(60) ? s : g.below(sections);
      detail::insert(*r, to, g.below(r->counts[to] + 1), moved);
      break;
    }
    case 11: {  // a verb without places, somewhere
      static constexpr verb some[] = {verb::sync_block,
                                      verb::sync_warp,
                                      verb::sync_cluster,
                                      verb::cluster_arrive,
                                      verb::cluster_wait,
                                      verb::fence_view_async_shared,
                                      verb::tma_store_arrive,
                                      verb::cp_async_fence,
                                      verb::warpgroup_arrive,
                                      verb::warpgroup_commit_batch,
                                      verb::initialize_barriers,
                                      verb::fence_barrier_init,
                                      verb::wait_on_dependent_grids,
                                      verb::launch_dependent_grids};
      detail::insert(*r, s, i, {some[g.below(14)], who(g.below(3)), 0, {}, 0, -1});
      break;
    }
    default:
      switch (g.below(4)) {
        case 0: p.warpgroup_waits_as_one = !p.warpgroup_waits_as_one; break;
        case 1: p.reads_need_no_proxy_fence = !p.reads_need_no_proxy_fence; break;
        case 2: p.dependent_launch = !p.dependent_launch; break;
        default:
          if (a->does == verb::arrive && a->at[0].block == by_rank::peer)
            a->does = verb::arrive_release_cluster;
          else if (a->does == verb::wait_acquire_cluster)
            a->does = verb::wait;
          else if (a->does == verb::wait && p.blocks > 1)
            a->does = verb::wait_acquire_cluster;
          else if (a->does == verb::write)
            a->does = verb::update;
          else if (a->does == verb::read && a->at[0].resource < p.resource_count)
            a->does = verb::tma_store;
          else if (a->does == verb::wait)
            a->does = verb::inval;
      }
  }
}

namespace detail {

// One role gives 40 registers a thread, another takes them.
inline void move_registers(protocol& p, generator& g) {
  int const from = g.below(p.role_count), to = g.below(p.role_count);
  auto const is_whole = [&](int k) {
    return p.first_warp(k) % 4 == 0 && p.roles[k].warps % 4 == 0;
  };
  int const registers = std::min(160, 2048 / p.warps() / 8 * 8);
  if (from == to || !is_whole(from) || !is_whole(to) || registers < 64) return;
  p.registers = registers;
  int const more = 40 * p.roles[from].warps / p.roles[to].warps / 8 * 8;
  insert(p.roles[from], 0, 0, {verb::reg_dealloc, who::all, 0, {}, registers - 40, -1});
  insert(p.roles[to], 0, 0,
         {verb::reg_alloc, who::all, 0, {}, std::min(240, registers + more), -1});
}

// Barriers initialised by a role in place of the launcher; registers moved between roles; the
// grid before.
inline void decorate(templates::drawing& d) {
  protocol& p = d.p;
  generator& g = d.g;
  if (g.chance(15) && p.role_count > 0) {
    int const who_does = g.below(p.role_count);
    bool const cluster = p.blocks == 2 && p.is_cluster;
    for (int k = 0; k < p.role_count; ++k) {
      role& r = p.roles[k];
      int at = 0;
      if (k == who_does) {
        insert(r, 0, at++, {verb::initialize_barriers, who::elected, 0, {}, 0, -1});
        insert(r, 0, at++, {verb::fence_barrier_init, who::elected, 0, {}, 0, -1});
      }
      insert(r, 0, at, {cluster ? verb::sync_cluster : verb::sync_block, who::all, 0, {}, 0, -1});
    }
  }
  if (g.chance(15)) {
    p.dependent_launch = true;
    for (int k = 0; k < p.role_count; ++k)
      insert(p.roles[k], 0, 0, {verb::wait_on_dependent_grids, who::all, 0, {}, 0, -1});
    if (g.chance(50))
      p.roles[g.below(p.role_count)].does(section::finish, verb::launch_dependent_grids);
  }
  // Barriers end before the kernel does.
  if (g.chance(10) && p.uses(verb::arrive)) {
    int const by = g.below(p.role_count);
    for (int k = 0; k < p.role_count; ++k) p.roles[k].does(section::finish, verb::sync_block);
    for (int i = 0; i < p.resource_count; ++i)
      if (p.resources[i].is == kind::mbarrier)
        for (int n = 0; n < p.resources[i].stages; ++n)
          p.roles[by].does(section::finish, verb::inval, 0, {fixed(std::uint8_t(i), n)},
                           who::elected);
  }
  // All warps meet at a named barrier as they begin or end, those of a lane's role too; one role
  // may go on.
  if (g.chance(10) && p.resource_count < most_resources) {
    auto const all = p.add(kind::named_barrier, 1, 1, 32 * p.warps());
    int const goes_on = g.chance(30) ? g.below(p.role_count) : -1;
    bool const begins = g.chance(50);
    for (int k = 0; k < p.role_count; ++k) {
      role& r = p.roles[k];
      action a{k == goes_on ? verb::arrive : verb::sync, who::all, 1, {fixed(all)}, 0, -1};
      insert(r, begins ? 0 : int(section::finish), begins ? 0 : r.counts[int(section::finish)], a);
    }
  }
  if (g.chance(5))
    insert(p.roles[g.below(p.role_count)], 0, 0, {verb::sync_warp, who::all, 0, {}, 0, -1});
  if (g.chance(30)) move_registers(p, g);
}

}  // namespace detail

namespace detail {

inline bool has_room(protocol const& p) {
  for (int r = 0; r < p.role_count; ++r)
    for (int s = 0; s < sections; ++s)
      if (p.roles[r].counts[s] > most_actions - 2) return false;
  return true;
}

inline bool piece(templates::drawing& d, int number) {
  switch (d.g.below(10)) {
    case 9: return templates::partitions(d);
    case 0:
    case 1:
    case 2: return templates::tma_ring(d);
    case 3: return templates::store_ring(d);
    case 4: return templates::cp_async_ring(d);
    case 5: return templates::double_buffer(d);
    case 6: return templates::tma_epilogue(d);
    case 7:
      if (number == 0 && d.g.chance(30)) d.p.loop = loop_kind::once, d.p.blocks = 2;
      return templates::exchange(d);
    default: return number == 0 ? templates::split_k(d) : templates::tma_epilogue(d);
  }
}

// A cluster's barrier is that of all its threads: where one role meets at its end, all do.
inline void meet_at_end(protocol& p) {
  bool any = false;
  for (int r = 0; r < p.role_count; ++r) any |= templates::meets(p.roles[r], section::finish);
  for (int r = 0; r < p.role_count && any; ++r)
    if (!templates::meets(p.roles[r], section::finish))
      p.roles[r].does(section::finish, verb::sync_cluster);
}

}  // namespace detail

// edits: how many; -1: none in 45 of 100, in 4 five to twelve, else one to three.
inline protocol draw(std::uint64_t seed, int edits = -1) {
  templates::drawing d{{}, generator(seed)};
  generator& g = d.g;
  static constexpr loop_kind loops[] = {loop_kind::steps, loop_kind::steps,
                                        loop_kind::tiles_of_steps, loop_kind::tiles_of_some_steps,
                                        loop_kind::tile_of_some_steps};
  d.p.loop = loops[g.below(5)];
  d.p.reads_need_no_proxy_fence = g.chance(50);
  d.p.blocks = g.chance(30) ? 2 : 1;
  // Two roles of whole warpgroups, between which registers may move.
  for (int i = g.chance(7) ? 2 : 0; i > 0; --i)
    g.chance(50) ? d.p.add_role(1, 4) : d.p.add_role(128 << g.below(2));
  int const pieces = g.chance(65) ? 1 : g.chance(70) ? 2 : 3;
  for (int i = 0; i < pieces; ++i) {
    protocol const saved = d.p;
    bool const fits =
        d.p.resource_count + 7 <= most_resources && detail::piece(d, i) && detail::has_room(d.p);
    if (!fits) d.p = saved;
    if (d.p.loop == loop_kind::once) break;
  }
  if (d.p.role_count == 0) d.p.add_role(32);
  detail::meet_at_end(d.p);
  detail::decorate(d);
  if (edits < 0) edits = g.chance(4) ? 5 + g.below(8) : g.chance(53) ? 1 + g.below(3) : 0;
  for (int i = 0; i < edits && d.p.resource_count > 0; ++i) edit(d.p, g);
  return d.p;
}

}  // namespace random_protocols
