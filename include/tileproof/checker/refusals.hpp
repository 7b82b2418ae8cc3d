// SPDX-License-Identifier: BSL-1.0
//
// Defines put_misuse and put_limit, which write the sentences for protocols that no hardware runs:
// a call for which there is no instruction (misuse), and a number that exceeds a limit of the
// hardware (limits.hpp).
#pragma once

#include <tileproof/protocol/limits.hpp>
#include <tileproof/protocol/names.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// Writes, after the text of the action, why there is no instruction for it, and what would do.
template <class P, class Out>
constexpr void put_misuse(Out& t, action act, misuse why) {
  int const asked = static_cast<short>(act.extra() & 65535);
  ring_info const& ring = names<P>::ring_of(act.at());
  switch (why) {
    case misuse::no_part:
      put_all(t, ": there is no part ", asked, "; it has ", plan<P>::table.parts[ring.resource],
              ", counted from 0");
      break;
    case misuse::no_block:
      put_all(t, ": there is no block ", asked, " in a cluster of ", plan<P>::blocks,
              ": take the rank modulo the number of blocks");
      break;
    case misuse::of_peer:
      t.put(
          " of another block: the instruction takes its own block's memory and barriers alone; "
          "arrive, read, write and tma_load_multicast take those of another");
      break;
    case misuse::one_thread:
      t.put(
          ": all threads of a warp execute it together, and here one does: call it in begin or "
          "finish, which idle lanes run too, or give the role 32 threads");
      break;
    case misuse::bytes:
      put_all(t, ": TMA moves a multiple of 16 bytes, and the stage has ", ring.amount);
      break;
    case misuse::expects: t.put(": an expectation is of 0 bytes or more"); break;
    case misuse::groups:
      t.put(": it takes a number of groups of 0 or more, and of wgmma one up to 7");
      break;
    case misuse::plain_wait:
      t.put(
          ": another block arrives there by arrive_release_cluster, and what that publishes is "
          "seen by wait_acquire_cluster alone: wait by it");
      break;
    case misuse::own_release:
      t.put(": the barrier is the block's own: arrive() publishes to its threads, and costs less");
      break;
    case misuse::partition: t.put(": a partition has a number from 0 to 63"); break;
    case misuse::many_threads:
      t.put(
          has_cell(static_cast<op>(act.extra() >> 16))
              ? ": one thread issues it, and here several do, each for itself: call it by one, "
                "elected() or a role of one thread"
              : ": one warp executes it, and the role has several: give it to a role of 32 threads "
                "or of one");
      break;
    default: break;
  }
}
// Writes which number exceeds a limit of the hardware, and what would do.
template <class P, class Out>
constexpr void put_limit(Out& t) {
  constexpr misfit m = misfit_of<P>();
  auto const role = [&] { names<P>::put_role_name(t, m.which); };
  auto const number = [&] { t.put(std::int64_t{m.number}); };
  switch (m.what) {
    case limit::threads_of_role:
      role(), t.put(" has "), number();
      t.put(" threads: a role has whole warps, a multiple of 32, or 1 for a thread of a warp");
      break;
    case limit::warps_of_role:
      role(), t.put(" has "), number();
      t.put(" warps and other threads: only a role of one thread states `warps`");
      break;
    case limit::splits_lanes:
      role();
      t.put(
          " asks elected() in begin or finish before what all threads of a warp execute "
          "together: its idle lanes run these parts too; let them come to it");
      break;
    case limit::padding:
      role();
      t.put(
          " has padding, or members that are no integers, and its states are compared byte by "
          "byte: give it integers of one size, an int in place of a bool");
      break;
    case limit::runs_as:
      role(), t.put(" runs as number "), number();
      t.put(" of its runs_as, which does something else: what is proved has to be what runs");
      break;
    case limit::threads:
      t.put("the roles have "), number();
      t.put(" threads, and a block has at most 1024");
      break;
    case limit::blocks: t.put("a cluster has at most 16 blocks, not "), number(); break;
    case limit::registers:
      number(), t.put(
                    " registers a thread at launch: it takes 24 to 255, for all threads together "
                    "at most 65536");
      break;
    case limit::named_barriers:
      number(), t.put(" named barriers: a block has 16, and the first is that of sync_block()");
      break;
    case limit::threads_of_named:
      names<P>::put_resource_name(t, m.which), t.put(" counts "), number();
      t.put(
          " threads: a named barrier counts whole warps, a multiple of 32 up to the threads "
          "of the block");
      break;
    case limit::arrivals:
      names<P>::put_resource_name(t, m.which), t.put(" counts "), number();
      t.put(" arrivals: an mbarrier counts 1 to 1048575");
      break;
    case limit::tensor_memory:
      number(), t.put(" columns of tensor memory: a block has at most 512");
      break;
    case limit::shared_memory:
      number(), t.put(" bytes of shared memory: a block has at most 232448");
      break;
    default: break;
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
