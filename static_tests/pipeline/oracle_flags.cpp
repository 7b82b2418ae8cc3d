// SPDX-License-Identifier: BSL-1.0
//
// Blocks of a grid that wait for each other by flags.
#include "flag_protocols.hpp"
#include "judge.hpp"

namespace tileproof::pipeline::judge {

void judge_flags() {
  judge_protocol<turnstile<2>>("turnstile<2>", {40, 2, 2});
  judge_protocol<turnstile<3>>("turnstile<3>", {40, 2, 1});
  judge_protocol<turnstile<3, seed::none, tiles_of_steps, 1>>("turnstile<3>, 1 stage", {40, 2, 1});
  judge_protocol<turnstile<3, seed::all_wait, steps>>("turnstile<3>, all wait", {40, 2, 1});
  judge_protocol<parallel_sum<2>>("parallel_sum<2>", {40, 2, 2});
  judge_protocol<parallel_sum<3>>("parallel_sum<3>", {40, 2, 1});
  judge_protocol<parallel_sum<2, 2>>("parallel_sum<2,2>", {40, 3, 1});
  judge_protocol<parallel_sum<3, 2>>("parallel_sum<3,2>", {40, 3, 0});
  judge_protocol<parallel_sum<3, 1, seed::none, once>>("parallel_sum<3> once", {40, 1, 1});
  judge_protocol<sum_of_threads<3>>("sum_of_threads<3>", {40, 2, 1});
  judge_protocol<ring_of_blocks<1>>("ring_of_blocks<1>", {40, 1, 2});
  judge_protocol<ring_of_blocks<2>>("ring_of_blocks<2>", {40, 1, 3});
  judge_protocol<ring_of_blocks<2, 3, true>>("ring_of_blocks<2,3> in cluster", {40, 1, 2});
  judge_protocol<turnstile_of_roles<2>>("turnstile_of_roles<2>", {40, 2, 1});
  judge_protocol<turnstile_of_roles<3>>("turnstile_of_roles<3>", {40, 2, 0});
  judge_protocol<uneven_sum<3>>("uneven_sum<3>", {40, 1, 2});
  judge_protocol<uneven_tiles<2>>("uneven_tiles<2>", {40, 2, 2});
  judge_protocol<uneven_tiles<3, 2>>("uneven_tiles<3,2>", {40, 2, 0});
  judge_protocol<uneven_turns<3>>("uneven_turns<3>", {40, 2, 1});
  judge_protocol<uneven_turnstile<2>>("uneven_turnstile<2>", {40, 1, 2});
}

}  // namespace tileproof::pipeline::judge
