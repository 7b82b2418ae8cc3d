// SPDX-License-Identifier: BSL-1.0
//
// Defines TILEPROOF_VERBS and rows, a table with one row for each verb of a protocol, written from
// the PTX ISA. A row has the verb's name, operands and instruction; which threads execute it; whose
// memory or barrier it names; what it accesses and through which proxy; what it publishes and at
// which scope; and its text.
//
//   row_of(op::copy).through                 // proxy::generic: cp.async accesses by no other
//   static_assert(row_of(op::sync).by == who::warp);
//
// Derived from it are the functions of every machine (action.hpp, machine/machine.hpp), predicates
// of the proof, the actions that a CPU run records and their texts (cpu/), the messages and
// pictures of a protocol, and the table in docs/pipeline.md. To add a verb, write its row, the
// member of the contexts that executes it (context/context.hpp, cpu/), and its tests; if no `op`
// has its meaning yet, also its rule in the checker. The CPU run and the oracles of the tests state
// who, whose, scope, proxy and limits a second time, since they judge this table.
#pragma once

#include <tileproof/protocol/resources.hpp>

#include <cstdint>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The groups of asynchronous operations that a thread commits and waits for; of tcgen05.ld and .st
// it waits for all. (3 is the number of bulk's other wait.)
enum class group : unsigned char { wgmma, bulk, cp_async, tmem_load = 4, tmem_store };

// The operations of the proof. A verb is one of them, with a variant.
enum class op : unsigned char {
  wait,
  arrive,
  arrive_copies,
  arrive_umma,
  expect,
  expect_only,
  invalidate,
  sync,
  pass,
  cluster_arrive,
  cluster_wait,
  load,
  store,
  gemm,
  copy,
  umma_operand,  // tcgen05.mma or .cp reads shared memory
  umma_read,     // tcgen05.mma reads tensor memory: A, scale factors
  umma_write,    // tcgen05.mma writes tensor memory: the accumulator
  umma_copy,     // tcgen05.cp writes tensor memory
  tmem_load,
  tmem_store,
  read,
  write,
  accumulate,
  commit,
  complete,
  fence_proxy,
  fence_registers,
  init,
  fence_init,
  fence_tcgen05,
  allocate,
  registers,
  grid_wait,
  grid_launch,
  fetch,
  refused,  // a call for which there is no instruction (misuse)
};
inline constexpr int ops = static_cast<int>(op::refused) + 1;

// The operands of a verb, as docs/pipeline.md shows them in calls. The idle lanes of a role of one
// thread also execute `plain` and `number`, but not the forms _by_thread.
enum class operands : unsigned char {
  plain,             // cp_async_fence()
  plain_by_thread,   // tma_store_arrive()
  plain_by_first,    // fence_barrier_init(): the first thread of a role
  number,            // cp_async_wait(_1{})
  number_by_thread,  // tma_store_wait(_0{})
  mbarrier,          // cp_async_arrive(full[now])
  rank,              // arrive_release_cluster(full[now].of(rank))
  parity,            // wait(full[now]), whose wrap has a parity
  bytes,             // expect_tx(full[now], bytes)
  flag,              // arrive(turn[tile])
  named,             // sync(bar[0])
  block,             // sync_block()
  warp,              // sync_warp()
  cluster,           // sync_cluster()
  stage,             // read(a[now]), and arguments of the payload
  load,              // tma_load(a[now], full[now])
  multicast,         // tma_load_multicast(a[now], full[now]), into each block of the cluster
  load_pair,         // tma_load_2sm(a[now], full[now]), counted in the first block of the pair
  cancel,            // clc_try_cancel(next[tile], full[tile])
  cancel_multicast,  // clc_try_cancel_multicast(next[tile], full[tile]), into each block
  gemm,              // gemm(acc[0], a[now], b[now])
  umma,              // umma(acc[tile], a[now], b[now])
  umma_pair,         // umma_2x1SM(acc[tile], a[now], b[now]), in both blocks of a pair
  each_block,        // umma_arrive_multicast(empty[now]), in each block of the cluster
  fetch,             // fetch(a[now]): the place names what to load, no resource
  barriers,          // initialize_barriers()
  no_call,           // no role calls it: part of another verb, or of contexts alone
};
// The threads that execute an instruction: each one that calls it, or all threads of a warp
// together (PTX: .aligned), or all four warps of a warpgroup.
enum class who : unsigned char { thread, warp, warpgroup };
// The memory or barrier that a verb may name: none; that of the block itself; that of any block of
// the cluster; global memory. own_global and cluster_global copy between shared and global memory.
enum class whose : unsigned char { none, own, cluster, global, own_global, cluster_global };
enum class access : unsigned char { none, reads, writes };
// The proxy of an access (PTX ISA, "Async proxy"). Tensor memory has none: its accesses are ordered
// by waits and by tcgen05.fence.
enum class proxy : unsigned char { none, generic, async, tensor };
// The actions that a thread which waits for it may rely on: none; all that the arriving thread
// relies on; only the arriving thread's cp.async; its tcgen05.mma and .cp, and the asynchronous
// accesses on which it relies; all, at scope .cluster, for threads that acquire at that scope; all,
// at scope .gpu.
enum class publishes : unsigned char { nothing, all, copies, asynchronous, to_cluster, to_gpu };

