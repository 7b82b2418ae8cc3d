// SPDX-License-Identifier: BSL-1.0
//
// Defines rows: each verb of a protocol once, as a table of the PTX ISA. Who executes it, whose
// memory or barrier it names, what it accesses and through which proxy, what it publishes and at which
// scope, what it may count, and its words. The proof, its messages, the recorded actions and the table
// in docs/pipeline.md are read off it.
//
//   row_of(op::copy).through              // proxy::generic: cp.async is no access by the async proxy
//   static_assert(row_of(op::sync).by == who::warp);
//
// To add a verb: its row here, its function in `verbs` (action.hpp), its PTX wrapper in atom/, its
// meaning in the machine (machine/machine.hpp) and on the CPU (cpu/), and its tests. What the CPU run
// and the oracles of the tests check is written anew there: they are judges.
#pragma once

#include <tileproof/protocol/resources.hpp>

#include <cstdint>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The groups of asynchronous operations that a thread commits and waits for.
enum class group : unsigned char { wgmma, bulk, cp_async };

// The operations of the proof. A verb is one of them, with a variant.
enum class op : unsigned char {
  wait,
  arrive,
  arrive_copies,
  expect,
  expect_only,
  sync,
  pass,
  cluster_arrive,
  cluster_wait,
  load,
  store,
  gemm,
  copy,
  read,
  write,
  accumulate,
  commit,
  complete,
  fence_proxy,
  fence_registers,
  init,
  fence_init,
  registers,
  grid_wait,
  grid_launch,
  fetch,
  refused,  // what the hardware has no instruction for (misuse)
};
inline constexpr int ops = static_cast<int>(op::refused) + 1;

// Who executes an instruction: each thread that calls it, or all threads of a warp together (PTX:
// .aligned), or all four warps of a warpgroup.
enum class who : unsigned char { thread, warp, warpgroup };
// Whose memory or barrier it may name: none, the block's own, that of a block of the cluster too, or
// global memory.
enum class whose : unsigned char { none, own, cluster, global };
enum class access : unsigned char { none, reads, writes };
// The proxy of an access (PTX ISA, "Async proxy").
enum class proxy : unsigned char { none, generic, async };
// What it makes known to those who wait for it: nothing; all that the thread relies on; of another
// block, that its reads are over, at scope .cta; the thread's cp.async alone; all, at scope .cluster,
// to those who acquire there; all, at scope .gpu.
enum class publishes : unsigned char { nothing, all, reads, copies, to_cluster, to_gpu };

inline constexpr int any = -1;

struct row {
  std::string_view verb;         // as a role calls it
  std::string_view instruction;  // PTX
  std::string_view text;         // in a message, before the place or the number
  op is;
  int variant;  // of an arrival or a wait: 1 at scope .cluster; of a write: 1 an update; of a group: which
  who by;
  whose at;
  access does;
  proxy through;
  publishes gives;
  bool is_global = false;  // it accesses global memory, and comes after griddepcontrol.wait
};

