// SPDX-License-Identifier: BSL-1.0
//
// C = alpha * A * B + beta * C: what every GEMM here takes, and what it refuses.
#pragma once

#include <tileproof/algebra/layout.hpp>
#include <tileproof/kernel/launch.hpp>
#include <tileproof/kernel/operand_memory.hpp>
#include <tileproof/types/multiple.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Which mode of an operand, (M,K) or (N,K), lies contiguously. In BLAS's words A is N where it is
// mn-major and T where it is k-major; B the other way round.
enum class major : bool { mn, k };

// A is m x k, B is n x k (op(B) transposed), C is m x n by columns; leading dimensions in elements.
// C overlaps neither A nor B; A and B may overlap, or be the same. As BLAS defines: where beta is 0
// C is not read, and where alpha or k is 0 neither A nor B is, and C becomes beta * C. A kernel
// gets its integers in its index type, and extents perhaps as multiples of its tile
// (types/multiple.hpp).
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

// The same problem without a product where alpha or k is 0: then k is 0, and A and B are at no
// address, whatever they and alpha hold. alpha becomes the zero that leaves beta * C as it is: -0,
// or 0 where C is overwritten. launch_gemm does this; a kernel that is called otherwise gets these
// arguments.
template <class Arguments>
TILEPROOF_HOST_DEVICE constexpr Arguments without_zero_product(Arguments g) noexcept {
  if (g.alpha == 0 || g.k == 0) {
    using scalar = decltype(g.alpha);
    g.alpha = static_cast<scalar>(g.beta == 0 ? 0.0F : -0.0F);
    g.k = static_cast<decltype(g.k)>(0);
    g.lda = g.ldb = static_cast<decltype(g.lda)>(0);
    if constexpr (std::is_pointer_v<decltype(g.a)>) g.a = nullptr;
    if constexpr (std::is_pointer_v<decltype(g.b)>) g.b = nullptr;
  }
  return g;
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
auto with_kernel_arguments(Arguments const& args, F const& f) {
  using index = typename Kernel::index;
  using tiler = typename Kernel::cta_tiler;
  auto const g = without_zero_product(args);
  bool const is_whole = g.m % tile_extent<tiler, 0> == 0 && g.n % tile_extent<tiler, 1> == 0 &&
                        has_whole_steps<Kernel>(g.k);
  return is_whole ? f(whole_tiles<index, tiler>(g)) : f(in_index_type<index>(g));
}

// Why an operand cannot be what it is: `across` columns (or rows) of `along` contiguous elements,
// ld elements apart.
template <int Bytes, class T, class Index>
status check_matrix(T const* p, std::int64_t along, std::int64_t across, std::int64_t ld) noexcept {
  if (along == 0 || across == 0) return status::ok;
  if (p == nullptr) return status::null_pointer;
  if (ld < along) return status::leading_dimension_too_small;
  if (reinterpret_cast<std::uintptr_t>(p) % Bytes != 0) return status::misaligned_base;
  static_assert(Bytes % sizeof(T) == 0, "an access of whole elements");
  if (ld % (Bytes / static_cast<int>(sizeof(T))) != 0) return status::misaligned_leading_dimension;
  return offsets_fit(along, across, ld, largest_offset<T, Index>) ? status::ok
                                                                  : status::size_beyond_index;
}

// All but whether C overlaps an input.
template <major MajorA, major MajorB, int BytesA, int BytesB, class Index, class A, class B,
          class C, class Scalar>
status check_matrices(gemm_arguments<A const*, B const*, C*, Scalar> const& g) noexcept {
  if (g.m < 0 || g.n < 0 || g.k < 0) return status::negative_size;
  status const a = MajorA == major::mn ? check_matrix<BytesA, A, Index>(g.a, g.m, g.k, g.lda)
                                       : check_matrix<BytesA, A, Index>(g.a, g.k, g.m, g.lda);
  if (a != status::ok) return a;
  status const b = MajorB == major::mn ? check_matrix<BytesB, B, Index>(g.b, g.n, g.k, g.ldb)
                                       : check_matrix<BytesB, B, Index>(g.b, g.k, g.n, g.ldb);
  if (b != status::ok) return b;
  return check_matrix<static_cast<int>(sizeof(C)), C, Index>(g.c, g.m, g.n, g.ldc);
}
// Pre: check_matrices is ok.
template <major MajorA, major MajorB, class A, class B, class C, class Scalar>
status check_overlap(gemm_arguments<A const*, B const*, C*, Scalar> const& g) noexcept {
  if (g.m == 0 || g.n == 0 || g.k == 0) return status::ok;
  bool const mn_a = MajorA == major::mn;
  bool const mn_b = MajorB == major::mn;
  runs_of_bytes const c = bytes_of(g.c, g.m, g.n, g.ldc);
  return overlap(bytes_of(g.a, mn_a ? g.m : g.k, mn_a ? g.k : g.m, g.lda), c) ||
                 overlap(bytes_of(g.b, mn_b ? g.n : g.k, mn_b ? g.k : g.n, g.ldb), c)
             ? status::overlapping_operands
             : status::ok;
}

}  // namespace detail

