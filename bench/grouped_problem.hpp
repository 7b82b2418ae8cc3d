// SPDX-License-Identifier: BSL-1.0
//
// The problem of a mixture of experts: tokens that are routed to groups by a stated distribution,
// and the weights of each group; and the libraries' ways to compute it.
#pragma once

#include "cublas.hpp"

#include <tileproof/kernel/gemm/wgmma/grouped.hpp>

#include <numeric>

namespace bench {

using tileproof::bfloat16_t;

// The layers of public models, as one GPU has them: groups, n x k of the weights of a group.
struct expert_layer {
  char const* name;
  int groups, n, k;
};
inline constexpr expert_layer expert_layers[] = {
    {"Mixtral 8x7B, up", 8, 28672, 4096},   {"Mixtral 8x7B, down", 8, 4096, 14336},
    {"DeepSeek-V3, up", 32, 4096, 7168},    {"DeepSeek-V3, down", 32, 7168, 2048},
    {"Qwen3-30B-A3B, up", 128, 1536, 2048}, {"Qwen3-30B-A3B, down", 128, 2048, 768}};

// Rows are routed one by one: each goes to a group that is drawn with equal probability, or with a
// probability in proportion to 1 / rank, ranks in a random order.
enum class routing { even, skewed };
inline std::vector<int> lengths_of(int groups, std::int64_t rows, routing how, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> weights(static_cast<std::size_t>(groups), 1.0);
  if (how == routing::skewed) {
    for (std::size_t g = 0; g < weights.size(); ++g) weights[g] = 1.0 / static_cast<double>(g + 1);
    std::shuffle(weights.begin(), weights.end(), random);
  }
  std::discrete_distribution<int> group(weights.begin(), weights.end());
  std::vector<int> lengths(weights.size());
  for (std::int64_t i = 0; i < rows; ++i) ++lengths[static_cast<std::size_t>(group(random))];
  return lengths;
}

// A and B of elements T, D of bf16.
template <class T>
struct grouped_problem {
  int groups;
  std::int64_t n, k, total;
  std::vector<int> lengths;
  std::vector<std::int32_t> ends_on_host;
  buffer<T> a, b;
  buffer<bfloat16_t> d;
  buffer<std::int32_t> ends;

  grouped_problem(expert_layer const& of, std::vector<int> in_lengths)
      : groups(of.groups),
        n(of.n),
        k(of.k),
        total(std::accumulate(in_lengths.begin(), in_lengths.end(), std::int64_t{0})),
        lengths(std::move(in_lengths)),
        ends_on_host(lengths.size()),
        a(random_buffer<T>(static_cast<std::size_t>(total * k), 1)),
        b(random_buffer<T>(static_cast<std::size_t>(groups * n * k), 2)),
        d(static_cast<std::size_t>(total * n)),
        ends(lengths.size()) {
    std::partial_sum(lengths.begin(), lengths.end(), ends_on_host.begin());
    check(cudaMemcpy(ends.data(), ends_on_host.data(), ends.bytes(), cudaMemcpyHostToDevice));
  }

  tileproof::grouped_arguments<T, T, bfloat16_t> arguments() const {
    return {total, groups, n, k, 1.0f, a.data(), k, b.data(), k, n * k, d.data(), n, ends.data()};
  }
  int begin(int g) const { return g == 0 ? 0 : ends_on_host[static_cast<std::size_t>(g - 1)]; }

