// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma on a GPU: every element of D beside a plain kernel that sums in double, for each type,
// both majors of each operand, both orders of D and each schedule; sizes that the tile divides and
// that it does not; alpha, beta, scales, C in place and of another type, batches, also with rows
// that interleave, an epilogue; tiles that clusters share; and what lies between the rows of D
// stays as it was, and the counters of a workspace 0.
#include "gpu.hpp"
#include "gpu_data.hpp"

#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

#include <cstdio>
#include <cstring>

namespace {

using namespace tileproof;

int failed = 0;
int tried = 0;
void *a, *b, *c, *d;
unsigned long long* wrong;
float* scales;  // of A, B, C and D
wgmma_workspace workspace{nullptr, std::int64_t{1} << 26};

// Small integers: every sum is exact in f32, and most results are rounded.
template <class T>
__global__ void fill(T* p, std::int64_t count, unsigned seed) {
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    unsigned const x = hash_of(i, seed);
    p[i] = static_cast<T>(
        static_cast<float>(static_cast<int>(x % 9) - (std::is_unsigned_v<T> ? 0 : 4)));
  }
}

// Rows (columns of a column-major D) 0, step, 2 step ... of D, and the elements past their ends, up
// to `width`.
template <class Kernel, class Arguments, class TC>
__global__ void compare(Arguments const g, TC const* before, std::int64_t width, int step,
                        unsigned long long* count) {
  using TD = typename Kernel::element_d;
  using scalar = typename Kernel::scalar;
  constexpr bool is_row_major = Kernel::order_d == matrix_order::row_major;
  std::int64_t const i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  std::int64_t const j = static_cast<std::int64_t>(blockIdx.y) * step;
  std::int64_t const m = is_row_major ? j : i;
  std::int64_t const n = is_row_major ? i : j;
  std::int64_t const l = blockIdx.z;
  if (i >= width) return;
  float const is = static_cast<float>(g.d[l * g.batch_d + j * g.ldd + i]);
  if (m >= g.m || n >= g.n) {
    if (is != static_cast<float>(static_cast<TD>(unwritten))) atomicAdd(count, 1ull);
    return;
  }
  double sum = 0;
  if (g.alpha != 0)
    for (std::int64_t e = 0; e < g.k; ++e) {
      bool const k_a = Kernel::major_a == major::k;
      bool const k_b = Kernel::major_b == major::k;
      sum += static_cast<double>(
                 static_cast<float>(g.a[l * g.batch_a + (k_a ? m * g.lda + e : e * g.lda + m)])) *
             static_cast<double>(
                 static_cast<float>(g.b[l * g.batch_b + (k_b ? n * g.ldb + e : e * g.ldb + n)]));
    }
  auto const scale = [](float const* p) { return p == nullptr ? 1.0 : static_cast<double>(*p); };
  sum *= static_cast<double>(g.alpha) * scale(g.scales.a) * scale(g.scales.b);
  if (g.beta != 0)
    sum += static_cast<double>(g.beta) * scale(g.scales.c) *
           static_cast<double>(static_cast<float>(before[l * g.batch_c + j * g.ldc + i]));
  // Exact so far; the scale of D is a power of 2.
  scalar const x = g.finish(static_cast<scalar>(sum), static_cast<int>(m), static_cast<int>(n)) *
                   static_cast<scalar>(g.scales.d == nullptr ? 1.0f : *g.scales.d);
  TD expected;
  if constexpr (std::is_same_v<TD, float_e4m3_t>)
    expected = TD::bitcast(static_cast<std::uint8_t>(detail::e4m3::encode(x)));
  else if constexpr (std::is_same_v<TD, float_e5m2_t>)
    expected = TD::bitcast(static_cast<std::uint8_t>(detail::e5m2::encode(x)));
  else if constexpr (std::is_integral_v<TD> && sizeof(TD) == 1)
    expected = detail::nearest_integer<TD>(x);
  else
    expected = static_cast<TD>(x);
  if (!(static_cast<float>(expected) == is)) atomicAdd(count, 1ull);
}

