// SPDX-License-Identifier: BSL-1.0
//
// gemm_mma_scaled on the CPU: every element of C against doubles, over sizes that the tiles and the
// blocks of factors divide and sizes that they do not. Factors beyond the matrices are NaN. No GPU
// of sm_120a has run it.
#include <doctest/doctest.h>

#include "kernels/scaled_products.hpp"

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

namespace {

template <class Kernel>
void multiplies(std::int64_t m, std::int64_t n, std::int64_t k, bool reverse = false,
                scaled::scalars const& by = {}) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(k);
  scaled::result const r = scaled::multiply<Kernel>(m, n, k, reverse, by);
  CHECK_MESSAGE(r.said.clean(), r.said.text());
  int wrong = 0;
  for (std::size_t i = 0; i < r.c.size(); ++i) wrong += !r.is_right(i);
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
  multiplies<Kernel>(m + 1, n, 0);
  multiplies<Kernel>(m, n, 0, false, {1, 0});
  multiplies<Kernel>(37, n + 1, k + 1, false, {0, 2});
  multiplies<Kernel>(m, n + 1, k + 1, false, {1.5F, 0});
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
                                 std::int64_t, 3, Shape<_128, _64>>>();
}

}  // namespace