// The verbs. A row has: operands, name, the member of the context or payload that does it;
// operation and variant (1 for an arrival or a wait at scope .cluster, or for an update; for a
// group its number); who executes it, whose memory or barrier it names, its access, the proxy, what
// it publishes; PTX; its text in a message, before the place or the number; its text in a cell of a
// picture, if shorter; a remark for docs/pipeline.md. Sources: PTX ISA, the sections "mbarrier",
// "Asynchronous data copy", "wgmma", "bar, barrier", "barrier.cluster", "membar, fence",
// "setmaxnreg", "griddepcontrol", "red", "ld", "Memory Consistency Model".
#define TILEPROOF_VERBS(V)                                                                         \
  /* ---- at a barrier */                                                                          \
  V(parity, wait, wait_barrier, wait, 0, thread, own, none, none, nothing,                         \
    "mbarrier.try_wait.parity, in a loop", "wait for ", "wait ", "")                               \
  V(parity, test_wait, poll_barrier, wait, 2, thread, own, none, none, nothing,                    \
    "mbarrier.test_wait.parity, in a loop", "test_wait for ", "wait ",                             \
    "as wait; the thread polls, where wait may suspend it")                                        \
  V(flag, wait, wait_flag, wait, 0, thread, global, none, none, nothing,                           \
    "ld.acquire.gpu, in a loop", "wait for ", "wait ",                                             \
    "until the counter is at least (n + 1) * Arrivals")                                            \
  V(parity, wait_acquire_cluster, wait_barrier_acquire_cluster, wait, 1, thread, own, none, none,  \
    nothing, "mbarrier.try_wait.parity.acquire.cluster, in a loop", "wait.acquire.cluster for ",   \
    "wait ", "sees what arrivals of arrive_release_cluster publish")                               \
  V(mbarrier, arrive, arrive_barrier, arrive, 0, thread, cluster, none, none, all,                 \
    "mbarrier.arrive", "arrive at ", "arrive ",                                                    \
    "at another block's barrier without a membar: it releases a stage and publishes no writes")    \
  V(flag, arrive, arrive_flag, arrive, 0, thread, global, none, none, to_gpu,                      \
    "red.release.gpu.add", "arrive at ", "arrive ", "of 1 by each thread that calls it")           \
  V(named, arrive, arrive_named, pass, 0, warp, own, none, none, all, "bar.arrive",                \
    "bar.arrive at ", "", "")                                                                      \
  V(rank, arrive_release_cluster, arrive_barrier_release_cluster, arrive, 1, thread, cluster,      \
    none, none, to_cluster, "mbarrier.arrive.release.cluster", "arrive.release.cluster at ",       \
    "arrive ",                                                                                     \
    "what the thread has written is seen in the other block; costs a membar "                      \
    "(MEMBAR.ALL.GPU), in the loop of a GEMM a third of its throughput")                           \
  V(mbarrier, cp_async_arrive, cp_async_arrive, arrive_copies, 0, thread, own, none, none, copies, \
    "cp.async.mbarrier.arrive.noinc", "cp.async.mbarrier.arrive at ", "",                          \
    "when the thread's cp.async so far are complete")                                              \
  V(mbarrier, umma_arrive, umma_arrive, arrive_umma, 0, thread, cluster, none, none, asynchronous, \
    "tcgen05.commit", "tcgen05.commit to ", "commit ",                                             \
    "when the thread's tcgen05.mma and .cp so far are complete")                                   \
  V(each_block, umma_arrive_multicast, umma_arrive_multicast, arrive_umma, 1, thread, cluster,     \
    none, none, asynchronous, "the same, .multicast::cluster", "tcgen05.commit to ", "commit ",    \
    "at the same barrier of each block of the cluster")                                            \
  V(bytes, arrive_and_expect_tx, set_barrier_transaction_bytes, expect, 0, thread, own, none,      \
    none, all, "mbarrier.arrive.expect_tx", "arrive.expect_tx at ", "expect ", "")                 \
  V(bytes, expect_tx, expect_transaction, expect_only, 0, thread, own, none, none, nothing,        \
    "mbarrier.expect_tx", "expect_tx at ", "", "")                                                 \
  V(mbarrier, invalidate, invalidate_barrier, invalidate, 0, thread, own, none, none, nothing,     \
    "mbarrier.inval", "mbarrier.inval of ", "",                                                    \
    "by one thread, after every use of the mbarrier; none may follow, nor an mbarrier.init")       \
  V(named, sync, sync_named, sync, 0, warp, own, none, none, all, "bar.sync", "sync with ",        \
    "sync ", "")                                                                                   \
  V(block, sync_block, sync, sync, 0, warp, none, none, none, all, "__syncthreads", "sync with ",  \
    "sync ", "")                                                                                   \
  V(warp, sync_warp, sync_warp, sync, 0, warp, none, none, none, all, "__syncwarp", "sync with ",  \
    "sync ", "")                                                                                   \
  V(cluster, sync_cluster, cluster_sync, sync, 0, warp, none, none, none, all, "barrier.cluster",  \
    "sync with ", "sync ", "")                                                                     \
  V(cluster, cluster_arrive, cluster_arrive, cluster_arrive, 0, warp, none, none, none, all,       \
    "barrier.cluster.arrive.release", "arrive at ", "", "")                                        \
  V(cluster, cluster_wait, cluster_wait, cluster_wait, 0, warp, none, none, none, nothing,         \
    "barrier.cluster.wait.acquire", "wait for ", "", "")                                           \
  V(no_call, , cluster_arrive_relaxed, cluster_arrive, 1, warp, none, none, none, nothing,         \
    "barrier.cluster.arrive.relaxed", "arrive.relaxed at ", "arrive at ", "")                      \
  /* ---- accesses */                                                                              \
  V(load, tma_load, load, load, 0, thread, own_global, writes, async, nothing,                     \
    "cp.async.bulk.tensor or cp.async.bulk", "TMA load into ", "TMA to ",                          \
    "the payload's copy decides which")                                                            \
  V(multicast, tma_load_multicast, load_multicast, load, 1, thread, cluster_global, writes, async, \
    nothing, "the same, .multicast::cluster", "TMA load into ", "TMA to ",                         \
    "into the same place of each block of the cluster, counted there")                             \
  V(load_pair, tma_load_2sm, load_2sm, load, 2, thread, own_global, writes, async, nothing,        \
    "the same, .cta_group::2", "TMA load into ", "TMA to ",                                        \
    "counted at the barrier of the pair's first block")                                            \
  V(cancel, clc_try_cancel, clc_try_cancel, load, 3, thread, own, writes, async, nothing,          \
    "clusterlaunchcontrol.try_cancel", "try_cancel into ", "try_cancel ",                          \
    "a stage of 16 bytes gets the answer")                                                         \
  V(cancel_multicast, clc_try_cancel_multicast, clc_try_cancel_multicast, load, 4, thread,         \
    cluster, writes, async, nothing, "the same, .multicast::cluster::all", "try_cancel into ",     \
    "try_cancel ", "by one block of the cluster")                                                  \
  V(stage, clc_query, clc_query, read, 1, thread, own, reads, generic, nothing,                    \
    "ld, clusterlaunchcontrol.query_cancel", "query of ", "query ", "")                            \
  V(stage, tma_store, store, store, 0, thread, own_global, reads, async, nothing,                  \
    "the same to global memory, or cp.reduce.async.bulk", "TMA store from ", "TMA from ", "")      \
  V(gemm, gemm, gemm, gemm, 0, warpgroup, own, reads, async, nothing, "wgmma.mma_async",           \
    "wgmma reads ", "wgmma ", "operands in shared memory, or an accumulator for A in registers")   \
  V(umma, umma, umma, umma_write, 0, thread, own, writes, tensor, nothing, "tcgen05.mma",          \
    "tcgen05.mma into ", "mma ", "A in shared or tensor memory, scale factors in tensor memory")   \
  V(umma_pair, umma_2x1SM, umma_2x1SM, umma_write, 1, thread, cluster, writes, tensor, nothing,    \
    "the same, .cta_group::2", "tcgen05.mma into ", "mma ",                                        \
    "operands and accumulator in both blocks of the pair")                                         \
  V(umma, umma_copy, umma_copy, umma_copy, 0, thread, own, writes, tensor, nothing, "tcgen05.cp",  \
    "tcgen05.cp into ", "cp ", "from shared memory")                                               \
  V(no_call, , umma_operand, umma_operand, 0, thread, cluster, reads, async, nothing,              \
    "operands of tcgen05.mma and .cp", "tcgen05 reads ", "mma ", "")                               \
  V(no_call, , umma_read, umma_read, 0, thread, cluster, reads, tensor, nothing,                   \
    "operands of tcgen05.mma", "tcgen05.mma reads ", "mma ", "")                                   \
  V(stage, tmem_load, tmem_load, tmem_load, 0, warp, own, reads, tensor, nothing, "tcgen05.ld",    \
    "tcgen05.ld of ", "ld ", "each warp of its own lanes")                                         \
  V(stage, tmem_store, tmem_store, tmem_store, 0, warp, own, writes, tensor, nothing,              \
    "tcgen05.st", "tcgen05.st to ", "st ", "each warp of its own lanes")                           \
  V(stage, cp_async, copy, copy, 0, thread, own_global, writes, generic, nothing, "cp.async",      \
    "cp.async into ", "cp.async ", "the payload may copy less, at the edge of a matrix")           \
  V(stage, read, read, read, 0, thread, cluster, reads, generic, nothing,                          \
    "ld, ldmatrix, mma.sync", "read of ", "read ", "")                                             \
  V(stage, write, write, write, 0, thread, cluster, writes, generic, nothing, "st, stmatrix",      \
    "write to ", "write ", "")                                                                     \
  V(stage, update, update, write, 1, thread, cluster, writes, generic, nothing,                    \
    "ld and st in place", "update of ", "write ",                                                  \
    "each thread of its own elements, so that two do not meet")                                    \
  V(no_call, , accumulate, accumulate, 0, warpgroup, own, none, none, nothing,                     \
    "the accumulator of wgmma.mma_async", "wgmma with ", "", "")                                   \
  V(fetch, fetch, fetch, fetch, 0, thread, global, none, none, nothing, "ld.global, to registers", \
    "fetch", "", "a later write stores them")                                                      \
  /* ---- groups */                                                                                \
  V(plain, warpgroup_commit_batch, warpgroup_commit_batch, commit, 0, warp, none, none, none,      \
    nothing, "wgmma.commit_group", "commit_group of wgmma", "", "")                                \
  V(plain_by_thread, tma_store_arrive, tma_store_arrive, commit, 1, thread, none, none, none,      \
    nothing, "cp.async.bulk.commit_group", "commit_group of TMA stores", "", "")                   \
  V(plain, cp_async_fence, cp_async_fence, commit, 2, thread, none, none, none, nothing,           \
    "cp.async.commit_group", "commit_group of cp.async", "", "")                                   \
  V(number, warpgroup_wait, warpgroup_wait, complete, 0, warp, none, none, none, nothing,          \
    "wgmma.wait_group", "wait_group of wgmma ", "wait_group wgmma ", "of 0 to 7 groups")           \
  V(number_by_thread, tma_store_wait, tma_store_wait, complete, 1, thread, none, none, none,       \
    nothing, "cp.async.bulk.wait_group.read", "wait_group of TMA stores ", "wait_group TMA ",      \
    "until the stages have been read")                                                             \
  V(number, cp_async_wait, cp_async_wait, complete, 2, thread, none, none, none, nothing,          \
    "cp.async.wait_group", "wait_group of cp.async ", "wait_group cp.async ", "")                  \
  V(no_call, , tma_store_complete, complete, 3, thread, none, none, none, nothing,                 \
    "cp.async.bulk.wait_group", "wait_group of TMA stores, not .read, ", "", "")                   \
  /* ---- fences and others */                                                                     \
  V(plain, fence_view_async_shared, fence_view_async_shared, fence_proxy, 0, thread, own, none,    \
    none, nothing, "fence.proxy.async.shared::cta", "fence.proxy.async", "",                       \
    "of the block's own shared memory")                                                            \
  V(no_call, , fence_view_async, fence_proxy, 1, thread, none, none, none, nothing,                \
    "fence.proxy.async", "fence.proxy.async of all memory", "", "")                                \
  V(plain, warpgroup_arrive, warpgroup_arrive, fence_registers, 0, warp, none, none, none,         \
    nothing, "wgmma.fence", "wgmma.fence", "", "")                                                 \
  V(plain, fence_view_async_tmem_load, fence_view_async_tmem_load, complete, 4, warp, none, none,  \
    none, nothing, "tcgen05.wait::ld", "wait of tcgen05.ld", "wait ld", "")                        \
  V(plain, fence_view_async_tmem_store, fence_view_async_tmem_store, complete, 5, warp, none,      \
    none, none, nothing, "tcgen05.wait::st", "wait of tcgen05.st", "wait st", "")                  \
  V(plain_by_thread, tcgen05_fence_before_thread_sync, tcgen05_fence_before_thread_sync,           \
    fence_tcgen05, 0, thread, none, none, none, nothing, "tcgen05.fence::before_thread_sync",      \
    "tcgen05.fence::before_thread_sync", "before",                                                 \
    "before an arrival: what the thread's tcgen05 have done is done for who waits for it")         \
  V(plain_by_thread, tcgen05_fence_after_thread_sync, tcgen05_fence_after_thread_sync,             \
    fence_tcgen05, 1, thread, none, none, none, nothing, "tcgen05.fence::after_thread_sync",       \
    "tcgen05.fence::after_thread_sync", "after",                                                   \
    "after a wait: the thread's next tcgen05 come after what has arrived")                         \
  V(plain, tmem_allocate, tmem_allocate, allocate, 0, warp, none, none, none, nothing,             \
    "tcgen05.alloc", "tcgen05.alloc", "alloc",                                                     \
    "by one warp, of all tensor_memory; where no role does it, the machine does, before begin")    \
  V(plain, tmem_release_allocation_lock, tmem_release_allocation_lock, allocate, 1, warp, none,    \
    none, none, nothing, "tcgen05.relinquish_alloc_permit", "tcgen05.relinquish_alloc_permit",     \
    "relinquish", "")                                                                              \
  V(plain, tmem_free, tmem_free, allocate, 2, warp, none, none, none, nothing, "tcgen05.dealloc",  \
    "tcgen05.dealloc", "dealloc", "after every use of tensor memory")                              \
  V(barriers, initialize_barriers, initialize_barrier, init, 0, thread, own, none, none, nothing,  \
    "mbarrier.init", "mbarrier.init", "",                                                          \
    "of every mbarrier of the block; where no role does it, the machine does, before begin")       \
  V(plain_by_first, fence_barrier_init, fence_barrier_init, fence_init, 0, thread, own, none,      \
    none, nothing, "fence.mbarrier_init.release.cluster", "fence.mbarrier_init", "", "")           \
  V(number, warpgroup_reg_alloc, increase_registers, registers, 1, warpgroup, none, none, none,    \
    nothing, "setmaxnreg.inc", "setmaxnreg ", "", "of 24 to 256, a multiple of 8")                 \
  V(number, warpgroup_reg_dealloc, decrease_registers, registers, 0, warpgroup, none, none, none,  \
    nothing, "setmaxnreg.dec", "setmaxnreg ", "", "the same")                                      \
  V(plain, wait_on_dependent_grids, wait_on_dependent_grids, grid_wait, 0, thread, none, none,     \
    none, nothing, "griddepcontrol.wait", "griddepcontrol.wait", "",                               \
    "before the first use of global memory")                                                       \
  V(plain, launch_dependent_grids, launch_dependent_grids, grid_launch, 0, thread, none, none,     \
    none, nothing, "griddepcontrol.launch_dependents", "griddepcontrol.launch_dependents",         \
    "launch_dependents", "")                                                                       \
  V(no_call, , refused, refused, 0, thread, none, none, none, nothing, "", "refused", "", "")

