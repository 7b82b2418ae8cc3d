// SPDX-License-Identifier: BSL-1.0
//
// C = A * B on random data in [-1,1], with a reference in double.
#pragma once

#include "interleave.hpp"

#include <tileproof/atom/numeric.hpp>
#include <tileproof/kernel/gemm_arguments.hpp>

namespace bench {

using tileproof::major;

// A is m x k, B n x k, C m x n, column-major, as in gemm_arguments.hpp. A block of 16x16 elements.
template <class T>
__global__ void multiply_in_double(int m, int n, int k, T const* a, std::int64_t am,
                                   std::int64_t ak, T const* b, std::int64_t bn, std::int64_t bk,
                                   double* c) {
  __shared__ double rows[16][17];
  __shared__ double columns[16][17];
  int const i = static_cast<int>(blockIdx.x) * 16 + static_cast<int>(threadIdx.x);
  int const j = static_cast<int>(blockIdx.y) * 16 + static_cast<int>(threadIdx.y);
  double sum = 0;
  for (int first = 0; first < k; first += 16) {
    int const ka = first + static_cast<int>(threadIdx.y);
    int const kb = first + static_cast<int>(threadIdx.x);
    bool const in_a = i < m && ka < k;
    bool const in_b = j < n && kb < k;
    rows[threadIdx.y][threadIdx.x] = in_a ? static_cast<float>(a[i * am + ka * ak]) : 0;
    columns[threadIdx.x][threadIdx.y] = in_b ? static_cast<float>(b[j * bn + kb * bk]) : 0;
    __syncthreads();
    for (int at = 0; at < 16; ++at) sum += rows[at][threadIdx.x] * columns[at][threadIdx.y];
    __syncthreads();
  }
  if (i < m && j < n) c[i + static_cast<std::int64_t>(j) * m] = sum;
}

// Sums of the squares of error and reference, and the largest error; a NaN is larger than all.
struct difference {
  double error_squared, reference_squared;
  unsigned long long largest_error;  // the bits of a double that is not negative
};
template <class T>
__global__ void compare(T const* c, double const* reference, std::size_t n, difference* d) {
  std::size_t const step = std::size_t{blockDim.x} * gridDim.x;
  double error_squared = 0;
  double reference_squared = 0;
  unsigned long long largest = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += step) {
    double const error = fabs(static_cast<float>(c[i]) - reference[i]);
    error_squared += error * error;
    reference_squared += reference[i] * reference[i];
    unsigned long long const bits = static_cast<unsigned long long>(__double_as_longlong(error));
    largest = bits > largest ? bits : largest;
  }
  atomicAdd(&d->error_squared, error_squared);
  atomicAdd(&d->reference_squared, reference_squared);
  atomicMax(&d->largest_error, largest);
}

// The relative error of `values`, in the norm or at its largest, over its bound.
template <class T>
double error_of(T const* values, buffer<double> const& reference, double bound) {
  buffer<difference> const measured(1);
  check(cudaMemset(measured.data(), 0, measured.bytes()));
  compare<<<1024, 256>>>(values, reference.data(), reference.size(), measured.data());
  check(cudaGetLastError());
  difference const d = measured.read()[0];
  // Neither of the values nor of their errors is one in 2^49 beyond eight times the root mean
  // square, if they are distributed normally.
  double const largest = __builtin_bit_cast(double, d.largest_error);
  double const root_mean_square =
      std::sqrt(d.reference_squared / static_cast<double>(reference.size()));
  return std::max(std::sqrt(d.error_squared / d.reference_squared) / bound,
                  largest / (8 * bound * root_mean_square));
}

// The accumulation of a GEMM, and the relative error (norm of the error over norm of C) that it is
// allowed. A sum of k terms has u sqrt(k/6) on random data if each addition rounds to nearest;
// tensor cores cut off what does not fit in 32 bits, so those errors add up.
enum class sums { fma32, tensor32, tensor16 };
inline double relative_error(sums s, std::int64_t k) {
  double const terms = static_cast<double>(k);
  switch (s) {
    case sums::fma32: return 0x1p-24 * std::sqrt(terms);
    case sums::tensor32: return 0x1p-26 * terms;
    case sums::tensor16: return 0x1p-11 * std::sqrt(terms);
  }
  return 0;
}

// Half a unit in the last place of 1.
template <class T>
inline constexpr double rounding = 0x1p-24;
template <>
inline constexpr double rounding<tileproof::half_t> = 0x1p-11;
template <>
inline constexpr double rounding<tileproof::bfloat16_t> = 0x1p-8;

// m = n = k, leading dimensions without a gap.
template <class T, class TC>
struct gemm_problem {
  using element = T;
  using result = TC;

  gemm_problem(std::int64_t n, major a_major, major b_major, sums s)
      : size(n), major_a(a_major), major_b(b_major), how(s), a(random_buffer<T>(count(), 1)),
        b(random_buffer<T>(count(), 2)), c(count()) {}

  std::size_t count() const { return static_cast<std::size_t>(size * size); }
  tileproof::gemm_arguments<T const*, T const*, TC*, float> arguments() const {
    return {size, size, size, 1, a.data(), size, b.data(), size, 0, c.data(), size};
  }

  void poison() { c.poison(); }

  double error_over_bound() {
    int const n = static_cast<int>(size);
    if (!reference) {
      reference.emplace(count());
      unsigned const blocks = static_cast<unsigned>((n + 15) / 16);
      bool const by_columns_a = major_a == major::mn;
      bool const by_columns_b = major_b == major::mn;
      multiply_in_double<<<dim3(blocks, blocks), dim3(16, 16)>>>(
          n, n, n, a.data(), by_columns_a ? 1 : size, by_columns_a ? size : 1, b.data(),
          by_columns_b ? 1 : size, by_columns_b ? size : 1, reference->data());
    }
    return error_of(c.data(), *reference, relative_error(how, size) + rounding<TC>);
  }

  std::int64_t size;
  major major_a, major_b;
  sums how;
  buffer<T> a, b;
  buffer<TC> c;
  std::optional<buffer<double>> reference;
};

}  // namespace bench
