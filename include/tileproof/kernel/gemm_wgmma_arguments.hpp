// SPDX-License-Identifier: BSL-1.0
//
// The arguments of gemm_wgmma, D = epilogue(alpha * A * B + beta * C), and their check.
//
//   wgmma_arguments g{m, n, k, 1.0f, a, lda, b, ldb, d, ldd};
//   g.beta = 1, g.c = c, g.ldc = ldc;                             // C may be D
//   g.batches = 8, g.batch_a = m * lda, g.batch_b = n * ldb, g.batch_d = m * ldd;
#pragma once

#include <tileproof/kernel/gemm_arguments.hpp>
#include <tileproof/kernel/tile_order.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The epilogue that changes nothing. An epilogue is called with an element of alpha * A * B + beta
// * C and its row and column, and returns what D gets. It must do the same in every thread.
struct identity_epilogue {
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr T operator()(T value, int, int) const {
    return value;
  }
};

// A is m x k; B is n x k, that is op(B) transposed; C and D are m x n, by rows. Leading dimensions
// and the distances of batches are in elements. C may be D; other overlaps are refused. As BLAS
// defines: where beta is 0 C is not read, and where alpha or k is 0 neither A nor B is.
template <class TA, class TB, class TD, class Scalar = float, class Epilogue = identity_epilogue>
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
  TD const* c = nullptr;
  std::int64_t ldc = 0;
  std::int64_t batches = 1;
  std::int64_t batch_a = 0, batch_b = 0, batch_c = 0, batch_d = 0;
  Epilogue finish{};
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

template <major MajorA, major MajorB, class TA, class TB, class TD, class Scalar, class Epilogue>
status check_wgmma(wgmma_arguments<TA, TB, TD, Scalar, Epilogue> const& g) noexcept {
  if (g.m < 0 || g.n < 0 || g.k < 0 || g.batches < 0) return status::negative_size;
  bool const mn_a = MajorA == major::mn;
  bool const mn_b = MajorB == major::mn;
  std::int64_t const most = INT32_MAX - beyond_edge;
  if (g.m > most || g.n > most || g.k > most || g.batches > most) return status::size_beyond_index;
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
  runs_of_bytes const d = span_of(g.d, g.n, g.m, g.ldd, g.batches, g.batch_d);
  if (has_product &&
      (overlap(span_of(g.a, mn_a ? g.m : g.k, mn_a ? g.k : g.m, g.lda, g.batches, g.batch_a), d) ||
       overlap(span_of(g.b, mn_b ? g.n : g.k, mn_b ? g.k : g.n, g.ldb, g.batches, g.batch_b), d)))
    return status::overlapping_operands;
  bool const is_in_place =
      g.c == g.d && g.ldc == g.ldd && (g.batches == 1 || g.batch_c == g.batch_d);
  if (g.beta != 0 && !is_in_place &&
      overlap(span_of(g.c, g.n, g.m, g.ldc, g.batches, g.batch_c), d))
    return status::overlapping_operands;
  return status::ok;
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
