// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma beside cuBLASLt: D = A * B with a row-major D, for each type and pair of majors. All
// works are named "wgmma ...".
#include "cublas.hpp"
#include "kernels.hpp"
#include "suites.hpp"

#include <tileproof/kernel/gemm_wgmma.hpp>

namespace bench {
namespace {

using namespace tileproof;  // element types

// The schedules by their tiles; `shared` has clusters of two blocks, which share B.
using shared_256 = wgmma_schedule<256, 3, 4, 2>;
using wide_256 = wgmma_schedule<256, 3, 4, 1>;
using wide_128 = wgmma_schedule<128, 6, 2, 1>;
using wide_64 = wgmma_schedule<64, 8, 2, 1>;

template <class T, class TD, major MajorA, major MajorB, class Schedule>
contender<gemm_problem<T, TD>> wgmma() {
  using problem = gemm_problem<T, TD>;
  using kernel = gemm_wgmma<T, T, TD, MajorA, MajorB, matrix_order::row_major, identity_epilogue,
                            Schedule>;
  using scalar = std::conditional_t<std::is_integral_v<TD>, std::int32_t, float>;
  return {"tileproof wgmma",
          [](problem& p) -> runner {
            wgmma_arguments const args{p.m,   p.n,        p.k,   scalar{1},  p.a.data(),
                                       p.lda, p.b.data(), p.ldb, p.c.data(), p.ldc};
            return [args](cudaStream_t stream) { check(launch_gemm<kernel>(args, stream)); };
          },
          kernel_of<kernel, typename kernel::template arguments<TD const*>>()};
}

// What a work multiplies: types, sums, the peak of its unit.
struct arithmetic {
  unit of;
  sums how;
  cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
};

// A contest for each of `all`; Schedule is that of gemm_wgmma.
template <class T, class TD, class Schedule, major MajorA = major::k, major MajorB = major::k>
void enter_problems(std::string const& name, arithmetic how,
                    std::initializer_list<gemm_extents> all) {
  for (gemm_extents const e : all) {
    std::string size = std::to_string(e.m);
    if (e.n != e.m || e.k != e.m) size += 'x' + std::to_string(e.n) + 'x' + std::to_string(e.k);
    double const work =
        2.0 * static_cast<double>(e.m) * static_cast<double>(e.n) * static_cast<double>(e.k);
    using problem = gemm_problem<T, TD>;
    enter<problem>(
        {"wgmma " + name,
         size,
         std::is_integral_v<T> ? "TOP/s" : "TFLOP/s",
         work,
         peak_per_clock(how.of),
         true,
         [=] { return std::make_unique<problem>(e, MajorA, MajorB, how.how, lines::rows); },
         {cublaslt<T, TD>(how.compute), wgmma<T, TD, MajorA, MajorB, Schedule>()}});
  }
}

constexpr gemm_extents square(std::int64_t n) { return {n, n, n}; }

// 16-bit elements at all sizes.
template <class T>
void enter_16_bits(std::string const& name, arithmetic how) {
  enter_problems<T, T, wide_64>(name, how, {square(1024)});
  enter_problems<T, T, wide_256>(name, how, {square(2048)});
  enter_problems<T, T, shared_256>(name, how, {square(4096), square(8192), square(16384)});
}

}  // namespace

void enter_hopper_gemms() {
  using bf16 = bfloat16_t;
  constexpr major k = major::k;
  constexpr major mn = major::mn;
  constexpr arithmetic in_f32{unit::tensor16, sums::tensor32};
  enter_16_bits<bf16>("bf16 TN", in_f32);
  enter_16_bits<half_t>("f16 TN", in_f32);
  enter_problems<bf16, bf16, shared_256, mn, k>("bf16 NN", in_f32, {square(4096), square(8192)});
  enter_problems<bf16, bf16, shared_256, mn, mn>("bf16 NT", in_f32, {square(4096), square(8192)});
  enter_problems<bf16, bf16, shared_256, k, mn>("bf16 TT", in_f32, {square(4096), square(8192)});
  enter_problems<bf16, bf16, wide_128>("bf16 TN, other sizes", in_f32, {square(1000)});
  enter_problems<bf16, bf16, shared_256>("bf16 TN, other sizes", in_f32,
                                         {{4096, 14336, 4096}, {8192, 8192, 8200}});
  enter_problems<tfloat32_t, float, shared_256>(
      "tf32 TN", {unit::tensor_tf32, sums::tensor32, CUBLAS_COMPUTE_32F_FAST_TF32},
      {square(4096), square(8192)});
  enter_problems<float_e4m3_t, bf16, wide_256>("e4m3 TN to bf16", {unit::tensor8, sums::tensor8},
                                               {square(4096), square(8192)});
  enter_problems<std::int8_t, std::int32_t, wide_256>(
      "int8 TN to int32", {unit::tensor8, sums::integer, CUBLAS_COMPUTE_32I},
      {square(4096), square(8192)});
}

}  // namespace bench
