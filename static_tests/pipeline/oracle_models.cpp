// SPDX-License-Identifier: BSL-1.0
#include "judge.hpp"

namespace tileproof::pipeline::judge {

void judge_models() {
  judge_protocol<one_buffer<>>("one_buffer");
  judge_protocol<double_buffer<>>("double_buffer");
  judge_protocol<cp_async_pipeline<2>>("cp_async_pipeline<2>");
  judge_protocol<cp_async_pipeline<3>>("cp_async_pipeline<3>");
  judge_protocol<gemm_with_own_rings<2>>("gemm_with_own_rings<2>");
  judge_protocol<hopper_gemm<2, 1>>("hopper_gemm<2,1>");
  judge_protocol<hopper_gemm<2, 1, seed::none, 1, true>>("hopper_gemm<2,1> by warps", {40, 1, 2});
  judge_protocol<hopper_gemm<3, 2>>("hopper_gemm<3,2>", {40, 1, 2});
  judge_protocol<hopper_gemm<2, 1, seed::none, 2>>("hopper_gemm<2,1> in cluster of 2",
                                                   {20, 1, 1, 12});
  judge_protocol<hopper_gemm<2, 1, seed::none, 2, true>>("hopper_gemm<2,1> by warps, in cluster",
                                                         {20, 1, 0, 12});
  judge_protocol<ping_pong<2>>("ping_pong<2>", {20, 1, 1, 12});
  judge_protocol<ping_pong<2, seed::none, true>>("ping_pong<2> by warps", {20, 1, 0, 12});
}

}  // namespace tileproof::pipeline::judge