struct row {
  operands takes;
  std::string_view name;  // as a role calls it; empty: no_call
  op is;
  int variant;
  who by;
  whose at;
  access does;
  proxy through;
  publishes gives;
  std::string_view instruction, text, label, remark;
};
inline constexpr row rows[] = {
#define TILEPROOF_ROW(TAKES, NAME, MEMBER, OP, VARIANT, BY, AT, DOES, THROUGH, GIVES, ...) \
  {operands::TAKES, #NAME,        op::OP,         VARIANT,          who::BY,               \
   whose::AT,       access::DOES, proxy::THROUGH, publishes::GIVES, __VA_ARGS__},
    TILEPROOF_VERBS(TILEPROOF_ROW)
#undef TILEPROOF_ROW
};
// The number of a row, named after the member that does it: instruction::wait_barrier.
enum class instruction : unsigned char {
#define TILEPROOF_MEMBER(TAKES, NAME, MEMBER, ...) MEMBER,
  TILEPROOF_VERBS(TILEPROOF_MEMBER)
#undef TILEPROOF_MEMBER
};
constexpr row const& row_of(instruction i) { return rows[static_cast<int>(i)]; }

// The row of an operation in a variant, or its first row if no row has this variant.
constexpr row const& row_of(op o, int variant = 0) {
  row const* first = nullptr;
  for (row const& r : rows) {
    if (r.is != o) continue;
    if (first == nullptr) first = &r;
    if (r.variant == variant) return r;
  }
  return *first;
}
// The instruction of an operation at a barrier of this sort; the sort does not matter for an
// operation without a barrier.
constexpr instruction instruction_of(op o, int variant, sort at = sort::mbarrier) {
  for (row const& r : rows) {
    sort const takes = r.takes == operands::flag      ? sort::flag
                       : r.takes == operands::named   ? sort::named_barrier
                       : r.takes == operands::block   ? sort::block_barrier
                       : r.takes == operands::warp    ? sort::warp_barrier
                       : r.takes == operands::cluster ? sort::cluster_barrier
                                                      : sort::mbarrier;
    if (r.is == o && r.variant == variant && takes == at)
      return static_cast<instruction>(&r - rows);
  }
  return instruction::refused;
}