// Sources: PTX ISA, the sections "mbarrier", "Asynchronous data copy", "wgmma", "bar, barrier",
// "barrier.cluster", "membar, fence", "setmaxnreg", "griddepcontrol", "Memory Consistency Model".
inline constexpr row rows[] = {
    // ---- at a barrier
    {"wait(full[now])", "mbarrier.try_wait.parity, in a loop; of a flag ld.acquire.gpu", "wait for ", op::wait,
     0, who::thread, whose::own, access::none, proxy::none, publishes::nothing},
    {"wait_acquire_cluster(full[now])", "mbarrier.try_wait.parity.acquire.cluster", "wait.acquire.cluster for ",
     op::wait, 1, who::thread, whose::own, access::none, proxy::none, publishes::nothing},
    {"arrive(empty[now])", "mbarrier.arrive; of a flag red.release.gpu.add", "arrive at ", op::arrive, 0,
     who::thread, whose::cluster, access::none, proxy::none, publishes::all},
    {"arrive_release_cluster(full[now].of(rank))", "mbarrier.arrive.release.cluster",
     "arrive.release.cluster at ", op::arrive, 1, who::thread, whose::cluster, access::none, proxy::none,
     publishes::to_cluster},
    {"cp_async_arrive(full[now])", "cp.async.mbarrier.arrive.noinc", "cp.async.mbarrier.arrive at ",
     op::arrive_copies, any, who::thread, whose::own, access::none, proxy::none, publishes::copies},
    {"arrive_and_expect_tx(full[now], bytes)", "mbarrier.arrive.expect_tx", "arrive.expect_tx at ",
     op::expect, any, who::thread, whose::own, access::none, proxy::none, publishes::all},
    {"expect_tx(full[now], bytes)", "mbarrier.expect_tx", "expect_tx at ", op::expect_only, any, who::thread,
     whose::own, access::none, proxy::none, publishes::nothing},
    {"sync(bar[0]), sync_block(), sync_warp(), sync_cluster()",
     "bar.sync, __syncthreads, __syncwarp, barrier.cluster", "sync with ", op::sync, any, who::warp, whose::own,
     access::none, proxy::none, publishes::all},
    {"arrive(bar[0])", "bar.arrive", "bar.arrive at ", op::pass, any, who::warp, whose::own, access::none,
     proxy::none, publishes::all},
    {"cluster_arrive()", "barrier.cluster.arrive.release", "arrive at ", op::cluster_arrive, any, who::warp,
     whose::own, access::none, proxy::none, publishes::all},
    {"cluster_wait()", "barrier.cluster.wait.acquire", "wait for ", op::cluster_wait, any, who::warp, whose::own,
     access::none, proxy::none, publishes::nothing},
    // ---- accesses
    {"tma_load(a[now], full[now])", "cp.async.bulk, cp.async.bulk.tensor, of the block's own stage",
     "TMA load into ", op::load, 0, who::thread, whose::own, access::writes, proxy::async, publishes::nothing,
     true},
    {"tma_load_multicast(a[now], full[now])", "the same, .multicast::cluster", "TMA load into ", op::load, 1,
     who::thread, whose::cluster, access::writes, proxy::async, publishes::nothing, true},
    {"tma_store(d[0])", "cp.async.bulk, cp.async.bulk.tensor, cp.reduce.async.bulk, to global memory",
     "TMA store from ", op::store, any, who::thread, whose::own, access::reads, proxy::async,
     publishes::nothing, true},
    {"gemm(acc[0], a[now], b[now])", "wgmma.mma_async", "wgmma reads ", op::gemm, any, who::warpgroup, whose::own,
     access::reads, proxy::async, publishes::nothing},
    {"cp_async(a[now])", "cp.async", "cp.async into ", op::copy, any, who::thread, whose::own, access::writes,
     proxy::generic, publishes::nothing, true},
    {"read(a[now])", "ld, ldmatrix, mma.sync; ld.shared::cluster", "read of ", op::read, any, who::thread,
     whose::cluster, access::reads, proxy::generic, publishes::nothing},
    {"write(a[now])", "st, stmatrix; st.shared::cluster", "write to ", op::write, 0, who::thread, whose::cluster,
     access::writes, proxy::generic, publishes::nothing},
    {"update(sum[tile])", "ld and st of the thread's own elements", "update of ", op::write, 1, who::thread,
     whose::cluster, access::writes, proxy::generic, publishes::nothing},
    {"", "the accumulator of wgmma.mma_async", "wgmma with ", op::accumulate, any, who::warpgroup, whose::own,
     access::none, proxy::none, publishes::nothing},
    // ---- groups
    {"warpgroup_commit_batch()", "wgmma.commit_group", "commit_group of wgmma", op::commit, 0, who::warp,
     whose::none, access::none, proxy::none, publishes::nothing},
    {"tma_store_arrive()", "cp.async.bulk.commit_group", "commit_group of TMA stores", op::commit, 1,
     who::thread, whose::none, access::none, proxy::none, publishes::nothing},
    {"cp_async_fence()", "cp.async.commit_group", "commit_group of cp.async", op::commit, 2, who::thread,
     whose::none, access::none, proxy::none, publishes::nothing},
    {"warpgroup_wait(_1{})", "wgmma.wait_group, 0 to 7", "wait_group of wgmma ", op::complete, 0, who::warp,
     whose::none, access::none, proxy::none, publishes::nothing},
    {"tma_store_wait(_0{})", "cp.async.bulk.wait_group.read", "wait_group of TMA stores ", op::complete, 1,
     who::thread, whose::none, access::none, proxy::none, publishes::nothing},
    {"cp_async_wait(_1{})", "cp.async.wait_group", "wait_group of cp.async ", op::complete, 2, who::thread,
     whose::none, access::none, proxy::none, publishes::nothing},
    // ---- fences and others
    {"fence_view_async_shared()", "fence.proxy.async.shared::cta", "fence.proxy.async", op::fence_proxy, any,
     who::thread, whose::own, access::none, proxy::none, publishes::nothing},
    {"warpgroup_arrive()", "wgmma.fence", "wgmma.fence", op::fence_registers, any, who::warp, whose::none,
     access::none, proxy::none, publishes::nothing},
    {"initialize_barriers()", "mbarrier.init", "mbarrier.init", op::init, any, who::thread, whose::own,
     access::none, proxy::none, publishes::nothing},
    {"fence_barrier_init()", "fence.mbarrier_init.release.cluster", "fence.mbarrier_init", op::fence_init, any,
     who::thread, whose::own, access::none, proxy::none, publishes::nothing},
    {"warpgroup_reg_alloc(Int<240>{}), warpgroup_reg_dealloc(Int<24>{})", "setmaxnreg", "setmaxnreg ",
     op::registers, any, who::warpgroup, whose::none, access::none, proxy::none, publishes::nothing},
    {"wait_on_dependent_grids()", "griddepcontrol.wait", "griddepcontrol.wait", op::grid_wait, any, who::thread,
     whose::none, access::none, proxy::none, publishes::nothing},
    {"launch_dependent_grids()", "griddepcontrol.launch_dependents", "griddepcontrol.launch_dependents",
     op::grid_launch, any, who::thread, whose::none, access::none, proxy::none, publishes::nothing},
    {"fetch(a[now])", "ld.global, to registers", "fetch", op::fetch, any, who::thread, whose::none, access::none,
     proxy::none, publishes::nothing, true},
    {"", "", "refused", op::refused, any, who::thread, whose::none, access::none, proxy::none,
     publishes::nothing},
};

