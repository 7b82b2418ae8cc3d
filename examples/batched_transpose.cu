// SPDX-License-Identifier: BSL-1.0
//
// Embeds a kernel of tileproof in your own __global__ function, with your own launch: the transpose
// of a batch of matrices. blockIdx.y selects the matrix. transpose_vectorised transposes it; its
// tile, swizzle and accesses are proved where its type is named.
//
// Compile: nvcc -std=c++20 -arch=sm_90a -I../include batched_transpose.cu -o batched_transpose
// Prints:
//   tile Sw<3,2,6> o _0 o (_64,_64):(_64,_1), 256 threads, 16384 bytes of shared memory
//   5 of 100x72: ok, 0 elements are wrong
//   5 of 100x70: a leading dimension, in bytes, is not a multiple of the kernel's access width
#include <tileproof/kernel/transpose/transpose.hpp>
#include <tileproof/print/to_string.hpp>

#include <cstdio>
#include <vector>

using namespace tileproof;

namespace {

using kernel = transpose_vectorised<float>;
static_assert(kernel::shared::bytes <= 48 * 1024);  // else cudaFuncSetAttribute comes first

// Matrix b, from element b m n on, is m x n in `in` and n x m in `out`, both column-major.
__global__ void __launch_bounds__(kernel::threads)
    transpose_batch(float const* in, float* out, std::int64_t m, std::int64_t n) {
  std::int64_t const first = blockIdx.y * m * n;
  kernel::run(gpu_context{},
              transpose_arguments<float const*, float*>{m, n, in + first, m, out + first, n});
}

status launch_batch(float const* in, float* out, std::int64_t m, std::int64_t n,
                    std::int64_t matrices, cudaStream_t stream) {
  if (matrices < 0) return status::negative_size;
  // m and n are leading dimensions too, and so multiples of 4: where the first matrix is aligned,
  // every other one is.
  transpose_arguments<float const*, float*> const first{m, n, in, m, out, n};
  if (status const s = check_transpose<kernel>(first); s != status::ok) return s;
  grid_of_blocks const grid{blocks_of_transpose<kernel>(first), matrices, 1};
  if (grid.x == 0 || grid.y == 0) return status::ok;
  if (status const s = check_grid(grid); s != status::ok) return s;
  // check_transpose has compared the first matrices alone; these are the batches.
  if (in + matrices * m * n > out && out + matrices * m * n > in)
    return status::overlapping_operands;
  transpose_batch<<<dim3(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y)),
                    kernel::threads, kernel::shared::bytes, stream>>>(in, out, m, n);
  return cudaGetLastError() == cudaSuccess ? status::ok : status::not_launched;
}

bool transposes(int m, int n, int matrices) {
  std::size_t const elements = static_cast<std::size_t>(m) * n * matrices;
  std::size_t const bytes = elements * sizeof(float);
  std::vector<float> in(elements);
  std::vector<float> out(elements, -1.0F);
  for (std::size_t i = 0; i < elements; ++i) in[i] = static_cast<float>(i);

  float* gpu_in = nullptr;
  float* gpu_out = nullptr;
  status s = status::not_launched;
  if (cudaMalloc(&gpu_in, bytes) == cudaSuccess && cudaMalloc(&gpu_out, bytes) == cudaSuccess &&
      cudaMemcpy(gpu_in, in.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess)
    s = launch_batch(gpu_in, gpu_out, m, n, matrices, cudaStream_t{});
  // The copy waits for the kernel, and gives its errors.
  if (s == status::ok &&
      cudaMemcpy(out.data(), gpu_out, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
    s = status::not_launched;
  std::printf("%d of %dx%d: %s", matrices, m, n, to_string(s));
  if (s == status::not_launched) std::printf(": %s", cudaGetErrorString(cudaGetLastError()));
  cudaFree(gpu_in);
  cudaFree(gpu_out);

  long wrong = 0;
  for (int b = 0; b < matrices && s == status::ok; ++b)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        std::size_t const first = static_cast<std::size_t>(b) * m * n;
        wrong += out[first + j + static_cast<std::size_t>(i) * n] !=
                 in[first + i + static_cast<std::size_t>(j) * m];
      }
  if (s == status::ok) std::printf(", %ld elements are wrong", wrong);
  std::printf("\n");
  return s == status::ok && wrong == 0;
}

}  // namespace

int main() {
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) {
    std::puts("skipped: no GPU");
    return 77;
  }
  std::printf("tile %s, %d threads, %d bytes of shared memory\n",
              to_string(kernel::smem_layout{}).at, kernel::threads,
              static_cast<int>(kernel::shared::bytes));
  bool const is_right = transposes(100, 72, 5);     // the tile divides neither extent
  bool const is_refused = !transposes(100, 70, 5);  // columns of 280 bytes: no multiple of 16
  return is_right && is_refused ? 0 : 1;
}
