// SPDX-License-Identifier: BSL-1.0
//
// Random data, error bounds, and a line of report a kernel, for the tests of kernels on a GPU and
// on the CPU.
#pragma once

#include "proofs.hpp"

#include <doctest/doctest.h>

#include <tileproof/atom/numeric.hpp>
#include <tileproof/kernel/common/status.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// A failure on the way of its expression.
template <>
struct doctest::StringMaker<tileproof::status> {
  static doctest::String convert(tileproof::status s) { return tileproof::to_string(s); }
};

namespace harness {

// Elements that no thread has written: in floating-point formats, a NaN.
template <class T>
T poison() {
  T t;
  std::memset(static_cast<void*>(&t), 0xff, sizeof(T));
  return t;
}
template <class T>
bool same_bits(T const& a, T const& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Uniform in [-1,1], integers all that there are; the same ones every time.
template <class T>
std::vector<T> random_elements(std::size_t n, unsigned seed = 1) {
  std::mt19937_64 bits(seed);
  std::vector<T> r(n);
  for (T& x : r) {
    if constexpr (std::is_integral_v<T>)
      x = static_cast<T>(bits());
    else
      x = static_cast<T>(std::uniform_real_distribution<float>(-1, 1)(bits));
  }
  return r;
}

// Half the distance from 1 to the next number of the format; 0 for integers.
template <class T>
double unit_roundoff() {
  if constexpr (std::is_integral_v<T>) {
    return 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
  } else {
    float e = 1;
    while (static_cast<float>(static_cast<T>(1 + e / 2)) == 1 + e / 2) e /= 2;
    return e / 2;
  }
}

// The error of `terms` FMAs in format T whose absolute values sum up to `magnitude` (Higham,
// Accuracy and Stability of Numerical Algorithms, section 3.1), and of the result's conversion to
// Out. An mma.sync may truncate instead of rounding: `unit` is 2 there.
template <class T, class Out>
class error_bound {
 public:
  explicit error_bound(std::int64_t terms, double unit = 1) {
    double const n = static_cast<double>(terms) * unit;
    double const ku = n * unit_roundoff<T>();
    REQUIRE(ku < 1);
    relative_ = ku / (1 - ku);
    if (std::is_same_v<T, tileproof::half_t>) absolute_ = n * half_of_least;
  }
  double operator()(double magnitude, double result) const {
    double const sum = relative_ * magnitude + absolute_;
    return sum + out_ * (std::fabs(result) + sum) + least_;
  }

 private:
  // Subnormal numbers matter in binary16: they are 2^-24 apart.
  static constexpr double half_of_least = 0x1p-25;
  double relative_ = 0;
  double absolute_ = 0;
  double out_ = unit_roundoff<Out>();
  double least_ = std::is_same_v<Out, tileproof::half_t> ? half_of_least : 0;
};

// One kernel on all its sizes: what it has computed against what it should have. The line of it is
// written at the end of its life.
class kernel_report {
 public:
  kernel_report(std::string name, std::string proofs, std::string machine)
      : name_(std::move(name)), proofs_(std::move(proofs)), machine_(std::move(machine)) {}
  ~kernel_report() {
    std::printf(
        "%-44s %4d sizes, %lld elements, largest error %.3g of its bound, %lld wrong; %s; %s\n",
        name_.c_str(), sizes_, static_cast<long long>(elements_), worst_,
        static_cast<long long>(wrong_), proofs_.c_str(), machine_.c_str());
  }
  kernel_report(kernel_report const&) = delete;
  kernel_report& operator=(kernel_report const&) = delete;

  // Bit by bit.
  template <class T>
  void check_equal(std::string const& size, std::vector<T> const& found,
                   std::vector<T> const& expected) {
    REQUIRE(found.size() == expected.size());
    check(size, found, [&](std::size_t i) { return same_bits(found[i], expected[i]) ? 0. : 2.; });
  }
  // error_over_bound(i), of element i of `found`, is at most 1; a NaN is wrong. A size that comes
  // again, with other numbers or in another order, counts once.
  template <class T, class F>
  void check(std::string const& size, std::vector<T> const& found, F const& error_over_bound) {
    sizes_ += size != last_size_;
    last_size_ = size;
    elements_ += static_cast<std::int64_t>(found.size());
    std::int64_t wrong = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      double const e = error_over_bound(i);
      if (e <= 1) {
        worst_ = e > worst_ ? e : worst_;
      } else if (wrong++ == 0) {
        first = i;
      }
    }
    wrong_ += wrong;
    INFO(name_ << ", " << size << ": the first of them is element " << first);
    CHECK(wrong == 0);
  }

 private:
  std::string name_;
  std::string proofs_;
  std::string machine_;
  std::string last_size_;
  int sizes_ = 0;
  std::int64_t elements_ = 0;
  std::int64_t wrong_ = 0;
  double worst_ = 0;
};

template <class Kernel>
kernel_report report_on_cpu(std::string const& name) {
  return {name, proofs_of<Kernel>(), "CPU"};
}

}  // namespace harness
