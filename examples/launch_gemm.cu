// SPDX-License-Identifier: BSL-1.0
//
// Launches the tensor-core GEMM of tileproof from plain CUDA code, with pointers from cudaMalloc,
// CUDA's __half and a stream; a status says what was refused. C = A B^T with f16 inputs and f32
// sums: A is m x k and B is n x k, both K-major (row-major), C is m x n, column-major.
//
// Compile: nvcc -std=c++20 -arch=sm_90a -I../include launch_gemm.cu -o launch_gemm
// Prints:
//   300x200x128: ok, 0 elements are wrong
//   k = 100: a leading dimension, in bytes, is not a multiple of the kernel's access width
//   C = A: an output shares memory with an input, or one of its batches with another
//   m = -1: an extent is negative
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

#include <cuda_fp16.h>

#include <cstdio>
#include <vector>

using namespace tileproof;

namespace {

// The leading dimensions are those of matrices without gaps. Asynchronous; allocates nothing.
status multiply(std::int64_t m, std::int64_t n, std::int64_t k, __half const* a, __half const* b,
                float* c, cudaStream_t stream) {
  using kernel =
      gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::k, float>;  // proved here
  // half_t has the bits of __half.
  auto const* const a_elements = reinterpret_cast<half_t const*>(a);
  auto const* const b_elements = reinterpret_cast<half_t const*>(b);
  return launch_gemm<kernel>(
      gemm_arguments{m, n, k, 1.0F, a_elements, k, b_elements, k, 0.0F, c, m}, stream);
}

// Memory of a GPU that is given back at the end. Null where there is none left.
template <class T>
struct device_array {
  T* data = nullptr;

  explicit device_array(std::size_t elements) {
    if (cudaMalloc(&data, elements * sizeof(T)) != cudaSuccess) data = nullptr;
  }
  ~device_array() { cudaFree(data); }
  device_array(device_array const&) = delete;
  device_array& operator=(device_array const&) = delete;
};

// Small integers, so that every sum is exact.
float element(std::size_t i) { return static_cast<float>(static_cast<int>(i * 7 % 11) - 5); }

}  // namespace

int main() {
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) {
    std::puts("skipped: no GPU");
    return 77;
  }
  constexpr std::size_t m = 300;
  constexpr std::size_t n = 200;
  constexpr std::size_t k = 128;
  std::vector<__half> a(m * k);
  std::vector<__half> b(n * k);
  std::vector<float> c(m * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = __float2half(element(i));
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = __float2half(element(i + 3));

  device_array<__half> const gpu_a(a.size());
  device_array<__half> const gpu_b(b.size());
  device_array<float> const gpu_c(c.size());
  cudaStream_t stream = nullptr;
  cudaError_t error = cudaStreamCreate(&stream);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(gpu_a.data, a.data(), a.size() * sizeof(__half), cudaMemcpyHostToDevice,
                            stream);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(gpu_b.data, b.data(), b.size() * sizeof(__half), cudaMemcpyHostToDevice,
                            stream);
  status const s = error == cudaSuccess
                       ? multiply(m, n, k, gpu_a.data, gpu_b.data, gpu_c.data, stream)
                       : status::not_launched;
  // A kernel that stops gives its error here.
  if (s == status::ok)
    error = cudaMemcpyAsync(c.data(), gpu_c.data, c.size() * sizeof(float), cudaMemcpyDeviceToHost,
                            stream);
  if (s == status::ok && error == cudaSuccess) error = cudaStreamSynchronize(stream);
  if (s == status::not_launched && error == cudaSuccess) error = cudaGetLastError();
  if (s != status::ok || error != cudaSuccess) {
    std::printf("%s: %s\n", to_string(s), cudaGetErrorString(error));
    return 1;
  }

  int wrong = 0;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < m; ++i) {
      float sum = 0;
      for (std::size_t p = 0; p < k; ++p) sum += element(i * k + p) * element(j * k + p + 3);
      wrong += c[i + j * m] != sum;
    }
  std::printf("%dx%dx%d: %s, %d elements are wrong\n", static_cast<int>(m), static_cast<int>(n),
              static_cast<int>(k), to_string(s), wrong);

  // Calls that are refused before anything runs.
  auto const refused = [&](char const* what, std::int64_t rows, std::int64_t depth, float* to) {
    std::printf("%s: %s\n", what,
                to_string(multiply(rows, n, depth, gpu_a.data, gpu_b.data, to, stream)));
  };
  refused("k = 100", m, 100, gpu_c.data);  // rows of 200 bytes: no multiple of 16
  refused("C = A", m, k, reinterpret_cast<float*>(gpu_a.data));
  refused("m = -1", -1, k, gpu_c.data);
  cudaStreamDestroy(stream);
  return wrong == 0 ? 0 : 1;
}
