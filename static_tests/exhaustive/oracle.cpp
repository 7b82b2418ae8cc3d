// SPDX-License-Identifier: BSL-1.0
#include "oracle.hpp"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdlib>

namespace oracle {
namespace {

// Every coordinate of a layout, the leftmost mode fastest.
struct odometer {
  flat const& l;
  integer c[max_rank] = {};

  explicit odometer(flat const& layout) : l(layout) {}

  bool advance() {
    for (int i = 0; i < l.n; ++i) {
      if (++c[i] < l.s[i]) {
        return true;
      }
      c[i] = 0;
    }
    return false;
  }

  integer offset() const {
    integer sum = 0;
    for (int i = 0; i < l.n; ++i) {
      sum += c[i] * l.d[i];
    }
    return sum;
  }
};

// The sweep owns the bounds; a case beyond them is a mistake of its own.
void require(bool within) {
  if (!within) {
    std::abort();
  }
}

// The smallest offset of the x < size(L).
integer lowest(flat const& l) {
  integer sum = 0;
  for (int i = 0; i < l.n; ++i) {
    sum += std::min<integer>(0, (l.s[i] - 1) * l.d[i]);
  }
  return sum;
}

// The values g(c) of a function on c < count, and the modes found for it so far.
struct function {
  integer count;
  integer g[4096];
  flat modes;
};

bool is_everywhere(function const& f) {
  for (integer c = 0; c < f.count; ++c) {
    integer x = c;
    integer sum = 0;
    for (int i = 0; i < f.modes.n; ++i) {
      sum += x % f.modes.s[i] * f.modes.d[i];
      x /= f.modes.s[i];
    }
    if (sum != f.g[c]) {
      return false;
    }
  }
  return true;
}

// Tries every ordered factorisation of f.count that begins with the extents in f.modes, whose
// product is `done`. The stride of a mode is the value where its digit is 1 and the rest are 0.
bool some_factorisation_is_everywhere(function& f, integer done) {
  if (done == f.count) {
    return is_everywhere(f);
  }
  integer const rest = f.count / done;
  for (integer extent = rest; extent > 1; --extent) {
    if (rest % extent != 0) {
      continue;
    }
    f.modes.s[f.modes.n] = extent;
    f.modes.d[f.modes.n] = f.g[done];
    ++f.modes.n;
    if (some_factorisation_is_everywhere(f, done * extent)) {
      return true;
    }
    --f.modes.n;
  }
  return false;
}

// c -> A(d c) on c < s is a list of modes whose extents have the product s.
// pre: A is defined at every d c
bool is_list_of_modes(flat const& a, integer d, integer s) {
  function f;
  require(s <= 4096);
  f.count = s;
  f.modes.n = 0;
  for (integer c = 0; c < s; ++c) {
    f.g[c] = apply(a, d * c);
  }
  return some_factorisation_is_everywhere(f, 1);
}

integer longest_chain(flat const& l, unsigned used, integer product) {
  integer longest = product;
  for (int i = 0; i < l.n; ++i) {
    if ((used >> i & 1u) == 0 && l.s[i] > 1 && l.d[i] == product) {
      longest = std::max(longest, longest_chain(l, used | 1u << i, product * l.s[i]));
    }
  }
  return longest;
}

// A left inverse with the radices r1, r2, ... has the digits x % r1, x / r1 % r2, ..., the last
// one unbounded, and is the sum of digit_j(x) e_j: linear in the strides e. For each offset x it
// must take one of the values i with L(i) = x. The integers e that meet the equations so far are
// a point plus all integer combinations of a basis, which is exact where rationals are not:
// 2 e1 = 3 has no answer, 2 e1 + 3 e2 = 1 has.

inline constexpr int max_digits = 12;  // 2^12 = 4096

struct lattice {
  int digits;
  int dimension;
  integer point[max_digits];
  integer basis[max_digits][max_digits];
};

integer dot(int n, integer const* a, integer const* b) {
  integer sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

// Turns the basis so that only its last vector changes the value of `row`; returns by how much
// (0 if no vector does). The basis spans the same lattice before and after.
integer isolate(lattice& e, integer const* row) {
  integer by[max_digits];
  for (int j = 0; j < e.dimension; ++j) {
    by[j] = dot(e.digits, row, e.basis[j]);
  }
  int const last = e.dimension - 1;
  for (int j = 0; j < last; ++j) {
    while (by[j] != 0) {
      integer const q = by[last] / by[j];
      for (int k = 0; k < e.digits; ++k) {
        e.basis[last][k] -= q * e.basis[j][k];
      }
      by[last] -= q * by[j];
      std::swap(by[j], by[last]);
      std::swap(e.basis[j], e.basis[last]);
    }
  }
  return last < 0 ? 0 : by[last];
}

// The offsets of a layout in increasing order, and which x have each of them.
struct image {
  integer size;
  int count;
  integer offset[4096];
  int first[4097];  // the x of offset[k] are index[first[k]], ..., index[first[k + 1] - 1]
  integer index[4096];
};

void digits_of(integer x, int digits, integer const* radix, integer* row) {
  for (int j = 0; j + 1 < digits; ++j) {
    row[j] = x % radix[j];
    x /= radix[j];
  }
  row[digits - 1] = x;
}

// Some integer strides in `e` give every offset from number k on an index that has it.
bool some_strides_invert(image const& l, integer const* radix, lattice e, int k) {
  for (; k < l.count; ++k) {
    integer row[max_digits];
    digits_of(l.offset[k], e.digits, radix, row);
    integer const step = isolate(e, row);
    integer const value = dot(e.digits, row, e.point);
    bool const forced = step == 0;
    bool met = false;
    for (int j = l.first[k]; j < l.first[k + 1]; ++j) {
      integer const wanted = l.index[j] - value;
      if (forced) {
        met = met || wanted == 0;
      } else if (wanted % step == 0) {
        lattice next = e;
        --next.dimension;
        for (int i = 0; i < e.digits; ++i) {
          next.point[i] += wanted / step * e.basis[next.dimension][i];
        }
        if (some_strides_invert(l, radix, next, k + 1)) {
          return true;
        }
      }
    }
    if (!met) {
      return false;
    }
  }
  return true;
}

// Tries every chain of radices that begins with the given ones, whose product is `product`.
// Only primes, and only chains that no further prime can follow below the largest offset: the
// mode ab:e is the modes a:e, b:ae, so that a finer chain has every function of a coarser one.
bool some_chain_inverts(image const& l, integer* radix, int digits, integer product) {
  integer const most = l.offset[l.count - 1];
  bool longest = true;
  for (integer p = 2; product * p <= most; ++p) {
    longest = false;
    bool prime = true;
    for (integer q = 2; q * q <= p; ++q) {
      prime = prime && p % q != 0;
    }
    if (prime) {
      radix[digits - 1] = p;
      if (some_chain_inverts(l, radix, digits + 1, product * p)) {
        return true;
      }
    }
  }
  if (!longest) {
    return false;
  }
  lattice every;
  every.digits = digits;
  every.dimension = digits;
  for (int i = 0; i < digits; ++i) {
    every.point[i] = 0;
    for (int j = 0; j < digits; ++j) {
      every.basis[i][j] = i == j;
    }
  }
  return some_strides_invert(l, radix, every, 0);
}

}  // namespace

integer size(flat const& l) {
  integer product = 1;
  for (int i = 0; i < l.n; ++i) {
    product *= l.s[i];
  }
  return product;
}

integer cosize(flat const& l) {
  integer sum = 1;
  for (int i = 0; i < l.n; ++i) {
    sum += (l.s[i] - 1) * std::abs(l.d[i]);
  }
  return sum;
}

flat join(flat const& a, flat const& b) {
  require(a.n + b.n <= max_rank);
  flat r = a;
  for (int i = 0; i < b.n; ++i) {
    r.s[r.n] = b.s[i];
    r.d[r.n++] = b.d[i];
  }
  return r;
}

bool well_formed(flat const& l) {
  for (int i = 0; i < l.n; ++i) {
    if (l.s[i] < 1) {
      return false;
    }
  }
  return true;
}

flat filter(flat const& l) {
  flat r;
  r.n = 0;
  for (int i = 0; i < l.n; ++i) {
    if (l.s[i] != 1 && l.d[i] != 0) {
      r.s[r.n] = l.s[i];
      r.d[r.n++] = l.d[i];
    }
  }
  return r;
}

bool linear(flat const& l) {
  // With p the product of the extents before the last mode, L(x + p) = L(x) + L(p) for all x, so
  // that the multiples of L(1) up to p are enough.
  integer const p = l.n == 0 ? 0 : size(l) / l.s[l.n - 1];
  for (integer x = 0; x <= p; ++x) {
    if (apply(l, x) != x * apply(l, 1)) {
      return false;
    }
  }
  return true;
}

bool defined(flat const& l, integer x) { return x >= 0 || linear(l); }

integer apply(flat const& l, integer x) {
  if (x < 0) {
    return -apply(l, -x);
  }
  integer sum = 0;
  for (int i = 0; i + 1 < l.n; ++i) {
    sum += x % l.s[i] * l.d[i];
    x /= l.s[i];
  }
  return l.n == 0 ? 0 : sum + x * l.d[l.n - 1];
}

bool injective(flat const& l) {
  require(cosize(l) <= max_points);
  std::bitset<max_points> seen;
  integer const low = lowest(l);
  odometer c(l);
  do {
    auto const x = static_cast<std::size_t>(c.offset() - low);
    if (seen[x]) {
      return false;
    }
    seen[x] = true;
  } while (c.advance());
  return true;
}

bool onto_interval(flat const& l) {
  // The offsets reach from lowest(l) over cosize(l) integers, both ends included.
  return injective(l) && size(l) == cosize(l);
}

bool coalesce_is_right(flat const& l, flat const& r) {
  if (!well_formed(r) || size(r) != size(l)) {
    return false;
  }
  for (integer x = 0; x < size(l); ++x) {
    if (apply(r, x) != apply(l, x)) {
      return false;
    }
  }
  return true;
}

bool composition_exists(flat const& a, flat const& b) {
  odometer c(b);
  do {
    // The value of R at this coordinate of B, where group i of R is c -> A(d[i] c).
    integer sum = 0;
    for (int i = 0; i < b.n; ++i) {
      sum += apply(a, c.c[i] * b.d[i]);
    }
    if (apply(a, c.offset()) != sum) {
      return false;
    }
  } while (c.advance());
  for (int i = 0; i < b.n; ++i) {
    if (!is_list_of_modes(a, b.d[i], b.s[i])) {
      return false;
    }
  }
  return true;
}

bool composition_is_right(flat const& a, flat const& b, flat const& r, int const* split) {
  int end = 0;
  for (int i = 0; i < b.n; ++i) {
    integer product = 1;
    for (int j = 0; j < split[i]; ++j) {
      product *= end + j < r.n ? r.s[end + j] : 0;
    }
    if (product != b.s[i]) {
      return false;
    }
    end += split[i];
  }
  if (end != r.n || !well_formed(r)) {
    return false;
  }
  odometer c(b);
  odometer q(r);  // in step with c, as the groups of R have the extents of B
  do {
    if (apply(a, c.offset()) != q.offset()) {
      return false;
    }
    q.advance();
  } while (c.advance());
  return true;
}

bool interval_possible(flat const& a) {
  flat const f = filter(a);
  for (int i = 0; i < f.n; ++i) {
    for (int j = 0; j < f.n; ++j) {
      integer const lower = std::abs(f.d[i]);
      integer const upper = std::abs(f.d[j]);
      if (i != j && lower <= upper && upper % (f.s[i] * lower) != 0) {
        return false;
      }
    }
  }
  return true;
}

bool complement_is_right(flat const& a, integer m, flat const& r) {
  if (!well_formed(r)) {
    return false;
  }
  flat const f = filter(a);
  for (integer x = 1; x < size(r); ++x) {
    if (apply(r, x - 1) >= apply(r, x)) {
      return false;
    }
  }
  flat const both = join(f, r);
  if (!injective(both) || cosize(both) < m) {
    return false;
  }
  int last = r.n - 1;
  while (last >= 0 && r.s[last] == 1) {
    --last;
  }
  if (last >= 0) {
    bool in_a_gap = false;
    for (int i = 0; i < a.n; ++i) {
      in_a_gap = in_a_gap || r.d[last] < std::abs(a.d[i]);
    }
    flat shorter = both;
    --shorter.s[f.n + last];
    if (!in_a_gap && cosize(shorter) >= m) {
      return false;
    }
  }
  return !interval_possible(a) || onto_interval(both);
}

integer longest_compact(flat const& l) { return longest_chain(l, 0, 1); }

bool right_inverse_is_right(flat const& l, flat const& r) {
  if (!well_formed(r)) {
    return false;
  }
  for (integer i = 0; i < size(r); ++i) {
    integer const x = apply(r, i);
    if (x < 0 || x >= size(l) || apply(l, x) != i) {
      return false;
    }
  }
  return true;
}

bool left_inverse_is_right(flat const& l, flat const& r) {
  if (!well_formed(r)) {
    return false;
  }
  bool const everywhere = linear(r);
  for (integer i = 0; i < size(l); ++i) {
    integer const x = apply(l, i);
    if (x < 0 && !everywhere) {
      return false;
    }
    integer const y = apply(r, x);
    if (y < 0 || y >= size(l) || apply(l, y) != x) {
      return false;
    }
  }
  return true;
}

bool left_inverse_exists(flat const& l) {
  if (lowest(l) < 0) {
    // Only x -> t x is defined there, and |t| < size(L) as its values are indices.
    for (integer t = -size(l); t <= size(l); ++t) {
      flat const scale = {1, {1}, {t}};
      if (left_inverse_is_right(l, scale)) {
        return true;
      }
    }
    return false;
  }
  require(size(l) <= 4096 && cosize(l) <= 4096);
  image m;
  m.size = size(l);
  m.count = 0;
  integer at[4096];
  for (integer i = 0; i < m.size; ++i) {
    at[i] = apply(l, i);
  }
  int filled = 0;
  for (integer x = 0; x < cosize(l); ++x) {
    m.offset[m.count] = x;
    m.first[m.count] = filled;
    for (integer i = 0; i < m.size; ++i) {
      if (at[i] == x) {
        m.index[filled++] = i;
      }
    }
    m.count += filled > m.first[m.count];
  }
  m.first[m.count] = filled;
  integer radix[max_digits];
  return some_chain_inverts(m, radix, 1, 1);
}

bool divide_is_right(flat const& a, flat const& b, flat const& c, flat const& r, int const* split) {
  return complement_is_right(b, size(a), c) && composition_is_right(a, join(b, c), r, split);
}

bool product_is_right(flat const& a, flat const& b, integer bound, flat const& c, flat const& r,
                      int const* split) {
  if (r.n < a.n || !complement_is_right(a, bound, c)) {
    return false;
  }
  flat rest;
  rest.n = r.n - a.n;
  for (int i = 0; i < r.n; ++i) {
    if (i < a.n) {
      if (r.s[i] != a.s[i] || r.d[i] != a.d[i]) {
        return false;
      }
    } else {
      rest.s[i - a.n] = r.s[i];
      rest.d[i - a.n] = r.d[i];
    }
  }
  return composition_is_right(c, b, rest, split);
}

}  // namespace oracle
