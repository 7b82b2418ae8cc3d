// SPDX-License-Identifier: BSL-1.0
//
// C = alpha * A * B + beta * C on random data, for the GEMM kernels on a GPU and on the CPU: sizes,
// matrices with gaps, the expected C in double, and the arguments that a kernel refuses.
#pragma once

#include "report.hpp"

#include <tileproof/kernel/gemm/arguments.hpp>

#include <algorithm>

namespace harness {

using tileproof::major;
using tileproof::status;

// The element types of A, B and C; sums have type Sum. Unit is 2 for mma.sync, which may truncate.
template <class TA, class TB, class TC, class TSum, class TScalar, int Unit>
struct product_types {
  using A = TA;
  using B = TB;
  using C = TC;
  using Sum = TSum;
  using Scalar = TScalar;
  static constexpr int unit = Unit;
};
using float_types = product_types<float, float, float, float, float, 1>;
template <class T, class Sum = float, class TC = Sum>
using tensor_core_types = product_types<T, T, TC, Sum, float, 2>;

struct product_size {
  std::int64_t m, n, k;
  friend bool operator==(product_size const&, product_size const&) = default;
};
inline std::string to_string(product_size const& s) {
  return std::to_string(s.m) + " x " + std::to_string(s.n) + " x " + std::to_string(s.k);
}

// One, primes, one more and one less than a tile, several tiles; no k, less of it than stages, and
// enough for each stage to be used again, with blocks at the edge and without.
template <class Kernel>
std::vector<product_size> every_size() {
  constexpr std::int64_t m = size<0>(typename Kernel::cta_tiler{});
  constexpr std::int64_t n = size<1>(typename Kernel::cta_tiler{});
  constexpr std::int64_t k = size<2>(typename Kernel::cta_tiler{});
  return {{1, 1, 1},
          {37, 61, 131},
          {257, 131, 61},
          {131, 257, 1},
          {61, 37, 0},
          {m, n, 0},
          {0, 5, 3},
          {5, 0, 3},
          {1, n, k},
          {m, 1, k - 1},
          {m - 1, n - 1, k - 1},
          {m, n, k},
          {m + 1, n + 1, k + 1},
          {2 * m, 2 * n, 3 * k},
          {m, n, 4 * k},
          {m + 1, n - 1, 4 * k},
          {m - 1, n + 1, 3 * k + 1},
          {2 * m, n + 1, 3 * k - 1},
          {m + 1, 2 * n, 5 * k}};
}
// A few sizes only.
template <class Kernel>
std::vector<product_size> some_sizes() {
  constexpr std::int64_t m = size<0>(typename Kernel::cta_tiler{});
  constexpr std::int64_t n = size<1>(typename Kernel::cta_tiler{});
  constexpr std::int64_t k = size<2>(typename Kernel::cta_tiler{});
  return {{1, 1, 1},
          {37, 61, 97},
          {61, 37, 0},
          {m, n, 0},
          {m, 2 * n, k},
          {m, n, 4 * k},
          {m + 1, n, 2 * k},
          {m + 1, n - 1, 3 * k + 1},
          {m - 1, n + 1, k - 1}};
}

// One that the tiles do not divide, one that they do.
template <class Kernel>
std::vector<product_size> few_sizes() {
  constexpr std::int64_t m = size<0>(typename Kernel::cta_tiler{});
  constexpr std::int64_t n = size<1>(typename Kernel::cta_tiler{});
  constexpr std::int64_t k = size<2>(typename Kernel::cta_tiler{});
  return {{37, 61, 97}, {m, n, 4 * k}};
}

// Uniform in [-1,1]; or small integers, whose sums are exact in every format: then an element is
// right or wrong, and a product that is missing cannot hide within a bound.
enum class numbers { uniform, integers };

template <class T>
std::vector<T> elements_of(numbers which, std::int64_t n, unsigned seed) {
  if (which == numbers::uniform) return random_elements<T>(static_cast<std::size_t>(n), seed);
  std::mt19937 bits(seed);
  std::vector<T> r(static_cast<std::size_t>(n));
  for (T& x : r) x = static_cast<T>(static_cast<int>(bits() % 5) - 2);
  return r;
}
template <class T>
double number(T const& x) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(x);
  else
    return static_cast<float>(x);
}

