// SPDX-License-Identifier: BSL-1.0
//
// Compares equivalent and same_elements with brute force, on pairs of layouts.

#include "sweep_properties.hpp"

using namespace sweep;

namespace {

struct pairs {
  tally equivalent{"equivalent"};
  tally same_elements{"same_elements"};

  void functions(subject const& a, subject const& b) {
    report const r = tileproof::equivalent::decide(a.of, b.of);
    integer const at = oracle::first_difference(a.at, b.at);
    bool const both = at >= 0 && at < a.size() && at < b.size();
    bool const witness = both ? a.index(r, clue::at_coordinate) == at && r(clue::found) == b(at) &&
                                    r(clue::expected) == a(at)
                              : !r.has(clue::at_coordinate) && r(clue::found) == b.size() &&
                                    r(clue::expected) == a.size();
    equivalent.judge(r, at < 0, r.holds() || witness, a, b);
  }

  // A thread's value is one thing on both sides only if they have the same threads.
  void copies(subject const& a, subject const& b) {
    report const r = tileproof::same_elements::decide(a.of, b.of);
    integer const at = oracle::first_difference(a.at, b.at);
    bool const expected = at < 0 && a.threads() == b.threads();
    integer const x = r(clue::at_thread) + a.threads() * r(clue::at_value);
    bool const witness = !r.has(clue::at_thread) || (x == at && r(clue::found) == b(x) &&
                                                     r(clue::expected) == a(x) && a(x) != b(x));
    same_elements.judge(r, expected, r.holds() || witness, a, b);
  }

  void print() const {
    equivalent.print();
    same_elements.print();
  }
};

}  // namespace

void sweep_equivalent() {
  pairs of_two;
  draw from(7);
  for (int i = 0; i < 700'000; ++i) {
    oracle::layout const l =
        placed(from, draw_layout(from, static_cast<int>(from.between(1, 4)), 36));
    oracle::layout const other = relative(from, l);
    int const split = static_cast<int>(from.between(1, l.n));
    int const other_split = static_cast<int>(from.between(1, other.n));
    of_two.functions(subject(l), subject(other));
    of_two.copies(subject(l, split), subject(other, other_split));
  }
  of_two.print();
}
