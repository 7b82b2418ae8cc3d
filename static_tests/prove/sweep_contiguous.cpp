// SPDX-License-Identifier: BSL-1.0
//
// Compares contiguous, contiguous_run, aligned and swizzle_fits with brute force: groups of
// coordinates that have consecutive offsets.

#include "sweep_properties.hpp"

#include <algorithm>
#include <cstdint>

using namespace sweep;

namespace {

template <int Bytes, class Element>
constexpr integer unit_of = Bytes / static_cast<integer>(sizeof(Element));

struct tallies {
  tally contiguous{"contiguous"};
  tally run{"contiguous_run"};
  tally aligned{"aligned"};
  tally swizzle_fits{"swizzle_fits"};

  void operator()(subject const& s) {
    groups<1>(s);
    groups<2>(s);
    groups<3>(s);
    groups<4>(s);
    groups<8>(s);
    judge(run, detail::contiguous_run(s.of) == oracle::contiguous_run(s.at), s);
    alignment<8, std::int64_t>(s);
    alignment<8, float>(s);
    alignment<16, float>(s);
    alignment<6, std::uint16_t>(s);
    alignment<16, std::uint8_t>(s);
    if (s.reached.least >= 0) {
      vectors<1>(s);
      vectors<2>(s);
      vectors<4>(s);
    }
  }

  template <int N>
  void groups(subject const& s) {
    report const r = tileproof::contiguous<N>::decide(s.of);
    integer const at = oracle::first_ungrouped(s.at, N, 1);
    contiguous.judge(
        r, at < 0,
        r.holds() || (s.index(r, clue::at_coordinate) == at && r(clue::at_offset) == s(at) &&
                      r(clue::in_runs_of) == oracle::contiguous_run(s.at)),
        s);
  }

  template <int Bytes, class Element>
  void alignment(subject const& s) {
    report const r = tileproof::aligned<Bytes, Element>::decide(s.of);
    integer const at = oracle::first_ungrouped(s.at, 1, unit_of<Bytes, Element>);
    aligned.judge(r, at < 0,
                  r.holds() || (s.index(r, clue::at_coordinate) == at &&
                                r(clue::at_offset) == s(at) && r(clue::aligned_to) == Bytes),
                  s);
  }

  template <int Vector>
  void vectors(subject const& s) {
    integer end = s.l.offset + 1;  // of the tile before it is swizzled
    for (int i = 0; i < s.l.n; ++i) {
      end += (s.l.s[i] - 1) * std::max<integer>(s.l.d[i], 0);
    }
    report const r = tileproof::swizzle_fits<Vector>::decide(s.of);
    integer const x = r(clue::at_offset);
    auto const swizzled = [&](integer y) {
      return oracle::swizzle(s.l.bits, s.l.base, s.l.shift, y);
    };
    bool const moved_out = r.has(clue::at_offset) && x >= 0 && x < end && swizzled(x) >= end &&
                           r(clue::found) == swizzled(x);
    bool const torn = r.has(clue::in_runs_of) && Vector > r(clue::in_runs_of);
    swizzle_fits.judge(r, oracle::swizzle_fits(s.l, end, Vector), r.holds() || moved_out || torn,
                       s);
  }

  void print() const {
    for (tally const* t : {&contiguous, &run, &aligned, &swizzle_fits}) {
      t->print();
    }
  }
};

}  // namespace

void sweep_contiguous() {
  tallies all;
  layouts(all);
  all.print();
}