  // The error of the first and the last 64 rows of the first and of the longest group, over its
  // bound.
  double error_over_bound(runner const& run) const {
    d.poison();
    check(cudaDeviceSynchronize());
    run(cudaStream_t{});
    double worst = 0;
    auto const longest =
        static_cast<int>(std::max_element(lengths.begin(), lengths.end()) - lengths.begin());
    for (int const g : {0, longest}) {
      std::int64_t const length = lengths[static_cast<std::size_t>(g)];
      std::int64_t const rows = std::min<std::int64_t>(length, 64);
      if (rows == 0) continue;
      for (std::int64_t const first : {std::int64_t{0}, length - rows}) {
        std::int64_t const row = begin(g) + first;
        buffer<double> const reference(static_cast<std::size_t>(rows * n));
        multiply_in_double<<<dim3(static_cast<unsigned>((rows + 63) / 64),
                                  static_cast<unsigned>((n + 63) / 64)),
                             256>>>({rows, n, k}, a.data() + row * k, {k, 1}, b.data() + g * n * k,
                                    {k, 1}, reference.data(), {n, 1});
        check(cudaGetLastError());
        worst = std::max(
            worst, error_of(d.data() + row * n, reference,
                            relative_error(sizeof(T) == 1 ? sums::tensor8 : sums::tensor32, k) +
                                rounding<bfloat16_t>));
      }
    }
    return worst;
  }
};

// A matmul of cuBLASLt for each group that has rows, one after the other, with the first algorithm
// that its heuristics propose.
template <class T>
runner loop_of_cublaslt(grouped_problem<T> const& p) {
  struct state {
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t b;
    std::vector<cublasLtMatrixLayout_t> a, d;
    std::vector<int> groups;
    std::vector<cublasLtMatmulAlgo_t> algorithms;
    buffer<char> workspace{lt_matmul::workspace_bytes};
  };
  auto const s = std::make_shared<state>();
  check(cublasLtCreate(&s->handle));
  check(cublasLtMatmulDescCreate(&s->product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  auto const set = [&](cublasLtMatmulDescAttributes_t which, auto value) {
    check(cublasLtMatmulDescSetAttribute(s->product, which, &value, sizeof value));
  };
  set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  set(CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_N);
  if (sizeof(T) == 1) set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, std::int8_t{1});
  auto const of = [](std::int64_t i) { return static_cast<std::uint64_t>(i); };
  check(cublasLtMatrixLayoutCreate(&s->b, cuda_type<T>, of(p.k), of(p.n), p.k));
  cublasLtMatmulPreference_t preference;
  check(cublasLtMatmulPreferenceCreate(&preference));
  check(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                             &lt_matmul::workspace_bytes,
                                             sizeof lt_matmul::workspace_bytes));
  for (int g = 0; g < p.groups; ++g) {
    std::int64_t const rows = p.lengths[static_cast<std::size_t>(g)];
    if (rows == 0) continue;
    s->groups.push_back(g);
    check(cublasLtMatrixLayoutCreate(&s->a.emplace_back(), cuda_type<T>, of(p.k), of(rows), p.k));
    check(cublasLtMatrixLayoutCreate(&s->d.emplace_back(), CUDA_R_16BF, of(p.n), of(rows), p.n));
    cublasLtMatmulHeuristicResult_t result;
    int count = 0;
    check(cublasLtMatmulAlgoGetHeuristic(s->handle, s->product, s->b, s->a.back(), s->d.back(),
                                         s->d.back(), preference, 1, &result, &count));
    if (count == 0) check(CUBLAS_STATUS_NOT_SUPPORTED);
    s->algorithms.push_back(result.algo);
  }
  check(cublasLtMatmulPreferenceDestroy(preference));
  return [&p, s](cudaStream_t stream) {
    float const one = 1, zero = 0;
    for (std::size_t i = 0; i < s->groups.size(); ++i) {
      int const g = s->groups[i];
      bfloat16_t* const d = p.d.data() + p.begin(g) * p.n;
      check(cublasLtMatmul(s->handle, s->product, &one, p.b.data() + g * p.n * p.k, s->b,
                           p.a.data() + p.begin(g) * p.k, s->a[i], &zero, d, s->d[i], d, s->d[i],
                           &s->algorithms[i], s->workspace.data(), s->workspace.bytes(), stream));
    }
  };
}

// cublasGemmGroupedBatchedEx, a group of one matrix for each group that has rows. It has no fp8.
inline runner cublas_grouped(grouped_problem<bfloat16_t> const& p) {
  struct state {
    cublasHandle_t handle;
    std::vector<cublasOperation_t> transposed, plain;
    std::vector<int> m, n, k, ldb, ldd, size;
    std::vector<float> one, zero;
    buffer<void const*> a, b;
    buffer<void*> d;
    explicit state(std::size_t groups) : a(groups), b(groups), d(groups) {}
  };
  auto const s = std::make_shared<state>(static_cast<std::size_t>(p.groups));
  check(cublasCreate(&s->handle));
  std::vector<void const*> a, b;
  std::vector<void*> d;
  for (int g = 0; g < p.groups; ++g) {
    int const rows = p.lengths[static_cast<std::size_t>(g)];
    if (rows == 0) continue;
    s->transposed.push_back(CUBLAS_OP_T), s->plain.push_back(CUBLAS_OP_N);
    s->m.push_back(static_cast<int>(p.n)), s->n.push_back(rows);
    s->k.push_back(static_cast<int>(p.k)), s->size.push_back(1);
    s->ldb.push_back(static_cast<int>(p.k)), s->ldd.push_back(static_cast<int>(p.n));
    s->one.push_back(1), s->zero.push_back(0);
    a.push_back(p.a.data() + p.begin(g) * p.k), b.push_back(p.b.data() + g * p.n * p.k);
    d.push_back(p.d.data() + p.begin(g) * p.n);
  }
  auto const copy = [](auto const& to, auto const& from) {
    check(
        cudaMemcpy(to.data(), from.data(), from.size() * sizeof(from[0]), cudaMemcpyHostToDevice));
  };
  copy(s->a, a), copy(s->b, b), copy(s->d, d);
  return [s](cudaStream_t stream) {
    check(cublasSetStream(s->handle, stream));
    check(cublasGemmGroupedBatchedEx(
        s->handle, s->transposed.data(), s->plain.data(), s->m.data(), s->n.data(), s->k.data(),
        s->one.data(), s->b.data(), CUDA_R_16BF, s->ldb.data(), s->a.data(), CUDA_R_16BF,
        s->ldb.data(), s->zero.data(), s->d.data(), CUDA_R_16BF, s->ldd.data(),
        static_cast<int>(s->size.size()), s->size.data(), CUBLAS_COMPUTE_32F));
  };
}

}  // namespace bench