// Counters of a workspace that a launch has not left 0.
__global__ void count_nonzero(unsigned const* p, int count, unsigned long long* wrong) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && p[i] != 0) atomicAdd(wrong, 1ull);
}

struct problem {
  int m, n, k;
  int batches = 1;
  int alpha = 1, beta = 0;
  int pad = 0;  // elements of 16 bytes between rows
  bool in_place = false;
  bool is_scaled = false;
  bool interleaves = false;  // the rows of batches
};

template <class Kernel, class TC = typename Kernel::element_d>
void check(char const* name, problem const& p) {
  using TA = typename Kernel::element_a;
  using TB = typename Kernel::element_b;
  using TD = typename Kernel::element_d;
  using scalar = typename Kernel::scalar;
  constexpr bool is_row_major = Kernel::order_d == matrix_order::row_major;
  auto const padded = [&](int n, std::size_t bytes) {
    std::int64_t const unit = 16 / static_cast<std::int64_t>(bytes);
    return (n + unit - 1) / unit * unit + p.pad * unit;
  };
  int const along = is_row_major ? p.n : p.m;  // the extents of D
  int const across = is_row_major ? p.m : p.n;
  wgmma_arguments<TA, TB, TD, scalar, typename Kernel::epilogue, TC> g{};
  g.m = p.m, g.n = p.n, g.k = p.k, g.batches = p.batches;
  g.alpha = static_cast<scalar>(p.alpha), g.beta = static_cast<scalar>(p.beta);
  bool const k_a = Kernel::major_a == major::k;
  bool const k_b = Kernel::major_b == major::k;
  g.a = static_cast<TA const*>(a), g.lda = padded(k_a ? p.k : p.m, sizeof(TA)),
  g.batch_a = g.lda * (k_a ? p.m : p.k);
  g.b = static_cast<TB const*>(b), g.ldb = padded(k_b ? p.k : p.n, sizeof(TB)),
  g.batch_b = g.ldb * (k_b ? p.n : p.k);
  std::int64_t const width = padded(along, sizeof(TD));
  g.d = static_cast<TD*>(d), g.ldd = p.interleaves ? width * p.batches : width;
  g.batch_d = p.interleaves ? width : width * across;
  g.ldc = padded(along, sizeof(TC)), g.batch_c = g.ldc * across;
  g.c = static_cast<TC const*>(c);
  if constexpr (std::is_same_v<TC, TD>)
    if (p.in_place) g.c = g.d;
  if (p.is_scaled)
    g.scales = {sizeof(TA) == 1 ? scales : nullptr, sizeof(TB) == 1 ? scales + 1 : nullptr,
                sizeof(TC) == 1 ? scales + 2 : nullptr, sizeof(TD) == 1 ? scales + 3 : nullptr};
  if constexpr (Kernel::shares_tiles) g.workspace = workspace;
  std::int64_t const count = width * across * p.batches;
  fill<<<256, 256>>>(static_cast<TA*>(a), g.batch_a * p.batches, 1);
  fill<<<256, 256>>>(static_cast<TB*>(b), g.batch_b * p.batches, 2);
  fill<<<256, 256>>>(static_cast<TC*>(c), g.batch_c * p.batches, 3);
  poison<<<256, 256>>>(static_cast<TD*>(d), count);
  if (p.in_place)  // the rows of C, and not what lies between them
    for (std::int64_t l = 0; l < p.batches; ++l)
      cudaMemcpy2D(g.d + l * g.batch_d, g.ldd * sizeof(TD), static_cast<TD*>(c) + l * g.batch_d,
                   g.ldd * sizeof(TD), along * sizeof(TD), across, cudaMemcpyDeviceToDevice);
  cudaMemset(wrong, 0, sizeof(*wrong));
  status const s = [&] {
    if constexpr (requires { typename Kernel::is_chosen; })
      return launch_gemm<Kernel::major_a, Kernel::major_b, Kernel::order_d>(g, cudaStream_t{});
    else
      return launch_gemm<Kernel>(g, cudaStream_t{});
  }();
  int const step = across > 1024 ? 37 : 1;
  compare<Kernel>
      <<<dim3(static_cast<unsigned>((width + 127) / 128),
              static_cast<unsigned>((across + step - 1) / step), static_cast<unsigned>(p.batches)),
         128>>>(g, static_cast<TC const*>(c), width, step, wrong);
  if (g.workspace.p != nullptr)
    count_nonzero<<<8, 256>>>(static_cast<unsigned*>(workspace.p), detail::bytes_of_counters / 4,
                              wrong);
  unsigned long long n = 0;
  cudaError_t const error = cudaMemcpy(&n, wrong, sizeof(n), cudaMemcpyDeviceToHost);
  ++tried;
  if (s == status::ok && error == cudaSuccess && n == 0) return;
  ++failed;
  std::printf("%s %d x %d x %d, %d batches, %d %d: %s, %llu wrong, %s\n", name, p.m, p.n, p.k,
              p.batches, p.alpha, p.beta, to_string(s), n, cudaGetErrorString(error));
}

