// SPDX-License-Identifier: BSL-1.0
//
// linear_over_gf2 and matrix_over_gf2: a layout with power-of-two extents as a matrix over GF(2),
// which maps bits of the coordinate to bits of the offset. Use it to invert a swizzled layout, or
// to compare two by rank and kernel:
//
//   using rows = ComposedLayout<Swizzle<3, 3, 3>, Int<0>, Layout<Shape<_64, _8>, Stride<_1, _64>>>;
//   bit_matrix const a = matrix_over_gf2(rows{});  // 9 columns
//   rank(a) == 9;                                  // full rank: the layout is injective
//
// f is affine over GF(2) if f(x ^ y) == f(x) ^ f(y) ^ f(0) for all coordinates x and y, which the
// strides alone decide. Most such layouts have sums of strides that never carry; 3 - x is one whose
// sums do. For an affine layout, injective means full rank, and its inverse is a matrix again.
#pragma once

#include <tileproof/prove/equivalent.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A matrix over GF(2) with at most 64 columns: y = column[0] * x_0 ^ column[1] * x_1 ^ ...; bit i
// of a column is row i.
struct bit_matrix {
  static constexpr int most_columns = 64;
  std::uint64_t column[most_columns]{};
  int columns = 0;

  constexpr std::uint64_t operator()(std::uint64_t x) const {
    std::uint64_t y = 0;
    for (int i = 0; i < columns; ++i)
      if ((x >> i & 1) != 0) y ^= column[i];
    return y;
  }
};

// The matrix after Gaussian elimination: rank, a basis of the kernel, and for each pivot the
// combination of columns that yields it.
struct reduced_matrix {
  std::uint64_t pivot_column[64]{};  // by its highest bit; 0 where no column has it
  std::uint64_t combination[64]{};   // of the columns that make it
  int rank = 0;
  std::uint64_t kernel[bit_matrix::most_columns]{};  // a basis of { x : A x == 0 }
  int nullity = 0;

  constexpr explicit reduced_matrix(bit_matrix const& a) {
    for (int i = 0; i < a.columns; ++i) {
      std::uint64_t made_of = std::uint64_t{1} << i;
      std::uint64_t const rest = reduce(a.column[i], made_of);
      if (rest == 0) {
        kernel[nullity++] = made_of;
        continue;
      }
      pivot_column[highest(rest)] = rest;
      combination[highest(rest)] = made_of;
      ++rank;
    }
  }

  // Reduces y by the pivots and adds to x the columns that were used. The result is 0 if A x == y;
  // otherwise it is the part of y that no x reaches.
  constexpr std::uint64_t reduce(std::uint64_t y, std::uint64_t& x) const {
    for (int bit = 63; bit >= 0; --bit) {
      if ((y >> bit & 1) == 0 || pivot_column[bit] == 0) continue;
      y ^= pivot_column[bit];
      x ^= combination[bit];
    }
    return y;
  }

 private:
  static constexpr int highest(std::uint64_t y) {
    int bit = 0;
    while ((y >>= 1) != 0) ++bit;
    return bit;
  }
};

// The number of linearly independent columns.
constexpr int rank(bit_matrix const& a) { return reduced_matrix(a).rank; }

// A generalized inverse G of A: A G A == A, for offsets of `bits` bits. Offset bits that A does not
// reach are ignored.
constexpr bit_matrix pseudo_inverse(bit_matrix const& a, int bits) {
  reduced_matrix const r(a);
  bit_matrix g;
  g.columns = bits;
  for (int i = 0; i < bits; ++i) {
    std::uint64_t x = 0;
    // No pivot ends in this bit, so elimination leaves it: it maps to 0.
    if (r.pivot_column[i] != 0) {
      std::uint64_t const below = r.pivot_column[i] ^ (std::uint64_t{1} << i);
      x = r.combination[i];
      for (int j = 0; j < i; ++j)
        if ((below >> j & 1) != 0) x ^= g.column[j];
    }
    g.column[i] = x;
  }
  return g;
}

