// SPDX-License-Identifier: BSL-1.0
//
// The layers that sizes.cu times, and their contenders: our kernel, cuBLASLt's, and those of
// CUTLASS where its headers are given.
#pragma once

#include "cublas.hpp"
#include "cutlass_gemm.hpp"
#include "graph_rounds.hpp"
#include "kernels.hpp"

#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

namespace bench {

using namespace tileproof;
using bf16 = bfloat16_t;

// One call: the weights, and a stream.
template <class TB>
using call = std::function<void(TB const*, cudaStream_t)>;
template <class TB>
struct caller {
  std::string name;
  call<TB> run;
};

// As large as cuBLASLt's, for all calls, of which none overlap.
inline wgmma_workspace workspace() {
  static buffer<char> const memory(std::size_t{64} << 20);
  static bool const is_zero = [] {
    check(cudaMemset(memory.data(), 0, memory.bytes()));
    check(cudaDeviceSynchronize());
    return true;
  }();
  return {is_zero ? memory.data() : nullptr, static_cast<std::int64_t>(memory.bytes())};
}

// The data of a size: the tokens, the result, and the weights that rotate.
template <class TA = bf16, class TB = TA>
struct layer {
  gemm_extents e;
  buffer<TA> a;
  buffer<bf16> d;
  std::vector<buffer<TB>> weights;

  explicit layer(gemm_extents of)
      : e(of),
        a(random_buffer<TA>(gemm_problem<bf16, bf16>::count(e.m, e.k), 1)),
        d(gemm_problem<bf16, bf16>::count(e.m, e.n)) {
    std::int64_t const bytes = e.n * e.k * static_cast<std::int64_t>(sizeof(TB));
    std::int64_t const turns =
        std::max<std::int64_t>(2, (4 * attribute(cudaDevAttrL2CacheSize) + bytes - 1) / bytes);
    for (std::int64_t i = 0; i < turns; ++i)
      weights.push_back(random_buffer<TB>(gemm_problem<bf16, bf16>::count(e.n, e.k),
                                          static_cast<std::uint64_t>(2 + i)));
  }
  wgmma_arguments<TA, TB, bf16> arguments(TB const* b) const {
    wgmma_arguments<TA, TB, bf16> g{e.m, e.n, e.k, 1.0f, a.data(), e.k, b, e.k, d.data(), e.n};
    g.workspace = workspace();
    return g;
  }

  // The error of the first and the last 64 rows over its bound, for the first weights.
  double error_over_bound(call<TB> const& run) const {
    d.poison();
    check(cudaDeviceSynchronize());
    run(weights[0].data(), cudaStream_t{});
    double worst = 0;
    std::int64_t const rows = std::min<std::int64_t>(e.m, 64);
    for (std::int64_t const first : {std::int64_t{0}, e.m - rows}) {
      buffer<double> const reference(gemm_problem<bf16, bf16>::count(rows, e.n));
      multiply_in_double<<<dim3(static_cast<unsigned>((rows + 63) / 64),
                                static_cast<unsigned>((e.n + 63) / 64)),
                           256>>>({rows, e.n, e.k}, a.data() + first * e.k, {e.k, 1},
                                  weights[0].data(), {e.k, 1}, reference.data(), {e.n, 1});
      check(cudaGetLastError());
      worst = std::max(
          worst, error_of(d.data() + first * e.n, reference,
                          relative_error(sizeof(TA) == 1 ? sums::tensor8 : sums::tensor32, e.k) +
                              rounding<bf16>));
    }
    return worst;
  }
};

// Seconds a call of each caller: times[caller][round].
template <class TA, class TB>
std::vector<std::vector<double>> times_of(layer<TA, TB> const& l,
                                          std::vector<caller<TB>> const& callers, int rounds) {
  return times_of_graphs(callers.size(), l.weights.size(), rounds,
                         [&](std::size_t i, std::size_t turn, cudaStream_t stream) {
                           callers[i].run(l.weights[turn].data(), stream);
                         });
}
inline double ratio_of(std::vector<double> const& one, std::vector<double> const& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.size(); ++i) ratios.push_back(one[i] / other[i]);
  return median(ratios);
}

template <class TA, class TB>
caller<TB> of_tileproof(layer<TA, TB> const& l) {
  return {"tileproof",
          [&l](TB const* b, cudaStream_t s) { check(launch_gemm(l.arguments(b), s)); }};
}
template <class T>
caller<T> of_cublaslt(layer<T> const& l) {
  gemm_problem<T, bf16> const p(l.e, major::k, major::k, sums::tensor32, lines::rows);
  auto const matmul = std::make_shared<lt_matmul>(p, CUBLAS_COMPUTE_32F);
  matmul->choose(p.a.data(), p.b.data(), p.c.data());
  return {"cuBLASLt",
          [&l, matmul](T const* b, cudaStream_t s) { matmul->run(l.a.data(), b, l.d.data(), s); }};
}
#if defined(TILEPROOF_BENCH_CUTE)
inline constexpr bool has_cutlass = true;
#else
inline constexpr bool has_cutlass = false;
#endif
// Our kernel, cuBLASLt's, and those of CUTLASS that take the layer.
inline std::vector<caller<bf16>> contenders_of(layer<> const& l) {
  std::vector<caller<bf16>> found{of_tileproof(l), of_cublaslt(l)};
  if constexpr (has_cutlass)
    for (cutlass_kernel const& one : cutlass_gemms(static_cast<int>(l.e.m), static_cast<int>(l.e.n),
                                                   static_cast<int>(l.e.k), l.a.data(), l.d.data()))
      if (one.run(l.weights[0].data(), cudaStream_t{}))
        found.push_back({one.name, [run = one.run](bf16 const* b, cudaStream_t s) {
                           if (!run(b, s)) std::exit(1);
                         }});
  return found;
}
// The columns of the rivals, and the ratio to the better one. Pre: the first contender is ours, the
// second cuBLASLt.
inline void print_header_of_rivals() {
  std::printf(" %10s %7s", "cuBLASLt", "ratio");
  if (has_cutlass) std::printf(" %8s %7s %-20s", "CUTLASS", "ratio", "");
}
inline double print_rivals(std::vector<caller<bf16>> const& callers,
                           std::vector<std::vector<double>> const& times) {
  double const over_cublaslt = ratio_of(times[1], times[0]);
  std::printf(" %10.1f %7.3f", median(times[1]) * 1e6, over_cublaslt);
  if (callers.size() == 2) return over_cublaslt;
  std::size_t best = 2;
  for (std::size_t i = 3; i < callers.size(); ++i)
    if (median(times[i]) < median(times[best])) best = i;
  double const over_cutlass = ratio_of(times[best], times[0]);
  std::printf(" %8.1f %7.3f %-20s", median(times[best]) * 1e6, over_cutlass,
              callers[best].name.c_str());
  return std::min(over_cublaslt, over_cutlass);
}

// Whether the result is right; says so if not.
template <class TA, class TB>
bool is_right(layer<TA, TB> const& l, caller<TB> const& c) {
  double const error = l.error_over_bound(c.run);
  if (error <= 1) return true;
  std::printf("%s: wrong, the error is %.3g of its bound\n", c.name.c_str(), error);
  ++failures;
  return false;
}
inline std::string name_of(gemm_extents const& e) {
  return std::to_string(e.m) + 'x' + std::to_string(e.n) + 'x' + std::to_string(e.k);
}

}  // namespace bench
