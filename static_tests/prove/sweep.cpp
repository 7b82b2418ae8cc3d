// SPDX-License-Identifier: BSL-1.0
//
// Sound and complete: the properties, asked for at run time, against brute force over millions of
// layouts.
//
// Small layouts are enumerated, larger ones drawn from a fixed sequence. The witness of a property
// that does not hold is checked too: a wrong one is a disagreement, and so is "undecided", except
// where the search for a collision, which has a budget, comes in. Prints a line a property with the
// smallest case that disagrees; the exit status is 1 if there is one.

#include "sweep.hpp"

#include <tileproof/core/divide.hpp>
#include <tileproof/prove.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace sweep;

namespace {

// The properties of one layout

bool gap(subject const& s, report const& r) {
  return r.has(clue::missing_offset) && is_gap(s.reached, r(clue::missing_offset));
}
bool collision(subject const& s, report const& r) {
  integer const x = s.index(r, clue::at_coordinate);
  integer const y = s.index(r, clue::and_coordinate);
  return oracle::is_collision(s.at, x, y) && r(clue::at_offset) == s(x);
}

template <int Bytes, class Element>
constexpr integer unit_of = Bytes / static_cast<integer>(sizeof(Element));

struct functions {
  tally injective{"injective", true};
  tally onto_interval{"onto_interval"};
  tally bijective{"bijective_onto_interval", true};
  tally compact{"compact", true};
  tally contiguous{"contiguous"};
  tally run{"contiguous_run"};
  tally aligned{"aligned"};
  tally swizzle_fits{"swizzle_fits"};
  tally bytes{"fits_in_bytes"};
  tally registers{"fits_in_registers"};
  tally offsets{"offsets_fit_32_bits"};
  tally linear{"linear_over_gf2"};
  tally rank{"rank over GF(2)"};
  tally kernel{"kernel over GF(2)"};
  tally inverse{"pseudo_inverse"};

  void operator()(subject& s) {
    s.reached.take(s.at);
    images(s);
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
    resources(s);
    if (s.reached.least >= 0) {
      vectors<1>(s);
      vectors<2>(s);
      vectors<4>(s);
    }
    gf2(s);
  }

