// SPDX-License-Identifier: BSL-1.0
//
// Compares bank_ways, free_of_bank_conflicts and best_swizzle with brute force: accesses to shared
// memory by whole warps.

#include "sweep_properties.hpp"

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

using namespace sweep;

namespace {

struct memory {
  std::map<std::string, tally> ways{};
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
  }

  template <class Access>
  void shared(char const* name, subject const& s, int element) {
    switch (element) {
      case 8: return bank<Access, std::uint8_t>(name, s);
      case 16: return bank<Access, std::uint16_t>(name, s);
      case 32: return bank<Access, std::uint32_t>(name, s);
      default: return bank<Access, std::uint64_t>(name, s);
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
    search.print();
  }
};

}  // namespace

void sweep_bank_conflicts() {
  memory banks;
  draw from(17);
  blocks(from, banks);
  int const vectors[] = {1, 2, 4, 8, 16};
  for (int i = 0; i < 300; ++i) {
    int const vector = from.among(vectors);
    thread_value a = draw_block(from, vector);
    thread_value b = draw_block(from, vector);
    a.l.bits = b.l.bits = 0;
    integer const cosizes[] = {96, 256, 384, 512, 1024};
    banks.choose(subject(a.l, a.split), subject(b.l, b.split), static_cast<int>(from.between(1, 2)),
                 from.among(cosizes), 8 << from.between(0, 2));
  }
  banks.print();
}
