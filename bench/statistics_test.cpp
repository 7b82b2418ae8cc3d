// SPDX-License-Identifier: BSL-1.0
//
// The figures of a row, from samples that are known.
#include "statistics.hpp"

#include <cstdio>

namespace {

int wrong = 0;
void expect(char const* what, double is, double should_be) {
  if (std::abs(is - should_be) <= 1e-12) return;
  std::printf("%s: %.17g, not %.17g\n", what, is, should_be);
  ++wrong;
}

}  // namespace

int main() {
  using namespace bench;
  expect("median of three", median({3, 1, 2}), 2);
  expect("median of four", median({4, 1, 2, 3}), 2.5);
  expect("lower quartile of five", quantile({5, 4, 3, 2, 1}, 0.25), 2);
  expect("lower quartile of four", quantile({4, 1, 2, 3}, 0.25), 1.75);
  expect("variation", variation({1, 2, 3}), 0.5);
  expect("variation of one", variation({7}), 0);

  // Every fourth sample is throttled and takes twice as long; so do the other's in other rounds.
  std::vector<sample> one, other;
  for (int i = 0; i < 40; ++i) {
    bool const slow = i % 4 == 0;
    one.push_back({(slow ? 2.0 : 1.0) * (1 + i), slow ? 970.0 : 1000.0});
    bool const slow_too = i % 4 == 1;
    other.push_back({(slow_too ? 4.0 : 2.0) * (1 + i), slow_too ? 970.0 : 1000.0});
  }
  figures const f = figures_of(one);
  expect("taken", f.taken, 40);
  expect("kept", f.kept, 30);
  expect("clock", f.mhz, 1000);
  expect("groups", static_cast<double>(f.groups.size()), repetitions);
  expect("median of the first group", f.groups[0], 3);
  expect("median of the last group", f.groups[9], 39);
  // Within a round, the trend of both cancels.
  quartiles const q = ratio(one, other);
  expect("ratio", q.middle, 0.5);
  expect("its lower quartile", q.lower, 0.5);
  expect("its upper quartile", q.upper, 0.5);
  return wrong;
}