  void images(subject const& s) {
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

  void resources(subject const& s) {
    integer const most = s.reached.most;
    bool const in_range = s.reached.least >= 0;
    integer const elements = most + 1;
    report r = tileproof::fits_in_bytes<96, float>::decide(s.of);
    bytes.judge(r, in_range && elements * 4 <= 96, !in_range || r(clue::in_bytes) == elements * 4,
                s);
    r = tileproof::fits_in_bytes<600, std::uint16_t>::decide(s.of, s.of);
    integer const both = (elements * 2 + 127) / 128 * 128 + elements * 2;
    bytes.judge(r, in_range && both <= 600, !in_range || r(clue::in_bytes) == both, s);
    if (in_range) {
      integer const each = (elements * 2 + 3) / 4;
      r = tileproof::fits_in_registers<24, std::uint16_t>::decide(s.of, s.of);
      registers.judge(r, 2 * each <= 24, r(clue::in_registers) == 2 * each, s);
    }
    auto const narrow = [](integer y) { return y >= INT32_MIN && y <= INT32_MAX; };
    r = tileproof::offsets_fit_32_bits::decide(s.of);
    offsets.judge(r, narrow(s.reached.least) && narrow(most),
                  r.holds() || !narrow(r(clue::at_offset)), s);
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

  void gf2(subject const& s) {
    report const r = tileproof::linear_over_gf2::decide(s.of);
    bool const affine = oracle::affine(s.at);
    integer const x = s.index(r, clue::at_coordinate);
    integer const y = s.index(r, clue::and_coordinate);
    bool const carries = y < 0 || (x >= 0 && s(x) != INT64_MIN && s(y) != INT64_MIN &&
                                   s(x + y) != (s(x) ^ s(y) ^ s(0)));
    linear.judge(r, affine, r.holds() || carries, s);
    if (!r.holds()) {
      return;
    }
    tileproof::bit_matrix const a = detail::matrix_of(s.of);
    oracle::matrix const m(a.column, a.column + a.columns);
    bool right = s.size() == integer{1} << m.size();
    for (integer c = 0; c < s.size(); ++c) {
      right = right && static_cast<integer>(oracle::times(m, static_cast<std::uint64_t>(c))) ==
                           (s(c) ^ s(0));
    }
    int const n = tileproof::rank(a);
    judge(rank,
          right && integer{1} << n == s.reached.distinct &&
              (n == a.columns) == oracle::injective(s.at, s.reached),
          s);
    if (s.reached.least >= 0) {  // or else rows have 64 bits
      matrices(a, 12, s);
    }
  }

  // The properties of a bit matrix with rows of at most so many bits.
  void matrices(tileproof::bit_matrix const& a, int bits, subject const& s) {
    oracle::matrix const m(a.column, a.column + a.columns);
    for (std::uint64_t const column : m) {
      while (column >> bits != 0) {
        ++bits;
      }
    }
    tileproof::reduced_matrix const reduced(a);
    oracle::matrix const basis(reduced.kernel, reduced.kernel + reduced.nullity);
    bool vanishes = true;
    for (std::uint64_t const x : basis) {
      vanishes = vanishes && oracle::times(m, x) == 0;
    }
    judge(kernel,
          vanishes && oracle::distinct_values(basis) == integer{1} << reduced.nullity &&
              oracle::zeros(m) == integer{1} << reduced.nullity,
          s);
    tileproof::bit_matrix const g = tileproof::pseudo_inverse(a, bits);
    oracle::matrix const inverse_of_m(g.column, g.column + g.columns);
    judge(inverse, oracle::is_pseudo_inverse(m, inverse_of_m), s);
  }

  void random_matrices(long n) {
    draw from(11);
    subject const none{oracle::layout{}};
    for (long i = 0; i < n; ++i) {
      tileproof::bit_matrix a;
      int const bits = static_cast<int>(from.between(1, 9));
      a.columns = static_cast<int>(from.between(0, 7));
      for (int k = 0; k < a.columns; ++k) {
        a.column[k] = k > 1 && from.once_in(3)
                          ? a.column[k - 1] ^ a.column[k - 2]
                          : static_cast<std::uint64_t>(from.between(0, (1 << bits) - 1));
      }
      oracle::matrix const m(a.column, a.column + a.columns);
      judge(rank, oracle::distinct_values(m) == integer{1} << tileproof::rank(a), none);
      matrices(a, bits, none);
    }
  }

  void print() const {
    for (tally const* t :
         {&injective, &onto_interval, &bijective, &compact, &contiguous, &run, &aligned,
          &swizzle_fits, &bytes, &registers, &offsets, &linear, &rank, &kernel, &inverse}) {
      t->print();
    }
  }
};

// Two layouts

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

// Partitions

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

  static integer owner(subject const& s, report const& r, clue thread, clue value) {
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

// Tiles

struct tile {
  enum { whole, number, layout } is = whole;  // `_`, n or a layout
  oracle::layout of{};
};

struct tiles {
  tally cover{"tiles_cover", true};
  tally evenly{"tiles_evenly", true};
  tally predicate{"coordinate < extent"};

  // One tile for each mode of a shape, or (with `flat`) a single one for all of it.
  void operator()(std::vector<std::vector<integer>> const& modes, std::vector<tile> const& tilers,
                  bool flat) {
    oracle::layout all;
    core::layout shape;
    shape_of(modes, flat, all, shape);
    core::layout tiler;
    if (!flat) {
      tiler.open(static_cast<int>(tilers.size()));
    }
    oracle::layout print;
    for (tile const& t : tilers) {
      if (t.is == tile::whole) {
        tiler.open(core::keep_token);
        print.s[print.n++] = 0;
        continue;
      }
      core::layout const of = t.is == tile::layout
                                  ? subject(t.of).of.of
                                  : core::single({core::fixed(t.of.s[0]), core::fixed(0), 0});
      if (t.is == tile::layout && !flat) {
        tiler.open(core::tile_token);
      }
      tiler.copy(of);
      for (int i = 0; i < t.of.n; ++i) {
        print.s[print.n] = t.of.s[i];
        print.d[print.n++] = t.of.d[i];
      }
    }
    mapping by(tiler);
    by.is_layout = flat && tilers[0].is == tile::layout;

    // The elements that the division visits, mode by mode.
    std::vector<oracle::table> visit;
    std::vector<integer> extents;
    integer failing = -1;
    unsigned residue = 0;
    unsigned below = 0;
    for (std::size_t i = 0; i < (flat ? 1 : modes.size()); ++i) {
      integer extent = 1;
      for (std::size_t k = i; k < (flat ? modes.size() : i + 1); ++k) {
        for (integer const s : modes[k]) {
          extent *= s;
        }
      }
      extents.push_back(extent);
      core::layout divided = core::single({core::fixed(extent), core::fixed(1), 0});
      bool const is_tiled = i < tilers.size() && tilers[i].is != tile::whole;
      integer elements = extent;
      core::arithmetic cx;
      if (is_tiled) {
        elements = oracle::size(tilers[i].of);
        divided = core::divide(cx, divided, subject(tilers[i].of).of.of);
      }
      oracle::layout l;
      for (int k = 0; k < divided.count; ++k) {
        l.s[l.n] = divided.at[k].extent.value;
        l.d[l.n++] = divided.at[k].stride.value;
      }
      oracle::table seen;
      oracle::tabulate(l, seen);
      bool const covers = !cx.refused() && oracle::covers(seen, elements, extent);
      if (!covers && failing < 0) {
        failing = static_cast<integer>(i);
      }
      residue |= oracle::leaves_residue(seen, extent) ? 1u << i : 0;
      below |= oracle::visits_below_zero(seen) ? 1u << i : 0;
      visit.push_back(seen);
    }

    mapping const a(shape);
    report const r = tileproof::tiles_cover::decide(a, by);
    unsigned reported = 0;
    bool ascending = true;
    unsigned reported_below = 0;
    for (int i = 0; i < r.count; ++i) {
      for (int k = 0; r.clues[i].what == clue::residue_in_modes && k < r.clues[i].count; ++k) {
        ascending = ascending && reported >> r.clues[i].at[k] == 0;
        reported |= 1u << r.clues[i].at[k];
      }
      for (int k = 0; r.clues[i].what == clue::below_zero_in_modes && k < r.clues[i].count; ++k) {
        reported_below |= 1u << r.clues[i].at[k];
      }
    }
    cover.judge(r, failing < 0,
                r.holds() ? ascending && reported == residue && reported_below == below
                          : r(clue::in_mode) == failing,
                all, print);
    report const e = tileproof::tiles_evenly::decide(a, by);
    evenly.judge(
        e, failing < 0 && residue == 0,
        e.holds() || (failing < 0 ? e.has(clue::residue_in_modes) : e(clue::in_mode) == failing),
        all, print);
    // Tiles at coordinates below 0 are named, and make_predicate refuses them.
    if (r.holds() && below == 0) {
      bool const is_exact = oracle::predicate_is_exact(visit, extents, reported);
      predicate.judge(report{}, true, is_exact, all, print);
    }
  }

  static void shape_of(std::vector<std::vector<integer>> const& modes, bool flat,
                       oracle::layout& all, core::layout& shape) {
    if (modes.size() != 1 || !flat) {
      shape.open(static_cast<int>(modes.size()));
    }
    for (auto const& mode : modes) {
      if (mode.size() != 1) {
        shape.open(static_cast<int>(mode.size()));
      }
      for (integer const s : mode) {
        shape.leaf({core::fixed(s), core::fixed(0), 0});
        all.s[all.n++] = s;
      }
    }
  }

  void print() const {
    cover.print();
    evenly.print();
    predicate.print();
  }
};

// Memory

struct memory {
  std::map<std::string, tally> ways{};
  tally sectors{"sector_efficiency"};
  tally search{"best_swizzle"};
  long alike = 0;       // blocks of several instructions, of which one was looked at
  long enumerated = 0;  // or all

  void operator()(subject const& s, int element) {
    using namespace tileproof;
    shared<shared_load<8>>("bank_ways<shared_load<8>>", s, element);
    shared<shared_load<16>>("bank_ways<shared_load<16>>", s, element);
    shared<shared_load<32>>("bank_ways<shared_load<32>>", s, element);
    shared<shared_load<64>>("bank_ways<shared_load<64>>", s, element);
    shared<shared_load<128>>("bank_ways<shared_load<128>>", s, element);
    shared<shared_store<8>>("bank_ways<shared_store<8>>", s, element);
    shared<shared_store<16>>("bank_ways<shared_store<16>>", s, element);
    shared<shared_store<32>>("bank_ways<shared_store<32>>", s, element);
    shared<shared_store<64>>("bank_ways<shared_store<64>>", s, element);
    shared<shared_store<128>>("bank_ways<shared_store<128>>", s, element);
    shared<ldmatrix<1>>("bank_ways<ldmatrix<1>>", s, element);
    shared<ldmatrix<2>>("bank_ways<ldmatrix<2>>", s, element);
    shared<ldmatrix<4>>("bank_ways<ldmatrix<4>>", s, element);
    shared<stmatrix<1>>("bank_ways<stmatrix<1>>", s, element);
    shared<stmatrix<2>>("bank_ways<stmatrix<2>>", s, element);
    shared<stmatrix<4>>("bank_ways<stmatrix<4>>", s, element);
    global<global_load<8>>(s, element);
    global<global_load<16>>(s, element);
    global<global_store<32>>(s, element);
    global<global_store<64>>(s, element);
    global<global_load<128>>(s, element);
  }

  template <class Access>
  void shared(char const* name, subject const& s, int element) {
    switch (element) {
      case 8:
        return bank<Access, std::uint8_t>(name, s);
      case 16:
        return bank<Access, std::uint16_t>(name, s);
      case 32:
        return bank<Access, std::uint32_t>(name, s);
      default:
        return bank<Access, std::uint64_t>(name, s);
    }
  }

  template <class Access, class Element>
  void bank(char const* name, subject const& s) {
    constexpr oracle::instruction is = judged_as<Access>::value;
    constexpr int element = 8 * sizeof(Element);
    if constexpr (is.bits >= element) {
      tally& t = ways[name];
      t.name = name;
      integer const threads = s.threads();
      integer const steps = oracle::steps_of(s.at, threads, is.bits, element);
      block const b = block_of(is, s.at, threads, element);
      bool const two = s.size() % 2 == 1;
      report const r = two ? tileproof::bank_ways<Access, Element, 2>::decide(s.of)
                           : tileproof::free_of_bank_conflicts<Access, Element>::decide(s.of);
      integer const w = r(clue::in_warp);
      integer const step = r(clue::at_step);
      bool witness = w >= 0 && w < oracle::warps_of(threads) && step >= 0 && step < steps;
      if (b.misaligned) {
        witness = names_the_first(r, is, s, element);
      } else if (witness) {
        oracle::warp const lanes = oracle::warp_at(s.at, threads, is.bits, element, w, step);
        int const i = static_cast<int>(r(clue::of_lanes));
        int const j = static_cast<int>(r(clue::of_lanes, 1));
        witness = r(clue::in_ways) == b.sum.ways && r(clue::in_wavefronts) == b.sum.wavefronts &&
                  r(clue::at_least) == b.sum.minimum &&
                  oracle::cost_of(is, lanes).ways == (r.has(clue::in_warp) ? b.sum.ways : 1) &&
                  (b.sum.ways == 1 || meet(is, lanes, i, j, r(clue::in_bank), r(clue::on_words),
                                           r(clue::on_words, 1)));
      }
      if (!b.misaligned && oracle::warps_of(threads) * steps > 1) {
        ++(r.how == tileproof::decided::by_structure ? alike : enumerated);
      }
      t.judge(r, !b.misaligned && b.sum.ways <= (two ? 2 : 1), witness, s);
    }
  }

  template <class Access>
  void global(subject const& s, int element) {
    switch (element) {
      case 8:
        return traffic<Access, std::uint8_t>(s);
      case 16:
        return traffic<Access, std::uint16_t>(s);
      case 32:
        return traffic<Access, std::uint32_t>(s);
      default:
        return traffic<Access, std::uint64_t>(s);
    }
  }

  template <class Access, class Element>
  void traffic(subject const& s) {
    constexpr int element = 8 * sizeof(Element);
    constexpr oracle::instruction is{oracle::kind::load, Access::bits, 0};
    if constexpr (Access::bits >= element) {
      integer const threads = s.threads();
      integer const steps = oracle::steps_of(s.at, threads, is.bits, element);
      integer const warps = oracle::warps_of(threads);
      integer all = 0;
      bool const misaligned = oracle::first_out_of_place(is, s.at, threads, element) >= 0;
      oracle::traffic worst{1, 1 << 20};
      std::vector<oracle::traffic> each;
      for (integer i = 0; i < warps * steps && !misaligned; ++i) {
        oracle::warp const w =
            oracle::warp_at(s.at, threads, is.bits, element, i % warps, i / warps);
        each.push_back(oracle::traffic_of(is.bits, w));
        all += each.back().sectors;
        if (each.back().bytes * worst.sectors < worst.bytes * each.back().sectors) {
          worst = each.back();
        }
      }
      bool const half = s.size() % 3 == 0;
      report const r = half ? tileproof::sector_efficiency<Access, Element, 50>::decide(s.of)
                            : tileproof::sector_efficiency<Access, Element>::decide(s.of);
      integer const at = r(clue::in_warp) + warps * r(clue::at_step);
      bool witness = at >= 0 && at < warps * steps;
      if (misaligned) {
        witness = names_the_first(r, is, s, element);
      } else if (witness) {
        oracle::traffic const& named = each[static_cast<std::size_t>(at)];
        witness = named.bytes * worst.sectors == worst.bytes * named.sectors &&
                  r(clue::in_sectors) == named.sectors &&
                  r(clue::in_per_cent) == 100 * named.bytes / (32 * named.sectors) &&
                  r(clue::at_least) == (named.bytes + 31) / 32 &&
                  r(clue::in_requests) == warps * steps && r(clue::sectors_of_block) == all;
      }
      bool const enough = worst.bytes * 100 >= worst.sectors * 32 * (half ? 50 : 100);
      sectors.judge(r, !misaligned && enough, witness, s);
    }
  }

  // The family that the search promises to look at, tried one by one, for one or two accesses to a
  // tile of `cosize` elements.
  void choose(subject const& s, subject const& other, int accesses, integer cosize, int element) {
    using tileproof::shared_op;
    struct pair {
      tileproof::shared_instruction a;
      oracle::instruction b;
    };
    pair const kinds[] = {
        {{shared_op::st, element, 0}, {oracle::kind::store, element, 0}},
        {{shared_op::ld, 4 * element, 0}, {oracle::kind::load, 4 * element, 0}},
        {{shared_op::ldmatrix, 128, 4}, {oracle::kind::matrices, 128, 4}},
        {{shared_op::ld, 32, 0}, {oracle::kind::load, 32, 0}},
    };
    pair const used[] = {kinds[s.size() / 32 % 4], kinds[(s.size() / 32 + other.l.offset + 1) % 4]};
    subject const* const of[] = {&s, &other};
    detail::block_access access[2];
    int base = 0;
    for (int i = 0; i < accesses; ++i) {
      access[i] = {used[i].a, of[i]->of};
      while (element << base < used[i].b.bits) {
        ++base;
      }
    }
    auto const r = detail::search_swizzle(access, accesses, element, cosize);

    bool found = false;
    integer least = 0;
    int best[3] = {0, base, 0};
    for (int b = 0; b <= 5; ++b) {
      for (int m = base; m <= (b == 0 ? base : 20); ++m) {
        for (int shift = b; shift <= (b == 0 ? 0 : 20); ++shift) {
          if (b > 0 && cosize % (integer{1} << (b + m + shift)) != 0) {
            continue;
          }
          integer sum = 0;
          bool right = true;
          for (int i = 0; i < accesses; ++i) {
            oracle::layout l = of[i]->l;
            l.bits = b;
            l.base = m;
            l.shift = shift;
            oracle::table at;
            tabulate(l, at);
            block const c = block_of(used[i].b, at, of[i]->threads(), element);
            right = right && !c.misaligned;
            sum += c.sum.wavefronts;
          }
          if (right && (!found || sum < least)) {
            found = true;
            least = sum;
            best[0] = b;
            best[1] = m;
            best[2] = shift;
          }
        }
      }
    }
    bool const same = r.bits == best[0] && r.base == best[1] && r.shift == best[2];
    report as;
    as.say(clue::in_wavefronts, r.wavefronts, least).say(clue::found, r.bits, r.base, r.shift);
    as.say(clue::expected, best[0], best[1], best[2]);
    search.judge(as, true, r.found == found && (!found || (same && r.wavefronts == least)), s,
                 other);
  }

  void print() {
    for (auto const& [name, t] : ways) {
      t.print();
    }
    std::printf("  blocks of several instructions: %ld all alike, %ld enumerated\n", alike,
                enumerated);
    failed = failed || alike == 0 || enumerated == 0;
    sectors.print();
    search.print();
  }
};

tile draw_tile(draw& from, bool may_be_whole) {
  tile t;
  t.is = may_be_whole && from.once_in(6) ? tile::whole
         : from.once_in(2)               ? tile::number
                                         : tile::layout;
  t.of.n = t.is == tile::layout ? static_cast<int>(from.between(1, 2)) : 1;
  integer reach = from.once_in(2) ? 1 : from.between(1, 5);
  for (int i = 0; i < t.of.n; ++i) {
    t.of.s[i] = from.between(1, 5);
    t.of.d[i] = t.is == tile::number ? 1 : from.once_in(12) ? from.between(-3, 6) : reach;
    reach *= t.of.s[i] * (from.once_in(2) ? 1 : from.between(1, 3));
  }
  if (t.of.n == 2 && from.once_in(2)) {
    std::swap(t.of.s[0], t.of.s[1]);
    std::swap(t.of.d[0], t.of.d[1]);
  }
  return t;
}

}  // namespace

int main() {
  auto const start = std::chrono::steady_clock::now();
  auto const seconds = [&] {
    std::chrono::duration<double> const passed = std::chrono::steady_clock::now() - start;
    return passed.count();
  };

  functions of_one;
  single_layouts(220'000, [&](oracle::layout const& l) {
    subject s(l);
    of_one(s);
  });
  {
    draw from(5);  // long periods, few points; and offsets about as large as 2^31
    for (int i = 0; i < 20'000; ++i) {
      oracle::layout l = draw_layout(from, static_cast<int>(from.between(1, 3)), 32);
      l.bits = static_cast<int>(from.between(1, 3));
      l.base = static_cast<int>(from.between(0, 8));
      l.shift = static_cast<int>(from.between(l.bits, 9));
      l.offset = from.between(0, 600) - lowest(l);
      subject s(l);
      of_one(s);
      l.offset = (from.once_in(2) ? INT32_MAX : INT32_MIN) + from.between(-40, 40);
      subject far(l);
      far.reached.take(far.at);
      report const r = tileproof::offsets_fit_32_bits::decide(far.of);
      auto const narrow = [](integer y) { return y >= INT32_MIN && y <= INT32_MAX; };
      of_one.offsets.judge(r, narrow(far.reached.least) && narrow(far.reached.most), true, far);
    }
  }
  of_one.random_matrices(40'000);
  of_one.print();
  std::printf("  %.1f s\n", seconds());

  pairs of_two;
  {
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
  }
  of_two.print();

  partitions shared;
  {
    draw from(9);
    for (int i = 0; i < 200'000; ++i) {
      thread_value const tv = draw_partition(from, 16, 8);
      subject const s(tv.l, tv.split);
      std::set<integer> const distinct(s.at.begin(), s.at.end());
      auto const reached = static_cast<integer>(distinct.size());
      shared(s, from.once_in(8) ? from.between(1, 40) : reached);
    }
  }
  shared.print();

  tiles divided;
  {
    draw from(13);
    for (integer s = 1; s <= 12; ++s) {
      each(1, {1, 2, 3, 4, 5, 6}, {-2, -1, 0, 1, 2, 3, 4, 5, 6, 12}, [&](oracle::layout const& l) {
        divided({{s}}, {{tile::layout, l}}, true);
      });
      each(2, {1, 2, 3, 4}, {-1, 0, 1, 2, 3, 4, 6, 8}, [&](oracle::layout const& l) {
        divided({{s}}, {{tile::layout, l}}, true);
      });
    }
    for (int i = 0; i < 250'000; ++i) {
      std::vector<std::vector<integer>> modes;
      std::vector<tile> tilers;
      bool const flat = from.once_in(4);
      auto const n = from.between(1, 3);
      for (integer k = 0; k < n; ++k) {
        modes.push_back({from.between(1, 9)});
        if (from.once_in(4)) {
          modes.back() = {from.between(1, 3), from.between(1, 4)};
        }
      }
      auto const tiled = flat ? 1 : from.between(1, n);
      for (integer k = 0; k < tiled; ++k) {
        tilers.push_back(draw_tile(from, !flat));
      }
      divided(modes, tilers, flat);
    }
  }
  divided.print();
  std::printf("  %.1f s\n", seconds());

  memory banks;
  {
    draw from(17);
    int const vectors[] = {1, 2, 4, 8, 16};
    for (int i = 0; i < 6'000; ++i) {
      thread_value const tv = draw_block(from, from.among(vectors));
      banks(subject(tv.l, tv.split), 8 << from.between(0, 3));
    }
    for (int i = 0; i < 300; ++i) {
      int const vector = from.among(vectors);
      thread_value a = draw_block(from, vector);
      thread_value b = draw_block(from, vector);
      a.l.bits = b.l.bits = 0;
      integer const cosizes[] = {96, 256, 384, 512, 1024};
      banks.choose(subject(a.l, a.split), subject(b.l, b.split),
                   static_cast<int>(from.between(1, 2)), from.among(cosizes),
                   8 << from.between(0, 2));
    }
  }
  banks.print();

  std::printf("%ld cases in %.1f s, %ld disagreements: %s\n", total_cases, seconds(),
              total_disagreements, failed ? "FAILED" : "ok");
  return failed ? 1 : 0;
}
