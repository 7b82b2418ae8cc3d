// SPDX-License-Identifier: BSL-1.0
//
// A FlashAttention-2 forward of f16, one source compiled by tileproof and, where
// TILEPROOF_BENCH_CUTE is defined, by CuTe.
#include "gemm_problem.hpp"
#include "kernels.hpp"
#include "suites.hpp"
#include "twins/twins.hpp"

namespace bench {
namespace {

// O = softmax(Q K^T) V of 32 heads, on random data in [-1,1]; the weights are not scaled down, so
// that few keys have most of the weight. The sizes are those of a head.
struct attention_problem {
  static constexpr int heads = 32;

  attention_problem(int q_rows, int k_rows, int columns)
      : queries(q_rows),
        keys(k_rows),
        depth(columns),
        q(random_buffer<__half>(count(q_rows), 1)),
        k(random_buffer<__half>(count(k_rows), 2)),
        v(random_buffer<__half>(count(k_rows), 3)),
        o(count(q_rows)) {}
  std::size_t count(int rows) const {
    return static_cast<std::size_t>(heads) * static_cast<std::size_t>(rows) *
           static_cast<std::size_t>(depth);
  }
  attention_arguments arguments() const {
    return {heads, queries, keys, 1, q.data(), k.data(), v.data(), o.data()};
  }
  void poison() { o.poison(); }
  double error_over_bound();

  int queries, keys, depth;
  buffer<__half> q, k, v, o;
  std::optional<buffer<double>> reference;
};

// A block of 128 threads has one row of O. Shared memory: a double for each key.
__global__ void __launch_bounds__(128)
    attention_in_double(attention_arguments const args, int depth, double* o) {
  extern __shared__ double weights[];
  __shared__ double of_warp[4];
  int const lane = static_cast<int>(threadIdx.x % 32);
  int const warp = static_cast<int>(threadIdx.x / 32);
  std::int64_t const head = blockIdx.y;
  std::int64_t const row = head * args.queries + blockIdx.x;
  __half const* const q = args.q + row * depth;
  __half const* const k = args.k + head * args.keys * depth;
  __half const* const v = args.v + head * args.keys * depth;
  double largest = -HUGE_VAL;
  for (int key = warp; key < args.keys; key += 4) {
    double sum = 0;
    for (int d = lane; d < depth; d += 32)
      sum += double(__half2float(q[d])) * double(__half2float(k[std::int64_t{key} * depth + d]));
    for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, mask);
    sum *= args.scale;
    if (lane == 0) weights[key] = sum;
    largest = fmax(largest, sum);
  }
  if (lane == 0) of_warp[warp] = largest;
  __syncthreads();
  largest = fmax(fmax(of_warp[0], of_warp[1]), fmax(of_warp[2], of_warp[3]));
  for (int key = static_cast<int>(threadIdx.x); key < args.keys; key += 128)
    weights[key] = exp(weights[key] - largest);
  __syncthreads();
  for (int d = static_cast<int>(threadIdx.x); d < depth; d += 128) {
    double sum = 0;
    double total = 0;
    for (int key = 0; key < args.keys; ++key) {
      sum += weights[key] * double(__half2float(v[std::int64_t{key} * depth + d]));
      total += weights[key];
    }
    o[row * depth + d] = sum / total;
  }
}

double attention_problem::error_over_bound() {
  if (!reference) {
    reference.emplace(count(queries));
    attention_in_double<<<dim3(static_cast<unsigned>(queries), heads), 128,
                          static_cast<std::size_t>(keys) * sizeof(double)>>>(arguments(), depth,
                                                                             reference->data());
  }
  // The weights are rounded to f16 as numbers of at most 1, then O is. A sum of random terms that
  // err by u each errs by as much.
  return error_of(o.data(), *reference, 2 * rounding<tileproof::half_t>);
}

contender<attention_problem> contender_of(char const* name, attention_kernel kernel,
                                          char const* twin = "") {
  return {name,
          [run = kernel.run](attention_problem& p) -> runner {
            attention_arguments const args = p.arguments();
            return [args, run](cudaStream_t stream) {
              run(args, stream);
              check(cudaGetLastError());
            };
          },
          kernel.kernel, twin};
}

template <int D, bool Whole>
void enter_attention(std::string const& name, int queries, int keys) {
  std::vector<contender<attention_problem>> const contenders{
#if defined(TILEPROOF_BENCH_CUTE)
      contender_of("CuTe", attention<library::cute, D, Whole>()),
#endif
      contender_of("tileproof", attention<library::tileproof, D, Whole>(), "CuTe"),
  };
  double const products = 4.0 * attention_problem::heads * queries * keys * D;
  enter<attention_problem>(
      {name, std::to_string(queries), "TFLOP/s", products, peak_per_clock(unit::tensor16), true,
       [=] { return std::make_unique<attention_problem>(queries, keys, D); }, contenders});
}

}  // namespace

void enter_attentions() {
  for (int const n : {1024, 4096}) enter_attention<64, true>("attention of depth 64", n, n);
  for (int const n : {1024, 4096}) enter_attention<128, true>("attention of depth 128", n, n);
  enter_attention<64, false>("attention of depth 64, 777 keys", 1000, 777);
  enter_attention<128, false>("attention of depth 128, 777 keys", 1000, 777);
}

}  // namespace bench
