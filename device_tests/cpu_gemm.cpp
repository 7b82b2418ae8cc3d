// SPDX-License-Identifier: BSL-1.0
//
// The GEMM kernels on the CPU: every element of C against sums of products, over sizes that the
// tiles divide and sizes that they do not, every access checked, threads forwards and backwards.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <tileproof/atom/mma_sm70.hpp>
#include <tileproof/atom/mma_sm75.hpp>
#include <tileproof/atom/mma_sm89.hpp>
#include <tileproof/kernel/cpu.hpp>
#include <tileproof/kernel/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm_small.hpp>
#include <tileproof/kernel/gemm_tensor_cores.hpp>
#include <tileproof/kernel/sgemm.hpp>

#include <cstdio>
#include <random>
#include <string>
#include <vector>

using namespace tileproof;

namespace {

struct problem {
  int m, n, k;
};

// Small integers: every sum is exact in every format, so an element is right or wrong.
template <class T>
std::vector<T> random_integers(std::int64_t n, unsigned seed) {
  std::mt19937 next(seed);
  std::vector<T> v(static_cast<std::size_t>(n));
  for (T& x : v) x = static_cast<T>(static_cast<int>(next() % 5) - 2);
  return v;
}

std::int64_t round_up_to(std::int64_t n, std::int64_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

// alpha * A * B + beta * C of the kernel, for one size; returns the number of wrong elements.
template <class Kernel, class A, class B, class C, class Scalar>
std::int64_t wrong(problem const& p, bool reverse) {
  bool const a_by_k = Kernel::major_a == major::k;
  bool const b_by_k = Kernel::major_b == major::k;
  std::int64_t const step_a = Kernel::access_bytes_a / static_cast<int>(sizeof(A));
  std::int64_t const step_b = Kernel::access_bytes_b / static_cast<int>(sizeof(B));
  std::int64_t const lda = round_up_to(a_by_k ? p.k : p.m, step_a) + step_a;
  std::int64_t const ldb = round_up_to(b_by_k ? p.k : p.n, step_b) + step_b;
  std::int64_t const ldc = p.m + 3;
  std::vector<A> a = random_integers<A>(lda * (a_by_k ? p.m : p.k) + step_a, 1);
  std::vector<B> b = random_integers<B>(ldb * (b_by_k ? p.n : p.k) + step_b, 2);
  std::vector<C> const before = random_integers<C>(ldc * p.n, 3);
  std::vector<C> c = before;
  A* const a0 = reinterpret_cast<A*>(round_up_to(reinterpret_cast<std::intptr_t>(a.data()), 16));
  B* const b0 = reinterpret_cast<B*>(round_up_to(reinterpret_cast<std::intptr_t>(b.data()), 16));
  Scalar const alpha = static_cast<Scalar>(2);
  Scalar const beta = static_cast<Scalar>(-1);

  cpu::global<A const> ga("A", a0,
                          operand_layout<Kernel::major_a>(p.m, p.k, static_cast<int>(lda)));
  cpu::global<B const> gb("B", b0,
                          operand_layout<Kernel::major_b>(p.n, p.k, static_cast<int>(ldb)));
  cpu::global<C> gc("C", c.data(), operand_layout<major::mn>(p.m, p.n, static_cast<int>(ldc)));
  gemm_arguments<decltype(ga.data()), decltype(gb.data()), decltype(gc.data()), Scalar> const args{
      p.m, p.n, p.k, alpha, ga.data(), lda, gb.data(), ldb, beta, gc.data(), ldc};
  cpu::options o;
  o.reverse = reverse;
  constexpr int bm = size<0>(typename Kernel::cta_tiler{});
  constexpr int bn = size<1>(typename Kernel::cta_tiler{});
  cpu::report const r = cpu::launch<Kernel>({(p.m + bm - 1) / bm, (p.n + bn - 1) / bn}, args, o);
  CHECK_MESSAGE(r.clean(), r.text());

  std::int64_t count = 0;
  for (std::int64_t j = 0; j < p.n; ++j)
    for (std::int64_t i = 0; i < ldc; ++i) {
      double expected = static_cast<double>(before[i + ldc * j]);
      if (i < p.m) {
        double sum = 0;
        for (std::int64_t k = 0; k < p.k; ++k)
          sum += static_cast<double>(a0[a_by_k ? i * lda + k : i + k * lda]) *
                 static_cast<double>(b0[b_by_k ? j * ldb + k : j + k * ldb]);
        expected = 2 * sum - expected;
      }
      count += static_cast<double>(c[i + ldc * j]) != expected;
    }
  return count;
}

template <class Kernel, class A, class B, class C, class Scalar>
void check(char const* name, std::vector<problem> const& problems) {
  int tried = 0;
  for (problem const& p : problems)
    for (bool const reverse : {false, true}) {
      CAPTURE(p.m);
      CAPTURE(p.n);
      CAPTURE(p.k);
      CHECK(wrong<Kernel, A, B, C, Scalar>(p, reverse) == 0);
      ++tried;
    }
  std::printf("%-44s %3d launches on the CPU, every element exact\n", name, tried);
}

// One element; one tile; a tile and one more or less of each; a prime; enough k for every stage.
std::vector<problem> const sizes = {{1, 1, 1},      {128, 128, 256}, {129, 127, 33},
                                    {127, 131, 70}, {37, 61, 97},    {5, 3, 0}};
std::vector<problem> const small_sizes = {{1, 1, 1}, {64, 64, 32}, {65, 63, 33}, {37, 61, 47}};

template <major A, major B>
using simt = gemm_pipelined<A, B>;

}  // namespace

TEST_CASE("sgemm of article 002") {
  check<sgemm<major::mn, major::mn>, float, float, float, float>("sgemm NT", sizes);
  check<sgemm<major::k, major::k>, float, float, float, float>("sgemm TN", sizes);
  check<sgemm<major::mn, major::k>, float, float, float, float>("sgemm NN", sizes);
  check<sgemm<major::k, major::mn>, float, float, float, float>("sgemm TT", sizes);
}

TEST_CASE("pipelined multiply-adds") {
  check<simt<major::mn, major::mn>, float, float, float, float>("gemm_pipelined NT", sizes);
  check<simt<major::k, major::k>, float, float, float, float>("gemm_pipelined TN", sizes);
  check<simt<major::mn, major::k>, float, float, float, float>("gemm_pipelined NN", sizes);
  check<simt<major::k, major::mn>, float, float, float, float>("gemm_pipelined TT", sizes);
}

TEST_CASE("tensor cores") {
  using f32 = SM80_16x8x16_F32F16F16F32_TN;
  using bf16 = SM80_16x8x16_F32BF16BF16F32_TN;
  using tf32 = SM80_16x8x8_F32TF32TF32F32_TN;
  check<gemm_tensor_cores<f32, major::k, major::k, float>, half_t, half_t, float, float>(
      "gemm_tensor_cores f16 TN", sizes);
  check<gemm_tensor_cores<f32, major::mn, major::mn, float>, half_t, half_t, float, float>(
      "gemm_tensor_cores f16 NT", sizes);
  check<gemm_tensor_cores<bf16, major::mn, major::k, float>, bfloat16_t, bfloat16_t, float, float>(
      "gemm_tensor_cores bf16 NN", sizes);
  check<gemm_tensor_cores<tf32, major::k, major::mn, float>, tfloat32_t, tfloat32_t, float, float>(
      "gemm_tensor_cores tf32 TT", sizes);
  check<gemm_tensor_cores<tf32, major::mn, major::k, float>, tfloat32_t, tfloat32_t, float, float>(
      "gemm_tensor_cores tf32 NN", sizes);
}

TEST_CASE("small, by other instructions") {
  check<gemm_small<SM70_8x8x4_F32F16F16F32_NT, major::mn, major::mn, float>, half_t, half_t, float,
        float>("gemm_small sm_70 NT", small_sizes);
  check<gemm_small<SM75_16x8x8_F32F16F16F32_TN, major::k, major::k, float>, half_t, half_t, float,
        float>("gemm_small sm_75 f16 TN", small_sizes);
  check<gemm_small<SM75_8x8x16_S32S8S8S32_TN, major::k, major::k, std::int32_t>, std::int8_t,
        std::int8_t, std::int32_t, std::int32_t>("gemm_small sm_75 s8 TN", small_sizes);
  check<gemm_small<SM89_16x8x32_F32E4M3E5M2F32_TN, major::k, major::k, float>, float_e4m3_t,
        float_e5m2_t, float, float>("gemm_small sm_89 fp8 TN", small_sizes);
}