namespace detail {

// Sets of operations, computed from the rows: a bit each, which a proof tests at every action.
template <class Has>
constexpr std::uint64_t ops_that(Has const& has) {
  std::uint64_t set = 0;
  for (row const& r : rows)
    if (has(r)) set |= std::uint64_t{1} << static_cast<int>(r.is);
  return set;
}
inline constexpr std::uint64_t writing =
    ops_that([](row const& r) { return r.does == access::writes; });
inline constexpr std::uint64_t through_async =
    ops_that([](row const& r) { return r.through == proxy::async; });
inline constexpr std::uint64_t through_generic =
    ops_that([](row const& r) { return r.through == proxy::generic; });
inline constexpr std::uint64_t in_tensor_memory =
    ops_that([](row const& r) { return r.through == proxy::tensor; });
inline constexpr std::uint64_t of_warps =
    ops_that([](row const& r) { return r.by != who::thread; });
inline constexpr std::uint64_t of_cluster =
    ops_that([](row const& r) { return r.at == whose::cluster || r.at == whose::cluster_global; });
inline constexpr std::uint64_t in_global =
    ops_that([](row const& r) { return r.at >= whose::global && r.takes != operands::flag; });

}  // namespace detail

// Whether an operation is at a barrier; is an access of a stage, or of registers by wgmma; is at a
// place.
constexpr bool is_at_barrier(op o) { return o <= op::cluster_wait; }
constexpr bool is_access(op o) { return o >= op::load && o <= op::accumulate; }
constexpr bool has_cell(op o) { return o <= op::accumulate; }
constexpr bool writes(op o) { return (detail::writing >> static_cast<int>(o) & 1) != 0; }
constexpr bool is_async(op o) { return (detail::through_async >> static_cast<int>(o) & 1) != 0; }
// Whether it is an ordinary access, through the generic proxy.
constexpr bool is_ordinary(op o) {
  return (detail::through_generic >> static_cast<int>(o) & 1) != 0;
}
// Whether it accesses tensor memory; whether the thread that issued it learns of its end by a
// commit alone (tcgen05.mma and .cp).
constexpr bool is_in_tensor_memory(op o) {
  return (detail::in_tensor_memory >> static_cast<int>(o) & 1) != 0;
}
constexpr bool is_umma(op o) { return o >= op::umma_operand && o <= op::umma_copy; }
// Whether all threads of a warp execute it together. `variant` is the group of a commit or a wait.
constexpr bool is_aligned(op o, int variant) {
  return (detail::of_warps >> static_cast<int>(o) & 1) != 0 &&
         ((o != op::commit && o != op::complete) || variant == static_cast<int>(group::wgmma) ||
          variant >= static_cast<int>(group::tmem_load));
}
// Whether an instruction takes memory or a barrier of another block of the cluster.
constexpr bool has_remote_form(op o) {
  return (detail::of_cluster >> static_cast<int>(o) & 1) != 0;
}
// Whether an operation accesses global memory, wherever its place is.
constexpr bool uses_global(op o) { return (detail::in_global >> static_cast<int>(o) & 1) != 0; }

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
