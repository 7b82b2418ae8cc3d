// SPDX-License-Identifier: BSL-1.0
//
// Elimination: inequalities without solution, why they have none, and the values that are left.
#include <tileproof/integers/linear.hpp>

namespace {

using namespace tileproof::integers;

// a x + b y + c z + d, with the key that belongs to its factors.
constexpr linear line(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  linear r{};
  std::int64_t const f[] = {a, b, c};
  for (int i = 0; i < 3; ++i) {
    r.factor[i] = f[i];
    r.key += static_cast<std::uint64_t>(f[i]) * linear::weight(i);
  }
  r.constant = d;
  return r;
}

// Up to four inequalities e <= 0 over three unknowns, each in [least,greatest].
struct system {
  inequalities all{};
  bool is_open = true;
  constexpr system(std::int64_t least, std::int64_t greatest) {
    all.unknowns = 3;
    for (int i = 0; i < 3; ++i) all.least[i] = least, all.greatest[i] = greatest;
  }
  constexpr system& with(linear const& e) {
    inequality r{e, std::uint64_t{1} << all.count};
    is_open = is_open && all.add(r);
    return *this;
  }
};
constexpr std::int64_t least = inequalities::no_least;
constexpr std::int64_t greatest = inequalities::no_greatest;

constexpr bool has_no_solution(system s) {
  std::uint64_t from = 0;
  return !s.is_open || s.all.has_no_solution(from);
}
constexpr std::uint64_t from(system s) {
  std::uint64_t of = 0;
  return s.all.has_no_solution(of) ? of : 0;
}

// x <= y, y <= z and z + 1 <= x.
static_assert(has_no_solution(system(least, greatest)
                                  .with(line(1, -1, 0, 0))
                                  .with(line(0, 1, -1, 0))
                                  .with(line(-1, 0, 1, 1))));
static_assert(!has_no_solution(system(least, greatest)
                                   .with(line(1, -1, 0, 0))
                                   .with(line(0, 1, -1, 0))
                                   .with(line(-1, 0, 1, 0))));
// 2 x == 2 y + 1 has rational solutions and no integers: the constant is rounded.
static_assert(
    has_no_solution(system(least, greatest).with(line(2, -2, 0, -1)).with(line(-2, 2, 0, 1))));
// 3 x <= 10 and 3 x >= 10: rounded to x <= 3 and x >= 4.
static_assert(
    has_no_solution(system(least, greatest).with(line(3, 0, 0, -10)).with(line(-3, 0, 0, 10))));
static_assert(
    !has_no_solution(system(least, greatest).with(line(3, 0, 0, -9)).with(line(-3, 0, 0, 9))));

// The bounds are inequalities, too: x + y >= 9 has no solution in [0,4].
static_assert(has_no_solution(system(0, 4).with(line(-1, -1, 0, 9))));
static_assert(!has_no_solution(system(0, 4).with(line(-1, -1, 0, 8))));

// `from` names the inequalities that contradict each other: the first and the third of three.
static_assert(from(system(least, greatest)
                       .with(line(1, -1, 0, 1))
                       .with(line(0, 1, -1, 0))
                       .with(line(-1, 1, 0, 0))) == 0b101);

// An inequality that the bounds or a narrower one imply takes no space; a narrower one replaces.
static_assert(system(0, 4).with(line(1, 0, 0, -4)).all.count == 0);
static_assert(system(0, 9).with(line(1, 0, 0, -4)).with(line(1, 0, 0, -6)).all.count == 1);
static_assert(system(0, 9).with(line(1, 0, 0, -6)).with(line(1, 0, 0, -4)).all.at[0].of.constant ==
              -4);

// The values of z that are left after x and y: x <= y - 2, y <= z - 3 and x >= 0.
constexpr bool is_left(std::int64_t first, std::int64_t last) {
  system s = system(0, 9).with(line(1, -1, 0, 2)).with(line(0, 1, -1, 3));
  std::uint64_t of = 0;
  std::int64_t a = 0;
  std::int64_t b = 0;
  if (s.all.has_no_solution(of, 2)) return false;
  s.all.bounds_of(2, a, b);
  return a == first && b == last;
}
static_assert(is_left(5, 9));

// A factor past the limit is left out, and so nothing is contradicted.
constexpr std::int64_t big = linear::largest_factor;
static_assert(!has_no_solution(system(least, greatest)
                                   .with(line(big, -(big - 1), 0, 1))
                                   .with(line(-(big - 1), big - 2, 0, 1))));

}  // namespace
