// SPDX-License-Identifier: BSL-1.0
//
// every_moment: the options of a run on the CPU whose copies and products take effect as early as
// they may, as late, and at random moments.
//
//   for (tileproof::cpu::options const& o : every_moment()) ...
#pragma once

#include <tileproof/cpu.hpp>

#include <array>

inline std::array<tileproof::cpu::options, 3> every_moment() {
  using tileproof::cpu::moment_of_effect;
  std::array<tileproof::cpu::options, 3> all;
  all[0].asynchronous = moment_of_effect::first;
  all[1].asynchronous = moment_of_effect::last;
  all[2].asynchronous = moment_of_effect::random;
  return all;
}
