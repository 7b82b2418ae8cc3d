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

// Products of two unknowns and quotients by one are not linear; nor is division by 0.
struct square {
  constexpr bool operator()(symbolic const* x) const { return x[0] * x[0] >= 0; }
};
struct quotient_by_unknown {
  constexpr bool operator()(symbolic const* x) const { return x[0] / x[1] <= x[0]; }
};
struct quotient_by_0 {
  constexpr bool operator()(symbolic const* x) const { return x[0] / 0 == x[0]; }
};
static_assert(answer(square{}, any) == result::undecided);
static_assert(searched(square{}, any).why == reason::not_linear);
static_assert(searched(quotient_by_unknown{}, small).why == reason::not_linear);
static_assert(searched(quotient_by_0{}, any).why == reason::not_linear);
// A factor above 2^24, and a bound above 2^32.
struct large_factor {
  constexpr bool operator()(symbolic const* x) const { return x[0] * (1 << 25) >= 0; }
};
constexpr unknown far[] = {{"x", 0, std::int64_t{1} << 33}};
static_assert(searched(large_factor{}, length).why == reason::not_linear);
static_assert(searched(rounds_down{}, far).why == reason::not_linear);

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
