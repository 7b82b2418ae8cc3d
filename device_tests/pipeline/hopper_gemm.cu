// SPDX-License-Identifier: BSL-1.0
//
// The GEMM of hopper_gemm.hpp on a GPU: every element of C beside a plain kernel, for sizes that
// divide and that do not, with and without a cluster; its time, and that of the same kernel with its
// barriers written by hand.
#include "hopper_gemm.hpp"
#include "../gpu.hpp"
#include "gemm_on_gpu.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

using namespace tileproof;
using T = bfloat16_t;
using hopper::compare, hopper::fill;

int failed = 0;
int tried = 0;
T *a, *b, *c;
unsigned long long* wrong;

template <class Kernel>
bool run(int m, int n, int k) {
  using arguments = typename Kernel::arguments;
  constexpr int blocks = static_cast<int>(blocks_of(cluster_of<Kernel>));
  arguments args{Kernel::map_a(a, m, k), Kernel::map_b(b, n, k), Kernel::map_d(c, m, n), m, n, k, 0};
  grid_of_blocks const grid =
      persistent_grid<Kernel, arguments>(std::int64_t{args.rows()} * args.columns() * blocks);
  args.clusters = static_cast<int>(grid.x) / blocks;
  return launch<Kernel>(grid, args, cudaStream_t{}) == status::ok;
}

template <class Kernel>
void check(char const* name, int m, int n, int k) {
  ++tried;
  cudaMemset(c, 0xff, std::size_t(m) * n * sizeof(T));
  cudaMemset(wrong, 0, sizeof(*wrong));
  bool const is_launched = run<Kernel>(m, n, k);
  int const step = m > 2048 ? 37 : 1;  // rows compared
  compare<<<dim3((n + 127) / 128, (m + step - 1) / step), 128>>>(a, b, c, m, n, k, step, wrong);
  unsigned long long count = 0;
  cudaError_t const error = cudaMemcpy(&count, wrong, sizeof(count), cudaMemcpyDeviceToHost);
  bool const is_right = is_launched && error == cudaSuccess && count == 0;
  failed += !is_right;
  if (!is_right)
    std::printf("%s %d x %d x %d: %llu wrong, launched %d, %s\n", name, m, n, k, count, is_launched,
                cudaGetErrorString(error));
}

template <class Kernel>
float milliseconds(int m, int n, int k) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  for (int i = 0; i < 10; ++i) run<Kernel>(m, n, k);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float t = 0;
  cudaEventElapsedTime(&t, begin, end);
  return t / 10;
}

}  // namespace

int main(int count, char**) {
  if (compute_capability() < 90) return skipped;
  constexpr int most = 8192;
  cudaMalloc(&a, std::size_t{most} * most * sizeof(T));
  cudaMalloc(&b, std::size_t{most} * most * sizeof(T));
  cudaMalloc(&c, std::size_t{most} * most * sizeof(T));
  cudaMalloc(&wrong, sizeof(*wrong));
  fill<<<1024, 256>>>(a, std::int64_t{most} * most, 1);
  fill<<<1024, 256>>>(b, std::int64_t{most} * most, 2);
  using pair = hopper::gemm_kernel<4, 2>;
#if defined(TILEPROOF_FEW_KERNELS)
  using alone = pair;
  using few = pair;
  using by_hand = pair;
#else
  using alone = hopper::gemm_kernel<4, 1>;
  using few = hopper::gemm_kernel<2, 2>;
  using by_hand = hopper::gemm_by_hand<4, 2>;
#endif
  for (int m : {1, 64, 128, 200, 256, 1000})
    for (int n : {8, 256, 264, 776})
      for (int k : {8, 64, 72, 512, 1000}) {
        check<pair>("cluster of 2", m, n, k);
        check<alone>("no cluster", m, n, k);
        check<few>("2 stages", m, n, k);
        check<by_hand>("by hand", m, n, k);
      }
  for (int size : {2048, 4096, 8192}) {
    check<pair>("cluster of 2", size, size, size);
    if (count > 1) continue;
    float ours[9], hand[9];
    for (int i = 0; i < 9; ++i)
      ours[i] = milliseconds<pair>(size, size, size), hand[i] = milliseconds<by_hand>(size, size, size);
    std::nth_element(ours, ours + 4, ours + 9);
    std::nth_element(hand, hand + 4, hand + 9);
    std::printf("%d: %.0f TFLOP/s; by hand %.0f\n", size, 2e-9 * size * size * size / ours[4],
                2e-9 * size * size * size / hand[4]);
  }
  std::printf("%d products, %d failed\n", tried, failed);
  return failed != 0;
}
