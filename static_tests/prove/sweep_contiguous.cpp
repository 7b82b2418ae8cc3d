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
    if (s.of.first >= 0) {
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
    integer begin = s.l.offset;  // of the tile before it is swizzled
    integer end = s.l.offset + 1;
    for (int i = 0; i < s.l.n; ++i) {
      begin += (s.l.s[i] - 1) * std::min<integer>(s.l.d[i], 0);
      end += (s.l.s[i] - 1) * std::max<integer>(s.l.d[i], 0);
    }
    report const r = tileproof::swizzle_fits<Vector>::decide(s.of);
    integer const x = r(clue::at_offset);
    auto const swizzled = [&](integer y) {
      return oracle::swizzle(s.l.bits, s.l.base, s.l.shift, y);
    };
    bool const moved_out = r.has(clue::found) && x >= begin && x < end &&
                           r(clue::found) == swizzled(x) &&
                           (r.has(clue::at_least) ? swizzled(x) < begin : swizzled(x) >= end);
    bool const torn = r.has(clue::in_runs_of) && Vector > r(clue::in_runs_of);
    bool const misplaced =
        !r.has(clue::found) && r.has(clue::at_offset) && x == begin && x % Vector != 0;
    swizzle_fits.judge(
        r, oracle::swizzle_fits(s.l, begin, end, Vector),
        r.holds() ? oracle::elements_fit(s.l, Vector) : moved_out || torn || misplaced, s);
  }

  // All small swizzles with the offsets 0 to 31 inside, on rows of 1 to 40 elements and on tiles
  // with gaps between their rows.
  void small_swizzles() {
    std::vector<oracle::layout> tiles;
    for (integer n = 1; n <= 40; ++n) tiles.push_back({1, {n}, {1}});
    for (integer const pitch : {8, 9, 12, 16, 32})
      for (integer const rows : {2, 3, 4, 8}) tiles.push_back({2, {8, rows}, {1, pitch}});
    tiles.push_back({1, {16}, {-1}});
    tiles.push_back({2, {4, 4}, {8, 2}});
    for (oracle::layout l : tiles)
      for (l.bits = 0; l.bits <= 3; ++l.bits)
        for (l.base = 0; l.base <= 3; ++l.base)
          for (int shift = l.bits; shift <= 4; ++shift)
            for (int const sign : {1, -1})
              for (integer offset = 0; offset < 32; ++offset) {
                l.shift = sign * shift;
                l.offset = offset + (l.d[0] < 0 ? l.s[0] - 1 : 0);
                subject const s(l);
                vectors<1>(s);
                vectors<2>(s);
                vectors<4>(s);
                vectors<8>(s);
              }
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
  all.small_swizzles();
  all.print();
}
