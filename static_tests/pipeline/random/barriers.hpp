// SPDX-License-Identifier: BSL-1.0
//
// Defines barriers: mbarriers, named barriers, the barrier of the cluster and flags, as PTX
// describes them. They order the events of memory.hpp.
//
// - "mbarrier": phase, pending count, tx-count. A phase completes when both counts are 0. An
//   arrive-on with no arrival pending, and a tx-count beyond 2^20 - 1, are undefined.
//   test_wait/try_wait.parity is true if the phase of that parity is the completed one.
// - "mbarrier.arrive" is .release.cta by default. A waiter is a thread of the barrier's own block,
//   which is outside of the scope of another block's thread: such an arrival publishes no writes.
//   Reads that have completed cannot see a write that comes after the arrival was counted, so an
//   arrival of another block orders them (all multicast GEMMs rely on it). One of .release.cluster
//   synchronises with waits of .acquire.cluster: both scopes have to include the other thread
//   ("Morally strong operations").
// - "bar, barrier": marks the arrival of warps; sync waits for all, arrive does not; a warp must
//   not arrive twice before the barrier completes. "exit": barriers that wait for exited threads
//   alone are released; barrier 0 and the cluster's count non-exited threads.
#pragma once

#include "memory.hpp"

namespace random_protocols::oracle {

class barriers : public memory {
 public:
  using memory::memory;

 protected:
  bool changed = false;  // somebody who waits may go on
 public:
  bool relies_on_exit = false;  // a barrier of the block went on without threads that have ended
  bool shares_named = false;    // two uses of a named barrier were of different warps
  bool leaves_phase = false;    // an mbarrier was invalidated while a phase was incomplete
  bool skips_phases = false;    // a wait passed by a later phase of the same parity

 protected:
  bool initialised(int l, int barrier, bool for_async) {
    int const block = barrier / x.block_barriers;
    if (!s.mbarriers[barrier].valid) return fail(reason::uninitialised, l);
    int const e = s.init_event[block];
    if (e < 0) return true;  // by the machine, before all
    bool const ok =
        for_async ? has(lanes_set(l, async), e) || has(lanes_set(l, own_async), e) : knows(l, e);
    return ok || fail(reason::uninitialised, l, e);
  }

  void complete_if_due(int b) {
    mbarrier_state& m = s.mbarriers[b];
    if (m.pending != 0 || m.tx != 0) return;
    ++m.phase;
    m.pending = x.arrivals[b % x.block_barriers];
    std::memcpy(barrier_set(b, 4), barrier_set(b, 0), std::size_t(W()) * 32);
    for (int i = 0; i < 4; ++i) clear(barrier_set(b, i));
    changed = true;
  }

  bool transact(int l, int b, int bytes) {
    mbarrier_state& m = s.mbarriers[b];
    m.tx += bytes;
    if (m.tx > (1 << 20) - 1 || m.tx < -((1 << 20) - 1)) return fail(reason::bytes, l);
    return true;
  }

  // n arrivals, each with `bytes` expected first ("expect-tx precedes the arrive-on").
  bool arrive(int l, int b, int n, int bytes) {
    mbarrier_state& m = s.mbarriers[b];
    while (n > 0) {
      if (m.pending == 0) return fail(reason::arrivals, l);
      int const some = bytes ? 1 : n < m.pending ? n : m.pending;
      if (bytes && !transact(l, b, bytes)) return false;
      m.pending -= some, n -= some;
      complete_if_due(b);
    }
    return true;
  }

  // The sets are joined before the arrivals are counted: these may complete the phase.
  bool arrive_with_knowledge(int l, op const& o, int event) {
    int const b = o.barrier;
    bool const remote = o.block != p.all[l].block;
    if (!initialised(l, b, false)) return false;
    if (event >= 0) {
      if (!touch(l, event, lanes_set(l, generic), lanes_set(l, own))) return false;
      did(l, event, true);
      put(barrier_set(b, 0), event), put(barrier_set(b, 1), event);
    }
    // Several lanes publish what each did only if all of them arrive in this phase.
    bool const all = s.mbarriers[b].pending >= p.all[l].count;
    bool const at_cluster = o.does == verb::arrive_release_cluster;
    for (int const which : {generic, async, own, own_async}) {
      if (which >= own && !all) break;
      if (remote)
        join_only(barrier_set(b, which & 1), lanes_set(l, which), p.reads.data());
      else
        join(barrier_set(b, which & 1), lanes_set(l, which));
      if (remote && at_cluster) join(barrier_set(b, 2 + (which & 1)), lanes_set(l, which));
    }
    return arrive(l, b, p.all[l].count, o.does == verb::arrive_and_expect_tx ? o.number : 0);
  }

