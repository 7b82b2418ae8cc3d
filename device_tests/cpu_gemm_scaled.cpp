// SPDX-License-Identifier: BSL-1.0
//
// gemm_mma_scaled on the CPU: every element of C against doubles, over sizes that the tiles and the
// blocks of factors divide and sizes that they do not. Factors beyond the matrices are NaN, and so
// are the elements in the gaps. No GPU of sm_120a has run it.
#include <doctest/doctest.h>

#include <tileproof/cpu.hpp>
#include <tileproof/cpu/copy_instructions.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>
#include <tileproof/kernel/gemm/gemm_mma_scaled.hpp>

#include <cmath>
#include <random>
#include <vector>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

namespace {

std::mt19937 random_bits(2026);

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
    // From 1/8 to 8.
    for (std::int64_t i = 0; i < mn; ++i)
      for (std::int64_t x = 0; x < k; x += VS)
        factors[at(i, x)] = F(std::ldexp(1.0F, static_cast<int>(random_bits() % 7) - 3));
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

template <class Kernel>
void multiplies(std::int64_t m, std::int64_t n, std::int64_t k, bool reverse = false) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(k);
  using TA = typename Kernel::TA;
  using TB = typename Kernel::TB;
  using factor = typename Kernel::tiled_mma::ValTypeSF;
  constexpr int vs = Kernel::tiled_mma::SFVecSize;
  operand<TA, factor, vs> const a(m, k);
  operand<TB, factor, vs> const b(n, k);
  std::vector<float> c(static_cast<std::size_t>(m * n));
  for (float& x : c) x = static_cast<float>(random_bits() % 16);
  std::vector<float> const before = c;
  float const alpha = 0.5F, beta = 2;
  gemm_arguments const g{m,
                         n,
                         k,
                         alpha,
                         a.elements.data(),
                         a.ld,
                         b.elements.data(),
                         b.ld,
                         beta,
                         c.data(),
                         m,
                         scale_factors{a.factors.data(), b.factors.data()}};
  REQUIRE(check_gemm<Kernel>(g) == status::ok);

  cpu::global<TA const> ga("A", a.elements.data(), operand_layout<major::k>(m, k, a.ld));
  cpu::global<TB const> gb("B", b.elements.data(), operand_layout<major::k>(n, k, b.ld));
  cpu::global<factor const> gsa("SFA", a.factors.data(), std::int64_t(a.factors.size()));
  cpu::global<factor const> gsb("SFB", b.factors.data(), std::int64_t(b.factors.size()));
  cpu::global<float> gc("C", c.data(), operand_layout<major::mn>(m, n, m));
  gemm_arguments const on_cpu{
      m,         n,    k,    alpha,     ga.data(), a.ld,
      gb.data(), b.ld, beta, gc.data(), m,         scale_factors{gsa.data(), gsb.data()}};
  grid_of_blocks const of = blocks_of_gemm<Kernel>(g);
  cpu::options o;
  o.reverse = reverse;
  cpu::report const r = detail::with_kernel_arguments<Kernel>(on_cpu, [&](auto const& args) {
    return cpu::launch<Kernel>(cpu::grid{static_cast<int>(of.x), static_cast<int>(of.y)}, args, o);
  });
  CHECK_MESSAGE(r.clean(), r.text());

  std::vector<std::vector<double>> rows_of_b;
  for (std::int64_t j = 0; j < n; ++j) rows_of_b.push_back(b.row(j));
  int wrong = 0;
  for (std::int64_t i = 0; i < m; ++i) {
    std::vector<double> const row = a.row(i);
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0, magnitude = 0;
      for (std::size_t x = 0; x < row.size(); ++x) {
        double const term = row[x] * rows_of_b[static_cast<std::size_t>(j)][x];
        sum += term;
        magnitude += std::fabs(term);
      }
      auto const at = static_cast<std::size_t>(i + m * j);
      double const expected = alpha * sum + beta * before[at];
      double const bound = 1e-6 * (alpha * magnitude + beta * before[at]) + 1e-30;
      wrong += !(std::fabs(c[at] - expected) <= bound);
    }
  }
  CHECK(wrong == 0);
}

// Every residue of k in a block of factors and in an instruction; rows and columns of one, of
// primes and of a tile, and beside it.
template <class Kernel>
void multiplies_all() {
  constexpr int k = Kernel::block_k, m = Kernel::block_m, n = Kernel::block_n;
  for (int residue = 1; residue <= k; ++residue) multiplies<Kernel>(5, 3, residue);
  multiplies<Kernel>(m, n, 4 * k);
  multiplies<Kernel>(m, n, 4 * k, true);
  multiplies<Kernel>(m + 1, n - 1, 3 * k + 1);
  multiplies<Kernel>(2 * m, n + 1, 3 * k - 1, true);
  multiplies<Kernel>(m - 1, 2 * n, k + 33);
  multiplies<Kernel>(37, 61, 97);
}

using e2m1 = float_e2m1_t;
using e4m3 = float_e4m3_t;
using nvf4 = gemm_mma_scaled<SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue4m3_t, 16>, float>;

TEST_CASE("arguments that are refused") {
  std::vector<two_of<e2m1>> const a(64 * 64);
  std::vector<float_ue4m3_t> const sf(2 * 512);
  std::vector<float> c(64 * 64);
  auto const of = [&](std::int64_t k, std::int64_t ld, float_ue4m3_t const* sfa,
                      float_ue4m3_t const* sfb) {
    return check_gemm<nvf4>(gemm_arguments{64, 64, k, 1.0F, a.data(), ld, a.data(), ld, 0.0F,
                                           c.data(), 64, scale_factors{sfa, sfb}});
  };
  auto const* const inside = reinterpret_cast<float_ue4m3_t const*>(c.data());
  CHECK(of(64, 64, sf.data(), sf.data()) == status::ok);
  CHECK(of(0, 64, nullptr, nullptr) == status::ok);
  CHECK(of(64, 64, nullptr, sf.data()) == status::null_pointer);
  CHECK(of(64, 64, sf.data(), nullptr) == status::null_pointer);
  CHECK(of(64, 64, sf.data() + 4, sf.data()) == status::misaligned_base);
  CHECK(of(64, 64, inside, sf.data()) == status::overlapping_operands);
  CHECK(of(64, 64, sf.data(), inside) == status::overlapping_operands);
  CHECK(of(64, 63, sf.data(), sf.data()) == status::leading_dimension_too_small);
  CHECK(of(64, 72, sf.data(), sf.data()) == status::misaligned_leading_dimension);
}

TEST_CASE("mxf8f6f4: 8-bit elements, a power of two for 32") {
  multiplies_all<
      gemm_mma_scaled<SM120_16x8x32_TN_VS<e4m3, float_e5m2_t, float, float_ue8m0_t, 32>, float>>();
}
TEST_CASE("mxf4nvf4: pairs of 4 bits, an e4m3 for 16") { multiplies_all<nvf4>(); }
TEST_CASE("mxf4nvf4: pairs of 4 bits, a power of two for 32, tiles of 128 x 64") {
  multiplies_all<gemm_mma_scaled<SM120_16x8x64_TN_VS<e2m1, e2m1, float, float_ue8m0_t, 32>, float,
                                 int, 3, Shape<_128, _64>>>();
}

}  // namespace
