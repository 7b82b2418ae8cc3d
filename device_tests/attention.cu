// SPDX-License-Identifier: BSL-1.0
//
// attention_wgmma and attention_mma on a GPU: every element of O and of log_sum beside a plain
// kernel in double, for each type, depth and schedule; lengths 1 to 333 and primes, of Q and K
// apart; full, causal and sliding-window masks; grouped heads; sequences of other lengths one after
// another; rows, heads and batches with gaps between them, which stay as they were.
#include "gpu.hpp"
#include "gpu_data.hpp"

#include <tileproof/kernel/attention/mma/attention_mma.hpp>
#include <tileproof/kernel/attention/wgmma/attention_wgmma.hpp>

#include <cstdio>
#include <cstring>

namespace {

using namespace tileproof;

constexpr std::size_t most_bytes = std::size_t{1} << 26;
void *q, *k, *v, *o;
float* log_sum;
unsigned long long* wrong;
int* offsets;
int failed = 0;
int tried = 0;

template <class T>
__global__ void fill(T* p, std::int64_t count, unsigned seed) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    unsigned const x = hash_of(i, seed);
    p[i] = static_cast<T>(static_cast<float>(static_cast<int>(x % 4001) - 2000) / 1000.0f);
  }
}

// Half of the exponentials in 8 bits at depth 128 are linear between powers of two, and log_sum is
// of the rounded ones (kernel/attention/exponentials.hpp).
template <class T, int D>
constexpr bool has_linear_exponentials = sizeof(T) == 1 && D == 128;

// A block for each row of each head: scores in shared memory. P is rounded to T and O to TO; sums
// are in f32, but wgmma adds up products of 8 bits with 13 bits after the point of the largest.
template <class T>
constexpr double unit = sizeof(T) == 1              ? 0x1p-4
                        : std::is_same_v<T, half_t> ? 0x1p-11
                                                    : 0x1p-8;

template <class T, class TO, int D>
__global__ void compare(attention_arguments<T, TO> const g, unsigned long long* count) {
  extern __shared__ double scores[];
  __shared__ double most, sum;
  std::int64_t const head = blockIdx.y;
  std::int64_t const batch = blockIdx.z;
  bool const has_offsets = g.has_offsets();
  std::int64_t const first_q = has_offsets ? g.offsets_q[batch] : 0;
  std::int64_t const first_k = has_offsets ? g.offsets_k[batch] : 0;
  auto const of = [](std::int64_t n) { return static_cast<int>(n); };
  int const length_q = of(has_offsets ? g.offsets_q[batch + 1] - first_q : g.length_q);
  int const length_k = of(has_offsets ? g.offsets_k[batch + 1] - first_k : g.length_k);
  attention_keys const keys{length_q, length_k, of(g.left), of(g.right)};
  int const row = static_cast<int>(blockIdx.x);
  if (row >= length_q) return;
  auto const at = [&](auto const& t, std::int64_t i, std::int64_t h) {
    return t.p + ((has_offsets ? 0 : batch) * t.batch + i * t.row + h * t.head);
  };
  auto const number = [](auto x) { return static_cast<double>(static_cast<float>(x)); };
  std::int64_t const kv = head / (g.heads / g.heads_kv);
  for (int j = threadIdx.x; j < length_k; j += blockDim.x) {
    double s = 0;
    for (int c = 0; c < D; ++c)
      s += number(at(g.q, first_q + row, head)[c]) * number(at(g.k, first_k + j, kv)[c]);
    scores[j] = keys.sees(row, j) ? s * static_cast<double>(g.scale) : -INFINITY;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    most = -INFINITY, sum = 0;
    for (int j = 0; j < length_k; ++j) most = fmax(most, scores[j]);
    for (int j = 0; j < length_k; ++j)
      sum += scores[j] = most == -INFINITY ? 0 : exp(scores[j] - most);
    double const lse = sum == 0 ? -INFINITY : most + log(sum);
    std::int64_t const place = has_offsets ? head * g.total_q + first_q + row
                                           : (batch * g.heads + head) * g.length_q + row;
    double const is = g.log_sum[place];
    double const bound = has_linear_exponentials<T, D> ? 0.11
                         : sizeof(T) == 1              ? 0x1p-6 * (1 + fabs(lse))
                                                       : 1e-5 * (1 + fabs(lse));
    if (!(is == lse || fabs(is - lse) <= bound)) atomicAdd(count, 1ull);
  }
  __syncthreads();
  for (int c = threadIdx.x; c < D; c += blockDim.x) {
    double r = 0;
    double weight = 0;
    for (int j = 0; j < length_k; ++j) {
      double const e = scores[j] * number(at(g.v, first_k + j, kv)[c]) * g.scale_o;
      r += e, weight += fabs(e);
    }
    if (sum != 0) r /= sum, weight /= sum;
    double const is = number(at(g.o, first_q + row, head)[c]);
    double const bound = unit<T> + unit<TO> + (has_linear_exponentials<T, D> ? 0.04 : 0);
    if (!(fabs(is - r) <= bound * (weight + 0x1p-14))) atomicAdd(count, 1ull);
  }
}
// The elements of O between its rows are poison still.
template <class T>
__global__ void compare_gaps(T const* p, std::int64_t count, int width, int pitch,
                             unsigned long long* wrong) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x)
    if (i % pitch >= width &&
        static_cast<float>(p[i]) != static_cast<float>(static_cast<T>(unwritten)))
      atomicAdd(wrong, 1ull);
}