  bool may_pass(op const& o) const { return (s.mbarriers[o.barrier].phase & 1) != o.parity; }

  // Flags: red.release.gpu and ld.acquire.gpu. A reader sees some value that is large enough: here
  // the first such, which knows least. Red operations are links of the release's chain
  // ("Observation order").
  void raise(int l, op const& o) {
    flag_state& f = s.flags[o.barrier];
    std::size_t const n = f.counts.size(), w = std::size_t(W());
    f.known.resize((n + 1) * 2 * w, 0);
    if (n > 0) std::memcpy(&f.known[n * 2 * w], &f.known[(n - 1) * 2 * w], 16 * w);
    publish(&f.known[n * 2 * w], &f.known[n * 2 * w + w], l);
    f.counts.push_back((n ? f.counts.back() : 0) + p.all[l].count);
    changed = true;
  }
  bool flag_passes(int l, op const& o) {
    if (o.passes || o.number <= 0) return true;  // the counter begins at 0
    flag_state const& f = s.flags[o.barrier];
    for (std::size_t i = 0; i < f.counts.size(); ++i)
      if (f.counts[i] >= o.number) {
        learn(l, &f.known[i * 2 * W()], &f.known[(i * 2 + 1) * W()]);
        return true;
      }
    return false;
  }

  template <class F>
  void each_of_warp(int l, F f) {
    f(l);
    if (p.all[l].other >= 0 && !s.of[p.all[l].other].ended) f(p.all[l].other);
  }
  int threads_of_warp(int l) {
    int n = 0;
    each_of_warp(l, [&](int k) { n += p.all[k].count; });
    return n;
  }

  bool enter_named(int l, op const& o, bool waits) {
    int const block = p.all[l].block, id = o.does == verb::sync_block ? 0 : o.barrier;
    named_state& n = s.named[block * 16 + id];
    std::uint32_t const warp = std::uint32_t(1) << p.all[l].warp;
    if (n.arrived & warp) return fail(reason::barrier, l);
    n.arrived |= warp;
    n.arrived_threads += id == 0 ? threads_of_warp(l) : 32;
    if (waits) n.waits |= warp;
    each_of_warp(l, [&](int k) {
      publish(named_set(block, id, 0), named_set(block, id, 1), k);
      if (waits)
        s.of[k].in_barrier = true;
      else
        ++s.of[k].pc;
    });
    release_named(block, id);
    return true;
  }
  void release_named(int block, int id) {
    named_state& n = s.named[block * 16 + id];
    int const wanted = id == 0 ? s.live_threads[block] : x.threads[id];
    if (n.arrived_threads < wanted || n.arrived == 0) return;
    relies_on_exit |= id == 0 && n.arrived_threads < x.threads[0];
    shares_named |= id != 0 && n.before != 0 && n.before != n.arrived;
    std::uint32_t const warps = n.arrived;
    for (int k = 0; k < int(p.all.size()); ++k) {
      lanes const& a = p.all[k];
      if (a.block != block || !(n.waits >> a.warp & 1) || !s.of[k].in_barrier) continue;
      learn(k, named_set(block, id, 0), named_set(block, id, 1));
      s.of[k].in_barrier = false;
      ++s.of[k].pc;
    }
    n = {};
    n.before = warps;
    clear(named_set(block, id, 0)), clear(named_set(block, id, 1));
    changed = true;
  }

  // "barrier.cluster": arrive is .release, wait is .acquire; once before the barrier completes.
  bool cluster_arrive(int l) {
    if (s.of[l].cluster >= 0) return fail(reason::barrier, l);
    each_of_warp(l, [&](int k) {
      publish(cluster_set(0), cluster_set(1), k);
      s.of[k].cluster = std::int16_t(s.cluster_generation);
      ++s.of[k].pc;
    });
    release_cluster();
    return true;
  }
  void release_cluster() {
    bool some = false;
    for (lanes_state const& k : s.of) {
      if (k.ended) continue;
      if (k.cluster != s.cluster_generation) return;
      some = true;
    }
    if (!some) return;
    std::memcpy(cluster_set(2), cluster_set(0), std::size_t(W()) * 16);
    clear(cluster_set(0)), clear(cluster_set(1));
    ++s.cluster_generation;
    changed = true;
  }
};

}  // namespace random_protocols::oracle
