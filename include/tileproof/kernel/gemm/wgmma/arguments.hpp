// SPDX-License-Identifier: BSL-1.0
//
// The arguments of gemm_wgmma, D = epilogue(alpha * A * B + beta * C), and their check. The kernel
// states the law in full, scales and rounding included.
//
//   wgmma_arguments g{m, n, k, 1.0f, a, lda, b, ldb, d, ldd};
//   g.beta = 1, g.c = c, g.ldc = ldc;                             // C may be D
//   g.batches = 8, g.batch_a = m * lda, g.batch_b = n * ldb, g.batch_d = m * ldd;
//   g.scales = {scale_a, scale_b};                                // of fp8, in device memory
#pragma once

#include <tileproof/kernel/gemm/arguments.hpp>
#include <tileproof/kernel/gemm/wgmma/tile_order.hpp>
#include <tileproof/kernel/gemm/wgmma/types.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The epilogue that changes nothing. An epilogue is called with an element of alpha * A * B + beta
// * C and its row and column, and returns what D gets. It must do the same in every thread.
struct identity_epilogue {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr T operator()(T value, int, int) const {
    return value;
  }
};
// An epilogue of D for the kernel that computes D transposed.
template <class Epilogue>
struct transposed_epilogue {
  Epilogue finish{};
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(T value, int row, int column) const {
    return finish(value, column, row);
  }
};

// The order of a matrix in memory, as cuBLASLt names it: the elements of a row are consecutive, or
// those of a column.
enum class matrix_order : bool { row_major, column_major };

// The scales of tensors of 8-bit elements: the address of one number each, in memory that the GPU
// reads when it runs the kernel; null stands for 1.
struct wgmma_scales {
  float const* a = nullptr;
  float const* b = nullptr;
  float const* c = nullptr;
  float const* d = nullptr;
};

// A is m x k; B is n x k, that is op(B) transposed; C and D are m x n, in the order of the kernel.
// Leading dimensions and the distances of batches are in elements. C may be D; other overlaps are
// refused. C has D's type, the type of alpha, or is f16 or bf16 beside fp8. As BLAS defines: where
// beta is 0 C is not read, and where alpha or k is 0 neither A nor B is.
template <class TA, class TB, class TD, class Scalar = float, class Epilogue = identity_epilogue,
          class TC = TD>
struct wgmma_arguments {
  std::int64_t m, n, k;
  Scalar alpha;
  TA const* a;
  std::int64_t lda;
  TB const* b;
  std::int64_t ldb;
  TD* d;
  std::int64_t ldd;
  Scalar beta = 0;
  TC const* c = nullptr;
  std::int64_t ldc = 0;
  std::int64_t batches = 1;
  std::int64_t batch_a = 0, batch_b = 0, batch_c = 0, batch_d = 0;
  Epilogue finish{};
  wgmma_scales scales{};
};
template <class TA, class TB, class TD, class Scalar, class M, class N, class K, class LA, class LB,
          class LD>
wgmma_arguments(M, N, K, Scalar, TA const*, LA, TB const*, LB, TD*, LD)
    -> wgmma_arguments<TA, TB, TD, Scalar>;
template <class TA, class TB, class TD, class Scalar, class M, class N, class K, class LA, class LB,
          class LD>
wgmma_arguments(M, N, K, Scalar, TA*, LA, TB*, LB, TD*, LD)
    -> wgmma_arguments<std::remove_const_t<TA>, std::remove_const_t<TB>, TD, Scalar>;

