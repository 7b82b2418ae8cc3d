// SPDX-License-Identifier: BSL-1.0
//
// Model protocols of blocks of a grid that share flags and a workspace in global memory: the sums
// of partial sums in split-k and stream-k. `F` seeds a mistake.
#pragma once

#include "more_protocols.hpp"

namespace tileproof::pipeline {

// Steps over k by a block of 128 threads, from two stages of shared memory; after the last step of
// a tile, or at the end where the loop has no tiles, Self::add.
template <class Self, class Loop>
struct worker_of_steps {
  static constexpr int threads = 128;
  static constexpr bool has_tiles = has_section<Loop>(section::end);
  constexpr void step(auto& m) {
    m.write(Self::a[now]);
    m.sync_block();
    m.read(Self::a[now]);
  }
  constexpr void end(auto& m) {
    if (has_tiles) Self::add(m);
  }
  constexpr void finish(auto& m) {
    if (!has_tiles) Self::add(m);
  }
};

// ---- 6: serial split-k, CUTLASS's "turnstile": S blocks add to one sum in turn. The first writes
// it, the last reads it; in the next tile the first waits for the last.
template <int S, seed F = seed::none, class Loop = tiles_of_steps, int Stages = S>
struct turnstile {
  static constexpr int blocks = S;
  static constexpr bool is_cluster = false;
  static constexpr struct A : buffer<A, 2, 4096> {
  } a{};
  static constexpr struct Sum : workspace<Sum, 1, 65536> {
  } sum{};
  static constexpr struct Turn : flag<Turn, Stages, 1 + (F == seed::place_counts_two)> {
  } turn{};
  using resources = pipeline::resources<A, Sum, Turn>;
  using loop = Loop;

  static constexpr void wait(auto& m, place mine) {
    bool const is_left_out = m.rank() == 0 ? F == seed::sum_reused_early : F == seed::no_wait;
    if (is_left_out) return;
    place const at = F == seed::waits_for_own_place      ? mine
                     : F == seed::waits_for_place_before ? mine - 2
                                                         : mine - 1;
    if (m.elected() || F == seed::all_wait) m.wait(turn[at]);
  }
  static constexpr void arrive(auto& m, place mine) {
    if (F == seed::never_arrives && m.rank() == 0) return;
    if (!m.elected() && F != seed::all_arrive) return;
    m.arrive(turn[F == seed::arrives_at_next_place ? mine + 1 : mine]);
    if (F == seed::arrives_twice) m.arrive(turn[mine]);
  }
  static constexpr void add(auto& m) {
    place const mine = tile * S + m.rank();
    wait(m, mine);
    if (F != seed::no_sync_after_wait && F != seed::all_wait) m.sync_block();
    if (F == seed::arrives_before_write) arrive(m, mine);
    if (m.rank() == 0)
      m.write(sum[tile]);
    else if (m.rank() == S - 1)
      m.read(sum[tile]);
    else
      m.update(sum[tile]);
    if (F != seed::no_sync_before_arrival) m.sync_block();
    if (F != seed::arrives_before_write) arrive(m, mine);
  }
  struct worker : worker_of_steps<turnstile, Loop> {};
  using roles = pipeline::roles<worker>;
};

// ---- 7: parallel split-k: every block but the last writes a sum of its own, and the last reads
// all. With Stages = 2 the others are a tile ahead. Then each has a flag of its own: where all
// arrive at one, an arrival for the next tile could be counted for this one.
template <int S, int Stages = 1, seed F = seed::none, class Loop = tiles_of_steps>
struct parallel_sum {
  static constexpr int blocks = S;
  static constexpr bool is_cluster = false;
  static constexpr bool is_shared = Stages == 1 || F == seed::one_flag_for_all;
  static constexpr int last = S - 1;
  static constexpr int arrivals = (is_shared ? last : 1) + (F == seed::place_counts_one_more) -
                                  (F == seed::place_counts_one_less);
  static constexpr struct A : buffer<A, 2, 4096> {
  } a{};
  static constexpr struct Sum : workspace<Sum, Stages, 65536, last> {
  } sum{};
  static constexpr struct Done : flag<Done, Stages, arrivals, is_shared ? 1 : last> {
  } done{};
  static constexpr struct Free : flag<Free, Stages, 1> {
  } free{};
  using resources = pipeline::resources<A, Sum, Done, Free>;
  using loop = Loop;

