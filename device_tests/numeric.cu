// SPDX-License-Identifier: BSL-1.0
//
// The conversions of the floating-point element types on the GPU, where some are instructions, bit
// for bit against the host: every code to float; around every tf32 number and every midpoint
// between two, so around those of the shorter types, the floats next to it. On the GPU, every float
// against the portable code, alone, in a pair, and as an integer; and sums, differences and
// products of every two numbers of 16 bits against those of floats, rounded by the portable code.
#include "gpu.hpp"

#include <tileproof/atom/round_to.hpp>

#include <cstdio>
#include <vector>

using namespace tileproof;

namespace {

using word = std::uint32_t;

template <class T>
using storage_t = decltype(T{}.storage);
// A tf32 stands in the high bits.
template <class T>
constexpr int unused = sizeof(T) == 4 ? 13 : 0;

template <class T>
__host__ __device__ word encoded(word x) {
  return T(__builtin_bit_cast(float, x)).storage;
}
template <class T>
__host__ __device__ word decoded(word code) {
  float const x = T::bitcast(static_cast<storage_t<T>>(code << unused<T>));
  return __builtin_bit_cast(word, x);
}

// The float beside tf32 number i / 6, or beside the midpoint after it.
__host__ __device__ word beside(word i) {
  word const from_number = i % 6 / 3 * 0x1000 + i % 3 - 1;
  return (i / 6 << 13) + from_number;
}

struct difference {
  unsigned long long count;
  word at, instruction, portable;  // one of them
};

template <class T>
__global__ void encode_beside(word* to, word n) {
  for (word i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    to[i] = encoded<T>(beside(i));
}
template <class T>
__global__ void decode_all(word* to, word n) {
  for (word i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    to[i] = decoded<T>(i);
}
template <class T, class Format>
__global__ void encode_every_float(difference* found) {
  word const step = gridDim.x * blockDim.x;
  word const first = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned long long i = first; i >> 32 == 0; i += step) {
    word const x = static_cast<word>(i);
    word const portable = Format::encode(__builtin_bit_cast(float, x)) << unused<T>;
    word const instruction = encoded<T>(x);
    if (instruction == portable) continue;
    if (atomicAdd(&found->count, 1ULL) != 0) continue;
    found->at = x;
    found->instruction = instruction;
    found->portable = portable;
  }
}

template <class T, class Format>
__global__ void operate_on_every_pair(difference* found) {
  word const step = gridDim.x * blockDim.x;
  word const first = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned long long i = first; i >> 32 == 0; i += step) {
    T const a = T::bitcast(static_cast<std::uint16_t>(i));
    T const b = T::bitcast(static_cast<std::uint16_t>(i >> 16));
    float const x = a;
    float const y = b;
    word const instruction[3] = {(a + b).storage, (a - b).storage, (a * b).storage};
    word const portable[3] = {Format::encode(x + y), Format::encode(x - y), Format::encode(x * y)};
    for (int k = 0; k < 3; ++k) {
      if (instruction[k] == portable[k]) continue;
      if (atomicAdd(&found->count, 1ULL) != 0) continue;
      found->at = static_cast<word>(i);
      found->instruction = instruction[k];
      found->portable = portable[k];
    }
  }
}
template <class T, class Format>
bool operates(char const* name) {
  difference* device = nullptr;
  difference d{};
  if (cudaMalloc(&device, sizeof(d)) != cudaSuccess) return false;
  cudaMemset(device, 0, sizeof(d));
  operate_on_every_pair<T, Format><<<1024, 256>>>(device);
  bool const copied = cudaMemcpy(&d, device, sizeof(d), cudaMemcpyDeviceToHost) == cudaSuccess;
  if (d.count != 0)
    std::printf("%s: of the pair %08x: %04x by instruction, %04x by code\n", name, d.at,
                d.instruction, d.portable);
  std::printf("%-14s %llu of 3 * 2^32 sums, differences and products differ\n", name, d.count);
  cudaFree(device);
  return copied && d.count == 0;
}

// Every float as an integer; the portable code is compared with std::nearbyint on the host
// (static_tests/atom/round_to.cpp has its edges).
template <class T>
__global__ void round_every_float(difference* found) {
  word const step = gridDim.x * blockDim.x;
  word const first = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned long long i = first; i >> 32 == 0; i += step) {
    float const x = __builtin_bit_cast(float, static_cast<word>(i));
    word const portable = static_cast<word>(detail::nearest_integer<T>(x));
    word const instruction = static_cast<word>(round_to<T>(x));
    if (instruction == portable) continue;
    if (atomicAdd(&found->count, 1ULL) != 0) continue;
    found->at = static_cast<word>(i);
    found->instruction = instruction;
    found->portable = portable;
  }
}
// Every float beside another, as the first and as the second of a pair.
template <class T, class Format>
__global__ void round_every_pair(difference* found) {
  word const step = gridDim.x * blockDim.x;
  word const first = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned long long i = first; i >> 32 == 0; i += step) {
    float const x = __builtin_bit_cast(float, static_cast<word>(i));
    float const y = __builtin_bit_cast(float, static_cast<word>(i) * 2654435761u);
    alignas(4) T to[2];
    round_pair(x, y, to);
    word const portable = Format::encode(x) << 16 | Format::encode(y);
    word const instruction = static_cast<word>(to[0].storage) << 16 | to[1].storage;
    if (instruction == portable) continue;
    if (atomicAdd(&found->count, 1ULL) != 0) continue;
    found->at = static_cast<word>(i);
    found->instruction = instruction;
    found->portable = portable;
  }
}
bool is_equal(char const* name, void (*kernel)(difference*)) {
  difference* device = nullptr;
  difference d{};
  if (cudaMalloc(&device, sizeof(d)) != cudaSuccess) return false;
  cudaMemset(device, 0, sizeof(d));
  kernel<<<1024, 256>>>(device);
  bool const copied = cudaMemcpy(&d, device, sizeof(d), cudaMemcpyDeviceToHost) == cudaSuccess;
  if (d.count != 0)
    std::printf("%s: of float %08x: %08x by instruction, %08x by code\n", name, d.at, d.instruction,
                d.portable);
  std::printf("%-14s %llu of all floats rounded by instruction differ from the portable code\n",
              name, d.count);
  cudaFree(device);
  return copied && d.count == 0;
}

