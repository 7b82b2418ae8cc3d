// SPDX-License-Identifier: BSL-1.0
//
// The number of runs of a search: a comparison splits the proof only where neither the bounds nor
// an earlier comparison decides it, and a contradiction ends all runs that share it.
#include <tileproof/integers/symbolic.hpp>

namespace {

using namespace tileproof::integers;

constexpr unknown of[] = {{"x", 0, 9}, {"y", 0, 9}, {"z", 0, 9}};
template <class Claim>
constexpr search searched(Claim const& claim) {
  search s(of, 3);
  s.run(claim);
  return s;
}

// The bounds decide: one run.
struct in_bounds {
  constexpr bool operator()(symbolic const* x) const { return x[0] <= 9 && x[1] >= 0; }
};
static_assert(searched(in_bounds{}).runs == 1);

// One comparison, then itself, its opposite and a wider one, which it decides: two runs.
struct compares_again {
  constexpr bool operator()(symbolic const* x) const {
    bool const is_less = x[0] < x[1];
    return is_less == (x[0] < x[1]) && is_less == !(x[1] <= x[0]) && (!is_less || x[0] <= x[1] + 3);
  }
};
static_assert(searched(compares_again{}).runs == 2);

// Three independent comparisons: one run for each combination.
struct three_comparisons {
  constexpr bool operator()(symbolic const* x) const {
    int const n = (x[0] < 5) + (x[1] < 5) + (x[2] < 5);
    return n <= 3;
  }
};
static_assert(searched(three_comparisons{}).runs == 8);

// x < y < z <= x is impossible. The runs that go on from there have 2^8 outcomes of their own, and
// none of them is tried: the contradiction is shown before, or kept after the first of them.
struct contradiction_first {
  constexpr bool operator()(symbolic const* x) const {
    if (!(x[0] < x[1]) || !(x[1] < x[2]) || x[0] < x[2]) return true;
    int n = 0;
    for (int i = 1; i < 9; ++i) n += x[0] < i;
    return n < 0;  // false: every run that reaches it must be impossible
  }
};
static_assert(searched(contradiction_first{}).why == decisions::reason::none);
static_assert(searched(contradiction_first{}).runs < 8);

// More than 256 comparisons in one run are undecided.
struct counts_up {
  constexpr bool operator()(symbolic const* x) const {
    symbolic n = 0;
    for (int i = 0; i < 300; ++i) n = n <= x[0] ? n + 1 : n;
    return n >= 0;
  }
};
static_assert(searched(counts_up{}).why == decisions::reason::many_cases);

}  // namespace
