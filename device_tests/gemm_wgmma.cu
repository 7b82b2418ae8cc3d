// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma on a GPU: every element of D beside a plain kernel that sums in double, for each type,
// both majors of each operand and each schedule; sizes that the tile divides and that it does not;
// alpha, beta, C in place, batches, an epilogue; and what lies between the rows of D stays as it
// was.
#include "gpu.hpp"

#include <tileproof/kernel/gemm_wgmma.hpp>

#include <cstdio>

namespace {

using namespace tileproof;

int failed = 0;
int tried = 0;
void *a, *b, *c, *d;
unsigned long long* wrong;

// Small integers: every sum is exact in f32, and most results are rounded.
template <class T>
__global__ void fill(T* p, std::int64_t count, unsigned seed) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    unsigned x = static_cast<unsigned>(i) * 2654435761u + seed;
    x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
    p[i] = static_cast<T>(
        static_cast<float>(static_cast<int>(x % 9) - (std::is_unsigned_v<T> ? 0 : 4)));
  }
}
template <class T>
__global__ void poison(T* p, std::int64_t count) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x)
    p[i] = static_cast<T>(77.0f);
}
struct add_column {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr T operator()(T value, int, int column) const {
    return value + static_cast<T>(column % 5);
  }
};

// Rows 0, step, 2 step ... of D, and the elements behind their last columns.
template <class Kernel, class Arguments>
__global__ void compare(Arguments const g, typename Kernel::element_d const* before, int step,
                        unsigned long long* count) {
  using TD = typename Kernel::element_d;
  std::int64_t const n = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  std::int64_t const m = static_cast<std::int64_t>(blockIdx.y) * step;
  std::int64_t const l = blockIdx.z;
  if (n >= g.ldd || m >= g.m) return;
  float const is = static_cast<float>(g.d[l * g.batch_d + m * g.ldd + n]);
  if (n >= g.n) {
    if (is != 77.0f) atomicAdd(count, 1ull);
    return;
  }
  double sum = 0;
  if (g.alpha != 0)
    for (std::int64_t i = 0; i < g.k; ++i) {
      bool const k_a = Kernel::major_a == major::k;
      bool const k_b = Kernel::major_b == major::k;
      sum += static_cast<double>(
                 static_cast<float>(g.a[l * g.batch_a + (k_a ? m * g.lda + i : i * g.lda + m)])) *
             static_cast<double>(
                 static_cast<float>(g.b[l * g.batch_b + (k_b ? n * g.ldb + i : i * g.ldb + n)]));
    }
  sum *= static_cast<double>(g.alpha);
  if (g.beta != 0)
    sum += static_cast<double>(g.beta) *
           static_cast<double>(static_cast<float>(before[l * g.batch_c + m * g.ldc + n]));
  using accumulator = typename Kernel::accumulator;
  TD const expected = static_cast<TD>(
      g.finish(static_cast<accumulator>(sum), static_cast<int>(m), static_cast<int>(n)));
  if (!(static_cast<float>(expected) == is)) atomicAdd(count, 1ull);
}

struct problem {
  int m, n, k;
  int batches = 1;
  int alpha = 1, beta = 0;
  int pad = 0;  // elements of 16 bytes between rows
  bool in_place = false;
};

