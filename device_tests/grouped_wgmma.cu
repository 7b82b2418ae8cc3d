// SPDX-License-Identifier: BSL-1.0
//
// grouped_wgmma on a GPU: lists of groups drawn with many empty groups and groups of one row, and
// lists with all rows in one group, for each schedule and element type. Every element of every
// group is compared with a sum in double; rows past the last group, elements past the end of a row
// and rows before and after D must not change.
#include "gpu.hpp"
#include "gpu_data.hpp"

#include <tileproof/kernel/gemm/wgmma/grouped.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

namespace {

using namespace tileproof;

using bf16 = bfloat16_t;
using e4m3 = float_e4m3_t;
using e5m2 = float_e5m2_t;

int failed = 0;
int tried = 0;
constexpr std::size_t bytes_of_buffer = std::size_t{1} << 27;
void *a, *b, *d;
std::int32_t* ends;
unsigned long long* wrong;
float* scales;
std::mt19937 random_numbers{7};

// Small integers: every sum is exact in f32.
template <class T>
__global__ void fill(T* p, std::int64_t count, unsigned seed) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    unsigned const x = hash_of(i, seed);
    p[i] = static_cast<T>(static_cast<float>(static_cast<int>(x % 9) - 4));
  }
}

constexpr int guard = 3;  // rows before and after D that must not change
// A thread for each column of D, up to ldd; a block for each row and each guard.
template <class G>
__global__ void compare(G const g, unsigned long long* count) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.y) - guard;
  std::int64_t const column = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (column >= g.ldd) return;
  using TD = std::remove_reference_t<decltype(*g.d)>;
  std::int64_t group = 0;
  while (group < g.groups && g.ends[group] <= row) ++group;
  TD expected = static_cast<TD>(unwritten);
  if (row >= 0 && group < g.groups && column < g.n) {
    double sum = 0;
    if (g.alpha != 0)
      for (std::int64_t e = 0; e < g.k; ++e)
        sum += static_cast<double>(static_cast<float>(g.a[row * g.lda + e])) *
               static_cast<double>(static_cast<float>(g.b[group * g.batch_b + column * g.ldb + e]));
    sum *= static_cast<double>(g.alpha);
    if (g.scales.a != nullptr) sum *= static_cast<double>(*g.scales.a * *g.scales.b);
    expected = static_cast<TD>(
        g.finish(static_cast<float>(sum), static_cast<int>(row), static_cast<int>(column)));
  }
  if (static_cast<float>(g.d[row * g.ldd + column]) != static_cast<float>(expected))
    atomicAdd(count, 1ull);
}

struct problem {
  std::vector<int> lengths;
  int n, k;
  int rows_past_the_end = 0;
  int pad = 0;  // elements of 16 bytes between rows
  float alpha = 1;
};

template <class Kernel, bool IsChosen>
void check(char const* name, problem const& p) {
  using TA = typename Kernel::element_a;
  using TB = typename Kernel::element_b;
  using TD = typename Kernel::element_d;
  auto const padded = [&](int n, std::size_t bytes) {
    std::int64_t const unit = 16 / static_cast<std::int64_t>(bytes);
    return (n + unit - 1) / unit * unit + p.pad * unit;
  };
  grouped_arguments<TA, TB, TD, add_row_and_column> g{};
  std::vector<std::int32_t> at;
  for (int const length : p.lengths) at.push_back(static_cast<std::int32_t>(g.total += length));
  g.total += p.rows_past_the_end;
  g.groups = static_cast<std::int64_t>(at.size()), g.n = p.n, g.k = p.k, g.alpha = p.alpha;
  g.lda = padded(std::max(p.k, 1), sizeof(TA)), g.ldb = padded(std::max(p.k, 1), sizeof(TB));
  g.batch_b = g.ldb * p.n + (p.pad == 0 ? 0 : padded(0, sizeof(TB))),
  g.ldd = padded(p.n, sizeof(TD));
  g.a = static_cast<TA const*>(a), g.b = static_cast<TB const*>(b);
  g.d = static_cast<TD*>(d) + guard * g.ldd, g.ends = ends;
  if (sizeof(TA) == 1) g.scales = {scales, scales + 1};
  if (g.groups * g.batch_b * static_cast<std::int64_t>(sizeof(TB)) >
          static_cast<std::int64_t>(bytes_of_buffer) ||
      g.groups > 4096) {
    std::printf("%s: the problem is larger than its memory\n", name);
    ++failed;
    return;
  }
  cudaMemcpy(ends, at.data(), at.size() * sizeof(at[0]), cudaMemcpyHostToDevice);
  fill<<<256, 256>>>(static_cast<TA*>(a), g.lda * g.total, 1);
  fill<<<256, 256>>>(static_cast<TB*>(b), g.batch_b * g.groups, 2);
  poison<<<256, 256>>>(static_cast<TD*>(d), g.ldd * (g.total + 2 * guard));
  cudaMemset(wrong, 0, sizeof(*wrong));
  status s = status::not_launched;
  if constexpr (IsChosen)
    s = launch_grouped(g, cudaStream_t{});
  else
    s = launch_grouped<Kernel>(g, cudaStream_t{});
  compare<<<dim3(static_cast<unsigned>((g.ldd + 127) / 128),
                 static_cast<unsigned>(g.total + 2 * guard)),
            128>>>(g, wrong);
  unsigned long long n = 0;
  cudaError_t const error = cudaMemcpy(&n, wrong, sizeof(n), cudaMemcpyDeviceToHost);
  ++tried;
  if (s == status::ok && error == cudaSuccess && n == 0) return;
  ++failed;
  std::printf("%s: %lld groups, %lld x %d x %d, alpha %g: %s, %llu wrong, %s\n", name,
              static_cast<long long>(g.groups), static_cast<long long>(g.total), p.n, p.k, p.alpha,
              to_string(s), n, cudaGetErrorString(error));
}

