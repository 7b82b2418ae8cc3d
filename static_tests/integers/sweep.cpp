// SPDX-License-Identifier: BSL-1.0
//
// The proofs of holds_for_all_integers against enumeration: random claims over 2 to 4 unknowns in
// small boxes, every eighth one in a part
// of one without bounds, with sums, products by constants, / and %, branches and loops, and in
// every fourth one ints that may overflow. Every third one multiplies unknowns and divides by them,
// and of these more are undecided. A claim that is proved holds everywhere in its box, and one that
// is refuted fails at its witness.
#include <tileproof/integers/symbolic.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

using namespace tileproof;
using integers::search;

// An integer whose operations remember that one of them was no int.
bool left_int = false;
struct plain {
  std::int64_t v;
  plain(std::int64_t x) : v(x) {}
  static plain checked(std::int64_t r) {
    left_int = left_int || r < INT32_MIN || r > INT32_MAX;
    return r;
  }
  friend plain operator+(plain a, plain b) { return checked(a.v + b.v); }
  friend plain operator-(plain a, plain b) { return checked(a.v - b.v); }
  friend plain operator-(plain a) { return checked(-a.v); }
  friend plain operator*(plain a, plain b) { return checked(a.v * b.v); }
  friend plain operator/(plain a, plain b) { return a.v / b.v; }
  friend plain operator%(plain a, plain b) { return a.v % b.v; }
  friend auto operator<=>(plain a, plain b) = default;
};

std::mt19937 random_bits(1);
int pick(int first, int last) {
  return first + static_cast<int>(random_bits() % static_cast<unsigned>(last - first + 1));
}

enum class op {
  unknown,
  constant,
  add,
  sub,
  negate,
  mul,
  div,
  mod,
  select,
  count_up,
  product,
  quotient,
  remainder
};
bool has_products = false;  // of unknowns, in this claim
enum class test { less, less_equal, equal, unequal, greater, all_of, any_of, not_of };

struct expression {
  op what;
  int number;   // the unknown, the constant, the factor or the divisor
  int a, b, c;  // operands, as places in the claim; c of a test
};
struct condition {
  test what;
  int a, b;
};

// A random formula. Operands stand before what uses them.
struct formula {
  std::vector<expression> integers;
  std::vector<condition> tests;
  int holds = 0;  // the test that is the claim

  template <class I>
  I value(int at, I const* x) const {
    expression const& e = integers[static_cast<std::size_t>(at)];
    switch (e.what) {
      case op::unknown: return x[e.number];
      case op::constant:
        return x[0] * I(0) + I(e.number);  // not a constant, whose sums must be ints
      case op::add: return value(e.a, x) + value(e.b, x);
      case op::sub: return value(e.a, x) - value(e.b, x);
      case op::negate: return -value(e.a, x);
      case op::mul: return e.b == 0 ? value(e.a, x) * I(e.number) : I(e.number) * value(e.a, x);
      case op::div: return value(e.a, x) / I(e.number);
      case op::mod: return value(e.a, x) % I(e.number);
      case op::product: return value(e.a, x) * value(e.b, x);
      case op::quotient: return magnitude(e.a, x) / (magnitude(e.b, x) + I(1));
      case op::remainder: return magnitude(e.a, x) % (magnitude(e.b, x) + I(1));
      case op::select: return is_true(e.c, x) ? value(e.a, x) : value(e.b, x);
      case op::count_up: {  // at most 3 steps of a loop with a bound that is not known
        I const end = value(e.a, x);
        I r = x[0] * I(0);
        for (int i = 0; i < 3 && I(i) < end; ++i) r = r + I(e.number);
        return r;
      }
    }
    std::abort();
  }
  template <class I>
  I magnitude(int at, I const* x) const {
    I const v = value(at, x);
    return v < I(0) ? -v : v;
  }
  template <class I>
  bool is_true(int at, I const* x) const {
    condition const& t = tests[static_cast<std::size_t>(at)];
    switch (t.what) {
      case test::less: return value(t.a, x) < value(t.b, x);
      case test::less_equal: return value(t.a, x) <= value(t.b, x);
      case test::equal: return value(t.a, x) == value(t.b, x);
      case test::unequal: return value(t.a, x) != value(t.b, x);
      case test::greater: return value(t.a, x) > value(t.b, x);
      case test::all_of: return is_true(t.a, x) && is_true(t.b, x);
      case test::any_of: return is_true(t.a, x) || is_true(t.b, x);
      case test::not_of: return !is_true(t.a, x);
    }
    std::abort();
  }
  bool operator()(integers::symbolic const* x) const { return is_true(holds, x); }