// Columns of a matrix in memory: `along` elements each, ld apart, after `first` others. It ends
// with the last element; what lies between the columns is poison.
struct columns {
  std::int64_t along;
  std::int64_t across;
  std::int64_t ld;
  std::int64_t first;

  columns(std::int64_t elements, std::int64_t count, std::int64_t step, std::int64_t gap)
      : along(elements),
        across(count),
        ld((elements + step - 1) / step * step + gap * step),
        first(is_empty() || gap == 0 ? 0 : step) {}
  bool is_empty() const { return along == 0 || across == 0; }
  std::size_t elements() const {
    return is_empty() ? 0 : static_cast<std::size_t>(first + ld * (across - 1) + along);
  }
  // Element i of column j; i and j of a place, along < 0 where none is.
  std::size_t at(std::int64_t i, std::int64_t j) const {
    return static_cast<std::size_t>(first + i + ld * j);
  }
  bool holds(std::size_t place) const {
    std::int64_t const p = static_cast<std::int64_t>(place) - first;
    return p >= 0 && p % ld < along;
  }
  std::int64_t row(std::size_t place) const {
    return (static_cast<std::int64_t>(place) - first) % ld;
  }
  std::int64_t column(std::size_t place) const {
    return (static_cast<std::int64_t>(place) - first) / ld;
  }
};

// The arguments of a kernel: matrices in memory and scalars.
template <class Types>
struct product_arguments {
  product_size size;
  typename Types::Scalar alpha, beta;
  columns in_a, in_b, in_c;
  std::vector<typename Types::A> a;
  std::vector<typename Types::B> b;
  std::vector<typename Types::C> c;

  // Pointers to where the matrices begin.
  template <class PA, class PB, class PC>
  auto at(PA pa, PB pb, PC pc) const {
    return tileproof::gemm_arguments<PA, PB, PC, typename Types::Scalar>{
        size.m, size.n, size.k, alpha, pa, in_a.ld, pb, in_b.ld, beta, pc, in_c.ld};
  }
};

// The matrices of one size, and the sums of A * B in double.
template <class Kernel, class Types>
class product {
 public:
  using A = typename Types::A;
  using B = typename Types::B;
  using C = typename Types::C;
  using Scalar = typename Types::Scalar;