template <class Kernel>
void check(char const* name, problem const& p) {
  using TA = typename Kernel::element_a;
  using TB = typename Kernel::element_b;
  using TD = typename Kernel::element_d;
  using scalar = std::conditional_t<Kernel::is_integer, std::int32_t, float>;
  auto const padded = [&](int n, std::size_t bytes) {
    std::int64_t const unit = 16 / static_cast<std::int64_t>(bytes);
    return (n + unit - 1) / unit * unit + p.pad * unit;
  };
  wgmma_arguments<TA, TB, TD, scalar, typename Kernel::epilogue> g{};
  g.m = p.m, g.n = p.n, g.k = p.k, g.batches = p.batches;
  g.alpha = static_cast<scalar>(p.alpha), g.beta = static_cast<scalar>(p.beta);
  bool const k_a = Kernel::major_a == major::k;
  bool const k_b = Kernel::major_b == major::k;
  g.a = static_cast<TA const*>(a), g.lda = padded(k_a ? p.k : p.m, sizeof(TA)),
  g.batch_a = g.lda * (k_a ? p.m : p.k);
  g.b = static_cast<TB const*>(b), g.ldb = padded(k_b ? p.k : p.n, sizeof(TB)),
  g.batch_b = g.ldb * (k_b ? p.n : p.k);
  g.d = static_cast<TD*>(d), g.ldd = padded(p.n, sizeof(TD)), g.batch_d = g.ldd * p.m;
  g.c = p.in_place ? g.d : static_cast<TD const*>(c), g.ldc = g.ldd, g.batch_c = g.batch_d;
  std::int64_t const count = g.batch_d * p.batches;
  fill<<<256, 256>>>(static_cast<TA*>(a), g.batch_a * p.batches, 1);
  fill<<<256, 256>>>(static_cast<TB*>(b), g.batch_b * p.batches, 2);
  fill<<<256, 256>>>(static_cast<TD*>(c), count, 3);
  poison<<<256, 256>>>(static_cast<TD*>(d), count);
  if (p.in_place)  // the rows of C, and not what lies between them
    for (std::int64_t l = 0; l < p.batches; ++l)
      cudaMemcpy2D(g.d + l * g.batch_d, g.ldd * sizeof(TD), static_cast<TD*>(c) + l * g.batch_d,
                   g.ldd * sizeof(TD), p.n * sizeof(TD), p.m, cudaMemcpyDeviceToDevice);
  cudaMemset(wrong, 0, sizeof(*wrong));
  status const s = launch_gemm<Kernel>(g, cudaStream_t{});
  int const step = p.m > 1024 ? 37 : 1;
  compare<Kernel>
      <<<dim3(static_cast<unsigned>((g.ldd + 127) / 128),
              static_cast<unsigned>((p.m + step - 1) / step), static_cast<unsigned>(p.batches)),
         128>>>(g, static_cast<TD const*>(c), step, wrong);
  unsigned long long n = 0;
  cudaError_t const error = cudaMemcpy(&n, wrong, sizeof(n), cudaMemcpyDeviceToHost);
  ++tried;
  if (s == status::ok && error == cudaSuccess && n == 0) return;
  ++failed;
  std::printf("%s %d x %d x %d, %d batches: %s, %llu wrong, %s\n", name, p.m, p.n, p.k, p.batches,
              to_string(s), n, cudaGetErrorString(error));
}

template <class Kernel>
void check_sizes(char const* name) {
  for (int const m : {1, 64, 136, 300})
    for (int const n : {16, 256, 272, 784})
      for (int const k : {1, 64, 72, 600}) check<Kernel>(name, {m, n, k});
  check<Kernel>(name, {200, 272, 136, 3, 2, -1, 1});
  check<Kernel>(name, {200, 272, 136, 2, 1, 3, 2, true});
  check<Kernel>(name, {200, 272, 0, 1, 1, 2});
  check<Kernel>(name, {200, 272, 136, 1, 0, 0});
  check<Kernel>(name, {2048, 2048, 512});
}
template <class TA, class TB, class TD, major A = major::k, major B = major::k,
          class Schedule = wgmma_schedule<256, 3, 4, 2>>
using kernel = gemm_wgmma<TA, TB, TD, A, B, add_column, Schedule>;
using bf16 = bfloat16_t;

}  // namespace

int main() {
  if (compute_capability() < 90) return skipped;
  constexpr std::size_t bytes = std::size_t{1} << 26;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMalloc(&d, bytes);
  cudaMalloc(&wrong, sizeof(*wrong));
  check_sizes<kernel<bf16, bf16, bf16>>("bf16");
#if !defined(TILEPROOF_FEW_KERNELS)
  check_sizes<kernel<bf16, bf16, bf16, major::mn, major::k>>("bf16 A mn");
  check_sizes<kernel<bf16, bf16, bf16, major::k, major::mn>>("bf16 B mn");
  check_sizes<kernel<bf16, bf16, bf16, major::mn, major::mn>>("bf16 both mn");
  check_sizes<kernel<bf16, bf16, bf16, major::k, major::k, wgmma_schedule<256, 3, 4, 1>>>(
      "bf16 256 alone");
  check_sizes<kernel<bf16, bf16, bf16, major::k, major::k, wgmma_schedule<192, 4, 3, 2>>>(
      "bf16 192");
  check_sizes<kernel<bf16, bf16, bf16, major::k, major::k, wgmma_schedule<128, 6, 2, 1>>>(
      "bf16 128 alone");
  check_sizes<kernel<bf16, bf16, bf16, major::k, major::k, wgmma_schedule<64, 8, 2, 1>>>(
      "bf16 64 alone");
  check_sizes<kernel<bf16, bf16, float>>("bf16 to f32");
  check_sizes<kernel<half_t, half_t, half_t>>("f16");
  check_sizes<kernel<tfloat32_t, tfloat32_t, float>>("tf32");
  check_sizes<kernel<float_e4m3_t, float_e4m3_t, bf16>>("e4m3");
  check_sizes<kernel<float_e5m2_t, float_e4m3_t, half_t>>("e5m2 by e4m3");
  check_sizes<kernel<std::int8_t, std::int8_t, std::int32_t>>("int8");
  check_sizes<kernel<std::uint8_t, std::int8_t, std::int32_t>>("uint8 by int8");
#endif
  std::printf("%d products, %d failed\n", tried, failed);
  return failed != 0;
}
