// SPDX-License-Identifier: BSL-1.0
//
// Defines schedule_fails and differ, by which the pages of docs/museum show what a bug does where
// no proof looks: by executing schedules of a protocol, and by visiting every coordinate.
#pragma once

#include "../pipeline/judge.hpp"

#include <string>

namespace museum {

// At how many of n places f and g have different values.
constexpr int differ(int n, auto const& f, auto const& g) {
  int places = 0;
  for (int i = 0; i < n; ++i) places += f(i) != g(i);
  return places;
}

// The end of a failing schedule of the protocol P: "race", "hang"; "-" where none does, in random
// schedules of random words and in all schedules of small words.
template <class P>
std::string schedule_fails() {
  using namespace tileproof::pipeline::judge;
  std::mt19937 g(1);
  blame why = falsify<P>(g, 200, {});
  if (why == blame::none) why = exhaust<P>({}, 1, 3, 300000);
  return tileproof::pipeline::judge::text_of(why);
}

}  // namespace museum
