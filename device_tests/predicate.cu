// SPDX-License-Identifier: BSL-1.0
//
// A kernel with a predicate tensor, over sizes that its tile divides and sizes that it does not:
// every element is visited once, and nothing beside the tensor is touched.
#include "gpu.hpp"

#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <vector>

using namespace tileproof;

namespace {

static_assert(proved<tiles_evenly, Shape<_128, _8>, Shape<_32, _8>>);

// p(i,j) += 1 of a column-major m x n tensor, columns `ld` elements apart.
__global__ void add_one(int* p, int m, int n, int ld) {
  constexpr Shape<_128, _8> tile{};
  auto const at = make_coord(static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y));
  int const thread = static_cast<int>(threadIdx.x);
  auto const whole = make_tensor(make_gmem_ptr(p), make_shape(m, n), make_stride(_1{}, ld));
  auto const inside = make_predicate_tensor(shape(whole), tile);
  auto const share = local_partition(local_tile(whole, tile, at), Layout<Shape<_32, _8>>{}, thread);
  auto const ok = local_partition(local_tile(inside, tile, at), Layout<Shape<_32, _8>>{}, thread);
  TILEPROOF_UNROLL
  for (int i = 0; i < size(share); ++i)
    if (ok(i)) share(i) += 1;
}

// Whether a launcher may start the kernel: its questions compile in a .cu file, as host code.
bool may_launch(int m, int n, int ld) {
  auto const matrix = make_layout(make_shape(m, n), make_stride(_1{}, ld));
  return offsets_fit(matrix) && is_injective(matrix) && composable(matrix, make_shape(_1{}, n)) &&
         divisible(matrix, _1{}) && complementable(make_layout(m)) && left_invertible(matrix);
}

// The number of elements that hold something wrong.
int wrong(int m, int n) {
  int const ld = m + 3;
  if (!may_launch(m, n, ld)) return -1;
  std::vector<int> host(static_cast<std::size_t>(ld) * n + 1024);
  int* device = nullptr;
  std::size_t const bytes = host.size() * sizeof(int);
  if (cudaMalloc(&device, bytes) != cudaSuccess) return -1;
  cudaMemset(device, 0, bytes);
  add_one<<<dim3((m + 127) / 128, (n + 7) / 8), 256>>>(device, m, n, ld);
  bool const copied = cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(device);
  if (!copied) return -1;
  int count = 0;
  for (std::size_t k = 0; k < host.size(); ++k) {
    bool const is_inside = k < static_cast<std::size_t>(ld) * n && static_cast<int>(k % ld) < m;
    count += host[k] != is_inside;
  }
  return count;
}

}  // namespace

int main() {
  if (compute_capability() == 0) return skipped;
  int tried = 0;
  int failed = 0;
  for (int m : {1, 7, 31, 127, 128, 129, 256, 257, 1009})
    for (int n : {1, 3, 7, 8, 9, 16, 61}) {
      int const w = wrong(m, n);
      ++tried;
      failed += w != 0;
      if (w != 0) std::printf("%dx%d: %d elements are wrong\n", m, n, w);
    }
  std::printf("%d sizes tried, %d failed\n", tried, failed);
  return failed != 0;
}