namespace detail {

// The matrix of an affine mapping: column i is the change of the offset when bit i of the
// coordinate is set.
constexpr bit_matrix matrix_of(mapping const& m) {
  bit_matrix a;
  for (std::int64_t x = 1; x < m.size && a.columns < bit_matrix::most_columns; x *= 2)
    a.column[a.columns++] = static_cast<std::uint64_t>(m(x) ^ m(0));
  return a;
}

// Two bits of the coordinate, as powers of two, whose offsets carry into one another; 0 and 0 if
// there are none. Pre: extents are powers of two.
//
// A swizzle is one to one and linear over GF(2), so the sum inside it decides: S = c + sum of d_j
// b_j over the bits b_j of the coordinate, an integer of any sign in two's complement. Bit 0 of S
// is the xor of c and of the b_j with odd d_j, and the carry into the sum of the halves of c and of
// the d_j is floor((c mod 2 + number of these b_j that are set) / 2). The carry's own bit 0 is the
// sum of all products b_j b_k of them, mod 2, up to a linear form, and no other term of bit 1 of S
// is a product. So bit 1 is affine only if at most one d_j is odd; then the carry is 0 or, for an
// odd c, b_j itself, and the rest of S is a sum of the same kind. After 64 steps c and the d_j are
// -1, 0 or 1, and a step changes no parity.
struct carrying_bits {
  std::int64_t x = 0;
  std::int64_t y = 0;
};
constexpr carrying_bits find_carry(mapping const& m) {
  std::int64_t d[64]{};
  int bits = 0;
  for (int i = 0; i < m.of.count; ++i)
    for (std::int64_t k = 1; k < m.of.at[i].extent.value; k *= 2)
      d[bits++] = m.of.at[i].stride.value * k;
  std::int64_t c = m.offset;
  for (int step = 0; step < 66; ++step) {
    int odd = -1;
    for (int j = 0; j < bits; ++j) {
      if ((d[j] & 1) != 0 && odd >= 0) return {std::int64_t{1} << odd, std::int64_t{1} << j};
      if ((d[j] & 1) != 0) odd = j;
    }
    for (int j = 0; j < bits; ++j) d[j] = (d[j] >> 1) + (j == odd ? c & 1 : 0);
    c >>= 1;
  }
  return carrying_bits{};
}

}  // namespace detail

// The layout is affine over GF(2): f(x ^ y) == f(x) ^ f(y) ^ f(0) for all coordinates x and y, mode
// by mode. (8,4):(1,8) is; (8,4):(1,4) is not, since 4 * 1 and 1 * 4 carry into bit 3. The
// coordinates of a mode must be closed under xor, so each extent is a power of two, or 0. Decided
// from the strides; undecided only if an integer exceeds 64 bits. Witness: two coordinates whose
// offsets carry, or the mode whose extent is no power of two.
struct linear_over_gf2 {
  static constexpr char const* sentences[] = {
      "the offsets at the coordinates {at_coordinate} and {and_coordinate} of {0} carry into each "
      "other, so their sum is no xor",
      "leaf {in_mode} of {0} has the extent {found}, which is no power of two", nullptr};
  static constexpr report decide(mapping const& m) {
    if (!m.fits) return detail::beyond_64_bits(m);
    report r;
    r.points = m.size;
    if (m.size == 0) return r;
    for (int i = 0; i < m.of.count; ++i) {
      std::int64_t const n = m.of.at[i].extent.value;
      if ((n & (n - 1)) != 0)
        return r.because(answer::no).say(clue::in_mode, i).say(clue::found, n);
    }
    detail::carrying_bits const two = detail::find_carry(m);
    if (two.x != 0)
      r.because(answer::no)
          .add(coordinate(clue::at_coordinate, m, two.x))
          .add(coordinate(clue::and_coordinate, m, two.y));
    return r;
  }
};

// The matrix of a static layout, without the offset at coordinate 0: one column for each bit of the
// coordinate. Refused unless the layout is linear_over_gf2.
template <class L>
constexpr bit_matrix matrix_over_gf2(L const& l) {
  require<linear_over_gf2>(l);
  return detail::matrix_of(detail::mapping_of<L>::value);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
