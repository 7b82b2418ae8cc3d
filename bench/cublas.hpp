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
template <>
inline constexpr cudaDataType_t cuda_type<tileproof::float_e4m3_t> = CUDA_R_8F_E4M3;
template <>
inline constexpr cudaDataType_t cuda_type<std::int8_t> = CUDA_R_8I;
template <>
inline constexpr cudaDataType_t cuda_type<std::int32_t> = CUDA_R_32I;

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
              auto const of = [](std::int64_t extent) { return static_cast<int>(extent); };
              check(cublasSetStream(handle.get(), stream));
              check(cublasSgemm(handle.get(), operation_a(p.major_a), operation_b(p.major_b),
                                of(p.m), of(p.n), of(p.k), &one, p.a.data(), of(p.lda), p.b.data(),
                                of(p.ldb), &zero, p.c.data(), of(p.ldc)));
            };
          }};
}

// The objects of one cuBLASLt matmul; `choose` takes the fastest of what the heuristics propose.
// cuBLASLt knows column-major results: a row-major C = A * B is its C^T = B^T * A^T.
class lt_matmul {
 public:
  static constexpr int proposals = 8;
  static constexpr std::size_t workspace_bytes = std::size_t{64} << 20;

  template <class T, class TC>
  lt_matmul(gemm_problem<T, TC> const& p, cublasComputeType_t compute)
      : is_transposed_(p.lines_c == lines::rows), workspace_(workspace_bytes) {
    cudaDataType_t const scalar = compute == CUBLAS_COMPUTE_16F   ? CUDA_R_16F
                                  : compute == CUBLAS_COMPUTE_32I ? CUDA_R_32I
                                                                  : CUDA_R_32F;
    check(cublasLtCreate(&handle_));
    check(cublasLtMatmulDescCreate(&product_, compute, scalar));
    major const first = is_transposed_ ? p.major_b : p.major_a;
    major const second = is_transposed_ ? p.major_a : p.major_b;
    set(CUBLASLT_MATMUL_DESC_TRANSA, operation_a(first));
    set(CUBLASLT_MATMUL_DESC_TRANSB, operation_b(second));
    // Sums of fp8 products stay in the tensor cores' accumulators, as gemm_wgmma's do.
    if (sizeof(T) == 1 && scalar == CUDA_R_32F)
      set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, std::int8_t{1});
    auto const layout = [](cublasLtMatrixLayout_t* made, cudaDataType_t type, bool is_first_longer,
                           std::int64_t rows, std::int64_t columns, std::int64_t ld) {
      if (!is_first_longer) std::swap(rows, columns);
      check(cublasLtMatrixLayoutCreate(made, type, static_cast<std::uint64_t>(rows),
                                       static_cast<std::uint64_t>(columns), ld));
    };
    layout(&a_, cuda_type<T>, p.major_a == major::mn, p.m, p.k, p.lda);
    layout(&b_, cuda_type<T>, p.major_b == major::mn, p.n, p.k, p.ldb);
    layout(&c_, cuda_type<TC>, !is_transposed_, p.m, p.n, p.ldc);
    // One in the scalar's type; zero has the same bits in all.
    tileproof::half_t const one_f16 = 1;
    float const one_f32 = 1;
    std::int32_t const one_i32 = 1;
    if (scalar == CUDA_R_16F) std::memcpy(one_, &one_f16, sizeof one_f16);
    if (scalar == CUDA_R_32F) std::memcpy(one_, &one_f32, sizeof one_f32);
    if (scalar == CUDA_R_32I) std::memcpy(one_, &one_i32, sizeof one_i32);
  }
  lt_matmul(lt_matmul const&) = delete;
  lt_matmul& operator=(lt_matmul const&) = delete;
  ~lt_matmul() {
    for (cublasLtMatrixLayout_t const layout : {a_, b_, c_}) cublasLtMatrixLayoutDestroy(layout);
    cublasLtMatmulDescDestroy(product_);
    cublasLtDestroy(handle_);
  }

  // Times each proposal, the median of five, and keeps the fastest.
  void choose(void const* a, void const* b, void* c) {
    cublasLtMatmulPreference_t preference;
    check(cublasLtMatmulPreferenceCreate(&preference));
    check(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                               &workspace_bytes, sizeof workspace_bytes));
    cublasLtMatmulHeuristicResult_t results[proposals];
    int count = 0;
    auto const [first, second] = in_order(a_, b_);
    check(cublasLtMatmulAlgoGetHeuristic(handle_, product_, first, second, c_, c_, preference,
                                         proposals, results, &count));
    check(cublasLtMatmulPreferenceDestroy(preference));
    if (count == 0) check(CUBLAS_STATUS_NOT_SUPPORTED);

    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    double best = HUGE_VAL;
    for (int i = 0; i < count; ++i) {
      cublasLtMatmulAlgo_t const& algorithm = results[i].algo;
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
  template <class Value>
  void set(cublasLtMatmulDescAttributes_t which, Value value) {
    check(cublasLtMatmulDescSetAttribute(product_, which, &value, sizeof value));
  }
  template <class Operand>
  std::pair<Operand, Operand> in_order(Operand a, Operand b) const {
    return is_transposed_ ? std::pair(b, a) : std::pair(a, b);
  }
  cublasStatus_t multiply(cublasLtMatmulAlgo_t const& algorithm, void const* a, void const* b,
                          void* c, cudaStream_t stream) {
    auto const [first, second] = in_order(a, b);
    auto const [of_first, of_second] = in_order(a_, b_);
    return cublasLtMatmul(handle_, product_, one_, first, of_first, second, of_second, zero_, c, c_,
                          c, c_, &algorithm, workspace_.data(), workspace_.bytes(), stream);
  }

  bool is_transposed_;
  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
  cublasLtMatrixLayout_t a_ = nullptr, b_ = nullptr, c_ = nullptr;
  cublasLtMatmulAlgo_t algorithm_{};
  buffer<char> workspace_;
  alignas(8) char one_[8]{};
  alignas(8) char zero_[8]{};
};

// The fastest of its heuristics' proposals, with a workspace of 64 MiB.
template <class T, class TC>
contender<gemm_problem<T, TC>> cublaslt(cublasComputeType_t compute) {
  return {"cuBLASLt", [compute](gemm_problem<T, TC>& p) -> runner {
            auto const matmul = std::make_shared<lt_matmul>(p, compute);
            matmul->choose(p.a.data(), p.b.data(), p.c.data());
            return [&p, matmul](cudaStream_t stream) {
              matmul->run(p.a.data(), p.b.data(), p.c.data(), stream);
            };
          }};
}

}  // namespace bench
