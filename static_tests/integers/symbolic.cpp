// SPDX-License-Identifier: BSL-1.0
//
// The answers of a search: proved, refuted by integers that it names, undecided with the reason.
// sweep.cpp compares random claims with enumeration.
#include <tileproof/integers/symbolic.hpp>

namespace {

using namespace tileproof::integers;
using result = search::result;
using reason = decisions::reason;

// The search for a function of symbolic integers x[0], x[1], ..., each in [least,greatest].
template <class Claim, std::size_t N>
constexpr search searched(Claim const& claim, unknown const (&of)[N], bool int_only = false) {
  search s(of, static_cast<int>(N), int_only);
  s.run(claim);
  return s;
}
template <class Claim, std::size_t N>
constexpr result answer(Claim const& claim, unknown const (&of)[N], bool int_only = false) {
  search s(of, static_cast<int>(N), int_only);
  return s.run(claim);
}
constexpr unknown any[] = {{"x"}};
constexpr unknown pair[] = {{"x"}, {"y"}};
constexpr unknown small[] = {{"x", 0, 9}, {"y", 0, 9}};
constexpr unknown none[] = {{"x", 1, 0}};

// The header's example.
struct rounds_down {
  constexpr bool operator()(symbolic const* x) const { return x[0] / 4 * 4 <= x[0]; }
};
constexpr unknown length[] = {{"x", 0, 1 << 30}};
static_assert(answer(rounds_down{}, length) == result::yes);
// -1 / 4 * 4 is 0: of all integers it is false, and -1 is the one nearest to 0.
static_assert(answer(rounds_down{}, any) == result::no);
static_assert(searched(rounds_down{}, any).witness[0] == -1);

struct is_ordered {
  constexpr bool operator()(symbolic const* x) const { return x[0] <= x[1]; }
};
static_assert(answer(is_ordered{}, pair) == result::no);
static_assert(searched(is_ordered{}, pair).witness[0] > searched(is_ordered{}, pair).witness[1]);
// No value of x: nothing is claimed.
static_assert(answer(is_ordered{}, none) == result::yes);

// Products of unknowns: squares, and what a bound or an inequality gives when it is multiplied.
struct square {
  constexpr bool operator()(symbolic const* x) const { return x[0] * x[0] >= 0; }
};
struct is_inside {  // row j of a column of ld elements, n columns
  constexpr bool operator()(symbolic const* x) const {
    symbolic const &m = x[0], &n = x[1], &ld = x[2], &i = x[3], &j = x[4];
    return !(i < m && j < n && m <= ld) || i + j * ld < (n - 1) * ld + m;
  }
};
struct is_inside_of_m : is_inside {  // ld < m, columns overlap
  constexpr bool operator()(symbolic const* x) const {
    symbolic const &m = x[0], &n = x[1], &ld = x[2], &i = x[3], &j = x[4];
    return !(i < m && j < n && m <= ld) || i + j * ld < n * m;
  }
};
constexpr std::int64_t far = std::int64_t{1} << 40;
constexpr unknown matrix[] = {{"m", 1, INT32_MAX},
                              {"n", 1, INT32_MAX},
                              {"ld", 1, far},
                              {"i", 0, INT32_MAX},
                              {"j", 0, INT32_MAX}};
static_assert(answer(square{}, any) == result::yes);
static_assert(answer(is_inside{}, matrix) == result::yes);
static_assert(answer(is_inside_of_m{}, matrix) == result::no);
// The order of factors does not matter.
struct commutes {
  constexpr bool operator()(symbolic const* x) const {
    return x[0] * (x[1] * x[2]) == (x[2] * x[0]) * x[1] &&
           (x[0] + x[1]) * x[2] == x[0] * x[2] + x[1] * x[2];
  }
};
static_assert(answer(commutes{}, matrix) == result::yes);
// The offset of a matrix is an int up to a bound of its size.
struct fits_int {
  constexpr bool operator()(symbolic const* x) const { return x[0] * x[1] <= INT32_MAX; }
};
constexpr unknown at_most_46340[] = {{"m", 1, 46340}, {"n", 1, 46340}};
constexpr unknown at_most_46341[] = {{"m", 1, 46341}, {"n", 1, 46341}};
static_assert(answer(fits_int{}, at_most_46340) == result::yes);
static_assert(answer(fits_int{}, at_most_46341) == result::no);
static_assert(searched(fits_int{}, at_most_46341).witness[0] == 46341);

// Quotients by unknowns, of integers that are not negative.
struct quotient_by_unknown {
  constexpr bool operator()(symbolic const* x) const { return x[0] / x[1] <= x[0]; }
};
struct ceil_div_by_unknown {
  constexpr bool operator()(symbolic const* x) const {
    symbolic const tiles = (x[0] + x[1] - 1) / x[1];
    return tiles * x[1] >= x[0] && (tiles - 1) * x[1] < x[0];
  }
};
struct remainder_of_unknown {
  constexpr bool operator()(symbolic const* x) const {
    return x[0] % x[1] < x[1] && x[0] / x[1] * x[1] + x[0] % x[1] == x[0];
  }
};
struct quotient_by_0 {
  constexpr bool operator()(symbolic const* x) const { return x[0] / 0 == x[0]; }
};
constexpr unknown by[] = {{"x", 1, INT32_MAX}, {"y", 1, INT32_MAX}};
static_assert(answer(quotient_by_unknown{}, by) == result::yes);
static_assert(answer(ceil_div_by_unknown{}, by) == result::yes);
static_assert(answer(remainder_of_unknown{}, by) == result::yes);
static_assert(searched(quotient_by_unknown{}, small).why == reason::not_linear);  // y may be 0
static_assert(searched(quotient_by_0{}, any).why == reason::not_linear);
// A factor above 2^31 - 1, and a bound above 2^62.
struct large_factor {
  constexpr bool operator()(symbolic const* x) const { return x[0] * 1073741824 * 4 >= 0; }
};
// The difference of two constants would be 2^63.
struct far_apart {
  constexpr bool operator()(symbolic const* x) const {
    symbolic const far = std::int64_t{1} << 62;
    return x[0] + far <= x[1] - far;
  }
};
static_assert(searched(far_apart{}, by).why == reason::not_linear);
constexpr unknown too_far[] = {{"x", 0, (std::int64_t{1} << 62) + 1}};
static_assert(searched(large_factor{}, length).why == reason::not_linear);
static_assert(searched(rounds_down{}, too_far).why == reason::not_linear);

// int_only: x + 1 overflows at the largest int alone, and x - 1 + 1 does not.
struct next_is_larger {
  constexpr bool operator()(symbolic const* x) const { return x[0] + 1 > x[0]; }
};
struct same_after_both {
  constexpr bool operator()(symbolic const* x) const { return x[0] - 1 + 1 == x[0]; }
};
constexpr unknown all_ints[] = {{"x", INT32_MIN + 1, INT32_MAX}};
static_assert(answer(next_is_larger{}, all_ints) == result::yes);
static_assert(answer(next_is_larger{}, all_ints, true) == result::no);
static_assert(searched(next_is_larger{}, all_ints, true).overflows);
static_assert(searched(next_is_larger{}, all_ints, true).witness[0] == INT32_MAX);
static_assert(answer(same_after_both{}, all_ints, true) == result::yes);

// Constants alone are computed as ints.
static_assert(symbolic(7) / 2 * 2 + symbolic(7) % 2 == symbolic(7));
static_assert(-symbolic(7) / 2 == symbolic(-3));  // towards 0

}  // namespace
