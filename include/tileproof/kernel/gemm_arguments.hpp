// SPDX-License-Identifier: BSL-1.0
//
// C = alpha * A * B + beta * C: what every GEMM here takes, and what it refuses.
#pragma once

#include <tileproof/algebra/layout.hpp>
#include <tileproof/algebra/multiple.hpp>
#include <tileproof/kernel/launch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Which mode of an operand, (M,K) or (N,K), lies contiguously. In BLAS's words A is N where it is
// mn-major and T where it is k-major; B the other way round.
enum class major : bool { mn, k };

// A is m x k, B is n x k (op(B) transposed), C is m x n by columns; leading dimensions in elements.
// C is not read where beta is 0.
template <class PA, class PB, class PC, class Scalar>
struct gemm_arguments {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  Scalar alpha;
  PA a;
  std::int64_t lda;
  PB b;
  std::int64_t ldb;
  Scalar beta;
  PC c;
  std::int64_t ldc;
};

// A matrix (MN,K) of a major; its leading dimension is a multiple of Multiple.
template <major Major, int Multiple = 1, class Index>
TILEPROOF_HOST_DEVICE constexpr auto operand_layout(Index mn, Index k, Index ld) {
  auto const known = assume_multiple_of<Multiple>(ld);
  if constexpr (Major == major::mn)
    return make_layout(make_shape(mn, k), make_stride(_1{}, known));
  else
    return make_layout(make_shape(mn, k), make_stride(known, _1{}));
}

namespace detail {

// What an operand must be: rows * columns elements, `along` of them contiguous, `across` steps of
// ld.
template <int Bytes, class T, class Index>
status check_matrix(T const* p, std::int64_t along, std::int64_t across, std::int64_t ld) noexcept {
  if (along == 0 || across == 0) return status::ok;
  if (p == nullptr) return status::null_pointer;
  if (ld < along) return status::leading_dimension_too_small;
  if (reinterpret_cast<std::uintptr_t>(p) % Bytes != 0) return status::misaligned_base;
  static_assert(Bytes % sizeof(T) == 0, "an access of whole elements");
  if (ld % (Bytes / static_cast<int>(sizeof(T))) != 0) return status::misaligned_leading_dimension;
  // The last offset that a tile may compute: predicates look at coordinates beyond the edge.
  constexpr std::int64_t beyond = 1024;
  if (sizeof(Index) < 8 && (ld > INT32_MAX / (across + beyond) || along + beyond > INT32_MAX ||
                            ld * (across + beyond) + along + beyond > INT32_MAX))
    return status::size_beyond_index;
  return status::ok;
}

}  // namespace detail

// What a kernel needs: A and B, base and leading dimension, at multiples of so many bytes; offsets
// that fit Index.
template <major MajorA, major MajorB, int BytesA, int BytesB, class Index, class A, class B,
          class C, class Scalar>
status check_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g) noexcept {
  if (g.m < 0 || g.n < 0 || g.k < 0) return status::negative_size;
  status const a = MajorA == major::mn
                       ? detail::check_matrix<BytesA, A, Index>(g.a, g.m, g.k, g.lda)
                       : detail::check_matrix<BytesA, A, Index>(g.a, g.k, g.m, g.lda);
  if (a != status::ok) return a;
  status const b = MajorB == major::mn
                       ? detail::check_matrix<BytesB, B, Index>(g.b, g.n, g.k, g.ldb)
                       : detail::check_matrix<BytesB, B, Index>(g.b, g.k, g.n, g.ldb);
  if (b != status::ok) return b;
  return detail::check_matrix<static_cast<int>(sizeof(C)), C, Index>(g.c, g.m, g.n, g.ldc);
}

#if defined(__CUDACC__)
// Checks the arguments and launches: a block for each tile of C.
template <class Kernel, class A, class B, class C, class Scalar>
status launch_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g,
                   cudaStream_t stream) noexcept {
  status const s = check_gemm<Kernel::major_a, Kernel::major_b, Kernel::access_bytes_a,
                              Kernel::access_bytes_b, typename Kernel::index>(g);
  if (s != status::ok) return s;
  constexpr std::int64_t m = size<0>(typename Kernel::cta_tiler{});
  constexpr std::int64_t n = size<1>(typename Kernel::cta_tiler{});
  return launch<Kernel>({(g.m + m - 1) / m, (g.n + n - 1) / n, 1}, g, stream);
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
