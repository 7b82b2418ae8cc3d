// SPDX-License-Identifier: BSL-1.0
//
// Compares fits_in_bytes, fits_in_registers and offsets_fit_32_bits with brute force.

#include "sweep_properties.hpp"

#include <cstdint>

using namespace sweep;

namespace {

struct tallies {
  tally bytes{"fits_in_bytes"};
  tally registers{"fits_in_registers"};
  tally offsets{"offsets_fit_32_bits"};

  void operator()(subject const& s) {
    bool const in_range = s.reached.least >= 0;
    integer const elements = s.reached.most + 1;
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
    offsets_of(s);
  }

  void offsets_of(subject const& s) {
    auto const narrow = [](integer y) { return y >= INT32_MIN && y <= INT32_MAX; };
    report const r = tileproof::offsets_fit_32_bits::decide(s.of);
    offsets.judge(r, narrow(s.reached.least) && narrow(s.reached.most),
                  r.holds() || !narrow(r(clue::at_offset)), s);
  }

  void print() const {
    for (tally const* t : {&bytes, &registers, &offsets}) {
      t->print();
    }
  }
};

}  // namespace

void sweep_resources() {
  tallies all;
  layouts(all, [&](subject const& s) { all.offsets_of(s); });
  all.print();
}
