// SPDX-License-Identifier: BSL-1.0
//
// Compares linear_over_gf2 with brute force, and the rank, the kernel and the pseudo-inverse of bit
// matrices.

#include "sweep_properties.hpp"

#include <cstdint>

using namespace sweep;

namespace {

struct tallies {
  tally linear{"linear_over_gf2"};
  tally rank{"rank over GF(2)"};
  tally kernel{"kernel over GF(2)"};
  tally inverse{"pseudo_inverse"};

  void operator()(subject const& s) {
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
    for (tally const* t : {&linear, &rank, &kernel, &inverse}) {
      t->print();
    }
  }
};

}  // namespace

void sweep_gf2() {
  tallies all;
  layouts(all);
  all.random_matrices(40'000);
  all.print();
}
