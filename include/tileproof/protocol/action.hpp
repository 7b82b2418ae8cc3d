// SPDX-License-Identifier: BSL-1.0
//
// Defines what a role may ask a machine for: `verbs`, the functions of every machine, and `action`,
// the plain value that the proof keeps of each call.
//
//   struct consumer {
//     static constexpr int threads = 128;
//     constexpr void step(auto& m) {
//       m.wait(full[now]);                        // mbarrier.try_wait.parity
//       m.warpgroup_arrive();                     // wgmma.fence
//       m.gemm(acc[0], a[now], b[now]);           // wgmma.mma_async
//       m.warpgroup_commit_batch();
//       m.warpgroup_wait(_0{});
//       if (m.elected()) m.arrive(empty[now]);    // mbarrier.arrive
//     }
//   };
//
// Names are CuTe's where it has one. Source: PTX ISA, "mbarrier", "cp.async", "cp.async.bulk",
// "wgmma", "bar", "barrier.cluster", "fence.proxy", "setmaxnreg", "griddepcontrol"; "red", "ld" and
// "Memory Consistency Model" of flags.
#pragma once

#include <tileproof/protocol/rows.hpp>
#include <tileproof/types/int.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The reasons for which an action is refused: no instruction does it.
enum class misuse : unsigned char {
  none,
  no_part,       // the resource has no such part
  no_block,      // the cluster has no such block
  of_peer,       // the verb has no form for another block's memory or barrier
  of_grid,       // the blocks are of a grid, not of a cluster
  of_workspace,  // TMA or cp.async of a workspace
  one_thread,    // an .aligned instruction by one thread of a warp
  no_warpgroup,  // fence, commit or wait of wgmma by a role that is no warpgroup
  bytes,         // TMA moves a multiple of 16 bytes, more than none
  expects,       // a negative number of bytes
  groups,        // a number of groups that wait_group does not take
  plain_wait,    // a wait at scope .cta of arrivals of scope .cluster
  own_release,   // arrive_release_cluster at one's own block's barrier
  partition,     // a partition that is none of 0 to 63
};

// One action: what, a small value (parity, lap of a flag, group), a cell (a stage of a ring), a
// number (bytes, the cell of a load's barrier, groups, registers).
struct action {
  std::uint64_t code = 0;
  constexpr op what() const { return static_cast<op>(code & 255); }
  constexpr int value() const { return static_cast<int>(code >> 8 & 255); }
  constexpr int at() const { return static_cast<int>(code >> 16 & 65535); }
  constexpr int extra() const { return static_cast<int>(code >> 32); }
  constexpr action() = default;
  constexpr action(op o, int value, int at, int extra = 0)
      : code(static_cast<std::uint64_t>(o) | static_cast<std::uint64_t>(value) << 8 |
             static_cast<std::uint64_t>(at) << 16 | static_cast<std::uint64_t>(extra) << 32) {}
  friend constexpr bool operator==(action const&, action const&) = default;
};

// Of a write or a cp.async: whether it reads too; the call that it is: stated_call and the partition
// that it states, or where it stands among what the thread waits for (with_call).
inline constexpr int stated_call = 1 << 24;
constexpr int call_of(int extra) { return extra >> 1; }
constexpr bool is_update(action const& act) {
  return act.what() == op::write && (act.extra() & 1) != 0;
}

// The write or cp.async list[i] with its call in place of the partition that its recorder has left.
// Two threads of a role make the same call where as many barriers of whole warps come before it in the
// part, the same wait after the last of these, and as many writes of the stage since.
constexpr action with_call(action const* list, int i) {
  action const x = list[i];
  int call = stated_call + (x.extra() >> 1);
  if (call == stated_call) {
    int syncs = 0;
    int wait = 0;
    int nth = 0;
    for (int k = i - 1; k >= 0; --k) {
      op const o = list[k].what();
      bool const is_sync = o == op::sync || o == op::cluster_wait;
      if (is_sync) ++syncs;
      if (o == op::wait && syncs == 0 && wait == 0) wait = list[k].at() + 1;
      nth += (o == op::write || o == op::copy) && syncs == 0 && wait == 0 &&
             list[k].at() == x.at();
    }
    call = (syncs & 63) << 16 | (wait & 2047) << 4 | (nth < 15 ? nth : 15);
  }
  return action(x.what(), x.value(), x.at(), call << 1 | (x.extra() & 1));
}

