// SPDX-License-Identifier: BSL-1.0
//
// The fragment layouts of ldmatrix and stmatrix, read off the GPU: every 16 bits that they move
// hold their own number. And cp.async, with and without zero fill.
#include "gpu.hpp"

#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/sm90.hpp>

#include <cstdio>

using namespace tileproof;

namespace {

using half_bits = std::uint16_t;

// The number of 16 bits i of a thread's registers.
template <class Layout>
__device__ int number_of(int thread, int i) {
  return static_cast<int>(Layout{}(thread, 16 * i)) / 16;
}

// Rows of 8 f16 elements, 72 elements apart.
struct shared_rows {
  alignas(16) half_bits at[32 * 72];
  __device__ uint128_t& row(int i) { return *reinterpret_cast<uint128_t*>(at + 72 * i); }
};

template <class Op>
__global__ void load(int* wrong) {
  __shared__ shared_rows rows;
  int const lane = static_cast<int>(threadIdx.x);
  for (int i = 0; i < 8; ++i)
    rows.at[72 * lane + i] =
        static_cast<half_bits>(number_of<typename Copy_Traits<Op>::SrcLayout>(lane, i));
  __syncwarp();
  typename Op::DRegisters d;
  Op::copy(rows.row(lane), d);
  auto const* const found = reinterpret_cast<half_bits const*>(&d);
  for (int i = 0; i < static_cast<int>(sizeof(d)) / 2; ++i)
    if (found[i] != number_of<typename Copy_Traits<Op>::DstLayout>(lane, i)) atomicAdd(wrong, 1);
}

template <class Op>
__global__ void store(int* wrong) {
  __shared__ shared_rows rows;
  int const lane = static_cast<int>(threadIdx.x);
  typename Op::SRegisters s;
  auto* const from = reinterpret_cast<half_bits*>(&s);
  for (int i = 0; i < static_cast<int>(sizeof(s)) / 2; ++i)
    from[i] = static_cast<half_bits>(number_of<typename Copy_Traits<Op>::SrcLayout>(lane, i));
  Op::copy(s, rows.row(lane));
  __syncwarp();
  // If lanes repeat an address, the row of the first one is written.
  if (lane >= static_cast<int>(sizeof(s)) * 2) return;
  for (int i = 0; i < 8; ++i)
    if (rows.at[72 * lane + i] != number_of<typename Copy_Traits<Op>::DstLayout>(lane, i))
      atomicAdd(wrong, 1);
}

template <class Op, class T>
__global__ void async(T const* source, int* wrong) {
  __shared__ alignas(16) T to[64];
  int const lane = static_cast<int>(threadIdx.x);
  Op::copy(source[lane], to[lane]);
  Op::copy(source[lane], to[32 + lane], lane % 3 != 0);
  cp_async_fence();
  cp_async_wait<0>();
  __syncwarp();
  auto const* const bytes = reinterpret_cast<unsigned char const*>(&to[lane]);
  auto const* const filled = reinterpret_cast<unsigned char const*>(&to[32 + lane]);
  auto const* const expected = reinterpret_cast<unsigned char const*>(&source[lane]);
  for (unsigned i = 0; i < sizeof(T); ++i)
    if (bytes[i] != expected[i] || filled[i] != (lane % 3 != 0 ? expected[i] : 0))
      atomicAdd(wrong, 1);
}

int* wrong = nullptr;
int failed = 0;

template <class Launch>
void check(char const* name, Launch launch) {
  int count = 0;
  cudaMemset(wrong, 0, sizeof(int));
  launch();
  cudaError_t const error = cudaMemcpy(&count, wrong, sizeof(int), cudaMemcpyDeviceToHost);
  failed += error != cudaSuccess || count != 0;
  std::printf("%-28s %d wrong  %s\n", name, count, cudaGetErrorString(error));
}
#define LOAD(OP) check(#OP, [] { load<OP><<<1, 32>>>(wrong); })
#define STORE(OP) check(#OP, [] { store<OP><<<1, 32>>>(wrong); })
#define ASYNC(OP, T) \
  check(#OP " of " #T, [&] { async<OP<T>><<<1, 32>>>(static_cast<T*>(data), wrong); })

}  // namespace

int main() {
  int const sm = compute_capability();
  if (sm == 0) return skipped;
  void* data = nullptr;
  if (cudaMalloc(&wrong, sizeof(int)) != cudaSuccess || cudaMalloc(&data, 512) != cudaSuccess)
    return 1;
  unsigned char bytes[512];
  for (int i = 0; i < 512; ++i) bytes[i] = static_cast<unsigned char>(1 + i % 251);
  cudaMemcpy(data, bytes, 512, cudaMemcpyHostToDevice);
  LOAD(SM75_U32x1_LDSM_N);
  LOAD(SM75_U32x2_LDSM_N);
  LOAD(SM75_U32x4_LDSM_N);
  LOAD(SM75_U16x2_LDSM_T);
  LOAD(SM75_U16x4_LDSM_T);
  LOAD(SM75_U16x8_LDSM_T);
  if (sm >= 90) {
    STORE(SM90_U32x1_STSM_N);
    STORE(SM90_U32x2_STSM_N);
    STORE(SM90_U32x4_STSM_N);
    STORE(SM90_U16x2_STSM_T);
    STORE(SM90_U16x4_STSM_T);
    STORE(SM90_U16x8_STSM_T);
  }
  if (sm >= 80) {
    ASYNC(SM80_CP_ASYNC_CACHEALWAYS, float);
    ASYNC(SM80_CP_ASYNC_CACHEALWAYS, double);
    ASYNC(SM80_CP_ASYNC_CACHEALWAYS, uint128_t);
    ASYNC(SM80_CP_ASYNC_CACHEGLOBAL, uint128_t);
  }
  cudaFree(data);
  cudaFree(wrong);
  std::printf("%d instructions failed\n", failed);
  return failed != 0;
}
