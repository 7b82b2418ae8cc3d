// SPDX-License-Identifier: BSL-1.0
#include "judge.hpp"
#include "umma_protocols.hpp"

namespace tileproof::pipeline::judge {

void judge_umma() {
  judge_fault<gemm_block_scaled<2, false>>("gemm_block_scaled<2> without its axiom");
  judge_protocol<gemm_umma<2>>("gemm_umma<2>");
  judge_protocol<gemm_umma<2, 2>>("gemm_umma<2> of a pair", {20, 1, 1, 12});
  judge_protocol<gemm_clc<2>>("gemm_clc<2>", {40, 1, 2});
  judge_protocol<gemm_block_scaled<2>>("gemm_block_scaled<2>");
  judge_protocol<attention_umma<2>>("attention_umma<2>", {40, 1, 2});
}

}  // namespace tileproof::pipeline::judge
