// SPDX-License-Identifier: BSL-1.0
//
// Compares the properties, asked for at run time, with brute force over millions of layouts: every
// answer must be sound and complete.
//
// The witness of a property that does not hold is checked too: a wrong one is a disagreement, and
// so is "undecided", except where the search for a collision, which has a budget, comes in. Prints
// a line for each property, and the smallest case that disagrees; the exit status is 1 if there is
// one.

#include "sweep_properties.hpp"

#include <chrono>
#include <cstdio>

int main() {
  auto const start = std::chrono::steady_clock::now();
  sweep_injective();
  sweep_contiguous();
  sweep_resources();
  sweep_gf2();
  sweep_equivalent();
  sweep_partition();
  sweep_tiles();
  sweep_bank_conflicts();
  sweep_global_memory();
  std::chrono::duration<double> const passed = std::chrono::steady_clock::now() - start;
  std::printf("%ld cases in %.1f s, %ld disagreements: %s\n", sweep::total_cases, passed.count(),
              sweep::total_disagreements, sweep::failed ? "FAILED" : "ok");
  return sweep::failed ? 1 : 0;
}
