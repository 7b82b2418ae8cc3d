// SPDX-License-Identifier: BSL-1.0
//
// Defines the calls that a role may make on a machine `m`: `verbs`, the functions of every machine,
// and `action`, the plain value by which the proof records each call.
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
// "wgmma", "bar", "barrier.cluster", "fence.proxy", "setmaxnreg", "griddepcontrol"; and for flags
// "red", "ld" and "Memory Consistency Model".
#pragma once

#include <tileproof/protocol/rows.hpp>
#include <tileproof/types/int.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The reasons why no instruction does an action, which is then refused.
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
  partition,     // a partition below 0 or above 63
  many_threads,  // tcgen05.mma, .cp by several threads; tcgen05.alloc by several warps
};

// One action: its operation what(); value(), which is a parity, the wrap of a flag or a group;
// at(), its cell, which is a stage of a ring; and extra(): bytes, the cell of a load's barrier, a
// number of groups, or registers.
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

// The `extra` of a write or a cp.async: whether it reads too, and its call. A call is stated_call
// plus the partition that it states, or the position among the operations that the thread waits for
// (with_call).
inline constexpr int stated_call = 1 << 24;
constexpr int call_of(int extra) { return extra >> 1; }
constexpr bool is_update(action const& act) {
  return act.what() == op::write && (act.extra() & 1) != 0;
}

// The write or cp.async list[i] with its call, computed from the partition that the recorder has
// noted. Two threads of a role make the same call if the same number of barriers of whole warps
// come before it in the part, then the same wait, and then the same number of writes of the stage.
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
      nth += (o == op::write || o == op::copy) && syncs == 0 && wait == 0 && list[k].at() == x.at();
    }
    call = (syncs & 63) << 16 | (wait & 2047) << 4 | (nth < 15 ? nth : 15);
  }
  return action(x.what(), x.value(), x.at(), call << 1 | (x.extra() & 1));
}

// A role's call m.NAME(...) for each form of operands, as an action of a machine that records
// actions.
#define TILEPROOF_CALL_plain(NAME, OP, VARIANT) \
  constexpr void NAME() { me().put(OP, VARIANT, 0); }
#define TILEPROOF_CALL_plain_by_thread TILEPROOF_CALL_plain
#define TILEPROOF_CALL_plain_by_first TILEPROOF_CALL_plain
#define TILEPROOF_CALL_barriers TILEPROOF_CALL_plain
#define TILEPROOF_CALL_number(NAME, OP, VARIANT) \
  template <auto N>                              \
  constexpr void NAME(C<N>) {                    \
    me().put(OP, VARIANT, static_cast<int>(N));  \
  }