// The blocks of a launch: one for each tile of C. Pre: m and n are not negative.
template <class Kernel, class PA, class PB, class PC, class Scalar>
constexpr grid_of_blocks blocks_of_gemm(gemm_arguments<PA, PB, PC, Scalar> const& g) noexcept {
  using tiler = typename Kernel::cta_tiler;
  return {detail::tiles_of(g.m, detail::tile_extent<tiler, 0>),
          detail::tiles_of(g.n, detail::tile_extent<tiler, 1>), 1};
}

// Why a kernel cannot take these arguments that has A and B, base and leading dimension, at
// multiples of so many bytes, and offsets of type Index: `ok`, or negative_size; then, of A, of B
// and of C in turn, null_pointer, leading_dimension_too_small, misaligned_base,
// misaligned_leading_dimension, size_beyond_index; then overlapping_operands. A matrix without
// elements is not looked at; alpha and beta change nothing.
template <major MajorA, major MajorB, int BytesA, int BytesB, class Index, class A, class B,
          class C, class Scalar>
status check_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g) noexcept {
  status const s = detail::check_matrices<MajorA, MajorB, BytesA, BytesB, Index>(g);
  return s == status::ok ? detail::check_overlap<MajorA, MajorB>(g) : s;
}

// All that launch_gemm<Kernel> looks at: as above, and before overlapping_operands,
// size_beyond_index where an int does not count the kernel's steps along k, and grid_too_large.
template <class Kernel, class A, class B, class C, class Scalar>
status check_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g) noexcept {
  using tiler = typename Kernel::cta_tiler;
  constexpr std::int64_t k = detail::tile_extent<tiler, 2>;
  using detail::beyond_edge;
  static_assert(2 * detail::tile_extent<tiler, 0> <= beyond_edge &&
                2 * detail::tile_extent<tiler, 1> <= beyond_edge && 2 * k <= beyond_edge);
  status const s = detail::check_matrices<Kernel::major_a, Kernel::major_b, Kernel::access_bytes_a,
                                          Kernel::access_bytes_b, typename Kernel::index>(g);
  if (s != status::ok || g.m == 0 || g.n == 0) return s;
  // A pipeline counts on beyond the last step.
  if (detail::tiles_of(g.k, k) > INT32_MAX - beyond_edge) return status::size_beyond_index;
  if (status const grid = check_grid(blocks_of_gemm<Kernel>(g)); grid != status::ok) return grid;
  return detail::check_overlap<Kernel::major_a, Kernel::major_b>(g);
}

#if defined(__CUDACC__)
// Checks the arguments and launches: a block for each tile of C. A problem of whole tiles has a
// kernel of its own, without predicates.
template <class Kernel, class A, class B, class C, class Scalar>
status launch_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g,
                   cudaStream_t stream) noexcept {
  if (status const s = check_gemm<Kernel>(g); s != status::ok) return s;
  return detail::with_kernel_arguments<Kernel>(
      g, [&](auto const& args) { return launch<Kernel>(blocks_of_gemm<Kernel>(g), args, stream); });
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