  product(product_size const& size, numbers which)
      : size_(size),
        which_(which),
        a_(elements_of<A>(which, size.m * size.k, 1)),
        b_(elements_of<B>(which, size.n * size.k, 2)),
        c_(elements_of<C>(which, size.m * size.n, 3)),
        sum_(c_.size()),
        magnitude_(c_.size()) {
    if constexpr (std::is_integral_v<C>)  // no overflow
      for (C& x : c_) x %= 1000;
    std::vector<double> const a = as_doubles(a_);
    std::vector<double> const b = as_doubles(b_);
    std::size_t const k = static_cast<std::size_t>(size.k);
    std::size_t at = 0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(size.n); ++j)
      for (std::size_t i = 0; i < static_cast<std::size_t>(size.m); ++i, ++at)
        for (std::size_t x = 0; x < k; ++x) {
          double const term = a[i * k + x] * b[j * k + x];
          sum_[at] += term;
          magnitude_[at] += std::fabs(term);
        }
  }

  // Gaps of so many accesses between the columns and before the first of them; C is poison where it
  // is not read.
  product_arguments<Types> arguments(double alpha, double beta, std::int64_t gap) const {
    constexpr bool a_by_k = Kernel::major_a == major::k;
    constexpr bool b_by_k = Kernel::major_b == major::k;
    constexpr std::int64_t step_a = Kernel::access_bytes_a / static_cast<int>(sizeof(A));
    constexpr std::int64_t step_b = Kernel::access_bytes_b / static_cast<int>(sizeof(B));
    auto const [m, n, k] = size_;
    product_arguments<Types> r{size_,
                               static_cast<Scalar>(alpha),
                               static_cast<Scalar>(beta),
                               a_by_k ? columns(k, m, step_a, gap) : columns(m, k, step_a, gap),
                               b_by_k ? columns(k, n, step_b, gap) : columns(n, k, step_b, gap),
                               columns(m, n, 1, gap),
                               {},
                               {},
                               {}};
    place(a_, k, a_by_k, r.in_a, r.a);
    place(b_, k, b_by_k, r.in_b, r.b);
    r.c.assign(r.in_c.elements(), poison<C>());
    if (beta != 0) place(c_, m, true, r.in_c, r.c);
    return r;
  }

  // Compares C after the launch with what it should be.
  void check(kernel_report& report, product_arguments<Types> const& p,
             std::vector<C> const& found) const {
    REQUIRE(found.size() == p.c.size());
    double const alpha = number(p.alpha);
    double const beta = number(p.beta);
    // Besides the sum there are two products and an addition.
    error_bound<typename Types::Sum, C> const bound(size_.k + 3, Types::unit);
    report.check(to_string(size_), found, [&](std::size_t i) {
      if (!p.in_c.holds(i)) return same_bits(found[i], p.c[i]) ? 0. : 2.;
      std::size_t const at = static_cast<std::size_t>(p.in_c.row(i) + size_.m * p.in_c.column(i));
      double const before = number(c_[at]);
      double const expected = alpha * sum_[at] + beta * before;
      double const error = std::fabs(number(found[i]) - expected);
      if (error == 0) return 0.;
      if (which_ == numbers::integers) return 2.;
      return error / bound(std::fabs(alpha) * magnitude_[at] + std::fabs(beta * before), expected);
    });
  }

 private:
  template <class T>
  static std::vector<double> as_doubles(std::vector<T> const& v) {
    std::vector<double> r(v.size());
    std::transform(v.begin(), v.end(), r.begin(), [](T const& x) { return number(x); });
    return r;
  }
  // Rows of `row` elements become columns of memory, or are spread over them.
  template <class T>
  static void place(std::vector<T> const& from, std::int64_t row, bool are_columns,
                    columns const& in, std::vector<T>& to) {
    to.resize(in.elements(), poison<T>());
    for (std::size_t i = 0; i < from.size(); ++i) {
      std::int64_t const r = static_cast<std::int64_t>(i) / row;
      std::int64_t const x = static_cast<std::int64_t>(i) % row;
      to[are_columns ? in.at(x, r) : in.at(r, x)] = from[i];
    }
  }

  product_size size_;
  numbers which_;
  std::vector<A> a_;  // (m,k) row-major
  std::vector<B> b_;  // (n,k) row-major
  std::vector<C> c_;  // (m,n) column-major
  std::vector<double> sum_;
  std::vector<double> magnitude_;
};

// run(p) launches the kernel on p and gives C as it is then. Each size is run with C overwritten,
// scaled and kept; with sums that are exact; with gaps and without.
template <class Kernel, class Types, class Run>
void check_products(kernel_report& report, std::vector<product_size> const& sizes, Run const& run) {
  constexpr bool is_integral = std::is_integral_v<typename Types::Scalar>;
  for (product_size const& s : sizes) {
    INFO(to_string(s));
    auto const check = [&](product<Kernel, Types> const& of, double alpha, double beta, int gap) {
      auto const p = of.arguments(alpha, beta, gap);
      of.check(report, p, run(p));
    };
    product<Kernel, Types> const uniform(s, numbers::uniform);
    check(uniform, 1, 0, 0);
    check(uniform, is_integral ? 3 : 0.75, is_integral ? -2 : -0.5, 1);
    check(uniform, 0, 1, 1);
    product<Kernel, Types> const integers(s, numbers::integers);
    check(integers, 2, -1, 0);
    check(integers, 1, 0, 1);
  }
}

