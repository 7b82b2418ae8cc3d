// SPDX-License-Identifier: BSL-1.0
//
// Faults that no change of an action makes: numbers of arrivals, roles that meet in another order.
#include "flag_protocols.hpp"
#include "judge.hpp"

namespace tileproof::pipeline::judge {

void judge_faults() {
  judge_fault<hopper_gemm<2, 2, seed::count_too_large>>("hopper_gemm<2,2>: count_too_large");
  judge_fault<hopper_gemm<2, 2, seed::count_too_small>>("hopper_gemm<2,2>: count_too_small");
  judge_fault<hopper_gemm<2, 2, seed::prefetch_one_too_many>>(
      "hopper_gemm<2,2>: prefetch_one_too_many");
  judge_fault<hopper_gemm<2, 2, seed::barriers_not_published>>(
      "hopper_gemm<2,2>: barriers_not_published");
  judge_fault<hopper_gemm<2, 2, seed::no_init_fence>>("hopper_gemm<2,2>: no_init_fence");
  judge_fault<without_axiom<hopper_gemm<2, 1>>>("hopper_gemm<2,1> without axiom");
  judge_fault<without_axiom<hopper_gemm<2, 2>>>("hopper_gemm<2,2> without axiom");
  judge_fault<without_axiom<hopper_gemm<2, 1, seed::none, 2>>>(
      "hopper_gemm in cluster without axiom");
  judge_fault<without_axiom<gemm_with_own_rings<2>>>("gemm_with_own_rings<2> without axiom");
  judge_fault<without_axiom<ping_pong<2>>>("ping_pong<2> without axiom");
  judge_fault<without_axiom<two_teams<2>>>("two_teams<2> without axiom");
  judge_fault<without_axiom<shared_epilogue<2>>>("shared_epilogue<2> without axiom");
  judge_fault<without_axiom<copies_arrive<2>>>("copies_arrive<2> without axiom");
  judge_fault<without_axiom<lent_registers<2>>>("lent_registers<2> without axiom");
  judge_fault<gemm_of_threads<2, 1>>("gemm_of_threads: one thread releases");
  judge_fault<hopper_gemm<2, 1, seed::releases_own_block_only, 2>>(
      "hopper_gemm in cluster: releases_own_block_only");
  judge_fault<hopper_gemm<2, 1, seed::no_tail, 2>>("hopper_gemm in cluster: no_tail");
  judge_fault<hopper_gemm<2, 1, seed::no_cluster_sync, 2>>(
      "hopper_gemm in cluster: no_cluster_sync");
  judge_fault<hopper_gemm<2, 1, seed::expects_own_bytes_only, 2>>(
      "hopper_gemm in cluster: expects_own_bytes_only");
  judge_fault<ping_pong<2, seed::crossing_barriers>>("ping_pong<2>: crossing_barriers");
  judge_fault<ping_pong<2, seed::passes_twice>>("ping_pong<2>: passes_twice");
  judge_fault<tma_ring<2, 32, 31>>("tma_ring: an arrival fewer");
  judge_fault<tma_ring<2, 32, 33>>("tma_ring: an arrival more");
  judge_fault<tma_ring<2, 32, 32, 2>>("tma_ring: two announcers");
  judge_fault<blocks_apart<2, 1>>("blocks_apart: an arrival more");
  judge_fault<blocks_apart<2, -1>>("blocks_apart: an arrival fewer");
  judge_fault<copies_arrive<2, 1>>("copies_arrive: an arrival more");
  judge_fault<copies_arrive<2, -1>>("copies_arrive: an arrival fewer");
  judge_fault<two_places<1, 1>>("two_places: an arrival more");
  judge_fault<two_places<1, -1>>("two_places: an arrival fewer");
  judge_fault<lent_registers<2, 40, 240>>("lent_registers: 240 of 232");
  judge_fault<turnstile<2, seed::place_counts_two>>("turnstile<2>: place_counts_two");
  judge_fault<parallel_sum<3, 1, seed::place_counts_one_more>>(
      "parallel_sum<3>: place_counts_one_more");
  judge_fault<parallel_sum<3, 1, seed::place_counts_one_less>>(
      "parallel_sum<3>: place_counts_one_less");
  judge_fault<parallel_sum<3, 1, seed::sums_in_one_part>>("parallel_sum<3>: sums_in_one_part");
  judge_fault<parallel_sum<3, 2, seed::one_flag_for_all>>("parallel_sum<3,2>: one_flag_for_all");
  judge_fault<sum_of_threads<3, 1>>("sum_of_threads<3>: an arrival more");
  judge_fault<sum_of_threads<3, -1>>("sum_of_threads<3>: an arrival fewer");
  judge_fault<traps::announced_late>("trap: announced_late");
  judge_fault<traps::announced_after>("trap: announced_after");
  judge_fault<traps::announced_by_all>("trap: announced_by_all");
  judge_fault<traps::registers_wanted_by_two>("trap: registers_wanted_by_two");
  judge_fault<traps::initialised_twice>("trap: initialised_twice");
  judge_fault<traps::initialised_after>("trap: initialised_after");
  judge_fault<traps::announced_after_the_end>("trap: announced_after_the_end");
}

}  // namespace tileproof::pipeline::judge
