// SPDX-License-Identifier: BSL-1.0
//
// attention_wgmma on a GPU: every element of O and of log_sum beside a plain kernel in double, for
// each type, depth and schedule; lengths 1 to 333 and primes, of Q and K apart; full, causal and
// sliding-window masks; grouped heads; rows, heads and batches with gaps between them, which stay
// as they were.
#include "gpu.hpp"

#include <tileproof/kernel/attention_wgmma.hpp>

#include <cstdio>
#include <cstring>

namespace {

using namespace tileproof;

constexpr std::size_t most_bytes = std::size_t{1} << 26;
void *q, *k, *v, *o;
float* log_sum;
unsigned long long* wrong;
int failed = 0;
int tried = 0;

template <class T>
__global__ void fill(T* p, std::int64_t count, unsigned seed) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    unsigned x = static_cast<unsigned>(i) * 2654435761u + seed;
    x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
    p[i] = static_cast<T>(static_cast<float>(static_cast<int>(x % 4001) - 2000) / 1000.0f);
  }
}
template <class T>
__global__ void poison(T* p, std::int64_t count) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x)
    p[i] = static_cast<T>(77.0f);
}

// A block for each row of each head: scores in shared memory. P and O are rounded to T, whose
// rounding error is `unit`; sums are in f32.
template <class T, int D>
__global__ void compare(attention_arguments<T> const g, attention_keys const keys, double unit,
                        unsigned long long* count) {
  extern __shared__ double scores[];
  __shared__ double most, sum;
  std::int64_t const row = blockIdx.x;
  std::int64_t const head = blockIdx.y;
  std::int64_t const batch = blockIdx.z;
  auto const at = [&](auto const& t, std::int64_t i, std::int64_t h) {
    return t.p + (batch * t.batch + i * t.row + h * t.head);
  };
  std::int64_t const kv = head / (g.heads / g.heads_kv);
  for (std::int64_t j = threadIdx.x; j < g.length_k; j += blockDim.x) {
    double s = 0;
    for (int c = 0; c < D; ++c)
      s += static_cast<double>(static_cast<float>(at(g.q, row, head)[c])) *
           static_cast<double>(static_cast<float>(at(g.k, j, kv)[c]));
    bool const sees = keys.sees(static_cast<int>(row), static_cast<int>(j));
    scores[j] = sees ? s * static_cast<double>(g.scale) : -INFINITY;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    most = -INFINITY, sum = 0;
    for (std::int64_t j = 0; j < g.length_k; ++j) most = fmax(most, scores[j]);
    for (std::int64_t j = 0; j < g.length_k; ++j)
      sum += scores[j] = most == -INFINITY ? 0 : exp(scores[j] - most);
    double const lse = sum == 0 ? -INFINITY : most + log(sum);
    double const is = g.log_sum[(batch * g.heads + head) * g.length_q + row];
    if (!(is == lse || fabs(is - lse) <= 1e-5 * (1 + fabs(lse)))) atomicAdd(count, 1ull);
  }
  __syncthreads();
  for (int c = threadIdx.x; c < D; c += blockDim.x) {
    double r = 0;
    double weight = 0;
    for (std::int64_t j = 0; j < g.length_k; ++j) {
      double const e = scores[j] * static_cast<double>(static_cast<float>(at(g.v, j, kv)[c]));
      r += e, weight += fabs(e);
    }
    if (sum != 0) r /= sum, weight /= sum;
    double const is = static_cast<double>(static_cast<float>(at(g.o, row, head)[c]));
    if (!(fabs(is - r) <= 2 * unit * (weight + 0x1p-14))) atomicAdd(count, 1ull);
  }
}
// The elements of O between its rows are poison still.
template <class T>
__global__ void compare_gaps(T const* p, std::int64_t count, int width, int pitch,
                             unsigned long long* wrong) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x)
    if (i % pitch >= width && static_cast<float>(p[i]) != static_cast<float>(static_cast<T>(77.0f)))
      atomicAdd(wrong, 1ull);
}

struct problem {
  int batch, heads, heads_kv, length_q, length_k;
  int left = attention_keys::all, right = attention_keys::all;
  int gap = 0;  // elements behind each head's row
};

