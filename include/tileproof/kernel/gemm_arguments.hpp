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
// C is not read where beta is 0. A kernel gets its integers in its index type, and extents perhaps
// as multiples of its tile (algebra/multiple.hpp).
template <class PA, class PB, class PC, class Scalar, class LD = std::int64_t, class M = LD,
          class N = LD, class K = LD>
struct gemm_arguments {
  M m;
  N n;
  K k;
  Scalar alpha;
  PA a;
  LD lda;
  PB b;
  LD ldb;
  Scalar beta;
  PC c;
  LD ldc;
};

// A matrix (MN,K) of a major; its leading dimension is a multiple of Multiple.
template <major Major, int Multiple = 1, class MN, class K, class Index>
TILEPROOF_HOST_DEVICE constexpr auto operand_layout(MN mn, K k, Index ld) {
  auto const known = assume_multiple_of<Multiple>(ld);
  if constexpr (Major == major::mn)
    return make_layout(make_shape(mn, k), make_stride(_1{}, known));
  else
    return make_layout(make_shape(mn, k), make_stride(known, _1{}));
}

namespace detail {

template <class Tiler, int I>
inline constexpr std::int64_t tile_extent = decltype(size<I>(Tiler{}))::value;

// The arguments as a kernel gets them.
template <class Index, class M, class N, class K, class PA, class PB, class PC, class Scalar,
          class... Integers>
TILEPROOF_HOST_DEVICE constexpr auto arguments_with(
    M m, N n, K k, gemm_arguments<PA, PB, PC, Scalar, Integers...> const& g) noexcept {
  return gemm_arguments<PA, PB, PC, Scalar, Index, M, N, K>{m,
                                                            n,
                                                            k,
                                                            g.alpha,
                                                            g.a,
                                                            static_cast<Index>(g.lda),
                                                            g.b,
                                                            static_cast<Index>(g.ldb),
                                                            g.beta,
                                                            g.c,
                                                            static_cast<Index>(g.ldc)};
}
template <class Index, class Arguments>
TILEPROOF_HOST_DEVICE constexpr auto in_index_type(Arguments const& g) noexcept {
  return arguments_with<Index>(static_cast<Index>(g.m), static_cast<Index>(g.n),
                               static_cast<Index>(g.k), g);
}
// The whole tiles of a problem, as a problem whose extents are multiples of them by type: none of
// its tiles owes a predicate.
template <class Index, class Tiler, class Arguments>
TILEPROOF_HOST_DEVICE constexpr auto whole_tiles(Arguments const& g) noexcept {
  constexpr Index m = tile_extent<Tiler, 0>;
  constexpr Index n = tile_extent<Tiler, 1>;
  constexpr Index k = tile_extent<Tiler, 2>;
  return arguments_with<Index>(multiple_of<m, Index>(static_cast<Index>(g.m / m * m)),
                               multiple_of<n, Index>(static_cast<Index>(g.n / n * n)),
                               multiple_of<k, Index>(static_cast<Index>(g.k / k * k)), g);
}
template <class Arguments>
inline constexpr bool has_whole_tiles = !std::is_integral_v<decltype(Arguments::k)>;

// Whether k has whole steps alone, and as many as the kernel's pipeline is long.
template <class Kernel, class K>
TILEPROOF_HOST_DEVICE constexpr bool has_whole_steps(K k) noexcept {
  constexpr std::int64_t step = tile_extent<typename Kernel::cta_tiler, 2>;
  return k % step == 0 && k / step >= Kernel::fewest_steps;
}
// Calls f with the arguments as the kernel gets them: of whole tiles, where the problem has no
// others.
template <class Kernel, class Arguments, class F>
auto with_kernel_arguments(Arguments const& g, F const& f) {
  using index = typename Kernel::index;
  using tiler = typename Kernel::cta_tiler;
  bool const is_whole = g.m % tile_extent<tiler, 0> == 0 && g.n % tile_extent<tiler, 1> == 0 &&
                        has_whole_steps<Kernel>(g.k);
  return is_whole ? f(whole_tiles<index, tiler>(g)) : f(in_index_type<index>(g));
}

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
// Checks the arguments and launches: a block for each tile of C. A problem of whole tiles has a
// kernel of its own, without predicates.
template <class Kernel, class A, class B, class C, class Scalar>
status launch_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g,
                   cudaStream_t stream) noexcept {
  status const s = check_gemm<Kernel::major_a, Kernel::major_b, Kernel::access_bytes_a,
                              Kernel::access_bytes_b, typename Kernel::index>(g);
  if (s != status::ok) return s;
  using tiler = typename Kernel::cta_tiler;
  constexpr std::int64_t m = detail::tile_extent<tiler, 0>;
  constexpr std::int64_t n = detail::tile_extent<tiler, 1>;
  grid_of_blocks const blocks{(g.m + m - 1) / m, (g.n + n - 1) / n, 1};
  return detail::with_kernel_arguments<Kernel>(
      g, [&](auto const& args) { return launch<Kernel>(blocks, args, stream); });
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
