// SPDX-License-Identifier: BSL-1.0
//
// Defines the resources of a pipeline protocol: buffers with stages, accumulators, tensor memory,
// mbarriers and named barriers; flags and workspaces in global memory, which blocks share; and
// places, the stages that a role names relative to the step that it is at.
//
//   static constexpr struct A : buffer<A, 4, 16384> {} a{};         // 4 stages of 16384 bytes
//   static constexpr struct Full : mbarrier<Full, 4, 1> {} full{};  // 1 arrival a phase
//
//   a[now]                 // the stage of this step
//   empty[now].before()    // the same stage, one use (4 steps) before
//   full_q[tile].part(1)   // one place a tile; part 1 of the resource
//   empty[now].of(0)       // in block 0 of the cluster
//   turn[tile * 3 + 1]     // a flag with three places a tile: the second of them
//
// A ring of S stages has place n at stage n mod S, in use n / S of that stage, which is the phase
// of an mbarrier there. So a role has no index and no parity to get wrong, and does the same in
// every step. A flag counts its places from the launch on, without an end.
#pragma once

#include <tileproof/config.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The kinds of resources. The kinds from mbarrier on are barriers.
enum class sort : unsigned char {
  buffer,       // in shared memory
  accumulator,  // in registers: each thread has its own
  workspace,    // in global memory, one for all blocks of the protocol
  tensor_memory,
  mbarrier,
  named_barrier,
  flag,             // a counter in global memory, one for all blocks of the protocol
  block_barrier,    // __syncthreads
  cluster_barrier,  // barrier.cluster
  warp_barrier,     // __syncwarp
};

// is_memory: whether the proof follows accesses to it. is_global: whether all blocks of a protocol
// share one.
constexpr bool is_memory(sort s) {
  return s == sort::buffer || s == sort::workspace || s == sort::tensor_memory;
}
constexpr bool is_global(sort s) { return s == sort::flag || s == sort::workspace; }

// Counts how often a role has come to a section of its loop. Places along `none` do not move.
enum class counter : unsigned char { step, tile, none };

// The place times * count + offset along a counter. `now` and `tile` are the places of this step
// and this tile; `tile * 2 + 1` is the second of two in this tile.
struct place {
  counter of = counter::none;
  int times = 0;
  int offset = 0;
  TILEPROOF_HOST_DEVICE constexpr place operator+(int n) const { return {of, times, offset + n}; }
  TILEPROOF_HOST_DEVICE constexpr place operator-(int n) const { return {of, times, offset - n}; }
  TILEPROOF_HOST_DEVICE constexpr place operator*(int n) const {
    return {of, times * n, offset * n};
  }
};
inline constexpr place now{counter::step, 1, 0};
inline constexpr place tile{counter::tile, 1, 0};

// A place that a role counts by itself, as CUTLASS's PipelineState does. It counts over two uses of
// each stage, whose parities differ. Roles that have one take longer to prove, since every value of
// it is a state.
template <int Stages>
struct ring {
  int at = 0;
  TILEPROOF_HOST_DEVICE constexpr ring& operator++() {
    at = at + 1 == 2 * Stages ? 0 : at + 1;
    return *this;
  }
  friend constexpr bool operator==(ring const&, ring const&) = default;
};

// A place in a resource R: its part, and its block of the cluster (-1: the thread's own). For a
// write also the partition that it states, or -1.
template <class R>
struct slot_of_block;
template <class R>
struct slot {
  place at;
  int index = 0;
  int block = -1;
  int writes_as = -1;
  // before(): the same stage, one use earlier. ahead(n): n stages further, like [now + n], but n
  // may be a run-time integer in device code too. part(i): the place in part i. of(rank): in block
  // `rank` of the cluster.
  TILEPROOF_HOST_DEVICE constexpr slot before() const {
    return {at - R::stages, index, block, writes_as};
  }
  TILEPROOF_HOST_DEVICE constexpr slot ahead(int n) const {
    return {at + n, index, block, writes_as};
  }
  TILEPROOF_HOST_DEVICE constexpr slot part(int i) const { return {at, i, block, writes_as}; }
  TILEPROOF_HOST_DEVICE constexpr slot_of_block<R> of(int rank) const;
  // States that the threads of the role write the stage in partition n, 0 to 63: a thread writes
  // the same elements in every write and cp.async with this number. Without it, two writes of a
  // role with no barrier between them are a race, since two threads may write the same element.
  TILEPROOF_HOST_DEVICE constexpr slot partition(int n) const { return {at, index, block, n}; }
};
// A place that names its block. It has a type of its own, so that the machine asks a payload for
// the tensor of that block.
template <class R>
struct slot_of_block : slot<R> {
  using own = slot<R>;
  TILEPROOF_HOST_DEVICE constexpr slot_of_block before() const { return {own::before()}; }
  TILEPROOF_HOST_DEVICE constexpr slot_of_block ahead(int n) const { return {own::ahead(n)}; }
  TILEPROOF_HOST_DEVICE constexpr slot_of_block part(int i) const { return {own::part(i)}; }
  TILEPROOF_HOST_DEVICE constexpr slot_of_block partition(int n) const {
    return {own::partition(n)};
  }
};
template <class R>
TILEPROOF_HOST_DEVICE constexpr slot_of_block<R> slot<R>::of(int rank) const {
  return {{at, index, rank, writes_as}};
}

