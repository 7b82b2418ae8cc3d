// SPDX-License-Identifier: BSL-1.0
//
// Defines fault, the kinds of mistakes in a protocol, and verdict, the answer of its proof.
#pragma once

#include <tileproof/protocol/action.hpp>
#include <tileproof/protocol/loop.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

enum class fault : unsigned char {
  none,
  race,              // two accesses, one of them writing, and nothing orders them
  unwritten,         // a read of a stage that nobody has written
  no_proxy_fence,    // ordered, but no fence between the proxies of the two
  no_tcgen05_fence,  // ordered, but no tcgen05.fence between two accesses of tensor memory
  no_wgmma_fence,    // wgmma of registers that were used, without wgmma.fence
  early,             // an arrival or a copy that may be counted in the phase before
  many,              // more arrivals than the barrier counts
  bytes,             // the announced and the copied bytes of a phase differ
  many_bytes,        // more bytes than an mbarrier counts
  lost_phase,     // a wait that the barrier may be two phases ahead of: parities repeat; or a flag
                  // two wraps of its Stages, which is further than the proof follows
  deadlock,       // nobody can go on
  in_flight,      // a block's memory may still be in use when the block ends
  registers,      // setmaxnreg: more than there are, or no legal number
  part_of_warp,   // threads of a warp do not come to a barrier together
  no_warpgroup,   // wgmma by a role that is no warpgroup
  prior_grid,     // global memory is used before griddepcontrol.wait
  no_cluster,     // a block of a grid uses another's memory, or the barrier of a cluster
  workspace,      // an access of a workspace by TMA or cp.async
  not_started,    // memory or a barrier of a block of the cluster that may not run yet
  no_init_fence,  // TMA or another block uses an mbarrier, without fence.mbarrier_init
  allocation,     // tensor memory before its allocation, after its end, or never freed
  illegal,        // no instruction does this (misuse)
  limit,          // a number that the hardware does not have (limits.hpp)
  undecided,      // more states or events than there is room for
};

// A fault: the agent and its action, the conflicting access (per_cell * cell + number), and a
// number whose meaning depends on the fault.
struct failure {
  fault what = fault::none;
  int agent = -1;
  action act{};
  int other = -1;
  int number = 0;
};

// A transition: a section of the loop, run by the roles of a team, with the value of choice().
struct transition {
  section is{};
  signed char team = 0;
  signed char choice = 0;
};

// The answer of a proof. Where it fails, `trace` has the `length` transitions that lead to the
// fault; the last of them has the fault.
struct verdict {
  static constexpr int room = 64;
  failure found{};
  int states = 0;
  int transitions = 0;
  int events = 0;
  int length = 0;
  transition trace[room]{};
  constexpr bool holds() const { return found.what == fault::none; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
