// SPDX-License-Identifier: BSL-1.0
//
// Quotients and remainders of symbolic integers: as those of int, for every x in a range on both
// sides of 0, and no other value.
#include <tileproof/integers/symbolic.hpp>

namespace {

using namespace tileproof::integers;

template <int By>
struct quotient_is {
  std::int64_t at;
  std::int64_t quotient, remainder;
  constexpr bool operator()(symbolic const* x) const {
    return !(x[0] == at) || (x[0] / By == quotient && x[0] % By == remainder);
  }
};
template <int By>
constexpr bool divides_as_int() {
  constexpr unknown of[] = {{"x", -8, 8}};
  for (int x = -8; x <= 8; ++x) {
    search right(of, 1);
    if (right.run(quotient_is<By>{x, x / By, x % By}) != search::result::yes) return false;
    search wrong(of, 1);
    if (wrong.run(quotient_is<By>{x, x / By + 1, x % By}) != search::result::no ||
        wrong.witness[0] != x)
      return false;
  }
  return true;
}
static_assert(divides_as_int<1>() && divides_as_int<2>() && divides_as_int<3>());
static_assert(divides_as_int<7>());

// The same quotient is one unknown: it takes no second place among the 20.
struct divides_often {
  constexpr bool operator()(symbolic const* x) const {
    symbolic sum = 0;
    for (int i = 0; i < 20; ++i) sum = sum + x[0] / 4;
    return sum == 20 * (x[0] / 4);
  }
};
// 20 different quotients beside x are too many.
struct divides_by_many {
  constexpr bool operator()(symbolic const* x) const {
    symbolic sum = 0;
    for (int by = 2; by < 22; ++by) sum = sum + x[0] / by;
    return sum >= 0;
  }
};
constexpr unknown length[] = {{"x", 0, 1 << 20}};
constexpr auto of(auto const& claim) {
  search s(length, 1);
  s.run(claim);
  return s;
}
static_assert(of(divides_often{}).why == decisions::reason::none && of(divides_often{}).runs == 1);
static_assert(of(divides_by_many{}).why == decisions::reason::not_linear);

}  // namespace