// Leading dimensions that 32 bits do not count, of matrices of one column.
template <class Kernel, class Types, class Run>
void check_wide_products(kernel_report& report, Run const& run) {
  static_assert(sizeof(typename Kernel::index) == 8);
  constexpr std::int64_t ld = std::int64_t{1} << 40;
  constexpr bool a_by_k = Kernel::major_a == major::k;
  constexpr bool b_by_k = Kernel::major_b == major::k;
  product<Kernel, Types> const of({a_by_k ? 1 : 37, 1, a_by_k && b_by_k ? 61 : 1},
                                  numbers::integers);
  auto p = of.arguments(2, -1, 0);
  p.in_a.ld = p.in_b.ld = p.in_c.ld = ld;
  of.check(report, p, run(p));
}

template <class T>
T infinity() {
  if constexpr (std::is_integral_v<T>)
    return std::numeric_limits<T>::max();
  else
    return static_cast<T>(std::numeric_limits<float>::infinity());
}
// NaN, an infinity, and for every third element `t`; integers: -1 and the largest.
template <class T>
void poison_every_other(std::vector<T>& v, T t) {
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = i % 3 == 0 ? poison<T>() : i % 3 == 1 ? infinity<T>() : t;
}

// C = beta * C where alpha or k is 0, whatever A, B and alpha hold: bit by bit, a NaN for a NaN. A
// NaN counts where neither is 0.
template <class Kernel, class Types, class Run>
void check_zero_products(kernel_report& report, std::vector<product_size> const& sizes,
                         Run const& run) {
  using C = typename Types::C;
  using Scalar = typename Types::Scalar;
  constexpr bool is_integral = std::is_integral_v<Scalar>;
  // Half the largest integer, since beta is -2; an infinity.
  C const large = static_cast<C>(infinity<C>() / (is_integral ? 2 : 1));
  auto const zero_product = [&](product_size const& s, Scalar alpha, double beta) {
    product<Kernel, Types> const of(s, numbers::integers);
    auto p = of.arguments(0, beta, 1);
    p.alpha = alpha;
    poison_every_other(p.a, poison<typename Types::A>());
    poison_every_other(p.b, poison<typename Types::B>());
    if (beta != 0)
      for (std::size_t i = 0; i < p.c.size(); i += 5)
        p.c[i] = i % 3 == 0 ? poison<C>() : i % 3 == 1 ? large : static_cast<C>(-0.0F);
    std::vector<C> const found = run(p);
    report.check(to_string(s), found, [&](std::size_t i) {
      C expected = p.c[i];
      if (p.in_c.holds(i)) expected = beta == 0 ? C{} : static_cast<C>(p.beta * p.c[i]);
      bool const is_nan = number(expected) != number(expected) && p.in_c.holds(i);
      return same_bits(found[i], expected) || (is_nan && number(found[i]) != number(found[i])) ? 0.
                                                                                               : 2.;
    });
  };
  for (product_size const& s : sizes)
    for (double const beta : {0., 1., is_integral ? -2. : -0.5}) {
      zero_product(s, Scalar{0}, beta);
      zero_product({s.m, s.n, 0}, poison<Scalar>(), beta);
      zero_product({s.m, s.n, 0}, infinity<Scalar>(), beta);
      if (!is_integral) zero_product(s, static_cast<Scalar>(-0.0F), beta);
    }
  if constexpr (!is_integral) {
    product_size const& s = sizes.front();
    product<Kernel, Types> const of(s, numbers::integers);
    auto const all_are_nan = [&](auto const& change) {
      auto p = of.arguments(1, 1, 0);
      change(p);
      std::vector<C> const found = run(p);
      report.check(to_string(s), found, [&](std::size_t i) {
        return p.in_c.holds(i) == (number(found[i]) != number(found[i])) ? 0. : 2.;
      });
    };
    all_are_nan([](auto& p) { p.alpha = poison<Scalar>(); });
    all_are_nan([](auto& p) { p.beta = poison<Scalar>(); });
    all_are_nan([](auto& p) { poison_every_other(p.a, poison<typename Types::A>()); });
    all_are_nan([](auto& p) { poison_every_other(p.b, poison<typename Types::B>()); });
  }
}

