// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

// The definitions of the layout algebra, decided by trying everything.
//
// This is the judge of the exhaustive sweep, so it shares no code with include/tileproof, has
// types of its own, and knows no theorem: it walks every coordinate, every ordered
// factorisation, every radix chain. It is meant for layouts with at most `max_points` offsets.
// Nothing is allocated.
namespace oracle {

using integer = std::int64_t;

inline constexpr int max_rank = 16;
inline constexpr integer max_points = 1 << 16;

// The modes s[0]:d[0], ..., s[n-1]:d[n-1], leftmost fastest; s[i] >= 1, d[i] any integer.
struct flat {
  int n;
  integer s[max_rank];
  integer d[max_rank];
};

integer size(flat const& l);
integer cosize(flat const& l);  // 1 + sum (s[i] - 1) |d[i]|
flat join(flat const& a, flat const& b);
bool well_formed(flat const& l);  // every extent is at least 1
flat filter(flat const& l);       // without modes of extent 1 or stride 0

// L(x) = x t for every x >= 0, the last mode unbounded.
bool linear(flat const& l);

// A layout is a function on x >= 0, its last mode unbounded, and below 0 it is odd: L(-x) = -L(x),
// as C++ divides. An inverse is asked for on x >= 0, and on all x where it is linear.
bool defined(flat const& l, integer x);
integer apply(flat const& l, integer x);

// No two of the x < size(L) have the same offset.
bool injective(flat const& l);

// The offsets of the x < size(L) are distinct and have no gap between them.
bool onto_interval(flat const& l);

// Same size, same function below it.
bool coalesce_is_right(flat const& l, flat const& r);

// Is there a layout R, its modes grouped by the modes of B so that the product of group i is
// the extent of mode i of B, with R(c) = A(B(c)) at every coordinate c of B?
bool composition_exists(flat const& a, flat const& b);

// Is R such a layout, its first split[0] modes being group 0, the next split[1] group 1, ...?
bool composition_is_right(flat const& a, flat const& b, flat const& r, int const* split);

// There is an R for which (A, R) is a bijection onto an interval, A filtered and injective.
// The one closed form here: s|d| of each mode divides the next larger |d|.
bool interval_possible(flat const& a);

// With A filtered: R increases strictly; (A, R) is injective, spans at least m, and no longer does
// so without the last repetition of R unless that lies in a gap below some stride of A as given;
// (A, R) is onto an interval where that can be. If A is not injective then no R is right.
bool complement_is_right(flat const& a, integer m, flat const& r);

// The largest product of extents > 1 that, in some order, are s1:1, s2:s1, s3:s1 s2, ...
integer longest_compact(flat const& l);

// L(R(i)) = i and 0 <= R(i) < size(L) for every i < size(R). A right inverse ought to have the
// size longest_compact(L).
bool right_inverse_is_right(flat const& l, flat const& r);

// L(R(L(i))) = L(i) and 0 <= R(L(i)) < size(L) for every i < size(L).
bool left_inverse_is_right(flat const& l, flat const& r);

// Is there such an R? Fast while the largest offset stays below about 60; pre: below 4096.
bool left_inverse_exists(flat const& l);

// R((b, c)) = A(B(b) + C(c)), for C a complement of B up to size(A).
bool divide_is_right(flat const& a, flat const& b, flat const& c, flat const& r, int const* split);

// R = (A, C o B), for C a complement of A up to `bound`. `split` starts at C o B.
bool product_is_right(flat const& a, flat const& b, integer bound, flat const& c, flat const& r,
                      int const* split);

}  // namespace oracle
