// SPDX-License-Identifier: BSL-1.0
//
// The column sums of split_k.hpp on a GPU of sm_90: every sum beside a plain kernel, for both ways
// to add up the parts, groups of 2 to 7 blocks, sizes that divide and that do not. A wait for a
// flag spins, so a grid has no more blocks than are resident at once.
#include "../gpu.hpp"
#include "split_k.hpp"

#include <algorithm>
#include <cstdio>

namespace {

using namespace tileproof;

__global__ void fill(float* p, std::int64_t count) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    unsigned x = static_cast<unsigned>(i) * 2654435761u;
    x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
    p[i] = static_cast<float>(static_cast<int>(x % 9) - 4);
  }
}
// Small integers: every sum is exact in f32.
__global__ void compare(float const* x, float const* out, int k, int m, unsigned long long* wrong) {
  int const column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (column >= m) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += x[std::int64_t{i} * m + column];
  if (sum != out[column]) atomicAdd(wrong, 1ull);
}

constexpr int most_k = 4096, most_m = 8192, most_blocks = 4096;
float *x, *out, *partial;
std::uint32_t* counters;
unsigned long long* wrong;
int tried = 0, failed = 0;

// `most` groups at most.
template <class Kernel>
void check(char const* name, int k, int m, int most) {
  using arguments = typename Kernel::template arguments<>;
  constexpr int blocks = Kernel::protocol::blocks;
  std::int64_t const resident = resident_clusters<Kernel, arguments>() / blocks;
  int const groups = static_cast<int>(std::min<std::int64_t>(
      {resident, most, (m + 127) / 128, std::int64_t{most_blocks} / blocks}));
  ++tried;
  cudaMemset(out, 0xff, m * sizeof(float));
  cudaMemset(partial, 0xff, std::size_t(groups) * Kernel::workspace * sizeof(float));
  cudaMemset(counters, 0, std::size_t(groups) * Kernel::counters * sizeof(*counters));
  cudaMemset(wrong, 0, sizeof(*wrong));
  arguments const args{
      Kernel::map_x(static_cast<float const*>(x), k, m), partial, out, counters, k, m, groups};
  bool const is_launched =
      groups > 0 && launch<Kernel>({groups * blocks}, args, cudaStream_t{}) == status::ok;
  compare<<<(m + 127) / 128, 128>>>(x, out, k, m, wrong);
  unsigned long long count = 0;
  cudaError_t const error = cudaMemcpy(&count, wrong, sizeof(count), cudaMemcpyDeviceToHost);
  bool const is_right = is_launched && error == cudaSuccess && count == 0;
  failed += !is_right;
  if (!is_right)
    std::printf("%s, %d blocks, %d x %d, %d groups: %llu wrong, launched %d, %s\n", name, blocks, k,
                m, groups, count, is_launched, cudaGetErrorString(error));
}
template <split_k::way Way, int Blocks>
void check_all(char const* name) {
  using kernel = split_k::kernel<Way, Blocks>;
  for (int k : {1, 8, 9, 64, 200, 1000, 4096})
    for (int m : {4, 128, 132, 1000, 8192})
      for (int groups : {1, 2, 7, most_blocks}) check<kernel>(name, k, m, groups);
  for (int again = 0; again < 200; ++again) check<kernel>(name, 264, 8192, most_blocks);
}

}  // namespace

int main() {
  if (compute_capability() < 90) return skipped;
  cudaMalloc(&x, std::size_t{most_k} * most_m * sizeof(float));
  cudaMalloc(&out, most_m * sizeof(float));
  cudaMalloc(&partial, std::size_t{most_blocks} * 2 * 128 * sizeof(float));
  cudaMalloc(&counters, most_blocks * sizeof(*counters));
  cudaMalloc(&wrong, sizeof(*wrong));
  fill<<<1024, 256>>>(x, std::int64_t{most_k} * most_m);
#if !defined(TILEPROOF_FEW_KERNELS)
  check_all<split_k::way::by_turns, 2>("by turns");
  check_all<split_k::way::by_turns, 4>("by turns");
  check_all<split_k::way::in_parallel, 2>("in parallel");
  check_all<split_k::way::in_parallel, 7>("in parallel");
#endif
  check_all<split_k::way::by_turns, 3>("by turns");
  check_all<split_k::way::in_parallel, 3>("in parallel");
  std::printf("%d launches, %d failed\n", tried, failed);
  return failed != 0;
}
