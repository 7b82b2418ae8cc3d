// SPDX-License-Identifier: BSL-1.0
//
// The GEMM of split_k_gemm.hpp on a GPU of sm_90: every element of C beside a plain kernel, for sizes
// that divide and that do not, groups of 2 and 4 blocks; and its time where C has few tiles and k is
// long, beside the GEMM without split-k. A grid has no more blocks than are resident at once.
#include "split_k_gemm.hpp"
#include "../gpu.hpp"
#include "gemm_on_gpu.hpp"

#include <algorithm>
#include <cstdio>

namespace {

using namespace tileproof;
using T = bfloat16_t;
using hopper::compare, hopper::fill;

constexpr std::int64_t most = std::int64_t{1} << 26;  // elements of A, of B, of C
constexpr int most_groups = 128;
T *a, *b, *c;
float* partial;
std::uint32_t* counters;
unsigned long long* wrong;
int tried = 0, failed = 0;

template <class Kernel>
constexpr int split = 1;
template <int Splits>
constexpr int split<hopper::split_k_gemm<Splits>> = Splits;

template <class Kernel>
bool run(int m, int n, int k) {
  using gemm_arguments = decltype(typename Kernel::kernel::arguments{});
  using arguments = typename Kernel::template arguments<>;
  gemm_arguments g{Kernel::map_a(a, m, k), Kernel::map_b(b, n, k), Kernel::map_d(c, m, n),
                   m, n, k, 0};
  std::int64_t const resident = resident_clusters<Kernel, arguments>() / split<Kernel>;
  g.clusters = static_cast<int>(
      std::min<std::int64_t>({resident, std::int64_t{most_groups}, g.rows() * g.columns()}));
  cudaMemsetAsync(counters, 0, std::size_t(g.clusters) * Kernel::counters * sizeof(*counters));
  arguments const args{g, partial, counters};
  return g.clusters > 0 &&
         launch<Kernel>({g.clusters * split<Kernel>}, args, cudaStream_t{}) == status::ok;
}
// Without split-k.
struct plain : hopper::gemm_kernel<4, 1> {};
template <>
bool run<plain>(int m, int n, int k) {
  using arguments = plain::arguments;
  arguments args{plain::map_a(a, m, k), plain::map_b(b, n, k), plain::map_d(c, m, n), m, n, k, 0};
  grid_of_blocks const grid =
      persistent_grid<plain, arguments>(std::int64_t{args.rows()} * args.columns());
  args.clusters = static_cast<int>(grid.x);
  return launch<plain>(grid, args, cudaStream_t{}) == status::ok;
}

template <class Kernel>
void check(int m, int n, int k) {
  ++tried;
  cudaMemset(c, 0xff, std::size_t(m) * n * sizeof(T));
  cudaMemset(wrong, 0, sizeof(*wrong));
  cudaMemset(partial, 0xff, std::size_t{most_groups} * 2 * 64 * 256 * sizeof(float));
  bool const is_launched = run<Kernel>(m, n, k);
  int const step = m > 2048 ? 37 : 1;  // rows compared
  compare<<<dim3((n + 127) / 128, (m + step - 1) / step), 128>>>(a, b, c, m, n, k, step, wrong);
  unsigned long long count = 0;
  cudaError_t const error = cudaMemcpy(&count, wrong, sizeof(count), cudaMemcpyDeviceToHost);
  bool const is_right = is_launched && error == cudaSuccess && count == 0;
  failed += !is_right;
  if (!is_right)
    std::printf("%d blocks, %d x %d x %d: %llu wrong, launched %d, %s\n", split<Kernel>, m, n, k,
                count, is_launched, cudaGetErrorString(error));
}

template <class Kernel>
float milliseconds(int m, int n, int k) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  run<Kernel>(m, n, k);
  cudaEventRecord(begin);
  for (int i = 0; i < 20; ++i) run<Kernel>(m, n, k);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float t = 0;
  cudaEventElapsedTime(&t, begin, end);
  return t / 20;
}

}  // namespace

int main(int count, char**) {
  if (compute_capability() < 90) return skipped;
  cudaMalloc(&a, most * sizeof(T));
  cudaMalloc(&b, most * sizeof(T));
  cudaMalloc(&c, most * sizeof(T));
  cudaMalloc(&partial, std::size_t{most_groups} * 2 * 64 * 256 * sizeof(float));
  cudaMalloc(&counters, 2 * most_groups * sizeof(*counters));
  cudaMalloc(&wrong, sizeof(*wrong));
  fill<<<1024, 256>>>(a, most, 1);
  fill<<<1024, 256>>>(b, most, 2);
  using two = hopper::split_k_gemm<2>;
#if defined(TILEPROOF_FEW_KERNELS)
  using four = two;
#else
  using four = hopper::split_k_gemm<4>;
#endif
  for (int m : {1, 64, 128, 200, 1000})
    for (int n : {8, 256, 264, 776})
      for (int k : {8, 64, 72, 512, 1000}) {
        check<two>(m, n, k);
        check<four>(m, n, k);
      }
  check<two>(4096, 4096, 4096);
  check<four>(4096, 4096, 4096);
  check<four>(128, 256, 32768);
  if (count == 1)
    for (int m : {128, 512, 1024}) {
      int const n = 1024;
      int const k = 32768;
      float const t = milliseconds<plain>(m, n, k);
      float const t2 = milliseconds<two>(m, n, k);
      float const t4 = milliseconds<four>(m, n, k);
      double const flop = 2e-9 * m * n * k;
      std::printf("%d x %d x %d: %.0f TFLOP/s; split in 2 %.0f, in 4 %.0f\n", m, n, k, flop / t,
                  flop / t2, flop / t4);
    }
  std::printf("%d products, %d failed\n", tried, failed);
  return failed != 0;
}
