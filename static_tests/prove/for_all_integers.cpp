// SPDX-License-Identifier: BSL-1.0
//
// holds_for_all_integers and holds_for_all_ints: claims that hold, claims that fail with their
// witness, and claims that are not decided.
#include <tileproof/integers/linear.hpp>
#include <tileproof/prove/for_all_integers.hpp>
#include <tileproof/prove/theorem.hpp>

namespace {

using namespace tileproof;

constexpr integers::unknown any{"x"};
constexpr integers::unknown from_0{"x", 0};
constexpr integers::unknown length{"length", 0, 1 << 30};

#define CLAIM(NAME, UNKNOWNS, INTEGERS, ...)                  \
  struct NAME {                                               \
    static constexpr integers::unknown unknowns[] = UNKNOWNS; \
    template <class I>                                        \
    static constexpr bool holds INTEGERS {                    \
      return __VA_ARGS__;                                     \
    }                                                         \
  }
#define LIST(...) {__VA_ARGS__}

////////////////////////////////////////////////////////////////////////////////// what holds

CLAIM(ceil_div_covers, LIST(length, length), (I n, I i), !(i < n) || i / 128 < (n + 127) / 128);
static_assert(require<holds_for_all_integers<ceil_div_covers>>());
static_assert(require<holds_for_all_ints<ceil_div_covers>>());

// No bounds: division rounds towards 0, as that of int.
CLAIM(rounds_towards_0, LIST(any), (I x),
      x >= 0 ? x / 7 * 7 <= x && x < x / 7 * 7 + 7 : x / 7 * 7 >= x && x > x / 7 * 7 - 7);
static_assert(proved<holds_for_all_integers<rounds_towards_0>>);
CLAIM(remainder_has_the_sign, LIST(any), (I x),
      x / 5 * 5 + x % 5 == x && (x >= 0 ? 0 <= x % 5 && x % 5 <= 4 : -4 <= x % 5 && x % 5 <= 0));
static_assert(proved<holds_for_all_integers<remainder_has_the_sign>>);

// Integers, and no fractions: an even number is no odd one, and no integer lies between two.
CLAIM(parity, LIST(any, any), (I x, I y), 2 * x != 2 * y + 1);
static_assert(proved<holds_for_all_integers<parity>>);
CLAIM(no_integer_between, LIST(any, any), (I x, I y),
      !(3 * x < 6 * y + 1 && 6 * y - 1 < 3 * x - 1));
static_assert(proved<holds_for_all_integers<no_integer_between>>);

CLAIM(quotients_of_quotients, LIST(from_0), (I x), x / 4 / 8 == x / 32);
static_assert(proved<holds_for_all_integers<quotients_of_quotients>>);
// Products of unknowns, and quotients by a positive one.
CLAIM(product, LIST(from_0, from_0), (I x, I y), x* y >= 0);
static_assert(proved<holds_for_all_integers<product>>);
CLAIM(offset_in_matrix, LIST(length, length, length, length, length), (I m, I n, I ld, I i, I j),
      !(i < m && j < n && m <= ld) || i + j * ld < m + (n - 1) * ld);
static_assert(proved<holds_for_all_integers<offset_in_matrix>>);
CLAIM(offset_is_an_int, LIST({"m", 1, 46341}, {"n", 1, 46341}), (I m, I n), m* n >= 0);
static_assert(sentence<holds_for_all_ints<offset_is_an_int>>() ==
              "an int overflows for m = 46341, n = 46341");

CLAIM(order_is_total, LIST(any, any, any), (I x, I y, I z), x < y || y < z || z <= x);
static_assert(proved<holds_for_all_integers<order_is_total>>);

// A loop whose bound is an unknown from 0 to 3.
struct sum_of_loop {
  static constexpr integers::unknown unknowns[] = {{"n", 0, 3}};
  template <class I>
  static constexpr bool holds(I n) {
    I sum = 0;
    for (I i = 0; i < n; i = i + 1) sum = sum + 5;
    return sum == 5 * n;
  }
};
static_assert(proved<holds_for_all_integers<sum_of_loop>>);

// Empty bounds: nothing is claimed.
CLAIM(of_nothing, LIST({"x", 1, 0}), (I x), x < x);
static_assert(proved<holds_for_all_integers<of_nothing>>);

using both = theorems<theorem<holds_for_all_integers<ceil_div_covers>>,
                      theorem<holds_for_all_ints<ceil_div_covers>>>;
static_assert(both::hold);

////////////////////////////////////////////////////////////////////////////////// what fails

CLAIM(floor_div_covers, LIST(length, length), (I n, I i), !(i < n) || i / 128 < n / 128);
static_assert(!proved<holds_for_all_integers<floor_div_covers>>);
constexpr report floor_div = prove<holds_for_all_integers<floor_div_covers>>();
static_assert(floor_div.is == answer::no);
static_assert(floor_div(clue::for_integers, 0) == 1 && floor_div(clue::for_integers, 1) == 0);
static_assert(sentence<holds_for_all_integers<floor_div_covers>>() ==
              "the claim is false for length = 1, length = 0");

// True of integers, and not of ints.
CLAIM(sum_is_larger, LIST({"x", 0, INT32_MAX}), (I x), x + 1 > x);
static_assert(proved<holds_for_all_integers<sum_is_larger>>);
static_assert(sentence<holds_for_all_ints<sum_is_larger>>() ==
              "an int overflows for x = 2147483647");
CLAIM(negation, LIST({"x", INT32_MIN, 0}), (I x), -x >= 0);
static_assert(sentence<holds_for_all_ints<negation>>() == "an int overflows for x = -2147483648");

// The overflow stands before a division, whose result is then no matter.
CLAIM(half_of_a_sum, LIST({"x", 0, INT32_MAX}), (I x), (x + 1) / 2 >= 0);
static_assert(proved<holds_for_all_integers<half_of_a_sum>>);
static_assert(sentence<holds_for_all_ints<half_of_a_sum>>() ==
              "an int overflows for x = 2147483647");

struct with_a_sentence {
  static constexpr integers::unknown unknowns[] = {{"rows", 1, 100}};
  static constexpr char const* otherwise = "{for_integers:0} row{|s} do not fit 64";
  template <class I>
  static constexpr bool holds(I rows) {
    return rows <= 64;
  }
};
static_assert(sentence<holds_for_all_integers<with_a_sentence>>() == "65 rows do not fit 64");

////////////////////////////////////////////////////////////////////////////////// what is not
/// decided

CLAIM(quotient, LIST(from_0, from_0), (I x, I y), x / y <= x);
static_assert(prove<holds_for_all_integers<quotient>>().is == answer::undecided);
static_assert(!proved<holds_for_all_integers<quotient>>);
static_assert(std::string_view(sentence<holds_for_all_integers<quotient>>()).substr(0, 56) ==
              "undecided: the claim divides an integer that may be nega");

struct count_to_n {
  static constexpr integers::unknown unknowns[] = {{"n", 0, 1 << 20}};
  template <class I>
  static constexpr bool holds(I n) {
    I i = 0;
    while (i < n) i = i + 1;
    return i == n;
  }
};
static_assert(sentence<holds_for_all_integers<count_to_n>>() ==
              "undecided: the claim has more than 1 case, or a run of more than 256 comparisons; "
              "split it into smaller ones");

}  // namespace