// So are the rows past the last sequence.
template <class T>
__global__ void compare_others(T const* p, std::int64_t rows, std::int64_t row, int const* offsets,
                               int batch, unsigned long long* wrong) {
  std::int64_t const first = offsets[batch] * row;
  for (std::int64_t i = first + blockIdx.x * blockDim.x + threadIdx.x; i < rows * row;
       i += std::int64_t{gridDim.x} * blockDim.x)
    if (static_cast<float>(p[i]) != static_cast<float>(static_cast<T>(unwritten)))
      atomicAdd(wrong, 1ull);
}

struct problem {
  int batch, heads, heads_kv, length_q, length_k;
  int left = attention_keys::all, right = attention_keys::all;
  int gap = 0;          // elements after each head's row
  bool varies = false;  // sequences of lengths up to these, one after another
};

template <class Kernel>
void check(char const* name, problem const& p) {
  using T = typename Kernel::element;
  using TO = typename Kernel::element_o;
  constexpr int d = Kernel::depth;
  int const pitch = d + p.gap;
  auto const tensor_of = [&](auto* data, int heads, int length) {
    std::int64_t const row = std::int64_t{heads} * pitch;
    return attention_tensor<std::remove_pointer_t<decltype(data)>>{data, row, pitch, row * length};
  };
  attention_arguments<T, TO> g{p.batch, p.heads, p.heads_kv, p.length_q, p.length_k};
  g.scale = 0.1f, g.left = p.left, g.right = p.right;
  g.q = tensor_of(static_cast<T const*>(q), p.heads, p.length_q);
  g.k = tensor_of(static_cast<T const*>(k), p.heads_kv, p.length_k);
  g.v = tensor_of(static_cast<T const*>(v), p.heads_kv, p.length_k);
  g.o = tensor_of(static_cast<TO*>(o), p.heads, p.length_q);
  g.log_sum = log_sum;
  if (p.varies) {
    g.total_q = std::int64_t{p.batch} * p.length_q, g.total_k = std::int64_t{p.batch} * p.length_k;
    int at[2][17]{};
    for (int b = 0; b < p.batch; ++b) {  // the first of the longest length, others of none or some
      int const some_q = b % 4 == 1 ? 0 : (b * 37 + 5) % (p.length_q + 1);
      int const some_k = b % 4 == 2 ? 0 : (b * 59 + 3) % (p.length_k + 1);
      at[0][b + 1] = at[0][b] + (b == 0 ? p.length_q : some_q);
      at[1][b + 1] = at[1][b] + (b == 0 ? p.length_k : some_k);
    }
    cudaMemcpy(offsets, at, sizeof(at), cudaMemcpyHostToDevice);
    g.offsets_q = offsets, g.offsets_k = offsets + 17;
  }
  std::int64_t const count = g.o.batch * p.batch;
  fill<<<256, 256>>>(static_cast<T*>(q), count, 1);
  fill<<<256, 256>>>(static_cast<T*>(k), g.k.batch * p.batch, 2);
  fill<<<256, 256>>>(static_cast<T*>(v), g.v.batch * p.batch, 3);
  poison<<<256, 256>>>(static_cast<TO*>(o), count);
  poison<<<256, 256>>>(log_sum, std::int64_t{p.batch} * p.heads * p.length_q);
  cudaMemset(wrong, 0, sizeof(*wrong));
  status const s = launch_attention<Kernel>(g, cudaStream_t{});
  compare<T, TO, d><<<dim3(static_cast<unsigned>(p.length_q), static_cast<unsigned>(p.heads),
                           static_cast<unsigned>(p.batch)),
                      128, static_cast<std::size_t>(p.length_k + 1) * sizeof(double)>>>(g, wrong);
  if (p.varies)
    compare_others<<<256, 256>>>(static_cast<TO const*>(o), g.total_q, g.o.row, g.offsets_q,
                                 p.batch, wrong);
  compare_gaps<<<256, 256>>>(static_cast<TO const*>(o), count, d, pitch, wrong);
  unsigned long long n = 0;
  cudaError_t const error = cudaMemcpy(&n, wrong, sizeof(n), cudaMemcpyDeviceToHost);
  ++tried;
  if (s == status::ok && error == cudaSuccess && n == 0) return;
  ++failed;
  std::printf("%s %d x %d(%d) heads, %d x %d%s, window %d %d: %s, %llu wrong, %s\n", name, p.batch,
              p.heads, p.heads_kv, p.length_q, p.length_k, p.varies ? " or less" : "", p.left,
              p.right, to_string(s), n, cudaGetErrorString(error));
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
            check<Kernel>(name, {2, 4, 2, length_q, length_k, left, right, 16});
    for (int const length_q : {1, 64, 129, 300})
      for (int const length_k : {1, 127, 128, 333})
        for (int const right : {all, 0})
          for (int const left : {all, 30})
            check<Kernel>(name, {16, 2, 1, length_q, length_k, left, right, 16, true});
    check<Kernel>(name, {3, 6, 3, 1021, 1531, all, 0, 16});
    check<Kernel>(name, {1, 16, 16, 2048, 2048, 300, 5});
  }
  check<Kernel>(name, {2, 4, 1, 150, 190, all, 0, 16});
  check<Kernel>(name, {9, 2, 1, 150, 190, all, 0, 0, true});
  check<Kernel>(name, {1, 2, 2, 190, 70, all, 0});
  check<Kernel>(name, {1, 2, 2, 70, 190, 50, 10});
  check<Kernel>(name, {1, 2, 2, 5, 0});
}

}  // namespace

