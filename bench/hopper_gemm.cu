// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma beside cuBLASLt: D = A * B with a row-major D, for each type and pair of majors. All
// works are named "wgmma ...". The context has what launch_gemm chooses for each problem, and why.
#include "cublas.hpp"
#include "kernels.hpp"
#include "suites.hpp"

#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

#include <numeric>

namespace bench {
namespace {

using namespace tileproof;  // element types

template <class T, class TD, major MajorA, major MajorB>
contender<gemm_problem<T, TD>> wgmma() {
  using problem = gemm_problem<T, TD>;
  using scalar = std::conditional_t<std::is_integral_v<TD>, std::int32_t, float>;
  return {"tileproof wgmma", [](problem& p) -> runner {
            wgmma_arguments const args{p.m,   p.n,        p.k,   scalar{1},  p.a.data(),
                                       p.lda, p.b.data(), p.ldb, p.c.data(), p.ldc};
            return
                [args](cudaStream_t stream) { check(launch_gemm<MajorA, MajorB>(args, stream)); };
          }};
}

// The arithmetic of a contest: the unit and its peak, the sums.
struct arithmetic {
  unit of;
  sums how;
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
};

// A contest for each of `all`.
template <class T, class TD, major MajorA = major::k, major MajorB = major::k>
void enter_problems(std::string const& name, arithmetic how,
                    std::initializer_list<gemm_extents> all) {
  using problem = gemm_problem<T, TD>;
  for (gemm_extents const e : all) {
    std::string size = std::to_string(e.m);
    if (e.n != e.m || e.k != e.m) size += 'x' + std::to_string(e.n) + 'x' + std::to_string(e.k);
    std::int64_t const common =  // of both leading dimensions
        std::gcd(MajorA == major::k ? e.k : e.m, MajorB == major::k ? e.k : e.n);
    bool const lines_are_whole = common * static_cast<std::int64_t>(sizeof(T)) % 128 == 0;
    wgmma_choice const chosen =
        choose_wgmma({e.m, e.n, e.k, 1, sizeof(T), sizeof(TD), lines_are_whole},
                     attribute(cudaDevAttrMultiProcessorCount));
    benchmark::AddCustomContext("gemm_wgmma of " + name + "/" + size, explain(chosen).data());
    double const work =
        2.0 * static_cast<double>(e.m) * static_cast<double>(e.n) * static_cast<double>(e.k);
    enter<problem>(
        {"wgmma " + name,
         size,
         std::is_integral_v<T> ? "TOP/s" : "TFLOP/s",
         work,
         peak_per_clock(how.of),
         true,
         [=] { return std::make_unique<problem>(e, MajorA, MajorB, how.how, lines::rows); },
         {cublaslt<T, TD>(how.compute), wgmma<T, TD, MajorA, MajorB>()}});
  }
}

constexpr gemm_extents square(std::int64_t n) { return {n, n, n}; }

}  // namespace

void enter_hopper_gemms() {
  using bf16 = bfloat16_t;
  constexpr major k = major::k;
  constexpr major mn = major::mn;
  constexpr arithmetic in_f32{unit::tensor16, sums::tensor32};
  static constexpr std::initializer_list<gemm_extents> squares = {
      square(1024), square(2048), square(4096), square(8192), square(16384)};
  static constexpr std::initializer_list<gemm_extents> large = {square(4096), square(8192)};
  enter_problems<bf16, bf16>("bf16 TN", in_f32, squares);
  enter_problems<half_t, half_t>("f16 TN", in_f32, squares);
  enter_problems<bf16, bf16, mn, k>("bf16 NN", in_f32, large);
  enter_problems<bf16, bf16, mn, mn>("bf16 NT", in_f32, large);
  enter_problems<bf16, bf16, k, mn>("bf16 TT", in_f32, large);
  enter_problems<bf16, bf16>("bf16 TN, other sizes", in_f32,
                             {square(1000), {4096, 14336, 4096}, {8192, 8192, 8200}});
  enter_problems<bf16, bf16>(
      "bf16 TN, few tiles", in_f32,
      {{128, 128, 8192}, {64, 1024, 8192}, {512, 512, 16384}, {16, 4096, 14336}});
  enter_problems<tfloat32_t, float>(
      "tf32 TN", {unit::tensor_tf32, sums::tensor32, CUBLAS_COMPUTE_32F_FAST_TF32}, large);
  enter_problems<float_e4m3_t, bf16>("e4m3 TN to bf16", {unit::tensor8, sums::tensor8}, large);
  enter_problems<std::int8_t, std::int32_t>(
      "int8 TN to int32", {unit::tensor8, sums::integer, CUBLAS_COMPUTE_32I}, large);
}

}  // namespace bench
