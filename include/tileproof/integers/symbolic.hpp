// SPDX-License-Identifier: BSL-1.0
//
// Defines symbolic, an integer that a function computes with in place of an int, and `search`,
// which runs a function on symbolic integers and so decides its result for all integers.
//
//   struct claim {
//     constexpr bool operator()(symbolic const* x) const { return x[0] / 4 * 4 <= x[0]; }
//   };
//   constexpr unknown any{"x", 0, 1 << 30};
//   search s(&any, 1);
//   s.run(claim{}) == search::result::yes;
//
// A symbolic integer is a linear expression over the unknowns. Where the function compares two of
// them, the search follows both outcomes, one run after the other, each with its inequality. The
// claim is proved if the inequalities of each run that returns false have no solution
// (integers/linear.hpp). A product of unknowns is a further unknown (integers/monomials.hpp).
#pragma once

#include <tileproof/integers/path_arithmetic.hpp>

#include <concepts>
#include <cstdint>
#include <cstdlib>

namespace tileproof::inline TILEPROOF_NAMESPACE::integers {

// An unknown integer in [least,greatest]. Bounds are from -2^62 to 2^62, or absent.
struct unknown {
  static constexpr std::int64_t no_least = inequalities::no_least;
  static constexpr std::int64_t no_greatest = inequalities::no_greatest;
  char const* name;
  std::int64_t least = no_least, greatest = no_greatest;
};

class search;

// Integers to try a claim with, by random numbers: near the bounds, near 0, near powers of two.
constexpr std::uint64_t next_random(std::uint64_t r) {
  return r * 6364136223846793005u + 1442695040888963407u;
}
constexpr std::int64_t trial(std::int64_t least, std::int64_t greatest, std::uint64_t random) {
  std::int64_t const near = static_cast<std::int64_t>(random / 4 % 4);
  std::int64_t const power = std::int64_t{1} << (random / 16 % 62);
  std::int64_t const at = random % 4 == 0   ? least + near
                          : random % 4 == 1 ? greatest - near
                          : random % 4 == 2 ? near
                                            : power - 1 + near;
  return at < least ? least : at > greatest ? greatest : at;
}

namespace detail {
// Called if a sum or product of constants is not an int, which ends a constant expression with an
// error.
[[noreturn]] inline void constant_is_no_int() {
#if defined(__CUDACC_RTC__)
  __trap();
#else
  std::abort();
#endif
}
constexpr std::int64_t constant_in_int(std::int64_t v) {
  if (v < INT32_MIN || v > INT32_MAX) constant_is_no_int();
  return v;
}
}  // namespace detail

#if defined(__CUDACC__)
#define TILEPROOF_UNCHECKED _Pragma("nv_exec_check_disable")
#else
#define TILEPROOF_UNCHECKED
#endif

// A linear expression over the unknowns of a search; a constant where `of` is null. Sums and
// products of constants alone must be ints.
class symbolic {
 public:
  symbolic() = default;  // symbolic{} is 0; uninitialised, it has no value, as an int
  // Signed integers only: int + unsigned is no sum of integers.
  template <std::signed_integral V>
  TILEPROOF_HOST_DEVICE constexpr symbolic(V v) : of_(nullptr), value_{{}, v, 0} {}
  constexpr symbolic(search* of, linear const& v) : of_(of), value_(v) {}

