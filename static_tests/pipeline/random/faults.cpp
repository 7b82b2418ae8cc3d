// SPDX-License-Identifier: BSL-1.0
//
// Checks the oracle: it accepts the sound protocol of each pair of faults_of_*.hpp and refuses the
// broken one. Prints a table; exit status 1 if one pair is wrong.
//
//   g++ -std=c++20 -O2 faults.cpp -o faults && ./faults [--traces]
#include "faults_of_barriers.hpp"
#include "faults_of_memory.hpp"

#include <cstdio>
#include <cstring>

using namespace random_protocols;

int main(int argc, char** argv) {
  bool const traces = argc > 1 && std::strcmp(argv[1], "--traces") == 0;
  int wrong = 0, pairs = 0;
  for (auto const& table : {barrier_faults(), memory_faults()})
    for (fault const& f : table) {
      protocol const good = f.twin(), bad = f.broken();
      verdict const a = judge(good, {1, 24}), b = judge(bad, {1, 24});
      bool const ok = a.why == reason::none && b.why != reason::none;
      wrong += !ok, ++pairs;
      std::printf("%-24s %-46s twin %-10s fault %s%s\n", f.of, f.condition,
                  a.why == reason::none ? "sound" : reason_names[int(a.why)],
                  reason_names[int(b.why)], ok ? "" : "   WRONG");
      if (a.why != reason::none) std::puts((write_cpp(good, "twin") + trace(good, a)).c_str());
      if (traces && b.why != reason::none) std::puts(trace(bad, b).c_str());
    }
  std::printf("%d pairs, %d wrong\n", pairs, wrong);
  return wrong != 0;
}
