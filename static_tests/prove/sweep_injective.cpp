// SPDX-License-Identifier: BSL-1.0
//
// Compares injective, onto_interval, bijective_onto_interval and compact with brute force.

#include "sweep_properties.hpp"

using namespace sweep;

namespace {

bool gap(subject const& s, report const& r) {
  return r.has(clue::missing_offset) && is_gap(s.reached, r(clue::missing_offset));
}
bool collision(subject const& s, report const& r) {
  integer const x = s.index(r, clue::at_coordinate);
  integer const y = s.index(r, clue::and_coordinate);
  return oracle::is_collision(s.at, x, y) && r(clue::at_offset) == s(x);
}

struct tallies {
  tally injective{"injective", true};
  tally onto_interval{"onto_interval"};
  tally bijective{"bijective_onto_interval", true};
  tally compact{"compact", true};

  void operator()(subject const& s) {
    bool const once = oracle::injective(s.at, s.reached);
    bool const interval = oracle::onto_interval(s.reached);
    report r = tileproof::injective::decide(s.of);
    injective.judge(r, once, r.holds() || collision(s, r), s);
    r = tileproof::onto_interval::decide(s.of);
    onto_interval.judge(r, interval, r.holds() || gap(s, r), s);
    r = tileproof::bijective_onto_interval::decide(s.of);
    bijective.judge(r, once && interval, r.holds() || gap(s, r) || collision(s, r), s);
    r = tileproof::compact::decide(s.of);
    integer const missing = r(clue::missing_offset);
    bool const below_size = r.has(clue::missing_offset) && missing >= 0 && missing < s.size() &&
                            s.reached.times_of(missing) == 0;
    bool const witness = once ? (interval ? below_size : gap(s, r)) : gap(s, r) || collision(s, r);
    compact.judge(r, oracle::compact(s.at, s.reached), r.holds() || witness, s);
  }

  void print() const {
    for (tally const* t : {&injective, &onto_interval, &bijective, &compact}) {
      t->print();
    }
  }
};

}  // namespace

void sweep_injective() {
  tallies all;
  layouts(all);
  all.print();
}