bool is_quick = false;
char const* wanted = "";
// C also of type TC.
template <class Kernel, class TC = typename Kernel::element_d>
void check_sizes(char const* name) {
  if (std::strstr(name, wanted) == nullptr) return;
  using TD = typename Kernel::element_d;
  bool const is_row_major = Kernel::order_d == matrix_order::row_major;
  auto const of = [&](problem p) {
    if (!is_row_major)
      p = {p.n,    p.m,   p.k,        p.batches,   p.alpha,
           p.beta, p.pad, p.in_place, p.is_scaled, p.interleaves};
    return p;
  };
  bool const is_scaled = !std::is_same_v<TD, std::int32_t>;
  if (!is_quick)
    for (int const m : {1, 64, 136, 300})
      for (int const n : {16, 256, 272, 784})
        for (int const k : {1, 64, 72, 600}) check<Kernel>(name, of({m, n, k}));
  check<Kernel>(name, of({200, 272, 136, 3, 2, -1, 1}));
  check<Kernel, TC>(name, of({200, 272, 136, 3, 2, -1, 1, false, is_scaled, true}));
  check<Kernel>(name, of({200, 272, 136, 2, 1, 3, 2, true, is_scaled}));
  check<Kernel>(name, of({200, 272, 0, 1, 1, 2}));
  check<Kernel>(name, of({200, 272, 136, 1, 0, 0}));
  if (!is_quick) check<Kernel>(name, of({2048, 2048, 512}));
  if constexpr (Kernel::shares_tiles)  // some clusters a tile, and some tiles a cluster
    for (problem p : {problem{192, 1008, 4096}, {130, 4112, 2048, 1, 2, 1}, {520, 2064, 1552, 2}})
      check<Kernel>(name, of(p));
}
constexpr matrix_order by_rows = matrix_order::row_major;
constexpr matrix_order by_columns = matrix_order::column_major;
[[maybe_unused]] constexpr major mn = major::mn;
template <class TA, class TB, class TD, major A = major::k, major B = major::k,
          matrix_order Order = by_rows, class Schedule = wgmma_schedule<256, 3, 4, 2>>
using kernel = gemm_wgmma<TA, TB, TD, A, B, Order, add_row_and_column, Schedule>;
template <class TA, class TB, class TD, matrix_order Order, int... Schedule>
using kernel_of = kernel<TA, TB, TD, major::k, major::k, Order, wgmma_schedule<Schedule...>>;
template <class TA, class TB, class TD, matrix_order Order, int... Schedule>
using few_rows = kernel<TA, TB, TD, major::k, major::k, Order, wgmma_swap_ab<Schedule...>>;
// Tiles of BlockM x BlockN elements of what is stored: D, or where `Stores` is by columns its
// transpose.
template <class TA, class TB, class TD, matrix_order Stores, int BlockM, int BlockN, int Stages,
          int Blocks, major A = major::k, major B = major::k>
