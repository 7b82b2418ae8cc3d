// SPDX-License-Identifier: BSL-1.0
//
// Kernels that tools/compare_nvrtc.py compiles with NVRTC and with nvcc. Each line `// kernel` has
// a part of a kernel's name, and how the machine instructions of the two agree; a line `// name` a
// kernel that NVRTC instantiates by its name.
#include <tileproof/atom.hpp>
#include <tileproof/kernel/copy/copy_tma.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;
using warps = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}));

// kernel multiply: byte for byte
extern "C" __global__ void multiply(half_t const* a, half_t const* b, float* c) {
  auto gA = make_tensor(make_gmem_ptr(a), Shape<_64, _32>{}, Stride<_32, _1>{});
  auto gB = make_tensor(make_gmem_ptr(b), Shape<_64, _32>{}, Stride<_32, _1>{});
  auto gC = make_tensor(make_gmem_ptr(c), Shape<_64, _64>{});
  auto mma = warps{}.get_slice(threadIdx.x);
  auto tCrA = mma.partition_fragment_A(gA);
  auto tCrB = mma.partition_fragment_B(gB);
  auto tCrC = mma.partition_fragment_C(gC);
  copy(mma.partition_A(gA), tCrA);
  copy(mma.partition_B(gB), tCrB);
  clear(tCrC);
  gemm(mma, tCrA, tCrB, tCrC);
  copy(tCrC, mma.partition_C(gC));
}

// kernel transpose_tile: byte for byte
extern "C" __global__ void transpose_tile(float const* a, float* b, int m, int n) {
  auto const gA = local_tile(make_tensor(make_gmem_ptr(a), make_shape(m, n), make_stride(n, _1{})),
                             Shape<_32, _32>{}, make_coord(blockIdx.x, blockIdx.y));
  auto const gB = local_tile(make_tensor(make_gmem_ptr(b), make_shape(m, n)), Shape<_32, _32>{},
                             make_coord(blockIdx.x, blockIdx.y));
  auto const threads = Layout<Shape<_32, _8>>{};
  copy(local_partition(gA, threads, threadIdx.x), local_partition(gB, threads, threadIdx.x));
}

// kernel copy_tma: but for addresses
// name tileproof::run_kernel<copy_of_floats, its_arguments>
using copy_of_floats = copy_tma<float>;
using its_arguments = copy_arguments<float const*, float*>;
#if !defined(__CUDACC_RTC__)
template __global__ void tileproof::run_kernel<copy_of_floats, its_arguments>(its_arguments const);
#endif