// The functions of a machine that keeps actions. Derived has
//   put(op, slot, extra)          an action at a place
//   put(op, value, extra)         one without
//   put_load(slot, slot, bool)    a TMA load and the barrier that counts its bytes; of a multicast
// and the questions elected(), leads_warp(), rank(), choice() and `blocks`, those of the protocol.
template <class Derived>
struct verbs {
  // Waits until the phase of this place is complete, or this place of a flag.
  template <class B>
  constexpr void wait(slot<B> s) {
    static_assert(B::is == sort::mbarrier || B::is == sort::flag,
                  "wait: an mbarrier or a flag is expected");
    me().put(op::wait, s, 0);
  }
  // One arrival at an mbarrier, in this block or another, or at a flag; at a named barrier,
  // bar.arrive.
  template <class B>
  constexpr void arrive(slot<B> s) {
    static_assert(B::is == sort::mbarrier || B::is == sort::named_barrier || B::is == sort::flag,
                  "arrive: an mbarrier, a flag or a named barrier is expected");
    me().put(B::is == sort::named_barrier ? op::pass : op::arrive, s, 0);
  }
  // An arrival at an mbarrier of another block that publishes what the thread has written, and what
  // it knows of others' writes, to those who wait by wait_acquire_cluster. Costs a MEMBAR.ALL.GPU
  // (atom/tma/barrier.hpp): a plain arrive(b.of(rank)) releases a stage and publishes no writes.
  template <class B>
  constexpr void arrive_release_cluster(slot<B> s) {
    static_assert(B::is == sort::mbarrier, "arrive_release_cluster: an mbarrier is expected");
    me().put(op::arrive, s, 1);
  }
  // Waits as `wait` does, and sees what arrivals of arrive_release_cluster have published.
  template <class B>
  constexpr void wait_acquire_cluster(slot<B> s) {
    static_assert(B::is == sort::mbarrier, "wait_acquire_cluster: an mbarrier is expected");
    me().put(op::wait, s, 1);
  }
  // Announces bytes for the phase, and arrives; or announces alone.
  template <class B>
  constexpr void arrive_and_expect_tx(slot<B> s, int bytes) {
    static_assert(B::is == sort::mbarrier, "arrive_and_expect_tx: an mbarrier is expected");
    me().put(op::expect, s, bytes);
  }
  template <class B>
  constexpr void expect_tx(slot<B> s, int bytes) {
    static_assert(B::is == sort::mbarrier, "expect_tx: an mbarrier is expected");
    me().put(op::expect_only, s, bytes);
  }
  // An arrival of each thread that takes place when its cp.async so far are complete.
  template <class B>
  constexpr void cp_async_arrive(slot<B> s) {
    static_assert(B::is == sort::mbarrier, "cp_async_arrive: an mbarrier is expected");
    me().put(op::arrive_copies, s, 0);
  }
  // Waits for all threads of a named barrier (bar.sync), a block, a cluster, a warp.
  template <class B>
  constexpr void sync(slot<B> s) {
    static_assert(B::is == sort::named_barrier, "sync: a named barrier is expected");
    me().put(op::sync, s, 0);
  }
  constexpr void sync_block() { me().put(op::sync, slot<block_barrier>{}, 0); }
  constexpr void sync_warp() { me().put(op::sync, slot<warp_barrier>{}, 0); }
  constexpr void sync_cluster() { me().put(op::sync, slot<cluster_barrier>{}, 0); }
  // sync_cluster in two halves.
  constexpr void cluster_arrive() { me().put(op::cluster_arrive, slot<cluster_barrier>{}, 0); }
  constexpr void cluster_wait() { me().put(op::cluster_wait, slot<cluster_barrier>{}, 0); }