// attention [quick]: a few sizes for each kernel.
int main(int count, char** arguments) {
  if (compute_capability() < 80) return skipped;
  bool const is_hopper = compute_capability() == 90;
  is_quick = count > 1 && arguments[1][0] == 'q';
  for (void** p : {&q, &k, &v, &o}) cudaMalloc(p, most_bytes);
  cudaMalloc(&log_sum, most_bytes);
  cudaMalloc(&wrong, sizeof(*wrong));
  cudaMalloc(&offsets, 34 * sizeof(int));
  // Without TILEPROOF_PART all, else one part: the parts compile beside one another.
#if !defined(TILEPROOF_PART) || TILEPROOF_PART == 0
  check_sizes<attention_mma<half_t, 128>>("mma f16, depth 128");
  check_sizes<attention_mma<bfloat16_t, 64>>("mma bf16, depth 64");
  if (is_hopper) {
    check_sizes<attention_wgmma<half_t, 128>>("f16, depth 128");
    check_sizes<
        attention_wgmma<bfloat16_t, 64, attention_schedule<64, 3, attention_turns::at_wgmma>>>(
        "bf16, depth 64, turns at wgmma");
    check_sizes<attention_wgmma<float_e4m3_t, 128>>("e4m3, depth 128");
  }
#endif
#if !defined(TILEPROOF_FEW_KERNELS)
  using enum attention_turns;
#if !defined(TILEPROOF_PART) || TILEPROOF_PART == 1
  if (is_hopper) {
    check_sizes<attention_wgmma<half_t, 64>>("f16, depth 64");
    check_sizes<attention_wgmma<bfloat16_t, 64>>("bf16, depth 64");
    check_sizes<attention_wgmma<bfloat16_t, 128>>("bf16, depth 128");
    check_sizes<attention_wgmma<bfloat16_t, 64, attention_schedule<128, 2, at_exponentials, 16>>>(
        "bf16, depth 64, two consumers");
    check_sizes<attention_wgmma<half_t, 256>>("f16, depth 256");
    check_sizes<attention_wgmma<bfloat16_t, 256>>("bf16, depth 256");
  }
#endif
#if !defined(TILEPROOF_PART) || TILEPROOF_PART == 2
  if (is_hopper) {
    check_sizes<attention_wgmma<float_e4m3_t, 64>>("e4m3, depth 64");
    check_sizes<attention_wgmma<float_e4m3_t, 256>>("e4m3, depth 256");
    check_sizes<attention_wgmma<float_e4m3_t, 128, attention_schedule<128, 3, none>, half_t>>(
        "e4m3 to f16, 3 stages");
    check_sizes<
        attention_wgmma<float_e4m3_t, 128, attention_schedule<192, 2, at_exponentials, 24>>>(
        "e4m3, 192 keys");
  }
#endif
#if !defined(TILEPROOF_PART) || TILEPROOF_PART == 3
  if (is_hopper) {
    check_sizes<attention_wgmma<half_t, 128, attention_schedule<64, 3, none>>>("f16, 64 keys");
    check_sizes<attention_wgmma<half_t, 128, attention_schedule<128, 2, at_wgmma>>>(
        "f16, turns at wgmma");
    check_sizes<attention_wgmma<half_t, 128, attention_schedule<128, 2, at_exponentials>>>(
        "f16, turns at the exponentials");
  }
#endif
#if !defined(TILEPROOF_PART) || TILEPROOF_PART == 4
  check_sizes<attention_mma<half_t, 64>>("mma f16, depth 64");
  check_sizes<attention_mma<bfloat16_t, 128>>("mma bf16, depth 128");
  check_sizes<attention_mma<half_t, 256>>("mma f16, depth 256");
  check_sizes<attention_mma<bfloat16_t, 256>>("mma bf16, depth 256");
  check_sizes<attention_mma<half_t, 128, attention_mma_schedule<128, 64, 2>>>(
      "mma f16, two stages");
  check_sizes<attention_mma<half_t, 128, attention_mma_schedule<64, 32>>>("mma f16, 64 x 32");
#endif
#endif
  std::printf("%d problems, %d failed\n", tried, failed);
  return failed != 0;
}
