// SPDX-License-Identifier: BSL-1.0
//
// Defines `protocol`: the synchronisation of a kernel as a plain value, in the vocabulary of
// docs/pipeline.md. Use it where protocols are drawn at random, changed and judged in large
// numbers; nothing here is a template, and nothing is taken from the library.
//
//   protocol p;
//   auto const a = p.add(kind::buffer, 2, 1, 512);       // buffer<A, 2, 512>
//   auto const full = p.add(kind::mbarrier, 2, 1, 1);    // mbarrier<Full, 2, 1>
//   p.loop = loop_kind::steps;
//   role& r = p.add_role(1);
//   r.does(section::step, verb::arrive_and_expect_tx, 512, {now(full)});
//   r.does(section::step, verb::tma_load, 0, {now(a), now(full)});
#pragma once

#include <cstdint>
#include <initializer_list>

namespace random_protocols {

enum class kind : std::uint8_t { buffer, mbarrier, named_barrier, flag, workspace, accumulator };

// `amount`: bytes of a stage, arrivals of a phase, or threads of a named barrier.
struct resource {
  kind is = kind::buffer;
  std::uint8_t stages = 1, parts = 1;
  int amount = 0;
};

enum class section : std::uint8_t { begin, open, first, step, end, finish };
inline constexpr int sections = 6;

// once: begin. steps: begin step* finish. tiles_of_steps: begin (open (first step*)? end)* finish;
// tiles_of_some_steps: at least one step a tile. tile_of_some_steps: begin open first step* end
// finish. A role without `first` executes `step` in its place.
enum class loop_kind : std::uint8_t {
  once,
  steps,
  tiles_of_steps,
  tiles_of_some_steps,
  tile_of_some_steps
};

// The threads that execute an action: all threads of the role, its thread 0, lane 0 of each of its
// warps.
enum class who : std::uint8_t { all, elected, leaders };

enum class counter : std::uint8_t { none, step, tile };

// A number that may depend on the block: a constant, rank(), or 1 - rank(). `own` says no `.of()`.
enum class by_rank : std::uint8_t { own, zero, one, rank, peer };

// Place number (counter * times + offset) of a resource, `before` laps of its stages earlier.
struct place {
  std::uint8_t resource = 0;
  counter moves = counter::none;
  std::int8_t times = 1, offset = 0;
  std::uint8_t before = 0;
  by_rank part = by_rank::own;   // own: part 0
  by_rank block = by_rank::own;  // another block of the cluster
  bool adds_rank = false;        // split-k: the place of this block's turn, + rank()
  std::int8_t partition = -1;    // of a write: the one that it states
};

enum class verb : std::uint8_t {
  wait,
  test_wait,
  wait_acquire_cluster,
  arrive,
  arrive_release_cluster,
  arrive_and_expect_tx,
  expect_tx,
  cp_async_arrive,
  inval,
  sync,
  sync_block,
  sync_warp,
  sync_cluster,
  cluster_arrive,
  cluster_wait,
  tma_load,
  tma_load_multicast,
  tma_store,
  tma_store_arrive,
  tma_store_wait,
  gemm,
  warpgroup_arrive,
  warpgroup_commit_batch,
  warpgroup_wait,
  cp_async,
  cp_async_fence,
  cp_async_wait,
  read,
  write,
  update,
  fetch,
  fence_view_async_shared,
  initialize_barriers,
  fence_barrier_init,
  reg_alloc,
  reg_dealloc,
  wait_on_dependent_grids,
  launch_dependent_grids
};
inline constexpr int verbs = 38;

// The arguments of a verb: how many places, and what its number means.
enum class number_kind : std::uint8_t { none, bytes, groups, registers };
struct verb_form {
  char const* name;
  int places;
  number_kind number;
};
inline constexpr verb_form forms[verbs] = {{"wait", 1, number_kind::none},
                                           {"test_wait", 1, number_kind::none},
                                           {"wait_acquire_cluster", 1, number_kind::none},
                                           {"arrive", 1, number_kind::none},
                                           {"arrive_release_cluster", 1, number_kind::none},
                                           {"arrive_and_expect_tx", 1, number_kind::bytes},
                                           {"expect_tx", 1, number_kind::bytes},
                                           {"cp_async_arrive", 1, number_kind::none},
                                           {"invalidate", 1, number_kind::none},
                                           {"sync", 1, number_kind::none},
                                           {"sync_block", 0, number_kind::none},
                                           {"sync_warp", 0, number_kind::none},
                                           {"sync_cluster", 0, number_kind::none},
                                           {"cluster_arrive", 0, number_kind::none},
                                           {"cluster_wait", 0, number_kind::none},
                                           {"tma_load", 2, number_kind::none},
                                           {"tma_load_multicast", 2, number_kind::none},
                                           {"tma_store", 1, number_kind::none},
                                           {"tma_store_arrive", 0, number_kind::none},
                                           {"tma_store_wait", 0, number_kind::groups},
                                           {"gemm", 3, number_kind::none},
                                           {"warpgroup_arrive", 0, number_kind::none},
                                           {"warpgroup_commit_batch", 0, number_kind::none},
                                           {"warpgroup_wait", 0, number_kind::groups},
                                           {"cp_async", 1, number_kind::none},
                                           {"cp_async_fence", 0, number_kind::none},
                                           {"cp_async_wait", 0, number_kind::groups},
                                           {"read", 1, number_kind::none},
                                           {"write", 1, number_kind::none},
                                           {"update", 1, number_kind::none},
                                           {"fetch", 1, number_kind::none},
                                           {"fence_view_async_shared", 0, number_kind::none},
                                           {"initialize_barriers", 0, number_kind::none},
                                           {"fence_barrier_init", 0, number_kind::none},
                                           {"warpgroup_reg_alloc", 0, number_kind::registers},
                                           {"warpgroup_reg_dealloc", 0, number_kind::registers},
                                           {"wait_on_dependent_grids", 0, number_kind::none},
                                           {"launch_dependent_grids", 0, number_kind::none}};
constexpr verb_form const& form(verb v) { return forms[int(v)]; }

struct action {
  verb does = verb::sync_block;
  who by = who::all;
  std::uint8_t places = 0;
  place at[4] = {};
  int number = 0;
  // Only in blocks of this rank; -1: in all.
  std::int8_t only_rank = -1;
};

inline constexpr int most_actions = 20, most_roles = 5, most_resources = 12;

struct role {
  int threads = 1, warps = 1;
  std::uint8_t counts[sections] = {};
  action actions[sections][most_actions] = {};

