// SPDX-License-Identifier: BSL-1.0
//
// Edge cases of the proofs against brute force: sums that carry over GF(2), tiles with negative
// strides, extents of 0 and 1, sizes near 2^31 and 2^62, and searches for a swizzle by accesses
// whose phases may merge, partial warps among them.
//
//     sweep_edges [cases]     CI runs 300 000, and on demand 10 000 000
//
// Every case is a layout for each property; every 500th is a search for a swizzle. "undecided" is
// counted, and a disagreement where nothing exceeds a bound.

#include "sweep.hpp"

#include <tileproof/core/divide.hpp>

using namespace sweep;

namespace {

oracle::layout draw_any(draw& from, integer most) {
  oracle::layout l;
  l.n = static_cast<int>(from.between(1, 4));
  bool const powers = !from.once_in(4);
  for (int i = 0; i < l.n; ++i) {
    l.s[i] = powers ? integer{1} << from.between(0, 2) : from.between(1, most);
    l.d[i] = from.once_in(5)   ? 0
             : from.once_in(2) ? (integer{1} << from.between(0, 6)) * (from.once_in(3) ? -1 : 1)
                               : from.between(-9, 20);
  }
  l.offset = from.once_in(2) ? from.between(-40, 40) : 0;
  if (from.once_in(3)) {
    swizzled(from, l);
  }
  return l;
}

struct edges {
  tally linear{"linear_over_gf2"};
  tally cover{"tiles_cover"};
  tally evenly{"tiles_evenly"};
  tally groups{"contiguous, reduced"};
  tally empty{"empty layouts"};
  tally large{"near 2^31 and 2^62", true};
  tally search{"best_swizzle"};

  void gf2(draw& from) {
    subject const s(draw_any(from, 4));
    report const r = tileproof::linear_over_gf2::decide(s.of);
    integer const x = s.index(r, clue::at_coordinate);
    integer const y = s.index(r, clue::and_coordinate);
    bool const witness = r.has(clue::in_mode) ? (r(clue::found) & (r(clue::found) - 1)) != 0
                                              : x > 0 && y > 0 && s(x ^ y) != (s(x) ^ s(y) ^ s(0));
    linear.judge(r, oracle::affine(s.at), r.holds() || witness, s);
  }

  void tiles(draw& from) {
    oracle::layout t;
    t.n = static_cast<int>(from.between(1, 3));
    for (int i = 0; i < t.n; ++i) {
      t.s[i] = from.between(1, 4);
      t.d[i] = from.between(-8, 8);
    }
    integer const extent = from.between(1, 30);
    subject const tile(t);
    core::arithmetic cx;
    core::layout const whole = core::single({core::fixed(extent), core::fixed(1), 0});
    core::layout const divided = core::divide(cx, whole, tile.of.of);
    bool covers = false;
    bool residue = false;
    if (!cx.refused()) {
      oracle::layout l;
      for (int k = 0; k < divided.count; ++k) {
        l.s[l.n] = divided.at[k].extent.value;
        l.d[l.n++] = divided.at[k].stride.value;
      }
      oracle::table visit;
      oracle::tabulate(l, visit);
      covers = oracle::covers(visit, tile.size(), extent);
      residue = oracle::leaves_residue(visit, extent);
    }
    mapping const of(whole);
    report const r = tileproof::tiles_cover::decide(of, tile.of);
    cover.judge(r, covers, !r.holds() || r.has(clue::residue_in_modes) == residue, tile);
    evenly.judge(tileproof::tiles_evenly::decide(of, tile.of), covers && !residue, true, tile);
  }

  // The decision by one group of each kind, which is for layouts that are too large to be looked
  // at.
  void reduced(draw& from) {
    oracle::layout l = draw_any(from, 6);
    subject const s(l);
    integer const n = from.between(1, 4);
    integer const unit = from.between(1, 4);
    if (s.size() % n != 0) {
      return;
    }
    detail::grouping const g = detail::repeated_groups(s.of, n, unit);
    integer const at = oracle::first_ungrouped(s.at, n, unit);
    groups.judge(g.is, at < 0, at < 0 || g.at == at, s);
  }

  void nothing(draw& from) {
    oracle::layout l = draw_any(from, 4);
    l.s[from.between(0, l.n - 1)] = 0;
    if (from.once_in(3)) {
      l.s[from.between(0, l.n - 1)] = integer{1} << from.between(30, 62);
      l.s[from.between(0, l.n - 1)] = 0;
      l.d[from.between(0, l.n - 1)] = integer{1} << from.between(30, 62);
    }
    int const split = static_cast<int>(from.between(1, l.n));
    subject const s(l, split);
    using namespace tileproof;
    auto const holds = [&](report const& r) { empty.judge(r, true, true, s); };
    holds(injective::decide(s.of));
    holds(onto_interval::decide(s.of));
    holds(compact::decide(s.of));
    holds(contiguous<4>::decide(s.of));
    holds(aligned<16, float>::decide(s.of));
    holds(access_width<64, float>::decide(s.of));
    holds(written_by_one_thread::decide(s.of));
    holds(linear_over_gf2::decide(s.of));
    holds(swizzle_fits<4>::decide(s.of));
    holds(offsets_fit_32_bits::decide(s.of));
    holds(fits_in_bytes<0, float>::decide(s.of, s.of));
    holds(fits_in_registers<0, float>::decide(s.of));
    holds(free_of_bank_conflicts<shared_load<128>, float>::decide(s.of));
    holds(free_of_bank_conflicts<cp_async_cg, float>::decide(s.of, s.of));
    holds(sector_efficiency<global_load<32>, float>::decide(s.of));
    holds(equivalent::decide(s.of, s.of));
    holds(same_elements::decide(s.of, s.of));
    holds(owns_every_element<2>::decide(s.of, s.of));
    holds(every_thread_has_one_place::decide(s.of));
    holds(tiles_evenly::decide(mapping(core::single({core::fixed(0), core::fixed(1), 0})), s.of));
  }