#define TILEPROOF_CALL_number_by_thread TILEPROOF_CALL_number
#define TILEPROOF_CALL_mbarrier(NAME, OP, VARIANT)                             \
  template <class B>                                                           \
  constexpr void NAME(slot<B> s) {                                             \
    static_assert(B::is == sort::mbarrier, #NAME ": an mbarrier is expected"); \
    me().put(OP, s, VARIANT);                                                  \
  }
#define TILEPROOF_CALL_rank TILEPROOF_CALL_mbarrier
#define TILEPROOF_CALL_parity TILEPROOF_CALL_mbarrier
#define TILEPROOF_CALL_bytes(NAME, OP, VARIANT)                                \
  template <class B>                                                           \
  constexpr void NAME(slot<B> s, int bytes) {                                  \
    static_assert(B::is == sort::mbarrier, #NAME ": an mbarrier is expected"); \
    me().put(OP, s, bytes);                                                    \
  }
#define TILEPROOF_CALL_flag(NAME, OP, VARIANT) \
  template <class B>                           \
    requires(B::is == sort::flag)              \
  constexpr void NAME(slot<B> s) {             \
    me().put(OP, s, VARIANT);                  \
  }
#define TILEPROOF_CALL_named(NAME, OP, VARIANT) \
  template <class B>                            \
    requires(B::is == sort::named_barrier)      \
  constexpr void NAME(slot<B> s) {              \
    me().put(OP, s, VARIANT);                   \
  }
#define TILEPROOF_CALL_block(NAME, OP, VARIANT) \
  constexpr void NAME() { me().put(OP, slot<block_barrier>{}, VARIANT); }
#define TILEPROOF_CALL_warp(NAME, OP, VARIANT) \
  constexpr void NAME() { me().put(OP, slot<warp_barrier>{}, VARIANT); }
#define TILEPROOF_CALL_cluster(NAME, OP, VARIANT) \
  constexpr void NAME() { me().put(OP, slot<cluster_barrier>{}, VARIANT); }
#define TILEPROOF_CALL_stage(NAME, OP, VARIANT)    \
  template <class R, class... More>                \
  constexpr void NAME(slot<R> s, More const&...) { \
    me().put(OP, s, VARIANT);                      \
  }
#define TILEPROOF_CALL_fetch(NAME, OP, VARIANT)                              \
  template <class R, class... More>                                          \
  constexpr void NAME(slot<R> s, More const&...) {                           \
    bool const is_plain = s.index >= 0 && s.index < R::parts && s.block < 0; \
    is_plain ? me().put(OP, VARIANT, 0) : me().put(OP, s, VARIANT);          \
  }
#define TILEPROOF_CALL_load(NAME, OP, VARIANT) \
  template <class R, class B>                  \
  constexpr void NAME(slot<R> s, slot<B> on) { \
    me().put_load(s, on, false);               \
  }
#define TILEPROOF_CALL_multicast(NAME, OP, VARIANT)                               \
  template <class R, class B>                                                     \
  constexpr void NAME(slot<R> s, slot<B> on) {                                    \
    for (int c = 0; c < me().blocks; ++c) me().put_load(s.of(c), on.of(c), true); \
  }
#define TILEPROOF_CALL_load_pair(NAME, OP, VARIANT)  \
  template <class R, class B>                        \
  constexpr void NAME(slot<R> s, slot<B> on) {       \
    me().put_load(s, on.of(me().rank() & ~1), true); \
  }
#define TILEPROOF_CALL_cancel TILEPROOF_CALL_load
#define TILEPROOF_CALL_cancel_multicast TILEPROOF_CALL_multicast
#define TILEPROOF_CALL_gemm(NAME, OP, VARIANT)                                                    \
  template <class Acc, class... R>                                                                \
  constexpr void NAME(slot<Acc> to, slot<R>... from) {                                            \
    static_assert(Acc::is == sort::accumulator, #NAME ": the first argument is the accumulator"); \
    static_assert((... && (R::is != sort::workspace)), #NAME ": an operand is in shared memory"); \
    (me().put(R::is == sort::accumulator ? op::accumulate : OP, from,                             \
              R::is == sort::accumulator ? 1 : 0),                                                \
     ...);                                                                                        \
    me().put(op::accumulate, to, 0);                                                              \
  }
// In the block itself, or in both blocks of its pair.
#define TILEPROOF_CALL_umma(NAME, OP, VARIANT)       \
  template <class D, class... R>                     \
  constexpr void NAME(slot<D> to, slot<R>... from) { \
    put_umma(OP, VARIANT, to, from...);              \
  }
#define TILEPROOF_CALL_umma_pair(NAME, OP, VARIANT)                                         \
  template <class D, class... R>                                                            \
  constexpr void NAME(slot<D> to, slot<R>... from) {                                        \
    int const first = me().rank() & ~1;                                                     \
    for (int c = first; c < first + 2; ++c) put_umma(OP, VARIANT, to.of(c), from.of(c)...); \
  }
#define TILEPROOF_CALL_each_block(NAME, OP, VARIANT)                           \
  template <class B>                                                           \
  constexpr void NAME(slot<B> s) {                                             \
    static_assert(B::is == sort::mbarrier, #NAME ": an mbarrier is expected"); \
    for (int c = 0; c < me().blocks; ++c) me().put(OP, s.of(c), VARIANT);      \
  }
#define TILEPROOF_CALL_no_call(NAME, OP, VARIANT)
#define TILEPROOF_CALL(TAKES, NAME, MEMBER, OP, VARIANT, ...) \
  TILEPROOF_CALL_##TAKES(NAME, op::OP, VARIANT)

// The functions of a machine that records actions. Derived has
//   put(op, slot, extra)          an action at a place
//   put(op, value, extra)         an action without a place
//   put_load(slot, slot, bool)    a TMA load and the barrier that counts its bytes; true: multicast
// and elected(), leads_warp(), rank(), choice(), and `blocks`, the number of blocks of the
// protocol.
template <class Derived>
struct verbs {
  TILEPROOF_VERBS(TILEPROOF_CALL)

  // A computation, which has no instruction of a protocol. It reads the stages among its arguments;
  // the other arguments are for the payload, like the arguments of read, write and cp_async after
  // the place.
  template <class... T>
  constexpr void compute(T const&... with) {
    (read_if_place(with), ...);
  }

 private:
  // tcgen05.mma or .cp: its operands in shared memory and in tensor memory, then its destination.
  template <class D, class... R>
  constexpr void put_umma(op o, int variant, slot<D> to, slot<R>... from) {
    static_assert(D::is == sort::tensor_memory, "umma: the first argument is in tensor memory");
    static_assert((... && (R::is == sort::buffer || R::is == sort::tensor_memory)),
                  "umma: an operand is in shared memory or in tensor memory");
    (me().put(R::is == sort::tensor_memory ? op::umma_read : op::umma_operand, from, variant), ...);
    me().put(o, to, variant);
  }
  template <class T>
  constexpr void read_if_place(T const&) {}
  template <class R>
  constexpr void read_if_place(slot<R> const& s) {
    read(s);
  }
  template <class R>
  constexpr void read_if_place(slot_of_block<R> const& s) {
    read(s);
  }
  constexpr Derived& me() { return static_cast<Derived&>(*this); }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