using tiles_of = kernel<TA, TB, TD, A, B, by_rows,
                        wgmma_schedule<BlockN, Stages, 2, Blocks, Stores, false, BlockM>>;
template <class TA, class TB, class TD, matrix_order Order, int BlockN, int Stages>
using shared_swap =
    kernel<TA, TB, TD, major::k, major::k, Order, wgmma_shared_swap<BlockN, Stages>>;
// That kernel, its schedule chosen.
template <class Kernel>
struct chosen : Kernel {
  using is_chosen = void;
};
using bf16 = bfloat16_t;
using e4m3 = float_e4m3_t;
using e5m2 = float_e5m2_t;
using s8 = std::int8_t;
using u8 = std::uint8_t;
using s32 = std::int32_t;

}  // namespace

void allocate() {
  constexpr std::size_t bytes = std::size_t{1} << 26;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMalloc(&d, bytes);
  cudaMalloc(&wrong, sizeof(*wrong));
  cudaMalloc(&scales, 4 * sizeof(float));
  cudaMalloc(&workspace.p, workspace.bytes);
  cudaMemset(workspace.p, 0, workspace.bytes);
  float const scale[4] = {0.5f, 4, 2, 0.25f};
  cudaMemcpy(scales, scale, sizeof(scale), cudaMemcpyHostToDevice);
}