  // One mode n:d, whose properties are known from its numbers.
  void huge(draw& from) {
    integer const about = integer{1} << (from.once_in(2) ? 31 : from.between(58, 62));
    integer const n = from.once_in(2) ? about - from.between(0, 3) : from.between(1, 4);
    integer const d = n > 4 && from.once_in(2) ? from.between(-2, 2) : about - from.between(0, 2);
    oracle::layout l;
    l.n = 1;
    l.s[0] = 1;
    subject shown(l);
    shown.l.s[0] = n;
    shown.l.d[0] = d;
    mapping const m(core::single({core::fixed(n), core::fixed(d), 0}));
    __int128 const last = static_cast<__int128>(n - 1) * d;
    __int128 const elements = last + 1;
    using namespace tileproof;
    large.judge(injective::decide(m), n == 1 || d != 0, true, shown);
    large.judge(compact::decide(m), n == 1 || d == 1, true, shown);
    large.judge(fits_in_registers<255, double>::decide(m), d >= 0 && 2 * elements <= 255, true,
                shown);
    large.judge(fits_in_bytes<4096, double>::decide(m), d >= 0 && 8 * elements <= 4096, true,
                shown);
    bool const power = (n & (n - 1)) == 0;
    bool const one_bit = d == 0 || d == 1 || d == 2 || n <= 2 || (d & (d - 1)) == 0;
    if (d >= 0) {
      large.judge(linear_over_gf2::decide(m), power && (one_bit || n == 2), true, shown);
    }
  }

  // All swizzles of the family, by accesses whose lanes share addresses in pairs or are not all
  // there.
  void choose(draw& from) {
    using namespace tileproof;
    int const vector = from.once_in(2) ? 2 : 4;
    integer const threads[] = {32, 32, 32, 31, 24, 17, 16, 12, 8, 2};
    oracle::layout l;
    integer const strides[] = {0, 1, 1, 2, 4, 8, 16, 32, 33, 64};
    if (from.once_in(2)) {
      l.n = 4;
      l.s[0] = 2;
      l.d[0] = from.once_in(2) ? 0 : from.among(strides) * vector;
      l.s[1] = 2;
      l.d[1] = from.once_in(2) ? 0 : from.among(strides) * vector;
      l.s[2] = from.once_in(4) ? from.between(1, 8) : 8;
    } else {
      l.n = 2;
      l.s[0] = from.among(threads);
    }
    l.d[l.n - 2] = from.among(strides) * vector;
    if (l.n == 4 || from.once_in(2)) {
      l.d[l.n - 2] = (integer{1} << from.between(0, 6)) * vector;
    }
    l.s[l.n - 1] = vector;
    l.d[l.n - 1] = 1;
    subject const s(l, l.n - 1);
    integer const cosizes[] = {128, 256, 512, 1024, 2048};
    integer const cosize = from.among(cosizes);
    shared_instruction const is{from.once_in(5) ? shared_op::st : shared_op::ld, 32 * vector, 0};
    oracle::instruction const same{
        is.op == shared_op::st ? oracle::kind::store : oracle::kind::load, 32 * vector, 0};
    detail::block_access const access[] = {{is, s.of}};
    auto const r = detail::search_swizzle(access, 1, 32, cosize);
    int const base = vector == 2 ? 1 : 2;
    integer least = INT64_MAX;
    int best[3]{};
    bool bounded = true;
    for (int b = 0; b <= 5; ++b) {
      for (int m = base; m <= (b == 0 ? base : 16); ++m) {
        for (int shift = b; shift <= (b == 0 ? 0 : 16); ++shift) {
          if (b > 0 && cosize % (integer{1} << (b + m + shift)) != 0) {
            continue;
          }
          l.bits = b;
          l.base = m;
          l.shift = shift;
          oracle::table at;
          tabulate(l, at);
          block const c = block_of(same, at, s.threads(), 32);
          bounded = bounded && r.minimum <= c.sum.wavefronts;
          if (c.misaligned || c.sum.wavefronts >= least) {
            continue;
          }
          least = c.sum.wavefronts;
          best[0] = b;
          best[1] = m;
          best[2] = shift;
        }
      }
    }
    bool const right = least == INT64_MAX ? !r.found
                                          : r.found && r.wavefronts == least && r.bits == best[0] &&
                                                r.base == best[1] && r.shift == best[2];
    report as;
    as.say(clue::in_wavefronts, r.wavefronts, least).say(clue::found, r.bits, r.base, r.shift);
    search.judge(as, true, right && bounded && r.is_decided, s);
  }
};

}  // namespace

int main(int argc, char** argv) {
  long const cases = argc > 1 ? std::atol(argv[1]) : 10'000'000;
  edges all;
  draw from(23);
  for (long i = 0; i < cases; ++i) {
    all.gf2(from);
    all.tiles(from);
    all.reduced(from);
    all.huge(from);
    if (i % 4 == 0) {
      all.nothing(from);
    }
    if (i % 500 == 0) {
      all.choose(from);
    }
  }
  for (tally const* t :
       {&all.linear, &all.cover, &all.evenly, &all.groups, &all.empty, &all.large, &all.search}) {
    t->print();
  }
  std::printf("%ld cases, %ld disagreements: %s\n", total_cases, total_disagreements,
              failed ? "FAILED" : "ok");
  return failed ? 1 : 0;
}
