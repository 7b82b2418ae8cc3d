// SPDX-License-Identifier: BSL-1.0
//
// Defines recorder, the machine that records a section of a role as actions.
//
// The value of an action at a flag is the wrap of its place, modulo 256. Places are counted from
// the launch on; a proof counts them from the current step or tile.
//
// A call at a place that does not exist, or for which there is no instruction, becomes an action
// op::refused: its value is the reason (misuse), its cell one of the resource, its number the
// operation (<< 16) and the part or block of the call.
#pragma once

#include <tileproof/protocol/plan.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The number of wraps of a flag from wrap x to wrap y, which is right if they are less than 128
// wraps apart. A wrap is far (is_far) where that is no longer sure.
constexpr int wraps_from(int x, int y) { return static_cast<signed char>(y - x); }
constexpr bool is_far(int wrap) { return wraps_from(0, wrap) > 60 || wraps_from(0, wrap) < -60; }

// The machine that records the actions of one agent of a role.
template <class P>
struct recorder : verbs<recorder<P>> {
  using plan_t = plan<P>;
  static constexpr int blocks = plan_t::blocks;

  // base: the counters of its team. noted, if given, has for each ring the direction in which it
  // moves (4 * distance + counter), or `mixed`, or -1 while it is unused. of_all: the counters for
  // flags and workspaces, if these are others.
  int agent;
  action* to;
  int& count;
  int room;
  int const* base;
  section in{};
  int chosen = 0;
  int* noted = nullptr;
  int const* of_all = nullptr;
  static constexpr int mixed = -2;
  // This is added to the value of an action at a place that a role in a block of a grid names with
  // of().
  static constexpr int in_named_block = 128;

  constexpr recorder(int a, action* list, int& n, int most, int const* counters)
      : agent(a),
        to(list),
        count(n),
        room(most),
        base(counters),
        is_lane_(plan_t::table.agent[a].is_lane) {}

  constexpr agent_info const& me() const { return plan_t::table.agent[agent]; }
  constexpr bool elected() const {
    if (!me().elects) give_up();
    return me().instance == 0;
  }
  constexpr bool leads_warp() const {
    if (!me().elects) give_up();
    return me().leads();
  }
  constexpr int rank() const { return me().block; }
  constexpr int choice() const { return chosen; }

  // The operation and the number of an action that is refused.
  static constexpr int refused_of(op o, int number) {
    return static_cast<int>(o) << 16 | (number & 65535);
  }
  // The reason why no instruction does this at the place; misuse::none where one does.
  template <class R>
  constexpr misuse misuse_of(op o, slot<R> const& s, bool is_multicast) const {
    if constexpr (R::is == sort::warp_barrier || R::is == sort::block_barrier ||
                  R::is == sort::cluster_barrier) {
      return is_lane_alone() ? misuse::one_thread : misuse::none;
    } else {
      if (s.index < 0 || s.index >= R::parts) return misuse::no_part;
      if (s.block < -1 || s.block >= blocks) return misuse::no_block;
      if (s.writes_as < -1 || s.writes_as > 63) return misuse::partition;
      if (o == op::fetch && s.block >= 0) return misuse::of_peer;
      if (is_lane_alone() && is_aligned(o, 0)) return misuse::one_thread;
      bool const is_remote = s.block >= 0 && s.block != me().block && !is_global(R::is);
      if (!plan_t::is_cluster) return misuse::none;  // refused as of_grid
      bool const has_form = has_remote_form(o) && (o != op::arrive || R::is == sort::mbarrier) &&
                            ((o != op::load && !is_umma(o)) || is_multicast) &&
                            R::is != sort::accumulator;
      return is_remote && !has_form ? misuse::of_peer : misuse::none;
    }
  }
  template <class R>
  constexpr int cell_of(slot<R> const& s, int& wrap) {
    int const of = static_cast<int>(s.at.of);
    int const* const counts = of_all != nullptr && is_global(R::is) ? of_all : base;
    int const n = (of < 2 ? counts[of] * s.at.times : 0) + s.at.offset + (R::stages << 16);
    int const r = plan_t::ring_at(s, me());
    if (noted != nullptr) {
      int const direction = of + 4 * s.at.times;
      noted[r] = noted[r] == -1 || noted[r] == direction ? direction : mixed;
    }
    if constexpr (R::is == sort::flag) {
      wrap = n / R::stages & 255;
      if (is_far(wrap)) give_up();
    } else {
      wrap = n / R::stages & 1;
      if constexpr (!plan_t::is_cluster)
        if (s.block >= 0) wrap += in_named_block;
    }
    return plan_t::table.ring[r].cell + n % R::stages;
  }
  template <class R>
  constexpr void put(op o, slot<R> const& s, int extra, bool is_multicast = false) {
    bool const is_plain = s.index >= 0 && s.index < R::parts && s.block < 0 && s.writes_as < 0;
    misuse const why =
        plan_t::has_tensor_memory && is_umma(o) && me().weight != 1 ? misuse::many_threads
        : is_plain && !is_lane_                                     ? misuse::none
                                : misuse_of(o, s, is_multicast || (is_umma(o) && extra == 1));
    if (why != misuse::none) {
      int const number = why == misuse::no_block || why == misuse::of_peer ? s.block
                         : why == misuse::partition                        ? s.writes_as
                                                                           : s.index;
      int const first = plan_t::table.ring[plan_t::ring_at(slot<R>{}, me())].cell;
      return put(action(op::refused, static_cast<int>(why), first, refused_of(o, number)));
    }
    // The idle lanes of the thread are there too, and meet with it.
    if (R::is == sort::warp_barrier && is_lane_) return;
    if ((o == op::write || o == op::copy) && R::is != sort::accumulator)
      extra |= (s.writes_as + 1) << 1;
    int wrap = 0;
    int const cell = cell_of(s, wrap);
    if ((R::is == sort::buffer || R::is == sort::workspace) && me().is_for_all &&
        (o == op::load || o == op::store || (o == op::read && !me().reads) ||
         ((o == op::write || o == op::copy) && !me().writes)))
      give_up();
    put(action(o, o == op::accumulate ? extra : wrap, cell, extra));
  }
  constexpr void put(op o, int value, int extra) {
    if (is_lane_alone() && is_aligned(o, value))
      return put(
          action(op::refused, static_cast<int>(misuse::one_thread), 0, refused_of(o, value)));
    if (plan_t::has_tensor_memory && o == op::allocate && me().threads > 32)
      return put(
          action(op::refused, static_cast<int>(misuse::many_threads), 0, refused_of(o, value)));
    put(action(o, value, 0, extra));
  }
  template <class R, class B>
  constexpr void put_load(slot<R> const& s, slot<B> const& on, bool is_multicast) {
    static_assert(B::is == sort::mbarrier, "tma_load: an mbarrier counts the bytes");
    misuse const why = misuse_of(op::load, on, is_multicast);
    if (why != misuse::none) return put(op::load, on, 0, is_multicast);
    int wrap = 0;
    int const barrier = cell_of(on, wrap);
    put(op::load, s, barrier, is_multicast);
  }
  constexpr void put(action a) {
    if (count < room) to[count] = a;
    ++count;
  }

 private:
  bool is_lane_;
  // Whether one thread of a warp runs this section without the others.
  constexpr bool is_lane_alone() const {
    return is_lane_ && in != section::begin && in != section::finish;
  }
  // The role does something that detail::crew_of has not seen: the list counts as too long.
  constexpr void give_up() const { count = count > room ? count : room + 1; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
