// SPDX-License-Identifier: BSL-1.0
//
// Defines barrier_faults(): for each verb that synchronises (mbarriers, flags, named barriers, the
// barriers of block, warp and cluster) and each of its conditions, a sound protocol and a fault.
#pragma once

#include "faults.hpp"

namespace random_protocols {

inline std::vector<fault> barrier_faults() {
  // A lane loads by TMA, a warp reads: two stages.
  std::string const ring =
      "A buffer 2 512; F mbarrier 2 1; E mbarrier 2 32; loop steps;"
      "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 512; tma_load A[now] F[now];"
      "role 32; step: wait F[now]; read A[now]; fence_view_async_shared; arrive E[now];";
  std::string const stores =
      "A buffer 2 512; F mbarrier 2 64; E mbarrier 2 2; loop steps;"
      "role 64; step: wait E[now].before; write A[now]; arrive F[now];"
      "role 64; step: wait F[now]; read A[now]; sync_warp; leaders arrive E[now];";
  std::string const watched =
      "A buffer 1 512; F mbarrier 1 1; E mbarrier 1 32; G mbarrier 1 32; loop steps;"
      "role 1; step: wait E[now].before; wait G[now].before; arrive_and_expect_tx F[now] 512;"
      "tma_load A[now] F[now];"
      "role 32; step: wait F[now]; read A[now]; fence_view_async_shared; arrive E[now];"
      "role 32; step: wait F[now]; arrive G[now];";
  std::string const dsmem =
      "blocks 2; A buffer 1 512; F mbarrier 1 1; B named_barrier 1 64; loop once;"
      "role 64; write A; sync B; elected arrive_release_cluster F.of(peer); wait_acquire_cluster F;"
      "read A.of(peer); sync_cluster;";
  std::string const writes_peer =
      "blocks 2; A buffer 1 512; loop once; role 64; sync_cluster; write A.of(peer);"
      "sync_cluster; read A;";
  std::string const copies =
      "A buffer 2 512; F mbarrier 2 32; E mbarrier 2 32; loop steps;"
      "role 32; step: wait E[now].before; cp_async A[now]; cp_async_arrive F[now];"
      "role 32; step: wait F[now]; read A[now]; arrive E[now];";
  std::string const named =
      "A buffer 1 512; B named_barrier 1 96 2; loop steps;"
      "role 64; step: sync B[0]; write A[now]; arrive B[1];"
      "role 32; step: arrive B[0]; sync B[1]; read A[now];";
  std::string const pair =
      "A buffer 1 512; loop steps; role 64; step: write A; sync_block; read A;"
      "sync_block;";
  std::string const initialised =
      "A buffer 1 512; F mbarrier 1 1; loop once; role 32; elected initialize_barriers;"
      "elected fence_barrier_init; sync_block; elected arrive_and_expect_tx F 512;"
      "elected tma_load A F; wait F; read A;";
  std::string const turns =
      "grid; S workspace 1 512; T flag 2 1; B named_barrier 1 64; loop tiles_of_steps;"
      "role 64; end: elected wait T[tile*2-1+rank]; sync B[0]; rank0 write S; rank1 update S;"
      "sync B[0]; elected arrive T[tile*2+rank];";
  std::string const invalid =
      "A buffer 1 512; F mbarrier 1 1; loop once; role 32; elected arrive_and_expect_tx F 512;"
      "elected tma_load A F; wait F; read A; sync_block; elected invalidate F;";
  return {
      {"wait", "the phase of the data", ring, "wait F[now]", "wait F[now].before"},
      {"wait", "at all: overwritten too early", ring, "wait E[now].before;", ""},
      {"wait", "at all: read too early", ring, "wait F[now];", ""},
      {"wait", "the stage", ring, "wait F[now]", "wait F[now+1]"},
      {"wait", "never two phases late", watched, "wait G[now].before;", ""},
      {"wait", "own block's mbarrier", dsmem, "wait_acquire_cluster F;", "wait F.of(peer);"},
      {"wait", "by all that read", ring, "wait F[now]; read", "elected wait F[now]; read"},
      {"test_wait", "the phase of the data",
       "A buffer 1 512; F mbarrier 1 32; loop once; role 32; write A; arrive F;"
       "role 32; test_wait F; read A;",
       "test_wait F;", "test_wait F.before;"},
      {"test_wait", "own block's mbarrier", dsmem, "wait_acquire_cluster F;",
       "test_wait F.of(peer);"},
      {"wait_acquire_cluster", "of arrivals of scope .cluster", dsmem, "wait_acquire_cluster F;",
       "wait F;"},
      {"arrive", "as many as expected: fewer", stores, "leaders arrive E", "elected arrive E"},
      {"arrive", "as many as expected: more", stores, "leaders arrive E", "arrive E"},
      {"arrive", "after the reads it ends", ring,
       "read A[now]; fence_view_async_shared; arrive E[now]",
       "arrive E[now]; read A[now]; fence_view_async_shared"},
      {"arrive", "publishes its own thread alone", stores, "sync_warp; leaders arrive E[now]",
       "leaders arrive E[now]; sync_warp"},
      {"arrive", "the stage", stores, "leaders arrive E[now]", "leaders arrive E[now+1]"},
      {"arrive", "another block's: publishes no writes", dsmem, "arrive_release_cluster", "arrive"},
      {"arrive", "a block of the cluster", dsmem, "arrive_release_cluster F.of(peer)",
       "arrive F.of(1)"},
      {"arrive", "not at a flag's place too early", turns, "arrive T[tile*2+rank]",
       "arrive T[tile*2+rank]; elected arrive T[tile*2+rank]"},
      {"arrive_release_cluster", "after the writes of all", dsmem, "write A; sync B;",
       "sync B; write A;"},
      {"arrive_release_cluster", "a block that has not ended", dsmem, "sync_cluster;", ""},
      {"arrive_release_cluster", "a block that has started",
       "blocks 2; F mbarrier 1 1; loop once; role 32; elected initialize_barriers;"
       "elected fence_barrier_init; sync_cluster; elected arrive_release_cluster F.of(peer);"
       "wait_acquire_cluster F; sync_cluster;",
       "sync_cluster; elected arrive", "sync_block; elected arrive"},
      {"arrive_and_expect_tx", "the bytes: more", ring, "F[now] 512", "F[now] 528"},
      {"arrive_and_expect_tx", "the bytes: fewer", ring, "F[now] 512", "F[now] 496"},
      {"arrive_and_expect_tx", "at most 2^20 - 1", ring, "F[now] 512", "F[now] 1048576"},
      {"arrive_and_expect_tx", "by one thread",
       "A buffer 1 512; F mbarrier 1 1; loop once; role 32; elected arrive_and_expect_tx F 512;"
       "elected tma_load A F; wait F;",
       "elected arrive_and", "arrive_and"},
      {"arrive_and_expect_tx", "own block's mbarrier", dsmem, "arrive_release_cluster F.of(peer);",
       "arrive_and_expect_tx F.of(peer) 16;"},
      {"expect_tx", "before the arrival that may complete the phase",
       "A buffer 1 512; F mbarrier 1 1; loop once; role 1; expect_tx F 512; tma_load A F; arrive F;"
       "role 32; wait F; read A;",
       "expect_tx F 512; tma_load A F; arrive F;", "tma_load A F; arrive F; expect_tx F 512;"},
      {"expect_tx", "by who is ordered before the arrival",
       "A buffer 1 512; F mbarrier 1 2; loop once; role 1; expect_tx F 512; tma_load A F; arrive F;"
       "role 1; arrive F; role 32; wait F; read A;",
       "F mbarrier 1 2; loop once; role 1; expect_tx F 512; tma_load A F; arrive F;",
       "F mbarrier 1 1; loop once; role 1; expect_tx F 512; tma_load A F;"},
      {"expect_tx", "the bytes",
       "A buffer 1 512; F mbarrier 1 1; loop once; role 1;"
       "expect_tx F 512; tma_load A F; arrive F; role 32; wait F; read A;",
       "F 512", "F 256"},
      {"cp_async_arrive", "publishes copies, not stores", copies, "cp_async A[now]",
       "write A[now]"},
      {"cp_async_arrive", "as many as expected", copies, "F mbarrier 2 32", "F mbarrier 2 31"},
      {"cp_async_arrive", "after the copies", copies, "cp_async A[now]; cp_async_arrive F[now]",
       "cp_async_arrive F[now]; cp_async A[now]"},
      {"cp_async_arrive", "over by the end of the block",
       "A buffer 1 512; F mbarrier 1 32; loop once; role 32; cp_async A; cp_async_fence;"
       "cp_async_wait 0; cp_async_arrive F; wait F;",
       "wait F;", ""},
      {"invalidate", "once", invalid, "elected invalidate F;",
       "elected invalidate F; elected invalidate F;"},
      {"invalidate", "after all arrivals",
       "E mbarrier 1 64; loop once; role 32; arrive E; sync_warp; arrive E; sync_warp;"
       "elected invalidate E;",
       "sync_warp;elected", "elected"},
      {"invalidate", "after everybody's last use", invalid, "sync_block; elected invalidate F",
       "elected invalidate F"},
      {"invalidate", "no use afterwards", invalid, "elected invalidate F;",
       "elected invalidate F; sync_block; wait F;"},
      {"invalidate", "no copy under way",
       "A buffer 1 512; F mbarrier 1 1; loop once; role 1; arrive_and_expect_tx F 512; tma_load A "
       "F;"
       "wait F; invalidate F;",
       "wait F; invalidate F", "invalidate F"},
      {"sync", "whole warps: elected", named, "sync B[0]", "elected sync B[0]"},
      {"sync", "whole warps: a lane", named, "role 32", "role 1"},
      {"sync", "the number of threads", named, "B named_barrier 1 96 2", "B named_barrier 1 64 2"},
      {"sync", "no more than the block has", named, "B named_barrier 1 96 2",
       "B named_barrier 1 128 2"},
      {"sync", "a multiple of 32", named, "B named_barrier 1 96 2", "B named_barrier 1 80 2"},
      {"sync", "before the write it guards", named, "sync B[0]; write A[now]",
       "write A[now]; sync B[0]"},
      {"sync", "15 beside the block's", named, "B named_barrier 1 96 2", "B named_barrier 1 96 16"},
      {"arrive (named)", "does not wait", named, "sync B[1]; read", "arrive B[1]; read"},
      {"arrive (named)", "once before the barrier completes", named, "arrive B[0]; sync B[1]",
       "arrive B[0]; arrive B[0]; sync B[1]"},
      {"arrive (named)", "whole warps", named, "arrive B[1]", "leaders arrive B[1]"},
      {"sync_block", "between write and read", pair, "write A; sync_block;", "write A;"},
      {"sync_block", "between read and write", pair, "read A;sync_block;", "read A;"},
      {"sync_block", "whole warps", pair, "sync_block; read", "elected sync_block; read"},
      {"sync_block", "by all roles alike",
       "A buffer 1 512; F mbarrier 1 1; loop once; role 32; write A; sync_block; elected arrive F;"
       "role 32; sync_block; wait F; read A;",
       "role 32; sync_block; wait F;", "role 32; wait F; sync_block;"},
      {"sync_warp", "before one lane speaks for all", stores, "sync_warp;", ""},
      {"sync_warp", "whole warps", stores, "sync_warp;", "leaders sync_warp;"},
      {"sync_warp", "its own warp alone",
       "A buffer 1 512; B named_barrier 1 64; loop once; role 64; write A; sync B; read A;",
       "sync B", "sync_warp"},
      {"sync_cluster", "before another block is touched", writes_peer, "sync_cluster; write",
       "write"},
      {"sync_cluster", "before own data of another is read", writes_peer, "sync_cluster; read A",
       "sync_block; read A"},
      {"sync_cluster", "whole warps", writes_peer, "sync_cluster; read",
       "elected sync_cluster; read"},
      {"sync_cluster", "blocks of a cluster", "blocks 2; loop once; role 32; sync_cluster;",
       "blocks 2;", "grid;"},
      {"cluster_arrive", "after the writes", writes_peer, "write A.of(peer);sync_cluster; read A",
       "cluster_arrive; write A.of(peer); cluster_wait; read A"},
      {"cluster_arrive", "once before the barrier completes",
       "blocks 2; loop once; role 32; cluster_arrive; cluster_wait;", "cluster_arrive;",
       "cluster_arrive; cluster_arrive;"},
      {"cluster_wait", "after its own arrival",
       "blocks 2; loop once; role 32; cluster_arrive; cluster_wait;",
       "cluster_arrive; cluster_wait", "cluster_wait; cluster_arrive"},
      {"cluster_wait", "before the read",
       "blocks 2; A buffer 1 512; loop once; role 32;"
       "write A; cluster_arrive; cluster_wait; read A.of(peer); sync_cluster;",
       "cluster_wait; read A.of(peer);", "read A.of(peer); cluster_wait;"},
      {"wait (flag)", "for the place before", turns, "wait T[tile*2-1+rank]",
       "wait T[tile*2-2+rank]"},
      {"wait (flag)", "at all", turns, "elected wait T[tile*2-1+rank];", ""},
      {"wait (flag)", "tells its own thread alone", turns, "sync B[0]; rank0 write", "rank0 write"},
      {"arrive (flag)", "after the writes of all", turns, "sync B[0]; elected arrive",
       "elected arrive"},
      {"arrive (flag)", "at all: a hang", turns, "elected arrive T[tile*2+rank];", ""},
      {"initialize_barriers", "before use", initialised, "elected initialize_barriers;",
       "elected arrive F; elected initialize_barriers;"},
      {"initialize_barriers", "by one thread", initialised, "elected initialize_barriers",
       "initialize_barriers"},
      {"initialize_barriers", "once", initialised, "elected initialize_barriers;",
       "elected initialize_barriers; elected initialize_barriers;"},
      {"initialize_barriers", "seen by all users", initialised, "sync_block;", ""},
      {"fence_barrier_init", "before the async proxy uses them", initialised,
       "elected fence_barrier_init;", ""},
      {"fence_barrier_init", "by who initialised", initialised,
       "elected fence_barrier_init; sync_block",
       "sync_block; elected fence_barrier_init; elected read A; elected fence_barrier_init"},
  };
}

}  // namespace random_protocols