  // For nvcc, functions of host and device may call them; device code does not run them.
#define TILEPROOF_OPERATOR(RESULT, OPERATOR, ...)                                      \
  TILEPROOF_UNCHECKED TILEPROOF_HOST_DEVICE friend constexpr RESULT operator OPERATOR( \
      symbolic const& a, symbolic const& b) {                                          \
    return __VA_ARGS__;                                                                \
  }
  TILEPROOF_OPERATOR(symbolic, +, a.plus(1, b))
  TILEPROOF_OPERATOR(symbolic, -, a.plus(-1, b))
  TILEPROOF_OPERATOR(symbolic, *, a.times(b))
  TILEPROOF_OPERATOR(symbolic, /, a.over(b))
  TILEPROOF_OPERATOR(symbolic, %, a.modulo(b))
  TILEPROOF_OPERATOR(bool, <=, a.is_less(b, 0))
  TILEPROOF_OPERATOR(bool, <, a.is_less(b, 1))
  TILEPROOF_OPERATOR(bool, >=, b.is_less(a, 0))
  TILEPROOF_OPERATOR(bool, >, b.is_less(a, 1))
  TILEPROOF_OPERATOR(bool, ==, a.is_less(b, 0) && b.is_less(a, 0))
#undef TILEPROOF_OPERATOR
  TILEPROOF_UNCHECKED TILEPROOF_HOST_DEVICE friend constexpr symbolic operator-(symbolic const& a) {
    return symbolic{}.plus(-1, a);
  }

 private:
  friend class search;
  search* of_;
  linear value_;

  // this + sign * b, and whether this + distance <= b.
  constexpr symbolic plus(int sign, symbolic const& b) const;
  constexpr symbolic times(symbolic const& b) const;
  constexpr symbolic over(symbolic const& b) const;
  constexpr symbolic modulo(symbolic const& b) const;
  constexpr bool is_less(symbolic const& b, int distance) const;
};
#undef TILEPROOF_UNCHECKED

// The runs of a function. In `int_only` every sum, difference and product must be an int too.
class search : path_arithmetic {
 public:
  static constexpr int most_runs = 4096;
  using decisions::reason, decisions::most_decisions, decisions::why;

  constexpr search(unknown const* of, int count, bool int_only = false)
      : path_arithmetic(count, int_only), of_(of) {}

  // The answer for a claim, which is called with an array of symbolic integers. yes: true for all
  // integers in their bounds. no: false for the integers in `witness`. undecided: `why` has the
  // reason.
  enum class result : unsigned char { yes, no, undecided };
  template <class Claim>
  constexpr result run(Claim const& claim) {
    if (declared_ > linear::most) return open(reason::not_linear);
    for (int i = 0; i < declared_; ++i)
      if (!is_bound(of_[i].least) || !is_bound(of_[i].greatest)) return open(reason::not_linear);
    for (int i = 0; i < declared_; ++i)
      if (of_[i].greatest < of_[i].least) return result::yes;  // nothing is claimed
    start();
    for (runs = 1; runs <= most_runs; ++runs) {
      bool const is_true = follow(claim);
      if (why != reason::none) return result::undecided;
      int level = length_;
      if (is_contradiction_ >= 0) {
        level = is_contradiction_;
      } else if (!is_true || left_int_) {
        std::uint64_t from = 0;
        work_.copy(path_);
        bool const has_products = has_monomials();
        if (has_products) add_products(work_);
        if (!work_.has_no_solution(from)) return refute(claim);
        // With products it follows from the signs of quotients too, which are decisions.
        if (!has_products) level = learn(from);
      }
      while (level > 0 && !log_[level - 1].is_open) --level;
      if (level == 0) return result::yes;
      turn(level);
    }
    return open(reason::many_cases);
  }

  int runs = 0;
  std::int64_t witness[linear::most]{};  // where the answer is no, a value for each unknown
  bool overflows = false;                // and whether an int overflows there

 private:
  friend class symbolic;
  unknown const* of_;
  inequalities work_{};

  static constexpr bool is_bound(std::int64_t b) {
    return b == unknown::no_least || b == unknown::no_greatest ||
           (b >= -linear::largest_bound && b <= linear::largest_bound);
  }
  constexpr result open(reason r) {
    why = r;
    return result::undecided;
  }
  // Starts without decisions and inequalities.
  constexpr void start() {
    path_.unknowns = declared_;
    path_.count = quotients_ = length_ = 0;
    is_turned_ = false;
    for (int i = 0; i < declared_; ++i) {
      path_.least[i] = of_[i].least;
      path_.greatest[i] = of_[i].greatest;
      is_single(i);
    }
  }
  // Does one run, along the decisions of the log.
  template <class Claim>
  constexpr bool follow(Claim const& claim) {
    symbolic x[linear::most]{};
    next_ = 0;
    left_int_ = false;
    is_contradiction_ = -1;
    std::uint64_t weight = linear::first_weight;
    for (int i = 0; i < declared_; ++i) {
      x[i].of_ = this;
      x[i].value_.factor[i] = 1;
      x[i].value_.key = weight;
      weight *= linear::first_weight;
    }
    return claim(static_cast<symbolic const*>(x));
  }