// The base of every resource. Amount is in bytes a stage for a buffer, in columns a stage for
// tensor memory, in arrivals a phase for an mbarrier or a place for a flag, in threads for a named
// barrier. A resource with several parts is an array of rings.
template <class Self, sort Sort, int Stages, int Amount, int Parts>
struct resource {
  static_assert(Stages > 0 && Parts > 0);
  static constexpr sort is = Sort;
  static constexpr int stages = Stages;
  static constexpr int amount = Amount;
  static constexpr int parts = Parts;
  TILEPROOF_HOST_DEVICE constexpr slot<Self> operator[](place at) const { return {at}; }
  TILEPROOF_HOST_DEVICE constexpr slot<Self> operator[](int part) const { return {{}, part}; }
  template <int S>
  TILEPROOF_HOST_DEVICE constexpr slot<Self> operator[](ring<S> const& r) const {
    return {{counter::none, 0, r.at}};
  }
};
// A buffer of Stages stages in shared memory, Bytes each.
template <class Self, int Stages, int Bytes, int Parts = 1>
struct buffer : resource<Self, sort::buffer, Stages, Bytes, Parts> {};
// Registers of each thread of a role that wgmma writes (accumulators) or reads (operand A).
template <class Self, int Parts = 1>
struct accumulator : resource<Self, sort::accumulator, 1, 0, Parts> {};
// Tensor memory of a block: Stages stages of 128 lanes by Columns columns of 32 bits each. tcgen05
// alone accesses it: umma, umma_copy, tmem_load, tmem_store.
template <class Self, int Stages, int Columns, int Parts = 1>
struct tensor_memory : resource<Self, sort::tensor_memory, Stages, Columns, Parts> {};
// An mbarrier in each stage, whose phases complete with Arrivals arrivals.
template <class Self, int Stages, int Arrivals, int Parts = 1>
struct mbarrier : resource<Self, sort::mbarrier, Stages, Arrivals, Parts> {};
// A named barrier (bar.sync, bar.arrive) of Threads threads. Its id follows from its position.
template <class Self, int Threads, int Parts = 1>
struct named_barrier : resource<Self, sort::named_barrier, 1, Threads, Parts> {};
// A counter in global memory for each part, which the blocks of the protocol share and which is 0
// at launch. Place n of it is complete when it has come to (n + 1) * Arrivals; a place before the
// first is complete from the beginning. m.arrive adds 1 for each thread that calls it
// (red.release.gpu.add), m.wait waits for a place (ld.acquire.gpu in a loop): CUTLASS's
// Barrier::arrive_inc and wait_lt. In memory a part is one counter; Stages is how many successive
// places the proof follows at a time.
template <class Self, int Stages, int Arrivals, int Parts = 1>
struct flag : resource<Self, sort::flag, Stages, Arrivals, Parts> {
  static_assert(Arrivals > 0, "flag: a place has at least one arrival");
};
// A buffer of Stages stages in global memory, Bytes each, which the blocks of the protocol share:
// partial sums. Threads read, write and update it; it outlives the blocks.
template <class Self, int Stages, int Bytes, int Parts = 1>
struct workspace : resource<Self, sort::workspace, Stages, Bytes, Parts> {};

// The barriers that every kernel has; protocols do not list them. Roles use them by m.sync_block(),
// m.sync_cluster() and m.sync_warp().
struct block_barrier : resource<block_barrier, sort::block_barrier, 1, 0, 1> {};
struct cluster_barrier : resource<cluster_barrier, sort::cluster_barrier, 1, 0, 1> {};
struct warp_barrier : resource<warp_barrier, sort::warp_barrier, 1, 32, 32> {};

// Lists of types: the resources and the roles of a protocol.
template <class... Rs>
struct resources {};
template <class... Rs>
struct roles {};
// Buffers that share memory: every stage and part of one overlaps every stage and part of the
// others.
template <class... Rs>
struct overlap {};
// The overlaps of a protocol.
template <class... Overlaps>
struct overlaps {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