  int add(expression const& e) {
    integers.push_back(e);
    return static_cast<int>(integers.size()) - 1;
  }
  int add(condition const& t) {
    tests.push_back(t);
    return static_cast<int>(tests.size()) - 1;
  }
  int some_integer(int depth, int unknowns, bool is_large) {
    int const way = depth == 0 ? pick(0, 3) : pick(0, 16);
    if (way < 3) return add(expression{op::unknown, pick(0, unknowns - 1), 0, 0, 0});
    if (way == 3) return add(expression{op::constant, pick(-6, 6), 0, 0, 0});
    int const a = some_integer(depth - 1, unknowns, is_large);
    int const factor =
        is_large && pick(0, 2) == 0 ? pick(-1, 1) * (1 << pick(20, 23)) : pick(-5, 5);
    if (way < 6) return add(expression{op::mul, factor, a, pick(0, 1), 0});
    if (way < 9) return add(expression{op::div, pick(1, 5), a, 0, 0});
    if (way == 9) return add(expression{op::mod, pick(1, 5), a, 0, 0});
    if (way == 10) return add(expression{op::negate, 0, a, 0, 0});
    if (way == 11) return add(expression{op::count_up, pick(-3, 3), a, 0, 0});
    int const b = some_integer(depth - 1, unknowns, is_large);
    if (way == 12) {
      int const c = some_integer(depth - 1, unknowns, is_large);
      int const t = add(condition{static_cast<test>(pick(0, 4)), a, c});
      return add(expression{op::select, 0, a, b, t});
    }
    if (has_products && pick(0, 1) == 0)
      return add(expression{
          static_cast<op>(static_cast<int>(op::product) + std::max(0, pick(-2, 2))), 0, a, b, 0});
    return add(expression{way < 15 ? op::add : op::sub, 0, a, b, 0});
  }
  int some_test(int depth, int unknowns, bool is_large) {
    int const way = depth == 0 ? 0 : pick(0, 5);
    if (way < 3) {
      int const a = some_integer(pick(0, 3), unknowns, is_large);
      int const b = some_integer(pick(0, 2), unknowns, is_large);
      return add(condition{static_cast<test>(pick(0, 4)), a, b});
    }
    int const a = some_test(depth - 1, unknowns, is_large);
    if (way == 5) return add(condition{test::not_of, a, 0});
    int const b = some_test(depth - 1, unknowns, is_large);
    return add(condition{way == 3 ? test::all_of : test::any_of, a, b});
  }
};

// A claim that is true more often: one of several, or where several hold.
formula some_formula(int unknowns, bool is_large, int most_tests) {
  formula f;
  f.holds = f.some_test(2, unknowns, is_large);
  for (int n = pick(0, most_tests); n > 0; --n) {
    int const t = f.some_test(1, unknowns, is_large);
    f.holds = f.add(condition{test::any_of, t, f.holds});
  }
  return f;
}

}  // namespace

int main(int argc, char** argv) {
  int const claims = argc > 1 ? std::atoi(argv[1]) : 40000;
  if (argc > 2) random_bits.seed(static_cast<unsigned>(std::atoi(argv[2])));
  long proved = 0, refuted = 0, open[4]{}, open_though_true = 0, open_though_false = 0, wrong = 0;
  long points = 0, cases = 0, with_products = 0, open_with_products = 0;
  for (int n = 0; n < claims; ++n) {
    int const unknowns = pick(2, 4);
    bool const is_int = n % 4 == 0;
    bool const is_unbounded = n % 8 == 3;  // enumerated in a part
    integers::unknown of[4]{};
    std::int64_t first[4]{};
    std::int64_t last[4]{};
    for (int i = 0; i < 4; ++i) {
      first[i] = pick(-6, 3), last[i] = first[i] + pick(0, 7);
      of[i] = {"x", first[i], last[i]};
      if (is_unbounded && pick(0, 2) == 0) of[i].least = integers::unknown::no_least;
      if (is_unbounded && pick(0, 2) == 0) of[i].greatest = integers::unknown::no_greatest;
    }
    has_products = n % 3 == 2;
    with_products += has_products;
    formula const f = some_formula(unknowns, is_int, n % 16 == 5 ? 16 : 4);
    search s(of, unknowns, is_int);
    search::result const is = s.run(f);
    cases += s.runs;
    bool holds = true;
    std::int64_t at[4]{};
    auto const holds_at = [&](std::int64_t const* v) {
      plain const x[4] = {v[0], v[1], v[2], v[3]};
      left_int = false;
      bool const is_true = f.is_true(f.holds, x);
      return is_true && !(is_int && left_int);
    };
    for (int i = 0; i < unknowns; ++i) at[i] = first[i];
    for (int i = 0; i < unknowns && holds;) {
      ++points;
      holds = holds_at(at);
      for (i = 0; i < unknowns && at[i] == last[i]; ++i) at[i] = first[i];
      if (i < unknowns) ++at[i], i = 0;
    }
    bool is_wrong = false;
    if (is == search::result::yes) {
      ++proved, is_wrong = !holds;
    } else if (is == search::result::no) {
      ++refuted, is_wrong = (holds && !is_unbounded) || holds_at(s.witness);
      for (int i = 0; i < unknowns; ++i)
        is_wrong = is_wrong || s.witness[i] < of[i].least || s.witness[i] > of[i].greatest;
    } else {
      ++open[static_cast<int>(s.why)], ++(holds ? open_though_true : open_though_false);
      open_with_products += has_products;
    }
    if (is_wrong)
      std::printf("claim %d: WRONG: %s, and %s\n", n,
                  is == search::result::yes ? "proved" : "refuted",
                  holds ? "it holds" : "it fails");
    wrong += is_wrong;
  }
  long const undecided = open[1] + open[2] + open[3];
  std::printf(
      "%d claims, %ld cases, %ld points: %ld proved, %ld refuted, %ld undecided (%ld many "
      "cases, %ld not linear, %ld not found; %ld hold, %ld do not; %ld of %ld with products), %ld "
      "WRONG\n",
      claims, cases, points, proved, refuted, undecided, open[1], open[2], open[3],
      open_though_true, open_though_false, open_with_products, with_products, wrong);
  return wrong != 0 || (undecided - open_with_products) * 20 > claims ||
         open_with_products * 5 > claims || proved * 5 < claims;
}
