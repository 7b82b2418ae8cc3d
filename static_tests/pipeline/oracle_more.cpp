// SPDX-License-Identifier: BSL-1.0
#include "judge.hpp"

namespace tileproof::pipeline::judge {

void judge_more() {
  judge_protocol<tma_ring<2, 32, 32>>("tma_ring<2>");
  judge_protocol<two_teams<2>>("two_teams<2>", {40, 1, 2});
  judge_protocol<gemm_of_threads<2, 128>>("gemm_of_threads<2,128>");
  judge_protocol<gemm_of_threads<2, 1, true>>("gemm_of_threads<2,1>, after a barrier");
  judge_protocol<blocks_apart<2>>("blocks_apart<2>", {40, 1, 2});
  judge_protocol<masked_steps<2>>("masked_steps<2>");
  judge_protocol<shared_epilogue<2>>("shared_epilogue<2>");
  judge_protocol<distributed_sum<2>>("distributed_sum<2>");
  judge_protocol<copies_arrive<2>>("copies_arrive<2>");
  judge_protocol<halves>("halves");
  judge_protocol<two_places<1>>("two_places<1>");
  judge_protocol<lent_registers<2>>("lent_registers<2>", {40, 1, 2});
  judge_protocol<warps_arrive<2, 2>>("warps_arrive<2,2>");
  judge_protocol<warps_arrive<2, 4>>("warps_arrive<2,4>");
  judge_protocol<by_named_barriers>("by_named_barriers");
  judge_protocol<warp_exchange>("warp_exchange");
  judge_protocol<dependent<2>>("dependent<2>");
}

}  // namespace tileproof::pipeline::judge
