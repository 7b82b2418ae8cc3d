// SPDX-License-Identifier: BSL-1.0
//
// Compares owns_every_element, written_by_one_thread and access_width with brute force, on
// thread-value layouts.

#include "sweep_properties.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

using namespace sweep;

namespace {

struct partitions {
  tally owns{"owns_every_element", true};
  tally written{"written_by_one_thread", true};
  tally access{"access_width"};

  void operator()(subject const& s, integer tile) {
    ownership<1>(s, tile);
    ownership<2>(s, tile);
    ownership<3>(s, tile);
    report const r = tileproof::written_by_one_thread::decide(s.of);
    integer const x = owner(s, r, clue::at_thread, clue::at_value);
    integer const y = owner(s, r, clue::and_thread, clue::and_value);
    bool const clash = oracle::is_collision(s.at, x, y) && r(clue::at_offset) == s(x) &&
                       r(clue::at_thread) != r(clue::and_thread);
    written.judge(r, oracle::written_by_one_thread(s.at, s.threads()), r.holds() || clash, s);
    width<32, float, 16>(s);
    width<64, float, 16>(s);
    width<64, std::uint16_t, 8>(s);
    width<128, std::int64_t, 16>(s);
    width<128, std::uint16_t, 8>(s);
    width<32, std::uint8_t, 4>(s);
  }

  static integer owner(subject const& s, report const& r, tileproof::core::clue_word const& thread,
                       tileproof::core::clue_word const& value) {
    return r.has(thread) ? r(thread) + s.threads() * r(value) : -1;
  }

  template <int Times>
  void ownership(subject const& s, integer tile) {
    static mapping whole;
    whole = mapping(core::single({core::fixed(tile), core::fixed(1), 0}));
    report const r = tileproof::owns_every_element<Times>::decide(s.of, whole);
    oracle::shares const is = oracle::shares_of(s.at, tile, Times);
    integer const x = owner(s, r, clue::at_thread, clue::at_value);
    integer const y = owner(s, r, clue::and_thread, clue::and_value);
    auto const owners_of = [&](integer e) { return std::count(s.at.begin(), s.at.end(), e); };
    integer const e = r(clue::at_element);
    bool const too_many = r.has(clue::at_element) && e >= 0 && e < tile && owners_of(e) > Times &&
                          s(x) == e && s(y) == e && x != y;
    integer const lacking = r(clue::missing_element);
    bool const too_few = r.has(clue::missing_element) && lacking >= 0 && lacking < tile &&
                         owners_of(lacking) < Times;
    integer const beyond = r(clue::outside_element);
    bool const outside =
        r.has(clue::outside_element) && (beyond < 0 || beyond >= tile) && s(x) == beyond;
    bool const counted = r(clue::elements_missed) == is.missed &&
                         r(clue::elements_repeated) == is.repeated &&
                         r(clue::elements_outside) == is.outside;
    oracle::layout elements;
    elements.n = 2;
    elements.s[0] = tile;
    elements.s[1] = 1;
    elements.d[0] = 1;
    elements.d[1] = Times;  // to be seen in the print
    owns.judge(r, is.exact(), r.holds() || (counted && (too_many || too_few || outside)), s,
               elements);
  }

  template <int Bits, class Element, int BaseBytes>
  void width(subject const& s) {
    constexpr integer n = Bits / 8 / static_cast<integer>(sizeof(Element));
    report const r = tileproof::access_width<Bits, Element, BaseBytes>::decide(s.of);
    bool const accessible = oracle::accessible(s.at, s.threads(), n);
    integer const x = owner(s, r, clue::at_thread, clue::at_value);
    // The owners by thread, and then by value.
    integer at = -1;
    oracle::table of_threads;
    for (integer t = 0; t < s.threads(); ++t) {
      for (integer v = 0; v < s.values(); ++v) {
        of_threads.push_back(s(t + s.threads() * v));
      }
    }
    if (s.values() % n != 0) {
      at = s.values() / n * n;
    } else {
      at = oracle::first_ungrouped(of_threads, n, n);
    }
    bool const first = r.has(clue::at_thread) && at >= 0 &&
                       x == at / s.values() + s.threads() * (at % s.values()) &&
                       r(clue::at_offset) == s(x) && r(clue::on_side) == 0 &&
                       r(clue::in_runs_of) == oracle::contiguous_run(of_threads);
    bool const base = accessible && r(clue::aligned_to) == BaseBytes;
    access.judge(r, accessible && BaseBytes % (Bits / 8) == 0, r.holds() || first || base, s);
    if (r.is == answer::yes) {
      report const both = tileproof::access_width<Bits, Element, BaseBytes>::decide(s.of, s.of);
      access.judge(both, true, true, s);
    }
  }

  void print() const {
    owns.print();
    written.print();
    access.print();
  }
};

}  // namespace

void sweep_partition() {
  partitions shared;
  draw from(9);
  for (int i = 0; i < 200'000; ++i) {
    thread_value const tv = draw_partition(from, 16, 8);
    subject const s(tv.l, tv.split);
    std::set<integer> const distinct(s.at.begin(), s.at.end());
    auto const reached = static_cast<integer>(distinct.size());
    shared(s, from.once_in(8) ? from.between(1, 40) : reached);
  }
  shared.print();
}