  action* does(section s, verb v, int number = 0, std::initializer_list<place> at = {},
               who by = who::all) {
    int const n = counts[int(s)];
    if (n == most_actions) return nullptr;
    action& a = actions[int(s)][n];
    a = {v, by, 0, {}, number, -1};
    for (place const& p : at) a.at[a.places++] = p;
    ++counts[int(s)];
    return &a;
  }
};

struct protocol {
  resource resources[most_resources] = {};
  role roles[most_roles] = {};
  std::uint8_t resource_count = 0, role_count = 0;
  loop_kind loop = loop_kind::steps;
  std::uint8_t blocks = 1;
  bool is_cluster = true;  // false: blocks of a grid
  int registers = 0;       // of a thread at launch; 0: not stated
  bool warpgroup_waits_as_one = false, reads_need_no_proxy_fence = false, dependent_launch = false;

  std::uint8_t add(kind k, int stages, int parts, int amount) {
    if (resource_count == most_resources) return 0;
    resources[resource_count] = {k, std::uint8_t(stages), std::uint8_t(parts), amount};
    return resource_count++;
  }
  role& add_role(int threads, int warps = 0) {
    role& r = roles[role_count < most_roles ? role_count++ : most_roles - 1];
    r.threads = threads;
    r.warps = warps ? warps : (threads + 31) / 32;
    return r;
  }
  bool uses(verb v) const {
    for (int r = 0; r < role_count; ++r)
      for (int s = 0; s < sections; ++s)
        for (int i = 0; i < roles[r].counts[s]; ++i)
          if (roles[r].actions[s][i].does == v) return true;
    return false;
  }
  int first_warp(int which) const {
    int sum = 0;
    for (int r = 0; r < which; ++r) sum += roles[r].warps;
    return sum;
  }
  int warps() const { return first_warp(role_count); }
};

// now(a, 1): a[now + 1]; of_tile(a): a[tile]; fixed(a): place 0; before(e): e[now].before(). For
// named barriers and accumulators, fixed(b, i) is part i.
inline place now(std::uint8_t r, int offset = 0) {
  return {r, counter::step, 1, std::int8_t(offset)};
}
inline place of_tile(std::uint8_t r, int times = 1, int offset = 0) {
  return {r, counter::tile, std::int8_t(times), std::int8_t(offset)};
}
inline place fixed(std::uint8_t r, int offset = 0) {
  return {r, counter::none, 1, std::int8_t(offset)};
}
inline place before(place p) { return ++p.before, p; }
inline place of(place p, by_rank block) { return p.block = block, p; }
inline place part(place p, by_rank which) { return p.part = which, p; }
inline place partition(place p, int n) { return p.partition = std::int8_t(n), p; }

// The value of a number that depends on the block.
constexpr int value(by_rank n, int rank) {
  return n == by_rank::one ? 1 : n == by_rank::rank ? rank : n == by_rank::peer ? 1 - rank : 0;
}
constexpr int block_of(place const& p, int rank) {
  return p.block == by_rank::own ? rank : value(p.block, rank);
}

}  // namespace random_protocols
