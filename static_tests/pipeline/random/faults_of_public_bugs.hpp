// SPDX-License-Identifier: BSL-1.0
//
// Defines public_bugs(): mistakes that public projects made, each as a sound protocol and the
// change that makes it the bug. Use it with the other tables of faults.
#pragma once

#include "faults.hpp"

namespace random_protocols {

inline std::vector<fault> public_bugs() {
  std::string const by_warps =
      "A buffer 2 512; F mbarrier 2 1; E mbarrier 2 4; loop steps;"
      "role 128; step: wait F[now]; read A[now]; sync_warp; leaders arrive E[now];"
      "role 1; step: wait E[now].before; fence_view_async_shared; arrive_and_expect_tx F[now] 512;"
      "tma_load A[now] F[now];";
  std::string const mailbox =
      "M buffer 1 512; R mbarrier 1 32; E mbarrier 1 5; loop steps;"
      "role 32; step: wait E[now].before; write M; arrive R[now];"
      "role 160; step: wait R[now]; read M; sync_warp; leaders arrive E[now];";
  std::string const relay =
      "A buffer 1 512; F mbarrier 1 1; loop steps; role 1; step: arrive_and_expect_tx F[now] 512;"
      "tma_load A[now] F[now]; wait F[now]; tma_store A[now]; tma_store_arrive; tma_store_wait 0;"
      "finish: tma_store_wait 0;";
  std::string const relay_of_two =
      "A buffer 2 512; F mbarrier 2 1; loop steps; role 1; step: arrive_and_expect_tx F[now] 512;"
      "tma_load A[now] F[now]; wait F[now]; tma_store A[now]; tma_store_arrive; tma_store_wait 1;"
      "finish: tma_store_wait 0;";
  return {
      {"triton 7262", "reads, then TMA: a proxy fence", by_warps, "fence_view_async_shared;", ""},
      {"triton 7262", "or the axiom that reads need none",
       "axiom reads; A buffer 2 512; F mbarrier 2 1; E mbarrier 2 4; loop steps;"
       "role 128; step: wait F[now]; read A[now]; sync_warp; leaders arrive E[now];"
       "role 1; step: wait E[now].before; arrive_and_expect_tx F[now] 512; tma_load A[now] F[now];",
       "axiom reads;", ""},
      {"cudnn-frontend 426", "one lane arrives for 32",
       "A buffer 1 512; F mbarrier 1 1; loop once; role 32; write A; sync_warp; elected arrive F;"
       "role 32; wait F; read A;",
       "sync_warp;", ""},
      {"DeepEP 657", "a store's groups before the next load", relay, "tma_store_wait 0;finish",
       "tma_store_wait 1;finish"},
      {"DeepEP 657", "the same with two stages", relay_of_two, "tma_store_wait 1",
       "tma_store_wait 2"},
      {"FlashKDA 24", "a fence for no step at all",
       "D buffer 1 512; loop steps; role 64; begin: write D; fence_view_async_shared;"
       "step: fence_view_async_shared; finish: sync_block; elected tma_store D;"
       "elected tma_store_arrive; elected tma_store_wait 0;",
       "write D; fence_view_async_shared;", "write D;"},
      {"FlashKDA 24", "mbarriers of threads alone need no fence",
       "F mbarrier 1 64; loop once; role 64; elected initialize_barriers; sync_block; arrive F;"
       "wait F;",
       "sync_block;", ""},
      {"cuda-oxide 1066", "the mailbox is free again", mailbox, "wait E[now].before;", ""},
      {"cuda-oxide 1066", "5 warps read it", mailbox, "E mbarrier 1 5", "E mbarrier 1 4"},
      {"flash-attention 2258", "tiles without a step",
       "Q buffer 1 512; F mbarrier 1 1; E mbarrier 1 32; loop tiles_of_some_steps;"
       "role 1; first: wait E[tile].before; arrive_and_expect_tx F[tile] 512; tma_load Q F[tile];"
       "role 32; first: wait F[tile]; read Q; end: fence_view_async_shared; arrive E[tile];",
       "tiles_of_some_steps", "tiles_of_steps"},
      {"flashinfer 4732", "one id, a warp twice",
       "B named_barrier 1 256; C named_barrier 1 256; loop steps; role 128; step: sync B; arrive C;"
       "role 128; step: arrive B; sync C;",
       "arrive B; sync C", "arrive B; arrive C"},
      {"(a lane's warp)", "sync_warp in begin, where all 32 are",
       "loop steps; role 1; begin: sync_warp; step: launch_dependent_grids;",
       "begin: sync_warp; step:", "step: sync_warp;"},
      {"(cp.async, 2 stages)", "arrives after its own copies alone",
       "A buffer 2 512; F mbarrier 2 128; E mbarrier 2 128; loop steps;"
       "role 128; step: wait E[now].before; cp_async A[now]; cp_async_arrive F[now];"
       "role 128; step: wait F[now]; read A[now]; arrive E[now];",
       "cp_async_arrive F[now]", "arrive F[now]"},
  };
}

}  // namespace random_protocols
