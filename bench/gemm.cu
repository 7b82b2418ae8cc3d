// SPDX-License-Identifier: BSL-1.0
//
// GEMMs beside cuBLAS, cuBLASLt and, where TILEPROOF_BENCH_CUTE is defined, CuTe.
#include "../examples/kernels/gemm_partitioned.hpp"
#include "../examples/kernels/gemm_tiled.hpp"
#include "cublas.hpp"
#include "cute.hpp"
#include "kernels.hpp"
#include "suites.hpp"
#include "twins/twins.hpp"

#include <tileproof/kernel/gemm/choice.hpp>
#include <tileproof/kernel/gemm/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

namespace bench {
namespace {

using namespace tileproof;  // element types and instructions

// The arguments of the kernel for problems that the tile divides.
template <class Kernel, class Problem>
using arguments_of =
    decltype(tileproof::detail::whole_tiles<typename Kernel::index, typename Kernel::cta_tiler>(
        std::declval<Problem const&>().arguments()));

template <class Problem, class Kernel>
contender<Problem> of_tileproof(char const* name, char const* twin = "") {
  return {name,
          [](Problem& p) -> runner {
            auto const args = p.arguments();
            return [args](cudaStream_t stream) {
              check(tileproof::launch_gemm<Kernel>(args, stream));
            };
          },
          kernel_of<Kernel, arguments_of<Kernel, Problem>>(), twin};
}

// A gemm_choice: the kernel is not known before the size is.
template <class Problem, class Choice>
contender<Problem> chosen_by_tileproof(char const* name, char const* twin = "") {
  return {name,
          [](Problem& p) -> runner {
            auto const args = p.arguments();
            return [args](cudaStream_t stream) {
              check(tileproof::launch_gemm<Choice>(args, stream));
            };
          },
          nullptr, twin};
}

template <class Problem>
contender<Problem> in_cute_names(char const* name, cute_kernel kernel, char const* twin = "") {
  return {name,
          [run = kernel.run](Problem& p) -> runner {
            int const n = static_cast<int>(p.n);
            return [&p, n, run](cudaStream_t stream) {
              run(n, n, n, p.a.data(), n, p.b.data(), n, p.c.data(), n, stream);
              check(cudaGetLastError());
            };
          },
          kernel.kernel, twin};
}

// GEMMs of n x n matrices, for each of a few n.
template <class Problem>
void enter_sizes(std::string const& name, unit of, major major_a, major major_b, sums how,
                 std::vector<contender<Problem>> const& contenders) {
  for (std::int64_t const n : {1024, 2048, 4096, 8192}) {
    double const size = static_cast<double>(n);
    enter<Problem>(
        {name, std::to_string(n), "TFLOP/s", 2 * size * size * size, peak_per_clock(of), true,
         [=] { return std::make_unique<Problem>(gemm_extents{n, n, n}, major_a, major_b, how); },
         contenders});
  }
}

template <major MajorA, major MajorB>
void enter_sgemm(std::string const& name) {
  using problem = gemm_problem<float, float>;
  std::vector<contender<problem>> contenders{
      cublas_sgemm(),
      of_tileproof<problem, tileproof::sgemm<MajorA, MajorB>>("tileproof sgemm", "CuTe sgemm"),
      of_tileproof<problem, tileproof::gemm_tiled<MajorA, MajorB>>("tileproof tiled", "CuTe tiled"),
      of_tileproof<problem, tileproof::gemm_pipelined<MajorA, MajorB>>("tileproof pipelined"),
      chosen_by_tileproof<problem, tileproof::gemm_simt<MajorA, MajorB>>("tileproof gemm_simt"),
  };
  if constexpr (MajorA == MajorB) {
    constexpr bool t = MajorA == major::k;
    auto const push = [&](char const* kernel_name, cute_kernel kernel, char const* twin = "") {
      contenders.push_back(in_cute_names<problem>(kernel_name, kernel, twin));
    };
    push("tileproof sgemm_2", sgemm_2<library::tileproof, t>(), "CuTe sgemm_2");
    push("tileproof sgemm_sm70", sgemm_sm70<library::tileproof, t>(), "CuTe sgemm_sm70");
#if defined(TILEPROOF_BENCH_CUTE)
    push("CuTe article 002", cute_sgemm_of_the_article<t>());
    push("CuTe sgemm", cute_sgemm<t>());
    push("CuTe tiled", cute_sgemm_tiled<t>());
    push("CuTe sgemm_2", sgemm_2<library::cute, t>());
    push("CuTe sgemm_sm70", sgemm_sm70<library::cute, t>());
#endif
  }
  enter_sizes(name, unit::fma32, MajorA, MajorB, sums::fma32, contenders);
}

// TN: both operands k-major.
template <class Operation, class TC = typename tileproof::MMA_Traits<Operation>::ElementCVal>
using of_warps = tileproof::gemm_tensor_cores<Operation, major::k, major::k, TC>;
template <class Operation, class TC = typename tileproof::MMA_Traits<Operation>::ElementCVal>
using chosen_of_warps = tileproof::gemm_mma<Operation, major::k, major::k, TC>;

}  // namespace

void enter_gemms() {
  enter_sgemm<major::mn, major::mn>("sgemm NT");
  enter_sgemm<major::k, major::k>("sgemm TN");

  using f16 = gemm_problem<half_t, half_t>;
  std::vector<contender<f16>> by_16{
      cublaslt<half_t, half_t>(CUBLAS_COMPUTE_16F),
      of_tileproof<f16, of_warps<SM80_16x8x16_F16F16F16F16_TN>>("tileproof k16", "CuTe k16"),
      of_tileproof<f16, of_warps<SM80_16x8x8_F16F16F16F16_TN>>("tileproof k8", "CuTe k8"),
      chosen_by_tileproof<f16, chosen_of_warps<SM80_16x8x16_F16F16F16F16_TN>>(
          "tileproof gemm_mma k16", "CuTe k16"),
      chosen_by_tileproof<f16, chosen_of_warps<SM80_16x8x8_F16F16F16F16_TN>>(
          "tileproof gemm_mma k8", "CuTe k8"),
  };
  std::vector<contender<f16>> by_32{
      cublaslt<half_t, half_t>(CUBLAS_COMPUTE_32F),
      of_tileproof<f16, of_warps<SM80_16x8x16_F32F16F16F32_TN, half_t>>("tileproof k16",
                                                                        "CuTe k16"),
      chosen_by_tileproof<f16, chosen_of_warps<SM80_16x8x16_F32F16F16F32_TN, half_t>>(
          "tileproof gemm_mma k16", "CuTe k16"),
  };
#if defined(TILEPROOF_BENCH_CUTE)
  by_16.push_back(in_cute_names<f16>("CuTe k16", cute_f16<16, false>()));
  by_16.push_back(in_cute_names<f16>("CuTe k8", cute_f16<8, false>()));
  by_32.push_back(in_cute_names<f16>("CuTe k16", cute_f16<16, true>()));
#endif
  enter_sizes("f16 TN", unit::tensor16, major::k, major::k, sums::tensor16, by_16);
  enter_sizes("f16 TN accumulated in f32", unit::tensor16, major::k, major::k, sums::tensor32,
              by_32);

  using bf16 = gemm_problem<bfloat16_t, bfloat16_t>;
  enter_sizes<bf16>(
      "bf16 TN accumulated in f32", unit::tensor16, major::k, major::k, sums::tensor32,
      {cublaslt<bfloat16_t, bfloat16_t>(CUBLAS_COMPUTE_32F),
       of_tileproof<bf16, of_warps<SM80_16x8x16_F32BF16BF16F32_TN, bfloat16_t>>("tileproof k16")});

  using tf32 = gemm_problem<tfloat32_t, float>;
  enter_sizes<tf32>("tf32 TN", unit::tensor_tf32, major::k, major::k, sums::tensor32,
                    {cublaslt<tfloat32_t, float>(CUBLAS_COMPUTE_32F_FAST_TF32),
                     of_tileproof<tf32, of_warps<SM80_16x8x8_F32TF32TF32F32_TN>>("tileproof k8")});
}

}  // namespace bench
