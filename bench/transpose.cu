// SPDX-License-Identifier: BSL-1.0
//
// Transposes of float matrices, beside a copy of as many bytes.
#include "../examples/kernels/transposes.hpp"
#include "interleave.hpp"
#include "kernels.hpp"
#include "suites.hpp"

#include <tileproof/kernel/transpose/transpose_tma.hpp>

namespace bench {
namespace {

// dst(j,i) = src(i,j), both n x n without a gap.
struct transpose_problem {
  explicit transpose_problem(std::int64_t size)
      : n(size), src(random_buffer<float>(count(), 3)), dst(count()) {}
  std::size_t count() const { return static_cast<std::size_t>(n * n); }
  void poison() { dst.poison(); }
  double error_over_bound() { return wrong(n, 1); }
  double error_over_bound_of_a_copy() { return wrong(1, n); }
  // Elements dst(i,j) that are not src at i * along_i + j * along_j; none is allowed.
  double wrong(std::int64_t along_i, std::int64_t along_j);

  std::int64_t n;
  buffer<float> src, dst;
};

__global__ void count_moved(unsigned const* src, unsigned const* dst, std::int64_t n,
                            std::int64_t along_i, std::int64_t along_j, unsigned long long* wrong) {
  std::int64_t const step = std::int64_t{blockDim.x} * gridDim.x;
  std::int64_t const first = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  for (std::int64_t at = first; at < n * n; at += step)
    if (dst[at] != src[at % n * along_i + at / n * along_j]) atomicAdd(wrong, 1);
}

double transpose_problem::wrong(std::int64_t along_i, std::int64_t along_j) {
  buffer<unsigned long long> const found(1);
  check(cudaMemset(found.data(), 0, found.bytes()));
  count_moved<<<4096, 256>>>(reinterpret_cast<unsigned const*>(src.data()),
                             reinterpret_cast<unsigned const*>(dst.data()), n, along_i, along_j,
                             found.data());
  double const count = static_cast<double>(found.read()[0]);
  return count == 0 ? 0 : 1 + count;
}

contender<transpose_problem> const copy_of_as_much{
    "cudaMemcpyAsync",
    [](transpose_problem& p) -> runner {
      return [&p](cudaStream_t stream) {
        check(cudaMemcpyAsync(p.dst.data(), p.src.data(), p.dst.bytes(), cudaMemcpyDeviceToDevice,
                              stream));
      };
    },
    nullptr, "", &transpose_problem::error_over_bound_of_a_copy};

// Tiles of 32x32 with a padded column, one element an access. Pre: n is a multiple of 32.
__global__ void __launch_bounds__(256)
    plain_transpose(float const* src, float* dst, std::int64_t n) {
  __shared__ float tile[32][33];
  std::int64_t const i = std::int64_t{blockIdx.x} * 32;
  std::int64_t const j = std::int64_t{blockIdx.y} * 32;
  int const x = static_cast<int>(threadIdx.x % 32);
  int const y = static_cast<int>(threadIdx.x / 32);
#pragma unroll
  for (int row = 0; row < 32; row += 8) tile[y + row][x] = src[i + x + (j + y + row) * n];
  __syncthreads();
#pragma unroll
  for (int row = 0; row < 32; row += 8) dst[j + x + (i + y + row) * n] = tile[x][y + row];
}

contender<transpose_problem> const by_hand{
    "padded by hand",
    [](transpose_problem& p) -> runner {
      return [&p](cudaStream_t stream) {
        unsigned const blocks = static_cast<unsigned>(p.n / 32);
        plain_transpose<<<dim3(blocks, blocks), 256, 0, stream>>>(p.src.data(), p.dst.data(), p.n);
      };
    },
    reinterpret_cast<void const*>(plain_transpose)};

// A kernel's arguments.
template <class Kernel>
struct arguments_of {
  using type = tileproof::transpose_arguments<float const*, float*>;
};
template <class Kernel>
  requires(Kernel::is_by_tma)
struct arguments_of<Kernel> {
  using type = typename Kernel::arguments;
};

template <class Kernel>
contender<transpose_problem> of_tileproof(char const* name) {
  using arguments = tileproof::transpose_arguments<float const*, float*>;
  return {name,
          [](transpose_problem& p) -> runner {
            arguments const args{p.n, p.n, p.src.data(), p.n, p.dst.data(), p.n};
            return [args](cudaStream_t stream) {
              check(tileproof::launch_transpose<Kernel>(args, stream));
            };
          },
          kernel_of<Kernel, typename arguments_of<Kernel>::type>()};
}

}  // namespace

void enter_transposes() {
  using namespace tileproof;
  std::vector<contender<transpose_problem>> const contenders{
      copy_of_as_much,
      by_hand,
      of_tileproof<transpose_naive<float>>("tileproof naive"),
      of_tileproof<transpose_padded<float>>("tileproof padded"),
      of_tileproof<transpose_swizzled<float>>("tileproof swizzled"),
      of_tileproof<transpose_vectorised<float>>("tileproof 128 bits"),
      of_tileproof<transpose_tma<float>>("tileproof TMA"),
  };
  for (std::int64_t const n : {2048, 4096, 8192, 16384})
    enter<transpose_problem>({"transpose", std::to_string(n), "GB/s",
                              8.0 * static_cast<double>(n * n), memory_peak(), false,
                              [n] { return std::make_unique<transpose_problem>(n); }, contenders});
}

}  // namespace bench