  // Runs the claim on plain numbers.
  template <class Claim>
  constexpr bool is_refuted_by_witness(Claim const& claim) {
    symbolic x[linear::most]{};
    start();
    path_.unknowns = next_ = 0;
    left_int_ = false;
    for (int i = 0; i < declared_; ++i) x[i] = symbolic(this, linear{{}, witness[i], 0});
    bool const is_true = claim(static_cast<symbolic const*>(x));
    overflows = left_int_;
    return why == reason::none && (!is_true || left_int_);
  }

  // Looks for integers on the path of this run, one unknown after the other, each as near to 0 as
  // the inequalities allow; and tries them. Where products are on the path, also tries others.
  template <class Claim>
  constexpr result refute(Claim const& claim) {
    bool const has_products = has_monomials();
    for (int attempt = 0; attempt < 2; ++attempt) {
      bool is_found = true;
      for (int k = 0; k < declared_ && is_found; ++k) {
        int const x = attempt == 0 ? k : declared_ - 1 - k;
        work_.copy(path_);
        for (int j = 0; j < k; ++j) {
          int const y = attempt == 0 ? j : declared_ - 1 - j;
          work_.least[y] = work_.greatest[y] = witness[y];
        }
        std::uint64_t from = 0;
        is_found = !work_.has_no_solution(from, x);
        std::int64_t first = 0;
        std::int64_t last = 0;
        work_.bounds_of(x, first, last);
        witness[x] = first > 0 ? first : last < 0 ? last : 0;
        is_found = is_found && first <= last && witness[x] <= linear::largest_bound &&
                   witness[x] >= -linear::largest_bound;
      }
      if (is_found && is_refuted_by_witness(claim)) return result::no;
      if (is_found) break;  // the path is gone
    }
    if (has_products && is_refuted_at_some_bound(claim)) return result::no;
    return open(reason::not_found);
  }
  // Tries integers near the bounds of the unknowns, near 0 and near powers of two, a fixed sequence
  // of them; then makes those that refute the claim as near to the least ones as can be.
  template <class Claim>
  constexpr bool is_refuted_at_some_bound(Claim const& claim) {
    std::uint64_t random = linear::first_weight;
    bool is_found = false;
    for (int t = 0; t < most_trials && !is_found; ++t) {
      for (int i = 0; i < declared_; ++i) {
        random = next_random(random);
        witness[i] = t == 0 ? greatest_of(i) : trial(least_of(i), greatest_of(i), random >> 33);
      }
      is_found = is_refuted(claim);
    }
    for (int pass = 0; pass < 2 && is_found; ++pass)
      for (int i = 0; i < declared_; ++i) {
        std::int64_t first = least_of(i);
        std::int64_t last = witness[i];
        while (first < last) {
          std::int64_t const middle = first + (last - first) / 2;
          witness[i] = middle;
          if (is_refuted(claim))
            last = middle;
          else
            first = middle + 1;
        }
        witness[i] = last;
      }
    return is_found && is_refuted(claim);
  }
  static constexpr int most_trials = 256;
  // An absent bound is taken to be 2^31 here.
  constexpr std::int64_t least_of(int i) const {
    return of_[i].least == unknown::no_least ? INT32_MIN : of_[i].least;
  }
  constexpr std::int64_t greatest_of(int i) const {
    return of_[i].greatest == unknown::no_greatest ? INT32_MAX : of_[i].greatest;
  }
  template <class Claim>
  constexpr bool is_refuted(Claim const& claim) {
    why = reason::none;
    return is_refuted_by_witness(claim);
  }
};

constexpr symbolic symbolic::plus(int sign, symbolic const& b) const {
  search* const in = of_ != nullptr ? of_ : b.of_;
  symbolic r(in, value_);
  r.value_.constant += sign * b.value_.constant;
  if (in == nullptr) return detail::constant_in_int(r.value_.constant);
  if (b.of_ != nullptr) {
    for (int i = 0; i < in->path_.unknowns; ++i) r.value_.factor[i] += sign * b.value_.factor[i];
    r.value_.key += sign > 0 ? b.value_.key : 0 - b.value_.key;
  }
  return {in, in->result_of(r.value_)};
}

constexpr bool symbolic::is_less(symbolic const& b, int distance) const {
  search* const in = of_ != nullptr ? of_ : b.of_;
  if (in == nullptr) return value_.constant + distance <= b.value_.constant;
  linear e = value_;
  bool is_large = core::sub_overflows(e.constant, b.value_.constant, e.constant) ||
                  e.constant > linear::largest || e.constant < -linear::largest;
  if (b.of_ != nullptr) {
    for (int i = 0; i < in->path_.unknowns; ++i) {
      e.factor[i] -= b.value_.factor[i];
      is_large =
          is_large || e.factor[i] > linear::largest_factor || e.factor[i] < -linear::largest_factor;
    }
    e.key -= b.value_.key;
  }
  if (is_large)
    in->not_linear();
  else
    e.constant += distance;
  return in->decide(e);
}

constexpr symbolic symbolic::times(symbolic const& b) const {
  search* const in = of_ != nullptr ? of_ : b.of_;
  if (in == nullptr) return detail::constant_in_int(value_.constant * b.value_.constant);
  if (!in->is_number(b.value_)) {
    if (in->is_number(value_)) return b * *this;
    return {in, in->multiply(value_, b.value_)};
  }
  std::int64_t const by = b.value_.constant;
  symbolic r(in, value_);
  bool is_linear = !core::mul_overflows(value_.constant, by, r.value_.constant);
  if (!in->is_number(value_)) {
    is_linear = is_linear && by <= linear::largest_factor && by >= -linear::largest_factor;
    for (int i = 0; i < in->path_.unknowns && is_linear; ++i) r.value_.factor[i] *= by;
    r.value_.key *= static_cast<std::uint64_t>(by);
  }
  return {in, is_linear ? in->result_of(r.value_) : in->not_linear()};
}

constexpr symbolic symbolic::over(symbolic const& b) const {
  search* const in = of_ != nullptr ? of_ : b.of_;
  if (in == nullptr) return value_.constant / b.value_.constant;
  if (!in->is_number(b.value_)) return {in, in->divide(value_, b.value_)};
  if (b.value_.constant <= 0) return {in, in->not_linear()};
  if (in->is_number(value_)) return {in, linear{{}, value_.constant / b.value_.constant, 0}};
  return {in, in->divide(value_, b.value_.constant)};
}

constexpr symbolic symbolic::modulo(symbolic const& b) const {
  search* const in = of_ != nullptr ? of_ : b.of_;
  if (in == nullptr) return value_.constant % b.value_.constant;
  symbolic const whole = *this / b;
  if (in->is_over()) return {in, linear{}};
  if (!in->is_number(b.value_)) return {in, in->remainder(value_, whole.value_, b.value_)};
  symbolic r(in, value_);  // a - whole * b, and an int where a is one
  std::int64_t const by = b.value_.constant;
  bool is_large = false;
  for (int i = 0; i < in->path_.unknowns; ++i) {
    r.value_.factor[i] -= by * whole.value_.factor[i];
    is_large = is_large || r.value_.factor[i] > linear::largest_factor ||
               r.value_.factor[i] < -linear::largest_factor;
  }
  r.value_.key -= static_cast<std::uint64_t>(by) * whole.value_.key;
  r.value_.constant -= by * whole.value_.constant;
  return is_large ? symbolic(in, in->not_linear()) : r;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::integers
