// SPDX-License-Identifier: BSL-1.0
//
// Defines sentence_of_failure, which writes one sentence: what is wrong, where, and what would do.
#pragma once

#include <tileproof/checker/failing_trace.hpp>
#include <tileproof/checker/refusals.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
class sentence_of_failure : public failing_trace<P> {
  using of = failing_trace<P>;

 public:
  using of::failing_trace;

  // The fault, its place, and a remedy. Out has put of a string, a character, an integer.
  template <class Out>
  constexpr void put_sentence(Out& t) const {
    put_all(t, name_of(f_.what), ": ");
    if (f_.what == fault::limit) return put_limit<P>(t);
    if (f_.agent >= 0) put_who(t, f_.agent, transition_of_failure());
    switch (f_.what) {
      case fault::race:
        put_act(t);
        if (f_.other < 0) {
          t.put(f_.number == 0 ? "; the mbarrier may be invalidated by then: let invalidate() come "
                                 "after every use of it"
                : f_.number == 1
                    ? "; the mbarrier may still be in use: let a wait for its last phase "
                      "come before, and a barrier with all that wait or arrive there"
                    : "; one thread invalidates an mbarrier, and here several do");
          break;
        }
        if (f_.other % per_cell == under_way) {
          t.put(" while a wgmma that uses it is pending: call warpgroup_wait first");
        } else {
          t.put("; nothing orders it after ");
          put_other(t);
          if (f_.number == 1)
            t.put(
                "; another thread's elements may be in both: let the threads meet between the two, "
                "or let both state the same .partition(n)");
          else if (f_.number == 2)
            t.put(
                " in a way that makes its bytes visible here; an arrival at another block's "
                "barrier "
                "publishes no writes: use arrive_release_cluster and wait_acquire_cluster");
          else if (publishes_nothing())
            t.put(
                "; a plain arrival at another block's barrier, and those of cp_async_arrive and "
                "umma_arrive, publish no writes of the thread: use arrive_release_cluster and "
                "wait_acquire_cluster, or an arrival of its own");
          else if (knows_another_warp())
            t.put(
                "; a wait for wgmma is that of one warp: let the leader of each warp arrive, or "
                "state warpgroup_waits_as_one");
        }
        break;
      case fault::unwritten:
        put_act(t);
        t.put(", which nobody has written");
        break;
      case fault::no_proxy_fence:
        put_act(t);
        t.put("; after ");
        put_other(t);
        t.put(" there is no fence: call fence_view_async_shared() between the two");
        if (is_remote_access())
          t.put(", in the block whose memory it is: the fence is one of .shared::cta");
        else if (!writes(state<P>::facts.fact_of(f_.other).by))
          t.put(", after that read, or state the axiom reads_need_no_proxy_fence");
        break;
      case fault::no_tcgen05_fence:
        put_act(t);
        t.put("; after ");
        put_other(t);
        t.put(f_.number == 0 ? " its thread executes no fence before it arrives: call "
                               "tcgen05_fence_before_thread_sync() between the two"
                             : ", and the wait for its arrival, there is no fence: call "
                               "tcgen05_fence_after_thread_sync() before it");
        t.put(", or state the axiom barriers_order_tcgen05");
        break;
      case fault::allocation:
        if (f_.agent < 0) {
          t.put(
              "the block ends with tensor memory allocated, and the next one on its SM waits for "
              "ever: let the warp that has allocated it call tmem_free()");
          break;
        }
        put_act(t);
        t.put(f_.number == 1   ? ": the block has its tensor memory: allocate once"
              : f_.number == 2 ? " after tmem_release_allocation_lock(): allocate before it"
              : f_.number == 3 ? "; its allocation, or its end, may come first: let a barrier come "
                                 "between tmem_allocate() and this, and this and a barrier before "
                                 "tmem_free()"
                               : ": the warp does not know of an allocation: free once, in the "
                                 "warp that has allocated");
        break;
      case fault::no_wgmma_fence:
        put_act(t);
        t.put(
            ", whose registers may have been used since the last one: call warpgroup_arrive() "
            "before it");
        break;
      case fault::early:
        put_act(t);
        if (f_.number == 1) {
          t.put("; the phase may be complete before: let its thread arrive after it");
          break;
        }
        if (f_.number == 2) {
          t.put("; barriers are initialised once, by one thread, before others can use them");
          break;
        }
        if (f_.number == 3) {
          t.put(
              "; the barrier may not be initialised yet: let a barrier of the block, or of the "
              "cluster, come between initialize_barriers() and this");
          break;
        }
        if (is_at_flag(f_.act))
          t.put(
              "; the place before may not be complete, and then it counts there: let it come "
              "after a wait for that place, or arrive at a part of its own; and check the "
              "number of arrivals, ");
        else
          t.put(
              "; the phase before may not be complete, and then it counts there: let it come "
              "after a wait for that phase, and check the number of arrivals, ");
        t.put(
            std::int64_t{ring_of(f_.act.what() == op::load ? f_.act.extra() : f_.act.at()).amount});
        break;
      case fault::many:
        put_act(t);
        if (f_.number == 0) {
          t.put(
              "; its warps have arrived in this phase, and a warp does once: leave one of the "
              "two out, or use another barrier");
          break;
        }
        put_all(t, is_at_flag(f_.act) ? "; a place has " : "; a phase has ", f_.number,
                f_.number == 1 ? " arrival" : " arrivals");
        if (is_at_flag(f_.act)) t.put(", and these have been");
        break;
      case fault::bytes:
        if (f_.agent < 0) {
          put_place(t, f_.act.at());
          put_all(t, " expects ", f_.number, " bytes more than are copied");
        } else {
          put_act(t);
          put_all(t, ": ", f_.number, " bytes more than its phase expects");
        }
        break;
      case fault::many_bytes:
        put_act(t);
        t.put(": a phase counts at most 1048575 bytes");
        break;
      case fault::lost_phase:
        if (is_at_flag(f_.act)) {
          put_act(t);
          put_all(t, "; the flag may be two wraps of ", ring_of(f_.act.at()).stages,
                  " further, "
                  "which the proof does not follow: give it more Stages");
        } else if (f_.act.what() == op::wait) {
          put_act(t);
          t.put("; the barrier may be two phases on, where the parity is the same again");
        } else {
          t.put("its wait for ");
          put_place(t, f_.act.what() == op::load ? f_.act.extra() : f_.act.at());
          t.put(" may come so late that the next phase is complete as well, by ");
          put_agent(t, f_.number);
          t.put(": ");
          put_act(t);
        }
        break;
      case fault::deadlock:
        put_act(t);
        t.put(" for ever");
        if (is_at_barrier(f_.act.what()) && f_.number > 0) {
          put_all(t, "; ", f_.number,
                  f_.number == 1 ? " arrival is missing" : " arrivals are missing");
        }
        if (f_.act.what() == op::registers) {
          put_all(t, "; the block has ", f_.number, " for each of its threads");
        }
        for (int a = f_.agent + 1; a < plan<P>::agents; ++a)
          if (e_.head[a] < e_.end[a] && info(a).instance == 0) {
            t.put("; and ");
            put_agent(t, a);
            t.put(": ");
            put_what(t, e_.tasks[a][e_.head[a]].act);
          }
        break;
      case fault::in_flight:
        if (f_.agent < 0) {
          t.put("the block ends, and this may be pending: ");
          put_other(t);
        } else if (f_.act.what() == op::cluster_wait) {
          t.put(
              "a thread ends after cluster_arrive without cluster_wait, and then a cluster may "
              "hang: "
              "let each thread that arrives wait");
        } else {
          t.put("the block of ");
          put_place(t, f_.act.at());
          t.put(" may have ended before this arrives");
        }
        break;
      case fault::registers:
        put_act(t);
        if (f_.number == 0) {
          t.put(": it takes a multiple of 8 from 24 to 256");
        } else if (f_.number == 1) {
          t.put(" after an increase: others may wait for these registers; decrease first");
        } else if (f_.number == 2) {
          t.put(
              ": the warpgroup has set its registers before, and its warps have not met since: let "
              "a barrier come between the two");
        } else if (f_.number < 0) {
          put_all(t, ": the role has ", -f_.number,
                  " threads, and it takes whole warpgroups of "
                  "128: set `warps` to 4");
        } else {
          put_all(t, ": a thread has ", f_.number, " by then");
        }
        break;
      case fault::part_of_warp:
        put_act(t);
        t.put(
            "; all threads of a warp execute it together, and a part of the role's threads comes "
            "to "
            "it");
        break;
      case fault::no_warpgroup:
        put_act(t);
        if (f_.number < 0) {
          put_all(t,
                  ": a warpgroup begins at a warp that is a multiple of 4, and the role at "
                  "warp ",
                  -f_.number);
          agent_info const& me = info(f_.agent);
          agent_info const& before = info(me.first - 1);  // of the role before it
          int const warps = me.first_warp - before.first_warp + 4 - me.first_warp % 4;
          t.put(": let ");
          of::put_role_name(t, before.role);
          if (before.threads == 1) {
            put_all(t, " occupy ", warps, " warps: static constexpr int warps = ", warps);
          } else {
            t.put(", and the roles before it, have a multiple of 128 threads, or come after it");
          }
          break;
        }
        put_all(t, ": it takes warpgroups of 128 threads, and the role has ", f_.number);
        break;
      case fault::prior_grid:
        put_act(t);
        t.put("; the grid before may still write: call wait_on_dependent_grids() first");
        break;
      case fault::no_cluster:
        put_act(t);
        t.put(
            "; the blocks are of a grid, and share flags and workspaces alone: leave out of(), "
            "multicast and the cluster's barrier, or launch a cluster and leave out is_cluster");
        break;
      case fault::not_started:
        put_act(t);
        put_all(t, "; block ", f_.number,
                " may not run yet, and its shared memory does not exist "
                "before it does: let a barrier of the cluster come first, sync_cluster()");
        break;
      case fault::no_init_fence:
        put_act(t);
        put_all(t, "; it uses an mbarrier that ",
                f_.act.what() == op::load ? "TMA" : "another block",
                " may not see initialised: "
                "call fence_barrier_init() after initialize_barriers(), and let a barrier of the "
                "block or the cluster follow");
        break;
      case fault::illegal:
        put_what(t, f_.act);
        put_misuse<P>(t, f_.act, static_cast<misuse>(f_.number));
        break;
      case fault::workspace:
        put_act(t);
        t.put("; a workspace is read and written by threads: use read, write or update");
        break;
      default:
        if (f_.number == 1) {
          t.put(
              "places of a flag are counted from the launch on: name them by one counter, step or "
              "tile, which all roles that use it count alike; and let no role keep a ring");
          break;
        }
        t.put(
            "the proof has no room for so many states, accesses or groups that are pending: let "
            "fewer be pending, or keep no ring in a role's members");
        break;
    }
  }

 protected:
  using of::e_, of::f_, of::info, of::is_at_flag, of::is_remote_access, of::knows_another_warp,
      of::publishes_nothing, of::put_act, of::put_agent, of::put_other, of::put_place, of::put_what,
      of::put_who, of::ring_of, of::transition_of_failure;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
