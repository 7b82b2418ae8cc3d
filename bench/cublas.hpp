// SPDX-License-Identifier: BSL-1.0
//
// cuBLAS and cuBLASLt as contenders.
#pragma once

#include "gemm_problem.hpp"

#include <cublasLt.h>
#include <cublas_v2.h>

#include <cstring>

namespace bench {

inline void check(cublasStatus_t s) {
  if (s == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "cuBLAS: %s\n", cublasGetStatusString(s));
  std::exit(1);
}

template <class T>
inline constexpr cudaDataType_t cuda_type = CUDA_R_32F;
template <>
inline constexpr cudaDataType_t cuda_type<tileproof::half_t> = CUDA_R_16F;
template <>
inline constexpr cudaDataType_t cuda_type<tileproof::bfloat16_t> = CUDA_R_16BF;

inline cublasOperation_t operation_a(major m) { return m == major::mn ? CUBLAS_OP_N : CUBLAS_OP_T; }
inline cublasOperation_t operation_b(major m) { return m == major::mn ? CUBLAS_OP_T : CUBLAS_OP_N; }

// cublasSgemm with its default mathematics: no TF32.
inline contender<gemm_problem<float, float>> cublas_sgemm() {
  return {"cuBLAS", [](gemm_problem<float, float>& p) -> runner {
    cublasHandle_t made;
    check(cublasCreate(&made));
    std::shared_ptr<cublasContext> const handle(made, cublasDestroy);
    check(cublasSetMathMode(made, CUBLAS_DEFAULT_MATH));
    return [&p, handle](cudaStream_t stream) {
      float const one = 1;
      float const zero = 0;
      int const n = static_cast<int>(p.size);
      check(cublasSetStream(handle.get(), stream));
      check(cublasSgemm(handle.get(), operation_a(p.major_a), operation_b(p.major_b), n, n, n, &one,
                        p.a.data(), n, p.b.data(), n, &zero, p.c.data(), n));
    };
  }};
}

// The objects of one cuBLASLt matmul; `runs` chooses the algorithm by trying what the heuristics
// propose.
class lt_matmul {
 public:
  template <class T, class TC>
  lt_matmul(gemm_problem<T, TC> const& p, cublasComputeType_t compute, cudaDataType_t scalar)
      : workspace_(std::size_t{64} << 20) {
    check(cublasLtCreate(&handle_));
    check(cublasLtMatmulDescCreate(&product_, compute, scalar));
    cublasOperation_t const a = operation_a(p.major_a);
    cublasOperation_t const b = operation_b(p.major_b);
    check(cublasLtMatmulDescSetAttribute(product_, CUBLASLT_MATMUL_DESC_TRANSA, &a, sizeof a));
    check(cublasLtMatmulDescSetAttribute(product_, CUBLASLT_MATMUL_DESC_TRANSB, &b, sizeof b));
    std::uint64_t const n = static_cast<std::uint64_t>(p.size);
    check(cublasLtMatrixLayoutCreate(&operand_, cuda_type<T>, n, n, p.size));
    check(cublasLtMatrixLayoutCreate(&result_, cuda_type<TC>, n, n, p.size));
    // One and zero in the scalar's type.
    if (scalar == CUDA_R_16F) {
      tileproof::half_t const one = 1;
      std::memcpy(one_, &one, sizeof one);
    } else {
      float const one = 1;
      std::memcpy(one_, &one, sizeof one);
    }
  }
  lt_matmul(lt_matmul const&) = delete;
  lt_matmul& operator=(lt_matmul const&) = delete;
  ~lt_matmul() {
    cublasLtMatrixLayoutDestroy(result_);
    cublasLtMatrixLayoutDestroy(operand_);
    cublasLtMatmulDescDestroy(product_);
    cublasLtDestroy(handle_);
  }

  // Times each of at most 16 proposals, the median of five, and keeps the fastest.
  void choose(void const* a, void const* b, void* c) {
    cublasLtMatmulPreference_t preference;
    check(cublasLtMatmulPreferenceCreate(&preference));
    std::size_t const bytes = workspace_.bytes();
    check(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
    cublasLtMatmulHeuristicResult_t proposals[16];
    int count = 0;
    check(cublasLtMatmulAlgoGetHeuristic(handle_, product_, operand_, operand_, result_, result_,
                                         preference, 16, proposals, &count));
    check(cublasLtMatmulPreferenceDestroy(preference));
    if (count == 0) check(CUBLAS_STATUS_NOT_SUPPORTED);

    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    double best = HUGE_VAL;
    for (int i = 0; i < count; ++i) {
      cublasLtMatmulAlgo_t const& algorithm = proposals[i].algo;
      std::vector<double> times;
      bool runs = true;
      for (int repeat = 0; runs && repeat < 6; ++repeat) {
        check(cudaEventRecord(begin));
        runs = multiply(algorithm, a, b, c, nullptr) == CUBLAS_STATUS_SUCCESS;
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin, end));
        if (repeat > 0) times.push_back(milliseconds);
      }
      if (runs && median(times) < best) {
        best = median(times);
        algorithm_ = algorithm;
      }
    }
    if (best == HUGE_VAL) check(CUBLAS_STATUS_NOT_SUPPORTED);
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
  }

  void run(void const* a, void const* b, void* c, cudaStream_t stream) {
    check(multiply(algorithm_, a, b, c, stream));
  }

 private:
  cublasStatus_t multiply(cublasLtMatmulAlgo_t const& algorithm, void const* a, void const* b,
                          void* c, cudaStream_t stream) {
    return cublasLtMatmul(handle_, product_, one_, a, operand_, b, operand_, zero_, c, result_, c,
                          result_, &algorithm, workspace_.data(), workspace_.bytes(), stream);
  }

  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
  cublasLtMatrixLayout_t operand_ = nullptr;
  cublasLtMatrixLayout_t result_ = nullptr;
  cublasLtMatmulAlgo_t algorithm_{};
  buffer<char> workspace_;
  alignas(8) char one_[8]{};
  alignas(8) char zero_[8]{};
};

// The best of its heuristics, by trial.
template <class T, class TC>
contender<gemm_problem<T, TC>> cublaslt(cublasComputeType_t compute) {
  return {"cuBLASLt", [compute](gemm_problem<T, TC>& p) -> runner {
    cudaDataType_t const scalar = compute == CUBLAS_COMPUTE_16F ? CUDA_R_16F : CUDA_R_32F;
    auto const matmul = std::make_shared<lt_matmul>(p, compute, scalar);
    matmul->choose(p.a.data(), p.b.data(), p.c.data());
    return [&p, matmul](cudaStream_t stream) {
      matmul->run(p.a.data(), p.b.data(), p.c.data(), stream);
    };
  }};
}

}  // namespace bench