// A list of groups: a quarter is empty, a sixth has one row.
std::vector<int> draw(int groups, int longest) {
  std::vector<int> lengths;
  for (int g = 0; g < groups; ++g) {
    unsigned const kind = random_numbers() % 12;
    int const any = static_cast<int>(random_numbers() % static_cast<unsigned>(longest)) + 1;
    lengths.push_back(kind < 3 ? 0 : kind < 5 ? 1 : kind < 7 ? (any + 63) / 64 * 64 : any);
  }
  return lengths;
}

bool is_quick = false;
char const* wanted = "";
template <class Kernel, bool IsChosen = false>
void check_lists(char const* name) {
  if (std::strstr(name, wanted) == nullptr) return;
  auto const run = [&](problem const& p) { check<Kernel, IsChosen>(name, p); };
  run({{70, 0, 1, 300, 0}, 272, 136, 5, 1, 2});
  run({{0, 0, 0, 600}, 144, 72});
  run({{0, 0}, 144, 72, 9});
  run({{5, 0, 130}, 136, 0});
  run({{5, 0, 130}, 136, 64, 0, 0, 0});
  if (is_quick) return;
  for (int groups : {1, 2, 7, 40, 129})
    for (int const n : {16, 136, 392, 784})
      for (int const k : {16, 72, 600})
        run({draw(groups, groups > 40 ? 40 : 400), n, k,
             static_cast<int>(random_numbers() % 3) * 50, static_cast<int>(random_numbers() % 2),
             static_cast<float>(random_numbers() % 3) - 1});
  run({draw(1000, 3), 128, 64});
  run({std::vector<int>(256, 1), 272, 64});
  run({draw(8, 900), 2048, 512});
}
template <class TA, class TD, int... Schedule>
using kernel = grouped_wgmma<TA, TA, TD, add_row_and_column, grouped_schedule<Schedule...>>;

}  // namespace

// grouped_wgmma [quick [NAME]]: a few lists for each kernel; only kernels that have NAME in their
// name.
int main(int count, char** arguments) {
  if (compute_capability() < 90) return skipped;
  is_quick = count > 1 && arguments[1][0] == 'q';
  if (count > 2) wanted = arguments[2];
  cudaMalloc(&a, bytes_of_buffer);
  cudaMalloc(&b, bytes_of_buffer);
  cudaMalloc(&d, bytes_of_buffer);
  cudaMalloc(&ends, 4096 * sizeof(*ends));
  cudaMalloc(&wrong, sizeof(*wrong));
  cudaMalloc(&scales, 2 * sizeof(float));
  float const scale[2] = {0.5f, 4};
  cudaMemcpy(scales, scale, sizeof(scale), cudaMemcpyHostToDevice);
  // TILEPROOF_FEW_KERNELS has these alone.
  check_lists<kernel<bf16, bf16, 256, 3, 4, 2>>("bf16 256");
  check_lists<kernel<e4m3, bf16, 16, 12, 2, 1>>("e4m3 16");
  check_lists<kernel<half_t, half_t, 64, 8, 2, 2>>("f16 64 in pairs");
#if !defined(TILEPROOF_FEW_KERNELS)
  check_lists<kernel<bf16, bf16, 128, 6, 2, 2>, true>("bf16 chosen");
  check_lists<kernel<bf16, bf16, 192, 4, 3, 2>>("bf16 192");
  check_lists<kernel<bf16, bf16, 128, 6, 2, 2>>("bf16 128 in pairs");
  check_lists<kernel<bf16, bf16, 128, 6, 2, 1>>("bf16 128");
  check_lists<kernel<bf16, bf16, 96, 7, 2, 1>>("bf16 96");
  check_lists<kernel<bf16, bf16, 64, 8, 2, 1>>("bf16 64");
  check_lists<kernel<bf16, bf16, 32, 10, 2, 1>>("bf16 32");
  check_lists<kernel<bf16, bf16, 16, 12, 2, 1>>("bf16 16");
  check_lists<kernel<e4m3, half_t, 256, 3, 4, 2>>("e4m3 256");
  check_lists<kernel<e4m3, bf16, 128, 6, 2, 1>>("e4m3 128");
  check_lists<kernel<e5m2, half_t, 192, 4, 3, 2>>("e5m2 192");
#endif
  std::printf("%d lists, %d failed\n", tried, failed);
  return failed != 0;
}
