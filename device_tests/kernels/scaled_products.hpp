// SPDX-License-Identifier: BSL-1.0
//
// A GEMM with scale factors on the CPU, C = alpha * A * B + beta * C, beside doubles. Factors
// beyond the matrices are NaN.
#pragma once

#include <tileproof/cpu.hpp>
#include <tileproof/cpu/copy_instructions.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>
#include <tileproof/kernel/gemm/gemm_mma_scaled.hpp>

#include <cmath>
#include <random>
#include <vector>

namespace scaled {

using namespace tileproof;

inline std::mt19937 random_bits(2026);

// The elements in a unit of memory, and their values.
template <class T>
struct values {
  static constexpr int per = 1;
  static double of(T x, int) { return static_cast<double>(static_cast<float>(x)); }
};
template <class T>
struct values<two_of<T>> {
  static constexpr int per = 2;
  static double of(two_of<T> x, int i) {
    auto const bits = static_cast<std::uint8_t>(x.storage >> (4 * i) & 15);
    return static_cast<double>(static_cast<float>(T::bitcast(bits)));
  }
};
// A finite element of any bits.
template <class T>
T random_element() {
  for (;;) {
    auto const x = __builtin_bit_cast(T, static_cast<std::uint8_t>(random_bits()));
    bool finite = true;
    for (int i = 0; i < values<T>::per; ++i) finite &= std::isfinite(values<T>::of(x, i));
    if (finite) return x;
  }
}
template <class F>
F nan_of = F::bitcast(std::is_same_v<F, float_ue8m0_t> ? 0xff : 0x7f);

// An operand of mn rows and k units of memory, its gaps and its factors.
template <class T, class F, int VS>
struct operand {
  std::int64_t mn, k, ld;
  std::vector<T> elements;
  std::vector<F> factors;

  operand(std::int64_t rows, std::int64_t columns)
      : mn(rows),
        k(columns),
        ld((columns + 15) / 16 * 16 + 16),
        elements(static_cast<std::size_t>(ld * (rows - 1) + columns)),
        factors(static_cast<std::size_t>(size_of_factors<VS>(rows, columns)), nan_of<F>) {
    for (T& x : elements) x = random_element<T>();
    // Codes of about 1/4 to 4, with every mantissa.
    unsigned const first = std::is_same_v<F, float_ue8m0_t> ? 125 : 0x28;
    unsigned const count = std::is_same_v<F, float_ue8m0_t> ? 5 : 0x20;
    for (std::int64_t i = 0; i < mn; ++i)
      for (std::int64_t x = 0; x < k; x += VS)
        factors[at(i, x)] = F::bitcast(static_cast<std::uint8_t>(first + random_bits() % count));
  }
  std::size_t at(std::int64_t row, std::int64_t x) const {  // a formula of its own
    std::int64_t const columns = (k + 4 * VS - 1) / (4 * VS);
    std::int64_t const block = row / 128 * columns + x / (4 * VS);
    return static_cast<std::size_t>(512 * block + 16 * (row % 32) + 4 * (row % 128 / 32) +
                                    x / VS % 4);
  }
  std::vector<double> row(std::int64_t i) const {
    std::vector<double> r;
    for (std::int64_t x = 0; x < k; ++x)
      for (int e = 0; e < values<T>::per; ++e)
        r.push_back(values<T>::of(elements[static_cast<std::size_t>(i * ld + x)], e) *
                    static_cast<double>(static_cast<float>(factors[at(i, x)])));
    return r;
  }
};

// The report of a run, C after it, and what is right, to a bound of 1e-6 of the sum of magnitudes.
struct result {
  cpu::report said;
  std::vector<float> c;
  std::vector<double> right, bound;
  bool is_right(std::size_t i) const {
    return std::fabs(static_cast<double>(c[i]) - right[i]) <= bound[i];
  }
};

struct scalars {
  float alpha = 0.5F, beta = 2;
};
// C is m x n, k counts units of memory; with the grid and the arguments of a launcher. C is NaN
// where beta is 0; there are no factors where k is 0.
template <class Kernel>
result multiply(std::int64_t m, std::int64_t n, std::int64_t k, bool reverse,
                scalars const& by = {}) {
  using TA = typename Kernel::TA;
  using TB = typename Kernel::TB;
  using factor = typename Kernel::tiled_mma::ValTypeSF;
  constexpr int vs = Kernel::tiled_mma::SFVecSize;
  operand<TA, factor, vs> const a(m, k);
  operand<TB, factor, vs> const b(n, k);
  std::vector<float> c(static_cast<std::size_t>(m * n));
  for (float& x : c) x = by.beta == 0 ? NAN : static_cast<float>(random_bits() % 16);
  result r{{}, c, {}, {}};
  cpu::global<TA const> const ga("A", a.elements.data(), operand_layout<major::k>(m, k, a.ld));
  cpu::global<TB const> const gb("B", b.elements.data(), operand_layout<major::k>(n, k, b.ld));
  cpu::global<factor const> const gsa("SFA", a.factors.data(), std::int64_t(a.factors.size()));
  cpu::global<factor const> const gsb("SFB", b.factors.data(), std::int64_t(b.factors.size()));
  cpu::global<float> const gc("C", r.c.data(), operand_layout<major::mn>(m, n, m));
  gemm_arguments const g{m,         n,         k,         by.alpha,
                         ga.data(), a.ld,      gb.data(), b.ld,
                         by.beta,   gc.data(), m,         scale_factors{gsa.data(), gsb.data()}};
  grid_of_blocks const of = blocks_of_gemm<Kernel>(g);
  cpu::options o;
  o.reverse = reverse;
  r.said = detail::with_kernel_arguments<Kernel>(g, [&](auto const& args) {
    return cpu::launch<Kernel>({static_cast<int>(of.x), static_cast<int>(of.y)}, args, o);
  });

  std::vector<std::vector<double>> rows_of_a;
  for (std::int64_t i = 0; i < m; ++i) rows_of_a.push_back(a.row(i));
  for (std::int64_t j = 0; j < n; ++j) {
    std::vector<double> const row = b.row(j);
    for (std::size_t i = 0; i < rows_of_a.size(); ++i) {
      double sum = 0, magnitude = 0;
      for (std::size_t x = 0; x < row.size(); ++x) {
        sum += rows_of_a[i][x] * row[x];
        magnitude += std::fabs(rows_of_a[i][x] * row[x]);
      }
      double const before = by.beta == 0 ? 0 : by.beta * c[r.right.size()];
      double const alpha = by.alpha;
      r.right.push_back(alpha * sum + before);
      r.bound.push_back(1e-6 * (alpha * magnitude + before) + 1e-30);
    }
  }
  return r;
}

}  // namespace scaled
