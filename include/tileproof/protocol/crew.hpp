// SPDX-License-Identifier: BSL-1.0
//
// Defines crew, the threads of a role that the proof follows. If threads do the same, it follows
// only the elected one and two others, since a race is between two; the last of them stands for all
// that are left.
#pragma once

#include <tileproof/protocol/action.hpp>
#include <tileproof/protocol/role_states.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline::detail {

// The threads of a role that the proof follows:
//   1  one thread
//   2  two that are alike; or, if the role elects, the elected one and another, where no race
//      can be between two others: they only read buffers, or only write them, and issue no TMA
//   3  the elected one and two others
//   4  also the leader of a second warp, which is the last
//   5  the elected one, two leaders of other warps, two others
// and in a role of several warps, each of which meets for itself (sync_warp), by warps:
//   5  of two warps: leader and others of the first; leader and two others of the second
//   7  also the leaders, and the others, of all that are left
struct crew {
  int agents = 1;
  bool elects = false;
  bool by_warps = false;
  bool others_read = false;
  bool others_write = false;
  bool splits_lanes = false;  // role of one thread: idle lanes leave out actions that need them
  bool waits_as_one = false;
  constexpr int warps() const { return by_warps ? agents == 7 ? 3 : 2 : 1; }
};
// A machine that finds out whether a role asks which thread it is, and what its threads do that are
// not elected. A wgmma counts as a read by each warp, unless a warpgroup waits as one.
template <int Blocks, bool AsOne>
struct elections : verbs<elections<Blocks, AsOne>> {
  static constexpr int blocks = Blocks;
  crew seen;
  bool elects_warps = false;
  bool others_issue = false;
  int asked = 0;
  int in_block = 0;
  section in{};
  bool answer = false;
  std::uint64_t aligned =
      0;  // digest of the actions that a warp executes together, in `begin` and `finish`
  constexpr bool elected() {
    seen.elects = true;
    return answer;
  }
  constexpr bool leads_warp() {
    elects_warps = true;
    return answer;
  }
  constexpr int rank() const { return in_block; }
  constexpr int choice() const { return asked; }
  template <class R>
  constexpr void put(op o, slot<R> const& s, int extra) {
    note(o, 0, static_cast<int>(R::is) * 64 + s.index * 8 + extra);
    seen.by_warps = seen.by_warps || R::is == sort::warp_barrier;
    if (R::is != sort::buffer && R::is != sort::workspace) return;
    seen.others_read = seen.others_read || o == op::read || (o == op::gemm && !AsOne);
    seen.others_write = seen.others_write || o == op::write || o == op::copy;
    others_issue = others_issue || o == op::store;
  }
  constexpr void put(op o, int value, int extra) { note(o, value, extra); }
  template <class... T>
  constexpr void put_load(T...) {
    others_issue = true;
  }

 private:
  constexpr void note(op o, int value, int extra) {
    if (!is_aligned(o, value) || (in != section::begin && in != section::finish)) return;
    aligned =
        aligned * 31 + static_cast<std::uint64_t>(o) * 8192 + static_cast<std::uint64_t>(extra) + 1;
  }
};

// In a protocol whose blocks share flags, roles differ by the rank of their block.
template <class R, class Loop, int Blocks, int Choices, int Ranks, bool AsOne>
  requires(R::threads == 1)
constexpr crew crew_of() {
  elections<Blocks, AsOne> lane;  // the idle lanes, which run these parts too
  elections<Blocks, AsOne> idle;
  lane.answer = true;
  for (lane.asked = idle.asked = 0; idle.asked < Choices; lane.asked = ++idle.asked)
    for (section const p : {section::begin, section::finish}) {
      R r{};
      run_part(p, r, lane);
      R q{};
      run_part(p, q, idle);
    }
  crew c;
  c.elects = true;
  c.splits_lanes = idle.aligned != lane.aligned;
  return c;
}
template <class R, class Loop, int Blocks, int Choices, int Ranks, bool AsOne>
  requires(R::threads != 1)
constexpr crew crew_of() {
  elections<Blocks, AsOne> m;
  for (m.in_block = 0; m.in_block < Ranks; ++m.in_block)
    run_all_states<Loop, R>(Choices, [&](section p, int choice, R& r, int) {
      m.asked = choice;
      run_part(p, r, m);
      return 0;
    });
  crew c = m.seen;
  bool const is_plain = !m.others_issue && !(c.others_read && c.others_write);
  c.by_warps = c.by_warps && R::threads > 32;
  if (c.by_warps)
    c.agents = R::threads > 64 ? 7 : 5;
  else if (m.elects_warps && R::threads > 32)
    c.agents = R::threads > 64 ? 5 : 4;
  else
    c.agents = (c.elects || m.elects_warps) && !is_plain ? 3 : 2;
  c.elects = c.elects || m.elects_warps;
  c.waits_as_one = AsOne;
  return c;
}
template <class R, class Loop, int Blocks, int Choices, int Ranks, bool AsOne>
inline constexpr crew crew_in = crew_of<R, Loop, Blocks, Choices, Ranks, AsOne>();

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline::detail
