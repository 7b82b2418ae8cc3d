// SPDX-License-Identifier: BSL-1.0
//
// Defines memory_faults(): for each verb that touches memory, registers or the grid before, and
// each of its conditions, a sound protocol and a fault.
#pragma once

#include "faults.hpp"

namespace random_protocols {

inline std::vector<fault> memory_faults() {
  std::string const ring =
      "A buffer 2 512; F mbarrier 2 1; E mbarrier 2 32; loop steps;"
      "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 512; tma_load A[now] F[now];"
      "role 32; step: wait F[now]; read A[now]; fence_view_async_shared; arrive E[now];";
  std::string const multi =
      "blocks 2; A buffer 2 512 2; F mbarrier 2 1; E mbarrier 2 64; loop steps;"
      "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 1024;"
      "tma_load_multicast A[now].part(rank) F[now]; finish: sync_cluster;"
      "role 32; step: wait F[now]; read A[now]; read A[now].part(1); fence_view_async_shared;"
      "arrive E[now].of(0); arrive E[now].of(1); finish: sync_cluster;";
  std::string const store =
      "D buffer 1 512; B named_barrier 1 64; loop steps;"
      "role 64; step: elected tma_store_wait 0; sync B; write D; fence_view_async_shared; sync B;"
      "elected tma_store D; elected tma_store_arrive; finish: elected tma_store_wait 0;";
  std::string const two_stores =
      "D buffer 2 512; B named_barrier 1 64; loop steps;"
      "role 64; step: elected tma_store_wait 1; sync B; write D[now]; fence_view_async_shared; "
      "sync B;"
      "elected tma_store D[now]; elected tma_store_arrive; finish: elected tma_store_wait 0;";
  std::string const peer_store =
      "blocks 2; D buffer 1 512; loop once; role 64; sync_cluster; write D.of(peer); sync_cluster;"
      "fence_view_async_shared; sync_block; elected tma_store D; elected tma_store_arrive;"
      "elected tma_store_wait 0;";
  std::string const gemm =
      "A buffer 2 4096; F mbarrier 2 1; E mbarrier 2 4; C accumulator; loop tiles_of_steps;"
      "role 128; step: wait F[now]; warpgroup_arrive; gemm C A[now] A[now]; warpgroup_commit_batch;"
      "warpgroup_wait 0; leaders arrive E[now]; end: read C;"
      "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 4096; tma_load A[now] F[now];";
  std::string const one_late =
      "axiom wgmma; A buffer 3 4096; F mbarrier 3 1; E mbarrier 3 1; C accumulator;"
      "loop tiles_of_some_steps;"
      "role 128; first: wait F[now]; warpgroup_arrive; gemm C A[now] A[now]; "
      "warpgroup_commit_batch;"
      "step: wait F[now]; warpgroup_arrive; gemm C A[now] A[now]; warpgroup_commit_batch;"
      "warpgroup_wait 1; elected arrive E[now-1]; end: warpgroup_wait 0; elected arrive E[now-1];"
      "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 4096; tma_load A[now] F[now];";
  std::string const by_stores =
      "A buffer 1 4096; B named_barrier 1 128; C accumulator; loop steps; role 128;"
      "step: write A; fence_view_async_shared; sync B; warpgroup_arrive; gemm C A A;"
      "warpgroup_commit_batch; warpgroup_wait 0; sync B;";
  std::string const ahead =
      "A buffer 3 512; loop steps; role 64;"
      "begin: cp_async A[now]; cp_async_fence; cp_async A[now+1]; cp_async_fence;"
      "step: cp_async_wait 1; sync_block; cp_async A[now+2]; cp_async_fence; read A[now];"
      "finish: cp_async_wait 0;";
  std::string const by_copies =
      "A buffer 1 4096; C accumulator; loop steps; role 128; step: cp_async A; cp_async_fence;"
      "cp_async_wait 0; fence_view_async_shared; sync_block; warpgroup_arrive; gemm C A A;"
      "warpgroup_commit_batch; warpgroup_wait 0; sync_block;";
  std::string const registers =
      "registers 168; loop once; role 128; warpgroup_reg_dealloc 128; sync_block;"
      "warpgroup_reg_dealloc 96; sync_block; sync_block; role 128; sync_block; sync_block;"
      "warpgroup_reg_alloc 208; sync_block; warpgroup_reg_alloc 240;";
  std::string const after =
      "dependent; A buffer 1 512; F mbarrier 1 1; W workspace 1 512; loop once; role 32;"
      "wait_on_dependent_grids; launch_dependent_grids; fetch A; write A; sync_block;"
      "fence_view_async_shared; sync_block; elected arrive_and_expect_tx F 512; elected tma_load A "
      "F;"
      "wait F; write W; sync_block; cp_async A; cp_async_fence; cp_async_wait 0;";
  auto const less = [](std::string s, std::string const& what) {
    std::size_t const at = s.find(what);
    if (at == s.npos) std::abort();
    return s.erase(at, what.size());
  };
  std::string const announces =
      "A buffer 1 512; F mbarrier 1 1; E mbarrier 1 32; loop steps;"
      "role 1; step: wait E[now].before; expect_tx F[now] 512; tma_load A[now] F[now]; arrive "
      "F[now];"
      "role 32; step: wait F[now]; read A[now]; fence_view_async_shared; arrive E[now];";
  return {
      {"expect_tx", "after the bytes of the phase before", announces,
       "wait E[now].before; expect_tx F[now] 512;", "expect_tx F[now] 512; wait E[now].before;"},
      {"tma_load", "the stage", ring, "tma_load A[now]", "tma_load A[now+1]"},
      {"tma_load", "by one thread", ring,
       "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 512;",
       "role 32; step: wait E[now].before; elected arrive_and_expect_tx F[now] 16384;"},
      {"tma_load", "bytes in multiples of 16",
       "A buffer 1 512; F mbarrier 1 1; loop once; role 1;"
       "arrive_and_expect_tx F 512; tma_load A F; wait F;",
       "A buffer 1 512", "A buffer 1 520"},
      {"tma_load", "own block's memory", multi, "tma_load_multicast A[now].part(rank)",
       "tma_load A[now].of(peer)"},
      {"tma_load", "over by the end of the block", ring, "step: wait E[now].before;",
       "finish: arrive_and_expect_tx F[now] 512; tma_load A[now] F[now]; step: wait "
       "E[now].before;"},
      {"tma_load", "after a read: a proxy fence", ring, "fence_view_async_shared;", ""},
      {"tma_load", "after a write: a proxy fence", less(after, "dependent;"),
       "fence_view_async_shared;", ""},
      {"tma_load", "after griddepcontrol.wait", after, "wait_on_dependent_grids;", ""},
      {"tma_load_multicast", "after both blocks' reads", multi,
       "arrive E[now].of(0); arrive E[now].of(1)", "arrive E[now]; arrive E[now]"},
      {"tma_load_multicast", "after one that is visible, where nobody reads", multi,
       "read A[now]; read A[now].part(1)", "read A[now].part(1)"},
      {"tma_load_multicast", "the bytes of both", multi, "F[now] 1024", "F[now] 512"},
      {"tma_load_multicast", "a part from each", multi, "A[now].part(rank)", "A[now].part(0)"},
      {"tma_load_multicast", "blocks that have not ended", multi,
       "finish: sync_cluster;role 32; step: wait F[now]; read A[now]; read A[now].part(1); "
       "fence_view_async_shared;arrive E[now].of(0); arrive E[now].of(1); finish: sync_cluster;",
       "role 32; step: wait F[now]; read A[now]; read A[now].part(1); fence_view_async_shared;"
       "arrive E[now].of(0); arrive E[now].of(1);"},
      {"tma_load_multicast", "after one that is visible, where the first step alone reads",
       "blocks 2; A buffer 2 512 2; F mbarrier 2 1; E mbarrier 2 64; loop tiles_of_some_steps;"
       "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 1024;"
       "tma_load_multicast A[now].part(rank) F[now]; finish: sync_cluster;"
       "role 32; first: wait F[now]; read A[now]; read A[now].part(1); fence_view_async_shared;"
       "arrive E[now].of(0); arrive E[now].of(1);"
       "step: wait F[now]; read A[now].part(0); read A[now].part(1); fence_view_async_shared;"
       "arrive E[now].of(0); arrive E[now].of(1); finish: sync_cluster;",
       "read A[now].part(0);", ""},
      {"tma_load_multicast", "blocks of a cluster", multi, "blocks 2;", "grid;"},
      {"tma_store", "after a write: a proxy fence", store, "fence_view_async_shared;", ""},
      {"tma_store", "after the writes of all", store, "fence_view_async_shared; sync B;",
       "fence_view_async_shared; sync_warp;"},
      {"tma_store", "of what is written", store, "write D;", ""},
      {"tma_store", "own block's memory", peer_store, "tma_store D", "tma_store D.of(peer)"},
      {"tma_store_arrive", "before the wait that needs it", store, "elected tma_store_arrive;", ""},
      {"tma_store_arrive", "by who stores", store, "elected tma_store_arrive", "leaders sync_warp"},
      {"tma_store_wait", "before the buffer is written again", store,
       "elected tma_store_wait 0; sync B", "sync B"},
      {"tma_store_wait", "the number of groups", two_stores, "tma_store_wait 1",
       "tma_store_wait 2"},
      {"tma_store_wait", "by who stores", store, "step: elected tma_store_wait 0",
       "step: sync_warp"},
      {"tma_store_wait", "before the block ends", store, "finish: elected tma_store_wait 0;", ""},
      {"gemm", "warps 4 k to 4 k + 3", gemm, "role 128;", "role 32; role 128;"},
      {"gemm", "a whole warpgroup", gemm, "role 128;", "role 64;"},
      {"gemm", "whole warps", gemm, "gemm C", "leaders gemm C"},
      {"gemm", "own block's memory", "blocks 2;" + by_stores, "gemm C A A", "gemm C A.of(peer) A"},
      {"gemm", "after a write: a proxy fence", by_stores, "fence_view_async_shared;", ""},
      {"gemm", "after the writes of all warps", by_stores, "fence_view_async_shared; sync B;",
       "fence_view_async_shared; sync_warp;"},
      {"gemm", "after cp.async: a proxy fence", by_copies, "fence_view_async_shared;", ""},
      {"gemm", "after its operands have come", gemm, "wait F[now];", ""},
      {"gemm", "after its operands have come, for each lane", gemm, "wait F[now];",
       "leaders wait F[now];"},
      {"warpgroup_arrive", "before the first wgmma", gemm, "warpgroup_arrive;", ""},
      {"warpgroup_arrive", "after the registers were used", by_stores, "warpgroup_arrive; gemm",
       "warpgroup_arrive; write C; gemm"},
      {"warpgroup_commit_batch", "before the wait that needs it", gemm, "warpgroup_commit_batch;",
       ""},
      {"warpgroup_arrive", "a whole warpgroup", "loop once; role 128; warpgroup_arrive;", "128",
       "64"},
      {"warpgroup_commit_batch", "a whole warpgroup",
       "loop once; role 128; warpgroup_commit_batch;", "128", "32"},
      {"warpgroup_wait", "a whole warpgroup", "loop once; role 128; warpgroup_wait 0;", "128",
       "64"},
      {"warpgroup_wait", "before the release", gemm, "warpgroup_wait 0; leaders arrive E[now];",
       "leaders arrive E[now]; warpgroup_wait 0;"},
      {"warpgroup_wait", "the number of groups", one_late, "warpgroup_wait 1", "warpgroup_wait 2"},
      {"warpgroup_wait", "before the accumulators are read", one_late, "end: warpgroup_wait 0;",
       "end: read C; warpgroup_wait 0;"},
      {"warpgroup_wait", "completes its own warp's part", gemm,
       "E mbarrier 2 4; C accumulator; loop tiles_of_steps;role 128; step: wait F[now]; "
       "warpgroup_arrive;"
       " gemm C A[now] A[now]; warpgroup_commit_batch;warpgroup_wait 0; leaders",
       "E mbarrier 2 1; C accumulator; loop tiles_of_steps;role 128; step: wait F[now]; "
       "warpgroup_arrive;"
       " gemm C A[now] A[now]; warpgroup_commit_batch;warpgroup_wait 0; elected"},
      {"warpgroup_wait", "the axiom that warps wait as one", one_late, "axiom wgmma;", ""},
      {"warpgroup_wait", "N at most 7", gemm, "warpgroup_wait 0", "warpgroup_wait 8"},
      {"cp_async", "a stage that nobody reads", ahead, "cp_async A[now+2]", "cp_async A[now+3]"},
      {"cp_async", "own block's memory",
       "blocks 2; A buffer 1 512; loop once; role 32; sync_cluster;"
       "cp_async A; cp_async_fence; cp_async_wait 0; sync_cluster;",
       "cp_async A", "cp_async A.of(peer)"},
      {"cp_async", "after griddepcontrol.wait",
       "dependent; A buffer 1 512; loop once; role 32;"
       "wait_on_dependent_grids; cp_async A; cp_async_fence; cp_async_wait 0;",
       "wait_on_dependent_grids; cp_async A", "cp_async A"},
      {"cp_async", "another partition than a store's",
       "A buffer 1 512; loop once; role 32; write A;"
       "sync_warp; cp_async A; cp_async_fence; cp_async_wait 0; sync_warp; read A;",
       "write A;sync_warp;", "write A;"},
      {"cp_async_fence", "before the wait that needs it", ahead,
       "cp_async A[now+1]; cp_async_fence;", "cp_async A[now+1];"},
      {"cp_async_wait", "the number of groups", ahead, "cp_async_wait 1", "cp_async_wait 2"},
      {"cp_async_wait", "tells its own thread alone", ahead, "cp_async_wait 1; sync_block",
       "sync_block; cp_async_wait 1"},
      {"cp_async_wait", "before the block ends", ahead, "finish: cp_async_wait 0;", ""},
      {"read", "what is written", "A buffer 1 512; loop once; role 32; write A; sync_warp; read A;",
       "write A;", ""},
      {"read", "own warp's stores: a barrier between",
       "A buffer 1 512; loop once; role 32; write A;"
       "sync_warp; read A;",
       "sync_warp;", ""},
      {"read", "a part that is", ring, "read A[now]", "read A[now].part(1)"},
      {"read", "a block that is", peer_store, "write D.of(peer)", "write D.of(1)"},
      {"write", "after others' reads",
       "A buffer 1 512; loop once; role 64; write A; sync_block; read A;"
       "sync_block; write A;",
       "read A;sync_block; write", "read A; write"},
      {"write", "one partition: elected beside all",
       "A buffer 1 512; loop once; role 32; elected write A;"
       "sync_warp; write A;",
       "sync_warp;", ""},
      {"update", "others' writes: a barrier between",
       "W workspace 1 512; loop once; role 64;"
       "write W.partition(0); update W.partition(0); sync_block; read W;",
       "update W.partition(0); sync_block;", "sync_warp; update W.partition(0);"},
      {"update", "elements that the thread has written",
       "W workspace 1 512; loop once; role 64; write W.partition(0); update W.partition(0);",
       "write W", "elected write W"},
      {"update", "read, then write: a barrier between",
       "W workspace 1 512; loop once; role 64;"
       "write W.partition(0); update W.partition(0);",
       "update W.partition(0);", "read W; write W.partition(0);"},
      {"write", "a later call: the same partition",
       "A buffer 1 512; loop once; role 64; write A.partition(0); write A.partition(0);",
       "write A.partition(0); write A.partition(0)", "write A.partition(0); write A.partition(1)"},
      {"write", "after one thread's call in an earlier part",
       "A buffer 1 512; loop once; role 32; elected write A; sync_warp; finish: write A;",
       "sync_warp;", ""},
      {"write", "after one thread's call, after which it waits",
       "A buffer 1 512; E mbarrier 1 32; loop once; role 32; elected write A; sync_warp;"
       "elected wait E.before; write A; arrive E;",
       "sync_warp;", "", true},
      {"write", "after one thread's call of another partition",
       "A buffer 1 512; loop once; role 32; write A.partition(0); elected write A.partition(0);"
       "write A.partition(0);",
       "elected write A.partition(0)", "elected write A.partition(1)"},
      {"write", "one thread's partition, then all threads' other",
       "A buffer 1 512; loop once; role 32; elected write A.partition(1); sync_warp;"
       "finish: write A.partition(0);",
       "sync_warp;", ""},
      {"cp_async", "after one thread's call in an earlier part",
       "A buffer 1 512; loop once; role 32; elected write A; sync_warp; finish: cp_async A;"
       "cp_async_fence; cp_async_wait 0;",
       "sync_warp;", ""},
      {"write", "a later call that states none",
       "A buffer 1 512; loop steps; role 64; step: write A.partition(0);", "write A.partition(0)",
       "write A"},
      {"cp_async", "a later call: the thread's own copy is over",
       "A buffer 1 512; loop once; role 64; cp_async A.partition(0); cp_async_fence;"
       "cp_async_wait 0; write A.partition(0);",
       "cp_async_wait 0; write A.partition(0);", "write A.partition(0); cp_async_wait 0;"},
      {"fetch", "after griddepcontrol.wait",
       "dependent; A buffer 1 512; loop once; role 32;"
       "wait_on_dependent_grids; fetch A; write A;",
       "wait_on_dependent_grids; fetch A", "fetch A; wait_on_dependent_grids"},
      {"fetch", "a part that is", "S workspace 1 512; loop once; role 32; fetch S; write S;",
       "fetch S", "fetch S.part(1)"},
      {"fetch", "own block's memory",
       "blocks 2; A buffer 1 512; loop once; role 32; fetch A; write A;", "fetch A",
       "fetch A.of(peer)"},
      {"fence_view_async_shared", "after the writes", store, "write D; fence_view_async_shared;",
       "fence_view_async_shared; write D;"},
      {"fence_view_async_shared", "by all that write", store, "fence_view_async_shared",
       "elected fence_view_async_shared"},
      {"fence_view_async_shared", "its own block's memory", peer_store,
       "sync_cluster;fence_view_async_shared; sync_block;",
       "fence_view_async_shared; sync_cluster;"},
      {"warpgroup_reg_alloc", "24 to 256 by 8", registers, "alloc 240", "alloc 236"},
      {"warpgroup_reg_alloc", "what is there: a hang", registers, "warpgroup_reg_dealloc 96;", ""},
      {"warpgroup_reg_alloc", "a barrier since the one before", registers,
       "warpgroup_reg_alloc 208; sync_block;", "sync_block; warpgroup_reg_alloc 208;"},
      {"warpgroup_reg_alloc", "no fewer than it has", registers, "warpgroup_reg_alloc 208",
       "warpgroup_reg_alloc 160"},
      {"warpgroup_reg_dealloc", "whole warps", registers, "warpgroup_reg_dealloc 128",
       "leaders warpgroup_reg_dealloc 128"},
      {"warpgroup_reg_dealloc", "warps 4 k to 4 k + 3", registers,
       "role 128; warpgroup_reg_dealloc 128",
       "role 32; sync_block; sync_block; sync_block; role 128; warpgroup_reg_dealloc 128"},
      {"warpgroup_reg_dealloc", "no more than it has", registers, "dealloc 128", "dealloc 176"},
      {"wait_on_dependent_grids", "known to who loads",
       "dependent; A buffer 1 512; F mbarrier 1 1;"
       "loop once; role 32; elected wait_on_dependent_grids; sync_block; role 32; sync_block;"
       "elected arrive_and_expect_tx F 512; elected tma_load A F; wait F;",
       "elected wait_on_dependent_grids; sync_block;",
       "sync_block; elected wait_on_dependent_grids;"},
      {"(limits)", "1024 threads", ring, "role 32;", "role 1024;"},
      {"(limits)", "227 KiB", ring, "A buffer 2 512", "A buffer 2 512; X buffer 4 65536"},
      {"(limits)", "threads are whole warps", ring, "role 32;", "role 48;"},
      {"(limits)", "64 K registers", registers, "registers 168",
       "registers 255; X accumulator; role 64"},
  };
}

}  // namespace random_protocols