// gemm_wgmma [quick [NAME]]: a few sizes for each kernel; only kernels that have NAME in their
// name.
int main(int count, char** arguments) {
  if (compute_capability() < 90) return skipped;
  is_quick = count > 1 && arguments[1][0] == 'q';
  if (count > 2) wanted = arguments[2];
  allocate();
  // Each element type and each schedule once: TILEPROOF_FEW_KERNELS has these alone.
  check_sizes<kernel<bf16, bf16, bf16>, float>("bf16");
  check_sizes<kernel_of<half_t, half_t, half_t, by_rows, 192, 4, 3, 2>>("f16 192");
  check_sizes<kernel_of<tfloat32_t, tfloat32_t, float, by_columns, 128, 6, 2, 1>>(
      "tf32 by columns 128 alone");
  check_sizes<kernel_of<e5m2, e4m3, e4m3, by_rows, 64, 8, 2, 2>>("e5m2 by e4m3 to e4m3 64");
  check_sizes<kernel_of<u8, s8, s32, by_rows, 256, 3, 4, 1>>("uint8 by int8 256 alone");
  check_sizes<few_rows<bf16, bf16, bf16, by_columns, 64, 8, 4>, float>(
      "bf16 by columns, 64, 4 parts of k");
  check_sizes<shared_swap<bf16, bf16, bf16, by_rows, 160, 5>, float>("bf16 160 rows, shared");
  check_sizes<tiles_of<bf16, bf16, bf16, by_rows, 64, 96, 8, 4>, float>(
      "bf16 64 x 96, clusters of 4");
  check_sizes<few_rows<bf16, bf16, bf16, by_rows, 128, 7, 2, 64>, float>(
      "bf16 128 x 64, 2 parts of k");
#if !defined(TILEPROOF_FEW_KERNELS)
  check_sizes<shared_swap<bf16, bf16, bf16, by_rows, 192, 4>>("bf16 192 rows, shared");
  check_sizes<shared_swap<half_t, half_t, float, by_columns, 160, 5>>(
      "f16 to f32 160 columns, shared");
  check_sizes<shared_swap<e4m3, e4m3, e4m3, by_rows, 192, 4>, bf16>("e4m3 192 rows, shared");
  check_sizes<
      kernel<bf16, bf16, bf16, mn, mn, by_rows, wgmma_schedule<160, 5, 2, 2, by_columns, true>>>(
      "bf16 both mn, 160 rows, shared");
  check_sizes<shared_swap<half_t, half_t, half_t, by_rows, 48, 9>>("f16 48 rows, shared");
  check_sizes<tiles_of<e4m3, e4m3, e4m3, by_rows, 64, 256, 5, 1>, bf16>("e4m3 64 x 256 alone");
  check_sizes<tiles_of<half_t, half_t, float, by_rows, 64, 192, 6, 2, mn, mn>>(
      "f16 to f32 both mn, 64 x 192");
  check_sizes<tiles_of<bf16, bf16, bf16, by_columns, 64, 64, 8, 4, mn, mn>>(
      "bf16 both mn, 64 x 64 by columns, clusters of 4");
  check_sizes<tiles_of<u8, s8, s32, by_columns, 64, 96, 8, 1>>("int8 64 x 96 by columns alone");
  check_sizes<tiles_of<bf16, bf16, e4m3, by_rows, 128, 224, 4, 2>>("bf16 to e4m3 224");
  check_sizes<tiles_of<half_t, half_t, float, by_columns, 128, 224, 4, 2>>(
      "f16 to f32 224 by columns");
  check_sizes<tiles_of<tfloat32_t, tfloat32_t, float, by_columns, 128, 112, 7, 2>>(
      "tf32 112 by columns");
  check_sizes<tiles_of<bf16, bf16, bf16, by_columns, 128, 80, 8, 2, major::k, mn>>(
      "bf16 B mn, 80 by columns");
  check_sizes<few_rows<e4m3, e4m3, e4m3, by_columns, 32, 9, 4, 64>, bf16>(
      "e4m3 by columns, 32 x 64, 4 parts of k");
  check_sizes<kernel<half_t, half_t, half_t, mn, mn, by_rows, wgmma_swap_ab<64, 7, 2, 64>>>(
      "f16 both mn, 64 x 64, 2 parts of k");
  check_sizes<kernel<bf16, bf16, bf16, mn, major::k>>("bf16 A mn");
  check_sizes<kernel<bf16, bf16, bf16, major::k, mn>>("bf16 B mn");
  check_sizes<kernel<bf16, bf16, bf16, mn, mn>>("bf16 both mn");
  check_sizes<kernel_of<bf16, bf16, bf16, by_rows, 256, 3, 4, 1>>("bf16 256 alone");
  check_sizes<kernel_of<bf16, bf16, bf16, by_rows, 192, 4, 3, 2>>("bf16 192");
  check_sizes<kernel_of<bf16, bf16, bf16, by_rows, 128, 6, 2, 1>>("bf16 128 alone");
  check_sizes<kernel_of<bf16, bf16, bf16, by_rows, 128, 6, 2, 2>>("bf16 128");
  check_sizes<kernel_of<bf16, bf16, bf16, by_rows, 64, 8, 2, 1>>("bf16 64 alone");
  check_sizes<kernel_of<bf16, bf16, bf16, by_columns, 64, 8, 2, 2>>("bf16 64 by columns");
  check_sizes<few_rows<bf16, bf16, bf16, by_rows, 16, 12, 1>, float>("bf16 16 rows");
  check_sizes<few_rows<bf16, bf16, bf16, by_rows, 16, 6, 4>>("bf16 16 rows, 4 parts of k");
  check_sizes<few_rows<bf16, bf16, bf16, by_rows, 32, 11, 1>>("bf16 32 rows");
  check_sizes<few_rows<bf16, bf16, bf16, by_rows, 32, 5, 4>>("bf16 32 rows, 4 parts of k");
  check_sizes<few_rows<bf16, bf16, bf16, by_rows, 64, 8, 2>>("bf16 64 rows, 2 parts of k");
  check_sizes<few_rows<half_t, half_t, half_t, by_rows, 64, 4, 8>>("f16 64 rows, 8 parts of k");
  check_sizes<few_rows<bf16, bf16, bf16, by_rows, 96, 7, 1>>("bf16 96 rows");
  check_sizes<few_rows<bf16, bf16, float, by_rows, 96, 7, 2>>("bf16 to f32 96 rows, 2 parts of k");
  check_sizes<few_rows<bf16, bf16, bf16, by_rows, 128, 7, 1>>("bf16 128 rows");
  check_sizes<few_rows<tfloat32_t, tfloat32_t, float, by_rows, 128, 6, 2>>(
      "tf32 128 rows, 2 parts of k");
  check_sizes<few_rows<e4m3, e4m3, e4m3, by_rows, 16, 12, 1>, bf16>("e4m3 16 rows");
  check_sizes<few_rows<e4m3, e4m3, bf16, by_rows, 64, 8, 4>>("e4m3 64 rows, 4 parts of k");
  check_sizes<few_rows<bf16, s8, bf16, by_rows, 16, 8, 2, 64>>(
      "bf16 by int8, 16 rows by 64, 2 parts of k");
  check_sizes<few_rows<half_t, s8, float, by_rows, 64, 5, 1>>("f16 by int8 to f32, 64 rows");
  check_sizes<few_rows<s8, bf16, bf16, by_columns, 32, 7, 1>>("int8 by bf16, 32 columns");
  check_sizes<few_rows<u8, s8, s8, by_columns, 96, 7, 2>>("int8 96 columns, 2 parts of k");
  check_sizes<kernel<half_t, half_t, half_t, mn, mn, by_rows, wgmma_swap_ab<64, 8, 2>>>(
      "f16 both mn, 64 rows, 2 parts of k");
  check_sizes<kernel<bf16, bf16, bf16, mn, mn, by_rows, wgmma_swap_ab<16, 6, 1>>>(
      "bf16 both mn, 16 rows");
  check_sizes<kernel<bf16, bf16, bf16, mn, major::k, by_rows, wgmma_swap_ab<96, 7, 1>>>(
      "bf16 A mn, 96 rows");
  check_sizes<chosen<kernel<bf16, bf16, bf16>>>("bf16 chosen");
  check_sizes<chosen<kernel<half_t, half_t, float, mn, mn, by_columns>>>("f16 to f32 chosen");
  check_sizes<chosen<kernel<s8, bf16, bf16, major::k, major::k, by_columns, wgmma_swap_ab<16, 5>>>>(
      "int8 by bf16 chosen, by columns");
  check_sizes<kernel<bf16, bf16, float>>("bf16 to f32");
  check_sizes<kernel<half_t, half_t, half_t>>("f16");
  check_sizes<kernel<tfloat32_t, tfloat32_t, float>>("tf32");
  check_sizes<kernel<e4m3, e4m3, bf16>>("e4m3");
  check_sizes<kernel<e5m2, e4m3, half_t>>("e5m2 by e4m3");
  check_sizes<kernel<s8, s8, s32>>("int8");
  check_sizes<kernel<u8, s8, s32>>("uint8 by int8");
  check_sizes<kernel<bf16, bf16, bf16, mn, major::k, by_columns>>("bf16 A mn by columns");
  check_sizes<kernel<bf16, bf16, bf16, major::k, mn, by_columns>>("bf16 B mn by columns");
  check_sizes<kernel<bf16, bf16, bf16, mn, mn, by_columns>>("bf16 both mn by columns");
  check_sizes<kernel_of<bf16, bf16, float, by_columns, 128, 6, 2, 1>>("bf16 to f32 by columns");
  check_sizes<kernel<e4m3, e4m3, e4m3>, bf16>("e4m3 to e4m3");
  check_sizes<kernel_of<e5m2, e4m3, e5m2, by_columns, 192, 3, 3, 1>>("e5m2 to e5m2 by columns");
  check_sizes<kernel_of<bf16, bf16, e4m3, by_rows, 64, 8, 2, 1>>("bf16 to e4m3");
  check_sizes<kernel<half_t, half_t, e5m2>>("f16 to e5m2");
  check_sizes<kernel<s8, s8, s8>, float>("int8 to int8");
  check_sizes<kernel_of<u8, s8, u8, by_columns, 192, 3, 2, 1>>("uint8 by int8 to uint8");
#endif
  // A launch prepares its kernel anew where the device has been reset.
  cudaDeviceReset();
  allocate();
  check<kernel<bf16, bf16, bf16>>("bf16 after a reset", {200, 272, 136});
  std::printf("%d products, %d failed\n", tried, failed);
  return failed != 0;
}