constexpr word floats_beside = 6U << 19;

// The number of differences, or -1 where the GPU fails.
template <class T>
long compare(char const* name, char const* what, word n, word* device, word (*expected)(word)) {
  std::vector<word> host(n);
  if (cudaMemcpy(host.data(), device, n * sizeof(word), cudaMemcpyDeviceToHost) != cudaSuccess)
    return -1;
  long wrong = 0;
  for (word i = 0; i < n; ++i)
    if (host[i] != expected(i) && ++wrong <= 3)
      std::printf("%s: %s %08x: %08x on the GPU, %08x on the host\n", name, what, i, host[i],
                  expected(i));
  return wrong;
}

template <class T, class Format>
bool agrees(char const* name) {
  word* device = nullptr;
  difference* every = nullptr;
  if (cudaMalloc(&device, floats_beside * sizeof(word)) != cudaSuccess) return false;
  if (cudaMalloc(&every, sizeof(difference)) != cudaSuccess) return false;
  encode_beside<T><<<1024, 256>>>(device, floats_beside);
  long const encodes = compare<T>(name, "beside", floats_beside, device,
                                  [](word i) { return encoded<T>(beside(i)); });
  word const codes = 2 * (Format::all_ones + 1);
  decode_all<T><<<1024, 256>>>(device, codes);
  long const decodes =
      compare<T>(name, "of code", codes, device, [](word i) { return decoded<T>(i); });
  difference d{};
  cudaMemset(every, 0, sizeof(d));
  encode_every_float<T, Format><<<1024, 256>>>(every);
  bool const copied = cudaMemcpy(&d, every, sizeof(d), cudaMemcpyDeviceToHost) == cudaSuccess;
  if (d.count != 0)
    std::printf("%s: of float %08x: %08x by instruction, %08x by code\n", name, d.at, d.instruction,
                d.portable);
  std::printf(
      "%-14s %ld of %u encoded and %ld of %u decoded differ from the host, %llu of all "
      "floats from the portable code\n",
      name, encodes, floats_beside, decodes, codes, d.count);
  cudaFree(device);
  cudaFree(every);
  return copied && encodes == 0 && decodes == 0 && d.count == 0;
}

}  // namespace

int main() {
  if (compute_capability() == 0) return skipped;
  int failed = 0;
  failed += !agrees<half_t, detail::binary16>("half_t");
  failed += !agrees<bfloat16_t, detail::bfloat16>("bfloat16_t");
  failed += !agrees<tfloat32_t, detail::tfloat32>("tfloat32_t");
  failed += !agrees<float_e4m3_t, detail::e4m3>("float_e4m3_t");
  failed += !agrees<float_e5m2_t, detail::e5m2>("float_e5m2_t");
  failed += !operates<half_t, detail::binary16>("half_t");
  failed += !operates<bfloat16_t, detail::bfloat16>("bfloat16_t");
  failed += !is_equal("int8_t", round_every_float<std::int8_t>);
  failed += !is_equal("uint8_t", round_every_float<std::uint8_t>);
  failed += !is_equal("int32_t", round_every_float<std::int32_t>);
  failed += !is_equal("two half_t", round_every_pair<half_t, detail::binary16>);
  failed += !is_equal("two bfloat16_t", round_every_pair<bfloat16_t, detail::bfloat16>);
  failed += !is_equal("two e4m3", round_every_pair<float_e4m3_t, detail::e4m3>);
  failed += !is_equal("two e5m2", round_every_pair<float_e5m2_t, detail::e5m2>);
  std::printf("12 conversions, %d failed\n", failed);
  return failed != 0;
}