namespace detail {

// The arguments of D^T = B^T * A^T.
template <class TA, class TB, class TD, class Scalar, class Epilogue, class TC>
constexpr auto transposed(wgmma_arguments<TA, TB, TD, Scalar, Epilogue, TC> const& g) noexcept {
  return wgmma_arguments<TB, TA, TD, Scalar, transposed_epilogue<Epilogue>, TC>{
      g.n,       g.m,       g.k,        g.alpha,
      g.b,       g.ldb,     g.a,        g.lda,
      g.d,       g.ldd,     g.beta,     g.c,
      g.ldc,     g.batches, g.batch_b,  g.batch_a,
      g.batch_c, g.batch_d, {g.finish}, {g.scales.b, g.scales.a, g.scales.c, g.scales.d}};
}

// check_matrix, and the distance of batches.
template <class T>
status check_batches(T const* p, std::int64_t along, std::int64_t across, std::int64_t ld,
                     std::int64_t batches, std::int64_t batch) noexcept {
  status const s = check_matrix<16, T, std::int64_t>(p, along, across, ld);
  if (s != status::ok || along == 0 || across == 0) return s;
  constexpr std::int64_t most = std::int64_t{1} << 39;  // bytes: TMA's strides have 40 bits
  if (ld > most / static_cast<std::int64_t>(sizeof(T))) return status::size_beyond_index;
  if (batches == 1) return status::ok;
  if (batch < 0 || batch > most / static_cast<std::int64_t>(sizeof(T)))
    return status::size_beyond_index;
  std::int64_t const room = INT64_MAX / static_cast<std::int64_t>(2 * sizeof(T)) - ld * across;
  if (room < 0 || (batch > 0 && batches - 1 > room / batch)) return status::size_beyond_index;
  return batch % (16 / static_cast<int>(sizeof(T))) == 0 ? status::ok
                                                         : status::misaligned_leading_dimension;
}
// The bytes of a batched matrix, from the first to the last, as one run.
template <class T>
runs_of_bytes span_of(T const* p, std::int64_t along, std::int64_t across, std::int64_t ld,
                      std::int64_t batches, std::int64_t batch) noexcept {
  std::int64_t const last = (across - 1) * ld + along + (batches - 1) * batch;
  return bytes_of(p, last, 1, last);
}

template <major MajorA, major MajorB, class TA, class TB, class TD, class Scalar, class Epilogue,
          class TC>
status check_wgmma(wgmma_arguments<TA, TB, TD, Scalar, Epilogue, TC> const& g) noexcept {
  if (g.m < 0 || g.n < 0 || g.k < 0 || g.batches < 0) return status::negative_size;
  bool const mn_a = MajorA == major::mn;
  bool const mn_b = MajorB == major::mn;
  std::int64_t const most = INT32_MAX - beyond_edge;
  if (g.m > most || g.n > most || g.k > most || g.batches > most) return status::size_beyond_index;
  constexpr bool has_no_scale = std::is_integral_v<Scalar>;
  if ((g.scales.a != nullptr && (has_no_scale || sizeof(TA) != 1)) ||
      (g.scales.b != nullptr && (has_no_scale || sizeof(TB) != 1)) ||
      (g.scales.c != nullptr && (has_no_scale || sizeof(TC) != 1)) ||
      (g.scales.d != nullptr && (has_no_scale || sizeof(TD) != 1)))
    return status::scale_not_taken;
  if (g.m == 0 || g.n == 0 || g.batches == 0) return status::ok;
  std::int64_t const tiles = tiles_of(g.m, 64);
  if (tiles > most / tiles_of(g.n, 64) || tiles * tiles_of(g.n, 64) > most / g.batches)
    return status::size_beyond_index;
  bool const has_product = g.alpha != 0 && g.k != 0;
  status s = status::ok;
  if (has_product) {
    s = check_batches(g.a, mn_a ? g.m : g.k, mn_a ? g.k : g.m, g.lda, g.batches, g.batch_a);
    if (s != status::ok) return s;
    s = check_batches(g.b, mn_b ? g.n : g.k, mn_b ? g.k : g.n, g.ldb, g.batches, g.batch_b);
    if (s != status::ok) return s;
  }
  if (g.beta != 0) {
    s = check_batches(g.c, g.n, g.m, g.ldc, g.batches, g.batch_c);
    if (s != status::ok) return s;
  }
  s = check_batches(g.d, g.n, g.m, g.ldd, g.batches, g.batch_d);
  if (s != status::ok) return s;
  if (g.n * static_cast<std::int64_t>(sizeof(TD)) % 16 != 0) return status::misaligned_extent;
  if (batches_overlap(g.n, g.m, g.ldd, g.batches, g.batch_d)) return status::overlapping_operands;
  runs_of_bytes const d = span_of(g.d, g.n, g.m, g.ldd, g.batches, g.batch_d);
  if (has_product &&
      (overlap(span_of(g.a, mn_a ? g.m : g.k, mn_a ? g.k : g.m, g.lda, g.batches, g.batch_a), d) ||
       overlap(span_of(g.b, mn_b ? g.n : g.k, mn_b ? g.k : g.n, g.ldb, g.batches, g.batch_b), d)))
    return status::overlapping_operands;
  bool is_in_place = false;
  if constexpr (std::is_same_v<TC, TD>)
    is_in_place = g.c == g.d && g.ldc == g.ldd && (g.batches == 1 || g.batch_c == g.batch_d);
  if (g.beta != 0 && !is_in_place &&
      overlap(span_of(g.c, g.n, g.m, g.ldc, g.batches, g.batch_c), d))
    return status::overlapping_operands;
  return status::ok;
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