  // A TMA load into a stage, whose bytes are counted at an mbarrier; multicast: into the same place
  // of each block of the cluster, counted there.
  template <class R, class B>
  constexpr void tma_load(slot<R> s, slot<B> on) {
    me().put_load(s, on, false);
  }
  template <class R, class B>
  constexpr void tma_load_multicast(slot<R> s, slot<B> on) {
    for (int c = 0; c < me().blocks; ++c) me().put_load(s.of(c), on.of(c), true);
  }
  // A TMA store, or reduction, from a stage; its groups.
  template <class R>
  constexpr void tma_store(slot<R> s) {
    me().put(op::store, s, 0);
  }
  constexpr void tma_store_arrive() { me().put(op::commit, static_cast<int>(group::bulk), 0); }
  template <auto N>
  constexpr void tma_store_wait(C<N>) {
    me().put(op::complete, static_cast<int>(group::bulk), static_cast<int>(N));
  }
  // wgmma of operands in shared memory or registers to an accumulator; its fence and groups.
  template <class Acc, class... R>
  constexpr void gemm(slot<Acc> to, slot<R>... from) {
    static_assert(Acc::is == sort::accumulator, "gemm: the first argument is the accumulator");
    static_assert((... && (R::is != sort::workspace)), "gemm: an operand is in shared memory");
    (me().put(R::is == sort::accumulator ? op::accumulate : op::gemm, from,
              R::is == sort::accumulator ? 1 : 0),
     ...);
    me().put(op::accumulate, to, 0);
  }
  constexpr void warpgroup_arrive() { me().put(op::fence_registers, 0, 0); }
  constexpr void warpgroup_commit_batch() {
    me().put(op::commit, static_cast<int>(group::wgmma), 0);
  }
  template <auto N>
  constexpr void warpgroup_wait(C<N>) {
    me().put(op::complete, static_cast<int>(group::wgmma), static_cast<int>(N));
  }
  // cp.async into a stage; its groups. The payload may copy less than all of it (at the edge of a
  // matrix), or nothing (behind the last tile); the proof takes it for all. What follows the place,
  // here and at read and write, is for the payload: the number of a k-block.
  template <class R, class... More>
  constexpr void cp_async(slot<R> s, More const&...) {
    me().put(op::copy, s, 0);
  }
  constexpr void cp_async_fence() { me().put(op::commit, static_cast<int>(group::cp_async), 0); }
  template <auto N>
  constexpr void cp_async_wait(C<N>) {
    me().put(op::complete, static_cast<int>(group::cp_async), static_cast<int>(N));
  }
  // Ordinary loads and stores of a stage by the threads of the role, or uses of their registers.
  template <class R, class... More>
  constexpr void read(slot<R> s, More const&...) {
    me().put(op::read, s, 0);
  }
  template <class R, class... More>
  constexpr void write(slot<R> s, More const&...) {
    me().put(op::write, s, 0);
  }
  // Reads a stage and writes it in place, each thread what it alone has of it: a sum of partial
  // sums. So two threads of the role do not meet, as they would with read and write.
  template <class R, class... More>
  constexpr void update(slot<R> s, More const&...) {
    me().put(op::write, s, 1);
  }
  // Computes. Of its arguments, places are stages that it reads; the others are for the payload.
  template <class... T>
  constexpr void compute(T const&... with) {
    (read_if_place(with), ...);
  }
  // Loads global memory to registers, which a later write(s) stores. No access of a resource.
  template <class R, class... More>
  constexpr void fetch(slot<R>, More const&...) {
    me().put(op::fetch, 0, 0);
  }
  constexpr void fence_view_async_shared() { me().put(op::fence_proxy, 0, 0); }
  // Initialises the mbarriers of the block; where no role does, the machine does it before `begin`.
  constexpr void initialize_barriers() { me().put(op::init, 0, 0); }
  constexpr void fence_barrier_init() { me().put(op::fence_init, 0, 0); }
  // setmaxnreg: the registers a thread of the role has from here on.
  template <auto N>
  constexpr void warpgroup_reg_alloc(C<N>) {
    me().put(op::registers, 1, static_cast<int>(N));
  }
  template <auto N>
  constexpr void warpgroup_reg_dealloc(C<N>) {
    me().put(op::registers, 0, static_cast<int>(N));
  }
  // griddepcontrol.wait and .launch_dependents.
  constexpr void wait_on_dependent_grids() { me().put(op::grid_wait, 0, 0); }
  constexpr void launch_dependent_grids() { me().put(op::grid_launch, 0, 0); }

 private:
  template <class T>
  constexpr void read_if_place(T const&) {}
  template <class R>
  constexpr void read_if_place(slot<R> const& s) {
    read(s);
  }
  constexpr Derived& me() { return static_cast<Derived&>(*this); }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
