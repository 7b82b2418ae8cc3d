// SPDX-License-Identifier: BSL-1.0
//
// Copies in global memory, beside cudaMemcpyAsync and a kernel of 128-bit accesses written by hand.
#include "../examples/kernels/copy_through_shared.hpp"
#include "interleave.hpp"
#include "kernels.hpp"
#include "suites.hpp"

#include <tileproof/kernel/copy/copy_tma.hpp>

namespace bench {
namespace {

struct copy_problem {
  buffer<float> src;
  buffer<float> dst;
  buffer<unsigned long long> wrong{1};

  explicit copy_problem(std::size_t n) : src(random_buffer<float>(n, 1)), dst(n) {}
  void poison() { dst.poison(); }
  double error_over_bound();
};

__global__ void count_unequal(unsigned const* a, unsigned const* b, std::size_t n,
                              unsigned long long* count) {
  std::size_t const step = std::size_t{blockDim.x} * gridDim.x;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += step)
    if (a[i] != b[i]) atomicAdd(count, 1);
}

// The number of elements that differ: bound 1, allowed none.
double copy_problem::error_over_bound() {
  check(cudaMemset(wrong.data(), 0, wrong.bytes()));
  count_unequal<<<4096, 256>>>(reinterpret_cast<unsigned const*>(src.data()),
                               reinterpret_cast<unsigned const*>(dst.data()), src.size(),
                               wrong.data());
  double const count = static_cast<double>(wrong.read()[0]);
  return count == 0 ? 0 : 1 + count;
}

// Four accesses of 128 bits a thread. Pre: n is a multiple of 4 * 256.
__global__ void __launch_bounds__(256) plain_copy(float4 const* src, float4* dst) {
  std::size_t const at = std::size_t{blockIdx.x} * 4 * 256 + threadIdx.x;
  float4 registers[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) registers[i] = src[at + static_cast<std::size_t>(i) * 256];
#pragma unroll
  for (int i = 0; i < 4; ++i) dst[at + static_cast<std::size_t>(i) * 256] = registers[i];
}

contender<copy_problem> const of_the_driver{
    "cudaMemcpyAsync", [](copy_problem& p) -> runner {
      return [&p](cudaStream_t stream) {
        check(cudaMemcpyAsync(p.dst.data(), p.src.data(), p.dst.bytes(), cudaMemcpyDeviceToDevice,
                              stream));
      };
    }};

contender<copy_problem> const by_hand{
    "128 bits by hand",
    [](copy_problem& p) -> runner {
      return [&p](cudaStream_t stream) {
        plain_copy<<<static_cast<unsigned>(p.src.size() / 4096), 256, 0, stream>>>(
            reinterpret_cast<float4 const*>(p.src.data()), reinterpret_cast<float4*>(p.dst.data()));
      };
    },
    reinterpret_cast<void const*>(plain_copy)};

template <class Kernel>
contender<copy_problem> of_tileproof(char const* name) {
  using arguments = tileproof::copy_arguments<float const*, float*>;
  return {name,
          [](copy_problem& p) -> runner {
            std::int64_t const n = static_cast<std::int64_t>(p.src.size());
            arguments const args{p.src.data(), p.dst.data(), n};
            return [args](cudaStream_t stream) {
              check(tileproof::launch_copy<Kernel>(args, stream));
            };
          },
          kernel_of<Kernel, arguments>()};
}

}  // namespace

void enter_copies() {
  using namespace tileproof;
  for (std::int64_t const mebibytes : {16, 128, 512, 2048}) {
    std::int64_t const bytes = mebibytes << 20;
    std::vector<contender<copy_problem>> contenders{
        of_the_driver,
        by_hand,
        of_tileproof<copy_vectorised<float>>("tileproof vectorised"),
        of_tileproof<copy_through_shared<float>>("tileproof shared"),
        of_tileproof<copy_async<float>>("tileproof cp.async"),
        of_tileproof<copy_tma<float, 2048, 20, TMA::CacheHintSm90::EVICT_NORMAL>>("tileproof TMA")};
    // Its lines in L2 outlive the eviction between samples: where they are a part of the
    // source that counts, it would speed up the others.
    if (mebibytes == 2048)
      contenders.push_back(of_tileproof<copy_tma<float>>("tileproof TMA, evict last"));
    enter<copy_problem>({"copy", std::to_string(bytes), "GB/s", 2.0 * static_cast<double>(bytes),
                         memory_peak(), false,
                         [bytes] { return std::make_unique<copy_problem>(bytes / sizeof(float)); },
                         contenders});
  }
}

}  // namespace bench