template <class Kernel>
void check(char const* name, problem const& p) {
  using T = typename Kernel::element;
  constexpr int d = Kernel::depth;
  int const pitch = d + p.gap;
  auto const tensor_of = [&](auto* data, int heads, int length) {
    std::int64_t const row = std::int64_t{heads} * pitch;
    return attention_tensor<std::remove_pointer_t<decltype(data)>>{data, row, pitch, row * length};
  };
  attention_arguments<T> g{p.batch, p.heads, p.heads_kv, p.length_q, p.length_k};
  g.scale = 0.1f, g.left = p.left, g.right = p.right;
  g.q = tensor_of(static_cast<T const*>(q), p.heads, p.length_q);
  g.k = tensor_of(static_cast<T const*>(k), p.heads_kv, p.length_k);
  g.v = tensor_of(static_cast<T const*>(v), p.heads_kv, p.length_k);
  g.o = tensor_of(static_cast<T*>(o), p.heads, p.length_q);
  g.log_sum = log_sum;
  std::int64_t const count = g.o.batch * p.batch;
  fill<<<256, 256>>>(static_cast<T*>(q), count, 1);
  fill<<<256, 256>>>(static_cast<T*>(k), g.k.batch * p.batch, 2);
  fill<<<256, 256>>>(static_cast<T*>(v), g.v.batch * p.batch, 3);
  poison<<<256, 256>>>(static_cast<T*>(o), count);
  poison<<<256, 256>>>(log_sum, std::int64_t{p.batch} * p.heads * p.length_q);
  cudaMemset(wrong, 0, sizeof(*wrong));
  status const s = launch_attention<Kernel>(g, cudaStream_t{});
  attention_keys const keys{p.length_q, p.length_k, p.left, p.right};
  double const unit = std::is_same_v<T, half_t> ? 0x1p-11 : 0x1p-8;
  compare<T, d><<<dim3(static_cast<unsigned>(p.length_q), static_cast<unsigned>(p.heads),
                       static_cast<unsigned>(p.batch)),
                  128, static_cast<std::size_t>(p.length_k + 1) * sizeof(double)>>>(g, keys, unit,
                                                                                    wrong);
  compare_gaps<<<256, 256>>>(static_cast<T const*>(o), count, d, pitch, wrong);
  unsigned long long n = 0;
  cudaError_t const error = cudaMemcpy(&n, wrong, sizeof(n), cudaMemcpyDeviceToHost);
  ++tried;
  if (s == status::ok && error == cudaSuccess && n == 0) return;
  ++failed;
  std::printf("%s %d x %d(%d) heads, %d x %d, window %d %d: %s, %llu wrong, %s\n", name, p.batch,
              p.heads, p.heads_kv, p.length_q, p.length_k, p.left, p.right, to_string(s), n,
              cudaGetErrorString(error));
}

bool is_quick = false;
constexpr int all = attention_keys::all;
template <class Kernel>
void check_sizes(char const* name) {
  if (!is_quick) {
    for (int length = 1; length <= 333; length += length < 20 || length % 64 > 61 ? 1 : 7)
      for (int const right : {all, 0}) check<Kernel>(name, {1, 2, 1, length, length, all, right});
    for (int const length_q : {1, 67, 128, 257})
      for (int const length_k : {1, 13, 128, 131, 509})
        for (int const left : {all, 0, 40})
          for (int const right : {all, 0, 24})
            check<Kernel>(name, {2, 4, 2, length_q, length_k, left, right, 8});
    check<Kernel>(name, {3, 6, 3, 1021, 1531, all, 0, 16});
    check<Kernel>(name, {1, 16, 16, 2048, 2048, 300, 5});
  }
  check<Kernel>(name, {2, 4, 1, 150, 190, all, 0, 8});
  check<Kernel>(name, {1, 2, 2, 190, 70, all, 0});
  check<Kernel>(name, {1, 2, 2, 70, 190, 50, 10});
  check<Kernel>(name, {1, 2, 2, 5, 0});
}

}  // namespace

// attention [quick]: a few sizes for each kernel.
int main(int count, char** arguments) {
  if (compute_capability() < 90) return skipped;
  is_quick = count > 1 && arguments[1][0] == 'q';
  for (void** p : {&q, &k, &v, &o}) cudaMalloc(p, most_bytes);
  cudaMalloc(&log_sum, most_bytes);
  cudaMalloc(&wrong, sizeof(*wrong));
  check_sizes<attention_wgmma<half_t, 128>>("f16, depth 128");
  check_sizes<attention_wgmma<bfloat16_t, 64>>("bf16, depth 64");
#if !defined(TILEPROOF_FEW_KERNELS)
  check_sizes<attention_wgmma<half_t, 64>>("f16, depth 64");
  check_sizes<attention_wgmma<bfloat16_t, 128>>("bf16, depth 128");
  check_sizes<attention_wgmma<half_t, 128, attention_schedule<64, 3, false>>>("f16, 64 keys");
  check_sizes<attention_wgmma<half_t, 128, attention_schedule<128, 2, false>>>("f16, no turns");
#endif
  std::printf("%d problems, %d failed\n", tried, failed);
  return failed != 0;
}