// attempt(g) gives the status of a launch, or of what a launch checks. Pre: a, b and c point to 64
// x 64 elements, at multiples of 16 bytes.
template <class Kernel, class Types, class Attempt>
void check_refusals(typename Types::A const* a, typename Types::B const* b, typename Types::C* c,
                    Attempt const& attempt) {
  using A = typename Types::A;
  using B = typename Types::B;
  using C = typename Types::C;
  using arguments = tileproof::gemm_arguments<A const*, B const*, C*, typename Types::Scalar>;
  arguments const right{32, 32, 32, 1, a, 64, b, 64, 0, c, 64};
  auto const with = [&](auto const& change) {
    arguments g = right;
    change(g);
    return attempt(g);
  };
  CHECK(with([](auto& g) { g.m = -1; }) == status::negative_size);
  CHECK(with([](auto& g) { g.n = -1; }) == status::negative_size);
  CHECK(with([](auto& g) { g.k = -1; }) == status::negative_size);
  CHECK(with([](auto& g) { g.a = nullptr; }) == status::null_pointer);
  CHECK(with([](auto& g) { g.b = nullptr; }) == status::null_pointer);
  CHECK(with([](auto& g) { g.c = nullptr; }) == status::null_pointer);
  CHECK(with([](auto& g) { g.m = 0, g.a = nullptr, g.c = nullptr; }) == status::ok);
  CHECK(with([](auto& g) { g.n = 0, g.b = nullptr, g.c = nullptr; }) == status::ok);
  CHECK(with([](auto& g) { g.lda = 31; }) == status::leading_dimension_too_small);
  CHECK(with([](auto& g) { g.ldb = 31; }) == status::leading_dimension_too_small);
  CHECK(with([](auto& g) { g.ldc = 31; }) == status::leading_dimension_too_small);
  // The extent that a leading dimension steps over is the contiguous one, and no other.
  auto const [m, n, k] = product_size{48, 48, 48};
  CHECK(with([&](auto& g) {
          (Kernel::major_a == major::mn ? g.m : g.k) = m;
          g.lda = 32;
        }) == status::leading_dimension_too_small);
  CHECK(with([&](auto& g) {
          (Kernel::major_b == major::mn ? g.n : g.k) = n;
          g.ldb = 32;
        }) == status::leading_dimension_too_small);
  CHECK(with([&](auto& g) { g.m = k, g.ldc = 32; }) == status::leading_dimension_too_small);
  // Beside the width of an access: an element, and where an element is wider than that, a byte.
  auto const beside = [](auto* p, int elements) {
    return reinterpret_cast<decltype(p)>(reinterpret_cast<std::uintptr_t>(p) +
                                         (elements == 0 ? 1 : elements * sizeof(*p)));
  };
  constexpr int step_a = Kernel::access_bytes_a / static_cast<int>(sizeof(A));
  constexpr int step_b = Kernel::access_bytes_b / static_cast<int>(sizeof(B));
  if (Kernel::access_bytes_a > 1)
    CHECK(with([&](auto& g) { g.a = beside(g.a, step_a / 2); }) == status::misaligned_base);
  if (Kernel::access_bytes_b > 1)
    CHECK(with([&](auto& g) { g.b = beside(g.b, step_b / 2); }) == status::misaligned_base);
  if (sizeof(C) > 1) CHECK(with([&](auto& g) { g.c = beside(g.c, 0); }) == status::misaligned_base);
  if (step_a > 1) {
    CHECK(with([](auto& g) { g.lda = 63; }) == status::misaligned_leading_dimension);
    CHECK(with([](auto& g) { g.lda = 64 + step_a / 2; }) == status::misaligned_leading_dimension);
  }
  if (step_b > 1) {
    CHECK(with([](auto& g) { g.ldb = 63; }) == status::misaligned_leading_dimension);
    CHECK(with([](auto& g) { g.ldb = 64 + step_b / 2; }) == status::misaligned_leading_dimension);
  }
  // Whatever the index type is.
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t const ld : {std::int64_t{1} << 62, most & -1024}) {
    CHECK(with([&](auto& g) { g.lda = ld; }) == status::size_beyond_index);
    CHECK(with([&](auto& g) { g.ldb = ld; }) == status::size_beyond_index);
    CHECK(with([&](auto& g) { g.ldc = ld; }) == status::size_beyond_index);
  }
  CHECK(with([](auto& g) { g.k = 0, g.m = g.ldc = most; }) == status::size_beyond_index);
  CHECK(with([](auto& g) { g.k = 0, g.n = most; }) == status::size_beyond_index);
  CHECK(with([](auto& g) { g.k = g.m = 0, g.n = most; }) == status::ok);
  CHECK(with([](auto& g) { g.k = g.n = 0, g.m = most; }) == status::ok);
  // C where A or B is.
  auto const in_c = [&](auto* p, std::int64_t elements) {
    return reinterpret_cast<decltype(p)>(reinterpret_cast<char const*>(c + elements));
  };
  CHECK(with([&](auto& g) { g.a = in_c(a, 0); }) == status::overlapping_operands);
  CHECK(with([&](auto& g) { g.b = in_c(b, 0); }) == status::overlapping_operands);
  CHECK(with([&](auto& g) { g.a = in_c(a, 16); }) == status::overlapping_operands);
  CHECK(with([&](auto& g) { g.b = in_c(b, 31 * 64 + 16); }) == status::overlapping_operands);
  CHECK(with([&](auto& g) { g.alpha = 0, g.a = in_c(a, 0); }) == status::overlapping_operands);
  if (sizeof(typename Kernel::index) < 8) {
    for (std::int64_t const ld : {std::int64_t{1} << 30, std::int64_t{1} << 40}) {
      CHECK(with([&](auto& g) { g.lda = ld; }) == status::size_beyond_index);
      CHECK(with([&](auto& g) { g.ldb = ld; }) == status::size_beyond_index);
      CHECK(with([&](auto& g) { g.ldc = ld; }) == status::size_beyond_index);
    }
    CHECK(with([&](auto& g) { g.m = g.lda = g.ldc = std::int64_t{1} << 40; }) ==
          status::size_beyond_index);
    CHECK(with([&](auto& g) { g.n = g.ldb = std::int64_t{1} << 40; }) == status::size_beyond_index);
  }
}

