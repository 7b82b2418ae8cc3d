// SPDX-License-Identifier: BSL-1.0
//
// Products of unknowns: their bounds, and what follows from products of inequalities. sweep.cpp
// compares random claims with enumeration.
#include <tileproof/integers/symbolic.hpp>

namespace {

using namespace tileproof::integers;

// The least and the greatest value that is proved of a product, by what is not.
template <int First, int Last>
struct lies_in {
  constexpr bool operator()(symbolic const* x) const {
    return First <= x[0] * x[1] && x[0] * x[1] <= Last;
  }
};
template <int First, int Last>
constexpr bool is_bounded(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  unknown const of[] = {{"x", a, b}, {"y", c, d}};
  auto const answer = [&](auto claim) {
    search s(of, 2);
    return s.run(claim);
  };
  return answer(lies_in<First, Last>{}) == search::result::yes &&
         answer(lies_in<First + 1, Last>{}) == search::result::no &&
         answer(lies_in<First, Last - 1>{}) == search::result::no;
}
static_assert(is_bounded<6, 20>(2, 4, 3, 5));
static_assert(is_bounded<-20, 15>(-4, 3, 3, 5));
static_assert(is_bounded<-20, 20>(-4, 4, -5, 3));
static_assert(is_bounded<6, 20>(-4, -2, -5, -3));

// A square is not negative, also where x may be; nor is a product of four.
struct squares {
  constexpr bool operator()(symbolic const* x) const {
    return x[0] * x[0] >= 0 && (x[0] - x[1]) * (x[0] - x[1]) >= 0 - 36 * 2;
  }
};
constexpr unknown signed_pair[] = {{"x", -3, 3}, {"y", -3, 3}};
constexpr auto of(auto const& claim, auto const& unknowns) {
  search s(unknowns, 2);
  s.run(claim);
  return s;
}
static_assert(of(squares{}, signed_pair).why == decisions::reason::none);

// Bounds that 64 bits do not hold are none: nothing is proved of them, and nothing overflows.
struct is_small {
  constexpr bool operator()(symbolic const* x) const { return x[0] * x[1] <= INT32_MAX; }
};
struct is_positive {
  constexpr bool operator()(symbolic const* x) const { return x[0] * x[1] >= 1; }
};
constexpr std::int64_t far = std::int64_t{1} << 62;
constexpr unknown huge[] = {{"x", 1, far}, {"y", 1, far}};
constexpr search small_product = of(is_small{}, huge);
static_assert(small_product.why == decisions::reason::none && small_product.witness[0] > 0);
static_assert(of(is_positive{}, huge).why == decisions::reason::none);

// Five factors are too many.
struct fifth_power {
  constexpr bool operator()(symbolic const* x) const {
    return x[0] * x[0] * x[0] * x[0] * x[0] >= 0;
  }
};
static_assert(of(fifth_power{}, signed_pair).why == decisions::reason::not_linear);

}  // namespace