  static constexpr void write(auto& m) {
    int const flag = is_shared ? 0 : m.rank();
    if (m.elected() && F != seed::sum_reused_early) m.wait(free[tile].before());
    m.sync_block();
    if (F == seed::arrives_before_write && m.elected()) m.arrive(done[tile].part(flag));
    m.write(sum[tile].part(F == seed::sums_in_one_part ? 0 : m.rank()));
    if (F != seed::no_sync_before_arrival) m.sync_block();
    if (F == seed::never_arrives || F == seed::arrives_before_write || !m.elected()) return;
    m.arrive(done[tile].part(flag));
    if (F == seed::arrives_twice) m.arrive(done[tile].part(flag));
  }
  static constexpr void read(auto& m) {
    if (F == seed::releases_before_read && m.elected()) m.arrive(free[tile]);
    for (int i = 0; i < Done::parts && F != seed::no_wait; ++i)
      if (m.elected())
        m.wait(F == seed::waits_for_place_before ? done[tile - 1].part(i) : done[tile].part(i));
    if (F != seed::no_sync_after_wait) m.sync_block();
    for (int i = 0; i < last; ++i) m.read(sum[tile].part(i));
    m.sync_block();
    if (F != seed::releases_before_read && F != seed::never_released_last && m.elected())
      m.arrive(free[tile]);
  }
  static constexpr void add(auto& m) {
    if (m.rank() < last)
      write(m);
    else
      read(m);
  }
  struct worker : worker_of_steps<parallel_sum, Loop> {};
  using roles = pipeline::roles<worker>;
};

// ---- the same where every thread arrives, for itself: no barrier before it
template <int S, int Extra = 0>
struct sum_of_threads {
  static constexpr int blocks = S;
  static constexpr bool is_cluster = false;
  static constexpr int last = S - 1;
  static constexpr struct Sum : workspace<Sum, 1, 65536, last> {
  } sum{};
  static constexpr struct Done : flag<Done, 1, 64 * last + Extra> {
  } done{};
  static constexpr struct Free : flag<Free, 1, 64> {
  } free{};
  using resources = pipeline::resources<Sum, Done, Free>;
  using loop = tiles_of_steps;
  struct worker {
    static constexpr int threads = 64;
    constexpr void end(auto& m) {
      if (m.rank() < last) {
        m.wait(free[tile - 1]);
        m.write(sum[tile].part(m.rank()));
        m.arrive(done[tile]);
      } else {
        m.wait(done[tile]);
        for (int i = 0; i < last; ++i) m.read(sum[tile].part(i));
        m.arrive(free[tile]);
      }
    }
  };
  using roles = pipeline::roles<worker>;
};

// ---- a ring of S stages in global memory, from block to block, with steps of two kinds: with
// choice 1 the first block changes what it has written before the second sees it
template <int S, int Blocks = 2, bool Cluster = false>
struct ring_of_blocks {
  static constexpr int blocks = Blocks;
  static constexpr bool is_cluster = Cluster;
  static constexpr int choices = 2;
  static constexpr struct Data : workspace<Data, S, 4096, Blocks - 1> {
  } data{};
  static constexpr struct Full : flag<Full, S, 1, Blocks - 1> {
  } full{};
  static constexpr struct Empty : flag<Empty, S, 1, Blocks - 1> {
  } empty{};
  using resources = pipeline::resources<Data, Full, Empty>;
  using loop = steps;
  struct worker {
    static constexpr int threads = 64;
    constexpr void step(auto& m) {
      int const from = m.rank() - 1;
      int const to = m.rank();
      if (m.elected() && from >= 0) m.wait(full[now].part(from));
      if (m.elected() && to < Blocks - 1) m.wait(empty[now].part(to).before());
      m.sync_block();
      if (from >= 0) m.read(data[now].part(from));
      if (to < Blocks - 1) m.write(data[now].part(to).partition(0));
      if (m.choice() == 1 && to < Blocks - 1) m.update(data[now].part(to).partition(0));
      m.sync_block();
      if (m.elected() && from >= 0) m.arrive(empty[now].part(from));
      if (m.elected() && to < Blocks - 1) m.arrive(full[now].part(to));
    }
  };
  using roles = pipeline::roles<worker>;
};

// ---- the turnstile after a k-loop by TMA, in roles
template <int S>
struct turnstile_of_roles : tma_ring<2, 64, 64> {
  using base = tma_ring<2, 64, 64>;
  static constexpr int blocks = S;
  static constexpr bool is_cluster = false;
  static constexpr struct Sum : workspace<Sum, 1, 65536> {
  } sum{};
  static constexpr struct Turn : flag<Turn, S, 1> {
  } turn{};
  static constexpr struct Own : named_barrier<Own, 64> {
  } own{};
  using resources = pipeline::resources<typename base::A, typename base::Full, typename base::Empty,
                                        Sum, Turn, Own>;
  using loop = tiles_of_steps;
  struct consumer : base::consumer {
    constexpr void end(auto& m) {
      place const mine = tile * S + m.rank();
      if (m.elected()) m.wait(turn[mine - 1]);
      m.sync(own[0]);
      if (m.rank() == 0)
        m.write(sum[tile]);
      else if (m.rank() == S - 1)
        m.read(sum[tile]);
      else
        m.update(sum[tile]);
      m.sync(own[0]);
      if (m.elected()) m.arrive(turn[mine]);
    }
  };
  using roles = pipeline::roles<typename base::producer, consumer>;
};

// ---- the same where each block has its own number of steps
template <int S>
struct uneven_sum : parallel_sum<S, 1, seed::none, steps> {
  static constexpr bool own_counts = true;
};
template <int S, int Stages = 1, seed F = seed::none>
struct uneven_tiles : parallel_sum<S, Stages, F> {
  static constexpr bool own_steps = true;
};
template <int S, seed F = seed::none>
struct uneven_turns : turnstile<S, F> {
  static constexpr bool own_steps = true;
};
template <int S>
struct uneven_turnstile : turnstile<S, seed::none, steps> {
  static constexpr bool own_counts = true;
};

}  // namespace tileproof::pipeline
