// SPDX-License-Identifier: BSL-1.0
//
// The audit of the GEMM kernels, for the machine of audit_cases.hpp.
#pragma once

#include "audit_gemm_tables.hpp"

#include <tileproof/atom/mma/sm70.hpp>
#include <tileproof/atom/mma/sm75.hpp>
#include <tileproof/atom/mma/sm89.hpp>

namespace {

using namespace tileproof;

template <class T>
std::int64_t leading_dimension(std::int64_t extent) {
  constexpr std::int64_t vector = 16 / static_cast<std::int64_t>(sizeof(T));
  return (extent + 2 * vector - 1) / vector * vector;
}

template <class Kernel, class A, class B, class C>
audit::product product_of(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {m,
          n,
          k,
          leading_dimension<A>(Kernel::major_a == major::k ? k : m),
          leading_dimension<B>(Kernel::major_b == major::k ? k : n),
          m + 3};
}

template <class Kernel, class A, class B, class C, class Scalar>
std::vector<audit::access> run_product_of(audit::product const& p) {
  machine::tensor<A> a(0, p.lda * (Kernel::major_a == major::k ? p.m : p.k));
  machine::tensor<B> b(1, p.ldb * (Kernel::major_b == major::k ? p.n : p.k));
  machine::tensor<C> c(2, p.ldc * p.n);
  gemm_arguments<decltype(a.input()), decltype(b.input()), decltype(c.data()), Scalar> const args{
      p.m,   p.n,       p.k,   static_cast<Scalar>(2),  a.input(),
      p.lda, b.input(), p.ldb, static_cast<Scalar>(-1), c.data(),
      p.ldc};
  constexpr std::int64_t block_m = size<0>(typename Kernel::cta_tiler{});
  constexpr std::int64_t block_n = size<1>(typename Kernel::cta_tiler{});
  return machine::run<Kernel>({static_cast<int>((p.m + block_m - 1) / block_m),
                               static_cast<int>((p.n + block_n - 1) / block_n)},
                              args);
}

// Whole tiles, two blocks of five steps, and fewer than a pipeline has; edges along every mode; a
// whole block beside one that is not; a single step.
template <class Kernel, class A, class B, class C, class Scalar, class Table>
void audits_product(std::string const& name, Table const& table) {
  constexpr std::int64_t m = size<0>(typename Kernel::cta_tiler{});
  constexpr std::int64_t n = size<1>(typename Kernel::cta_tiler{});
  constexpr std::int64_t k = size<2>(typename Kernel::cta_tiler{});
  audit::report report(name, machine::name());
  for (auto const& p :
       {product_of<Kernel, A, B, C>(2 * m, n, 5 * k), product_of<Kernel, A, B, C>(m, n, 2 * k),
        product_of<Kernel, A, B, C>(m, n + 5, k + 3), product_of<Kernel, A, B, C>(m, n + 5, 3 * k),
        product_of<Kernel, A, B, C>(m - 3, 1, k)})
    report.check(std::to_string(p.m) + " x " + std::to_string(p.n) + " x " + std::to_string(p.k),
                 run_product_of<Kernel, A, B, C, Scalar>(p), table(p));
}

template <major A, major B>
void audits_simt(std::string const& by) {
  using simple = sgemm<A, B>;
  using tiled = gemm_tiled<A, B>;
  using pipelined = gemm_pipelined<A, B>;
  audits_product<simple, float, float, float, float>("sgemm " + by,
                                                     audit::table_of_sgemm<simple, float>);
  audits_product<tiled, float, float, float, float>("gemm_tiled " + by,
                                                    audit::table_of_gemm_tiled<tiled, float>);
  audits_product<pipelined, float, float, float, float>(
      "gemm_pipelined " + by, audit::table_of_gemm_pipelined<pipelined, float>);
}

template <class Operation, major A, major B, class C = float>
void audits_tensor_cores(std::string const& name) {
  using kernel = gemm_tensor_cores<Operation, A, B, C>;
  audits_product<kernel, typename kernel::TA, typename kernel::TB, C, C>(
      "gemm_tensor_cores " + name, audit::table_of_gemm_tensor_cores<kernel, C>);
}
template <class Operation, major A, major B, class C = float>
void audits_small(std::string const& name) {
  using kernel = gemm_small<Operation, A, B, C>;
  audits_product<kernel, typename kernel::TA, typename kernel::TB, C, C>(
      "gemm_small " + name, audit::table_of_gemm_small<kernel, C>);
}

}  // namespace

TEST_CASE("every access of a SIMT GEMM is in its table") {
#if !defined(TILEPROOF_FEW_KERNELS)
  audits_simt<major::mn, major::mn>("NT");
  audits_simt<major::k, major::k>("TN");
  audits_simt<major::mn, major::k>("NN");
#endif
  audits_simt<major::k, major::mn>("TT");
}

TEST_CASE("every access of a GEMM with mma.sync is in its table") {
  audits_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::k>("f16 TN");
#if !defined(TILEPROOF_FEW_KERNELS)
  audits_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::mn, major::mn>("f16 NT");
  audits_tensor_cores<SM80_16x8x16_F32BF16BF16F32_TN, major::mn, major::k>("bf16 NN");
  audits_tensor_cores<SM80_16x8x8_F32TF32TF32F32_TN, major::k, major::mn>("tf32 TT");
#endif
}

TEST_CASE("every access of a small GEMM is in its table") {
  audits_small<SM70_8x8x4_F32F16F16F32_NT, major::mn, major::mn>("sm_70 NT");
#if !defined(TILEPROOF_FEW_KERNELS)
  audits_small<SM75_16x8x8_F32F16F16F32_TN, major::k, major::k>("sm_75 f16 TN");
  audits_small<SM75_8x8x16_S32S8S8S32_TN, major::mn, major::k, std::int32_t>("sm_75 s8 NN");
#endif
}

TEST_CASE("a table of other layouts is not that of the GEMM") {
  using f16 = gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::k, float>;
  using without_swizzle = std::remove_cvref_t<decltype(f16::sA_layout{}.layout_b())>;
  auto const p = product_of<f16, half_t, half_t, float>(128, 128, 192);
  auto const made = run_product_of<f16, half_t, half_t, float, float>(p);
  audit::comparison const c =
      audit::compare(made, audit::table_of_gemm_tensor_cores<f16, float, without_swizzle>(p).all);
  CHECK(c.made == c.expected);
  CHECK_FALSE(c.equal());
  // A step more.
  auto const longer = product_of<f16, half_t, half_t, float>(128, 128, 256);
  CHECK_FALSE(
      audit::compare(made, audit::table_of_gemm_tensor_cores<f16, float>(longer).all).equal());

  using simple = sgemm<major::k, major::k>;
  using without_padding = Layout<Shape<_128, _8>>;
  auto const q = product_of<simple, float, float, float>(128, 128, 16);
  CHECK_FALSE(audit::compare(run_product_of<simple, float, float, float, float>(q),
                             audit::table_of_sgemm<simple, float, without_padding>(q).all)
                  .equal());
}