// The row of an operation in a variant; its first one where no row has that.
constexpr row const& row_of(op o, int variant = any) {
  row const* first = nullptr;
  for (row const& r : rows) {
    if (r.is != o) continue;
    if (first == nullptr) first = &r;
    if (r.variant == variant) return r;
  }
  return *first;
}

namespace detail {

// Sets of operations, read off the rows: a bit each, which a proof asks for at every action.
template <class Has>
constexpr std::uint32_t ops_that(Has const& has) {
  std::uint32_t set = 0;
  for (row const& r : rows)
    if (has(r)) set |= std::uint32_t{1} << static_cast<int>(r.is);
  return set;
}
inline constexpr std::uint32_t writing = ops_that([](row const& r) { return r.does == access::writes; });
inline constexpr std::uint32_t through_async =
    ops_that([](row const& r) { return r.through == proxy::async; });
inline constexpr std::uint32_t of_warps = ops_that([](row const& r) { return r.by != who::thread; });
inline constexpr std::uint32_t of_cluster = ops_that([](row const& r) { return r.at == whose::cluster; });
inline constexpr std::uint32_t in_global = ops_that([](row const& r) { return r.is_global; });

}  // namespace detail

// At a barrier; an access of a stage, or of registers by wgmma; at a place.
constexpr bool is_at_barrier(op o) { return o <= op::cluster_wait; }
constexpr bool is_access(op o) { return o >= op::load && o <= op::accumulate; }
constexpr bool has_cell(op o) { return o <= op::accumulate; }
constexpr bool writes(op o) { return (detail::writing >> static_cast<int>(o) & 1) != 0; }
constexpr bool is_async(op o) { return (detail::through_async >> static_cast<int>(o) & 1) != 0; }
// Whether all threads of a warp execute it together. `variant` is the group of a commit or a wait.
constexpr bool is_aligned(op o, int variant) {
  return (detail::of_warps >> static_cast<int>(o) & 1) != 0 &&
         ((o != op::commit && o != op::complete) || variant == static_cast<int>(group::wgmma));
}
// Whether an instruction takes memory or a barrier of another block of the cluster.
constexpr bool has_remote_form(op o) { return (detail::of_cluster >> static_cast<int>(o) & 1) != 0; }
// Whether it accesses global memory, wherever its place is.
constexpr bool uses_global(op o) { return (detail::in_global >> static_cast<int>(o) & 1) != 0; }

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
