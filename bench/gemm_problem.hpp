// SPDX-License-Identifier: BSL-1.0
//
// C = A * B on random data in [-1,1], with a reference in double.
#pragma once

#include "interleave.hpp"

#include <tileproof/atom/numeric.hpp>
#include <tileproof/kernel/gemm/arguments.hpp>

namespace bench {

using tileproof::major;

struct gemm_extents {
  std::int64_t m, n, k;
};

// Steps between neighbours along the rows and the columns of a matrix.
struct steps {
  std::int64_t row, column;
};

// c(i,j) = sum over k of a(i,k) * b(j,k). A block of 256 threads computes 64 x 64 elements, a
// thread 4 x 4.
template <class TA, class TB>
__global__ void __launch_bounds__(256)
    multiply_in_double(gemm_extents e, TA const* a, steps of_a, TB const* b, steps of_b, double* c,
                       steps of_c) {
  __shared__ double rows[16][65];  // padded: its columns are written without bank conflicts
  __shared__ double columns[16][65];
  std::int64_t const first_row = std::int64_t{blockIdx.x} * 64;
  std::int64_t const first_column = std::int64_t{blockIdx.y} * 64;
  int const thread = static_cast<int>(threadIdx.x);
  int const i = thread % 16;
  int const j = thread / 16;
  double sum[4][4]{};
  for (std::int64_t first = 0; first < e.k; first += 16) {
    for (int at = thread; at < 16 * 64; at += 256) {
      // Neighbouring threads read neighbouring elements.
      int const ka = of_a.column == 1 ? at % 16 : at / 64;
      int const kb = of_b.column == 1 ? at % 16 : at / 64;
      int const ia = of_a.column == 1 ? at / 16 : at % 64;
      int const jb = of_b.column == 1 ? at / 16 : at % 64;
      std::int64_t const row = first_row + ia;
      std::int64_t const column = first_column + jb;
      bool const in_a = row < e.m && first + ka < e.k;
      bool const in_b = column < e.n && first + kb < e.k;
      rows[ka][ia] =
          in_a ? static_cast<float>(a[row * of_a.row + (first + ka) * of_a.column]) : 0.f;
      columns[kb][jb] =
          in_b ? static_cast<float>(b[column * of_b.row + (first + kb) * of_b.column]) : 0.f;
    }
    __syncthreads();
    for (int at = 0; at < 16; ++at)
      for (int u = 0; u < 4; ++u)
        for (int v = 0; v < 4; ++v) sum[u][v] += rows[at][i + 16 * u] * columns[at][j + 16 * v];
    __syncthreads();
  }
  for (int u = 0; u < 4; ++u)
    for (int v = 0; v < 4; ++v) {
      std::int64_t const row = first_row + i + 16 * u;
      std::int64_t const column = first_column + j + 16 * v;
      if (row < e.m && column < e.n) c[row * of_c.row + column * of_c.column] = sum[u][v];
    }
}

// Sums of the squares of error and reference, and the largest error; a NaN is larger than all.
struct difference {
  double error_squared, reference_squared;
  unsigned long long largest_error;  // the bits of a double that is not negative
};
template <class T>
__device__ double to_double(T x) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(x);
  else
    return static_cast<float>(x);
}
template <class T>
__global__ void compare(T const* c, double const* reference, std::size_t n, difference* d) {
  std::size_t const step = std::size_t{blockDim.x} * gridDim.x;
  double error_squared = 0;
  double reference_squared = 0;
  unsigned long long largest = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += step) {
    double const error = fabs(to_double(c[i]) - reference[i]);
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
  if (bound == 0) return d.largest_error == 0 ? 0 : HUGE_VAL;
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
// tensor cores cut off what does not fit in 32 bits, so those errors add up. wgmma keeps 13 bits
// after the point of sums of fp8 products, and adds 32 products at a time. Integers are exact.
enum class sums { fma32, tensor32, tensor16, tensor8, integer };
inline double relative_error(sums s, std::int64_t k) {
  double const terms = static_cast<double>(k);
  switch (s) {
    case sums::fma32: return 0x1p-24 * std::sqrt(terms);
    case sums::tensor32: return 0x1p-26 * terms;
    case sums::tensor16: return 0x1p-11 * std::sqrt(terms);
    case sums::tensor8: return 0x1p-19 * terms;
    case sums::integer: return 0;
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
template <>
inline constexpr double rounding<std::int32_t> = 0;

// The contiguous mode of C.
enum class lines { columns, rows };

// A is m x k, B n x k, C m x n; leading dimensions without a gap.
template <class T, class TC>
struct gemm_problem {
  using element = T;
  using result = TC;

  gemm_problem(gemm_extents e, major a_major, major b_major, sums s, lines of_c = lines::columns)
      : m(e.m),
        n(e.n),
        k(e.k),
        major_a(a_major),
        major_b(b_major),
        lines_c(of_c),
        how(s),
        lda(a_major == major::mn ? m : k),
        ldb(b_major == major::mn ? n : k),
        ldc(of_c == lines::rows ? n : m),
        a(random_buffer<T>(count(m, k), 1)),
        b(random_buffer<T>(count(n, k), 2)),
        c(count(m, n)) {}

  static std::size_t count(std::int64_t rows, std::int64_t columns) {
    return static_cast<std::size_t>(rows * columns);
  }
  // Pre: C has columns.
  tileproof::gemm_arguments<T const*, T const*, TC*, float> arguments() const {
    return {m, n, k, 1, a.data(), lda, b.data(), ldb, 0, c.data(), ldc};
  }

  void poison() { c.poison(); }

  double error_over_bound() {
    if (!reference) {
      reference.emplace(count(m, n));
      auto const steps_of = [](bool by_columns, std::int64_t ld) {
        return by_columns ? steps{1, ld} : steps{ld, 1};
      };
      multiply_in_double<<<
          dim3(static_cast<unsigned>((m + 63) / 64), static_cast<unsigned>((n + 63) / 64)), 256>>>(
          {m, n, k}, a.data(), steps_of(major_a == major::mn, lda), b.data(),
          steps_of(major_b == major::mn, ldb), reference->data(),
          steps_of(lines_c == lines::columns, ldc));
      check(cudaGetLastError());
    }
    return error_of(c.data(), *reference, relative_error(how, k) + rounding<TC>);
  }

  std::int64_t m, n, k;
  major major_a, major_b;
  lines lines_c;
  sums how;
  std::int64_t lda, ldb, ldc;
  buffer<T> a, b;
  buffer<TC> c;
  std::optional<buffer<double>> reference;
};

}  // namespace bench