// Arguments that a launch takes: A and B that are the same, C beside A and B in one matrix.
// attempt(g) checks the arguments and launches nothing.
template <class Kernel, class Types, class Attempt>
void check_acceptances(typename Types::A const* a, typename Types::C* c, Attempt const& attempt) {
  using A = typename Types::A;
  using B = typename Types::B;
  using C = typename Types::C;
  using arguments = tileproof::gemm_arguments<A const*, B const*, C*, typename Types::Scalar>;
  // Columns as far apart as those of C, as B where A is.
  constexpr std::int64_t ld_a = 64 * sizeof(C) / sizeof(A), ld_b = 64 * sizeof(C) / sizeof(B);
  arguments const same{32, 32, 32, 1, a, ld_a, reinterpret_cast<B const*>(a), ld_b, 0, c, 64};
  CHECK(attempt(same) == status::ok);
  auto const beside = [&](std::int64_t rows, std::int64_t ld) {
    arguments g = same;
    g.a = reinterpret_cast<A const*>(c + rows);
    g.b = reinterpret_cast<B const*>(c + 32 * 64 + rows);
    g.lda = ld;
    return attempt(g);
  };
  constexpr std::int64_t access = 16 / sizeof(C);
  CHECK(beside(32, ld_a) == status::ok);
  CHECK(beside(32 - access, ld_a) == status::overlapping_operands);
  // In the gaps of another leading dimension: apart, and taken to overlap.
  CHECK(beside(32, 2 * ld_a) == status::overlapping_operands);
  // Past the last element of C.
  CHECK(beside(31 * 64 + 32, 2 * ld_a) == status::ok);
  CHECK(beside(31 * 64 + 32 - access, 2 * ld_a) == status::overlapping_operands);
}

}  // namespace harness
