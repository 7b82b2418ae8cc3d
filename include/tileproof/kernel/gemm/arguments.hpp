// SPDX-License-Identifier: BSL-1.0
//
// The arguments of the GEMM kernels, C = alpha * A * B + beta * C; the check of them; the launcher.
//
//   gemm_arguments const g{m, n, k, 1.0f, a, lda, b, ldb, 0.0f, c, ldc};
//   status const s = launch_gemm<gemm_pipelined<major::mn, major::mn>>(g, stream);
#pragma once

#include <tileproof/algebra/layout.hpp>
#include <tileproof/algebra/shape_arithmetic.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/kernel/common/launch_facts.hpp>
#include <tileproof/kernel/common/operand_memory.hpp>
#include <tileproof/types/multiple.hpp>

#include <concepts>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The contiguous mode of an operand A (M,K) or B (N,K): `mn` is M-major or N-major, `k` is K-major.
// In BLAS's letters A is N where it is mn and T where it is k; B the other way round.
enum class major : bool { mn, k };

// The arguments of C = alpha * A * B + beta * C. A is m x k; B is n x k, that is op(B) transposed;
// C is m x n, column-major. Leading dimensions are in elements. C overlaps neither A nor B; A and B
// may overlap, or be the same.
//
// As in BLAS, C is not read if beta is 0; A and B are not read if alpha or k is 0, and C becomes
// beta * C. A kernel gets its integers in its index type, and extents as multiples of its tile
// where the tile divides them (types/multiple.hpp). LD, LDB and LDC are the types of the leading
// dimensions; for theorems of every size all integers are unknowns. Factors are scale_factors
// (scaled.hpp), for a kernel whose instruction takes some.
struct no_factors {};
template <class PA, class PB, class PC, class Scalar, class LD = std::int64_t, class M = LD,
          class N = LD, class K = LD, class LDB = LD, class LDC = LD, class Factors = no_factors>
struct gemm_arguments {
  M m;
  N n;
  K k;
  Scalar alpha;
  PA a;
  LD lda;
  PB b;
  LDB ldb;
  Scalar beta;
  PC c;
  LDC ldc;
  [[no_unique_address]] Factors factors{};
};
template <std::integral M, std::integral N, std::integral K, class Scalar, class PA,
          std::integral LDA, class PB, std::integral LDB, class PC, std::integral LDC>
gemm_arguments(M, N, K, Scalar, PA, LDA, PB, LDB, Scalar, PC, LDC)
    -> gemm_arguments<PA, PB, PC, Scalar>;
template <std::integral M, std::integral N, std::integral K, class Scalar, class PA,
          std::integral LDA, class PB, std::integral LDB, class PC, std::integral LDC,
          class Factors>
gemm_arguments(M, N, K, Scalar, PA, LDA, PB, LDB, Scalar, PC, LDC, Factors)
    -> gemm_arguments<PA, PB, PC, Scalar, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                      std::int64_t, std::int64_t, Factors>;
// A caller's arguments with Factors.
template <class PA, class PB, class PC, class Scalar, class Factors>
using gemm_arguments_with =
    gemm_arguments<PA, PB, PC, Scalar, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                   std::int64_t, std::int64_t, Factors>;

// The layout (MN,K) of an operand in global memory, with strides (1,ld) or (ld,1). ld is a multiple
// of Multiple elements, and its type says so.
template <major Major, int Multiple = 1, class MN, class K, class Index>
TILEPROOF_HOST_DEVICE constexpr auto operand_layout(MN mn, K k, Index ld) {
  auto const known = assume_multiple_of<Multiple>(ld);
  if constexpr (Major == major::mn)
    return make_layout(make_shape(mn, k), make_stride(_1{}, known));
  else
    return make_layout(make_shape(mn, k), make_stride(known, _1{}));
}

// The arguments with k = 0 and null operands where alpha or k is 0, so that neither A nor B is
// read. alpha becomes the zero that leaves beta * C unchanged: -0, or 0 where C is overwritten.
// launch_gemm does this; call it yourself before you launch a kernel in another way.
template <class Arguments>
TILEPROOF_HOST_DEVICE constexpr Arguments without_zero_product(Arguments g) noexcept {
  if (g.alpha == 0 || g.k == 0) {
    using scalar = decltype(g.alpha);
    g.alpha = static_cast<scalar>(g.beta == 0 ? 0.0F : -0.0F);
    g.k = static_cast<decltype(g.k)>(0);
    g.lda = static_cast<decltype(g.lda)>(0);
    g.ldb = static_cast<decltype(g.ldb)>(0);
    if constexpr (std::is_pointer_v<decltype(g.a)>) g.a = nullptr;
    if constexpr (std::is_pointer_v<decltype(g.b)>) g.b = nullptr;
  }
  return g;
}

namespace detail {

// Extent I of a tiler, in elements.
template <class Tiler, int I>
inline constexpr std::int64_t tile_extent = decltype(size<I>(Tiler{}))::value;

// An integer of type Index; an unknown remains what it is.
template <class Index, class I>
using in_index = std::conditional_t<is_symbolic<I>, I, Index>;
// The arguments with the extents m, n and k, and leading dimensions of type Index.
template <class Index, class M, class N, class K, class PA, class PB, class PC, class Scalar,
          class LA, class OfM, class OfN, class OfK, class LB, class LC, class F>
TILEPROOF_HOST_DEVICE constexpr auto arguments_with(
    M m, N n, K k,
    gemm_arguments<PA, PB, PC, Scalar, LA, OfM, OfN, OfK, LB, LC, F> const& g) noexcept {
  using lda = in_index<Index, LA>;
  using ldb = in_index<Index, LB>;
  using ldc = in_index<Index, LC>;
  return gemm_arguments<PA, PB, PC, Scalar, lda, M, N, K, ldb, ldc, F>{m,
                                                                       n,
                                                                       k,
                                                                       g.alpha,
                                                                       g.a,
                                                                       static_cast<lda>(g.lda),
                                                                       g.b,
                                                                       static_cast<ldb>(g.ldb),
                                                                       g.beta,
                                                                       g.c,
                                                                       static_cast<ldc>(g.ldc),
                                                                       g.factors};
}
// The arguments with all integers of type Index.
template <class Index, class Arguments>
TILEPROOF_HOST_DEVICE constexpr auto in_index_type(Arguments const& g) noexcept {
  return arguments_with<Index>(static_cast<in_index<Index, decltype(g.m)>>(g.m),
                               static_cast<in_index<Index, decltype(g.n)>>(g.n),
                               static_cast<in_index<Index, decltype(g.k)>>(g.k), g);
}
// The part of an extent that whole tiles cover.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I whole_extent(I const& extent, std::type_identity_t<I> tile) {
  return extent / tile * tile;
}
// The part of a problem that whole tiles cover. Its extents are multiples of the tile by type, so
// no tile requires a predicate.
template <class Index, class Tiler, class Arguments>
TILEPROOF_HOST_DEVICE constexpr auto whole_tiles(Arguments const& g) noexcept {
  constexpr Index m = tile_extent<Tiler, 0>;
  constexpr Index n = tile_extent<Tiler, 1>;
  constexpr Index k = tile_extent<Tiler, 2>;
  return arguments_with<Index>(multiple_of<m, Index>(static_cast<Index>(whole_extent(g.m, m))),
                               multiple_of<n, Index>(static_cast<Index>(whole_extent(g.n, n))),
                               multiple_of<k, Index>(static_cast<Index>(whole_extent(g.k, k))), g);
}
// Whether whole_tiles made these arguments.
template <class Arguments>
inline constexpr bool has_whole_tiles = !std::is_integral_v<decltype(Arguments::k)>;

// Whether BLK_K divides k, and there are at least as many k-tiles as the kernel's pipeline
// requires.
template <class Kernel, class K>
TILEPROOF_HOST_DEVICE constexpr bool has_whole_steps(K k) noexcept {
  constexpr std::int64_t step = tile_extent<typename Kernel::cta_tiler, 2>;
  return k % step == 0 && k / step >= Kernel::fewest_steps;
}
// Whether whole tiles cover a problem, with as many k-tiles.
template <class Kernel, class Arguments>
constexpr bool is_whole_problem(Arguments const& g) noexcept {
  using tiler = typename Kernel::cta_tiler;
  return g.m % tile_extent<tiler, 0> == 0 && g.n % tile_extent<tiler, 1> == 0 &&
         has_whole_steps<Kernel>(g.k);
}
// Calls f with the arguments as a kernel gets them: with extents that are multiples of the tile by
// type, where the tile divides all three; otherwise with integers of the index type.
template <class Kernel, class Arguments, class F>
auto with_kernel_arguments(Arguments const& args, F const& f) {
  using index = typename Kernel::index;
  using tiler = typename Kernel::cta_tiler;
  auto const g = without_zero_product(args);
  return is_whole_problem<Kernel>(g) ? f(whole_tiles<index, tiler>(g)) : f(in_index_type<index>(g));
}

// The integers of a GEMM by accesses of MultipleA and MultipleB elements of A and B, with offsets
// of type Index.
template <major MajorA, major MajorB, int MultipleA, int MultipleB, class Index>
struct integers_of_gemm {
  static constexpr bool is_wide = sizeof(Index) == 8;
  static constexpr std::int64_t most = is_wide ? std::int64_t{1} << 40 : INT32_MAX;
  // (nvcc writes no alias template whose parameter is the name of an unknown.)
  using m = std::conditional_t<is_wide, unknown<"m", std::int64_t, at_most<most>>, unknown<"m">>;
  using n = std::conditional_t<is_wide, unknown<"n", std::int64_t, at_most<most>>, unknown<"n">>;
  using k = std::conditional_t<is_wide, unknown<"k", std::int64_t, at_most<most>>, unknown<"k">>;
  using along_a = std::conditional_t<MajorA == major::mn, m, k>;
  using along_b = std::conditional_t<MajorB == major::mn, n, k>;
  using of_a = multiple_of<MultipleA>;
  using of_b = multiple_of<MultipleB>;
  using lda = std::conditional_t<is_wide, unknown<"lda", std::int64_t, at_least<along_a{}>, of_a>,
                                 unknown<"lda", at_least<along_a{}>, of_a>>;
  using ldb = std::conditional_t<is_wide, unknown<"ldb", std::int64_t, at_least<along_b{}>, of_b>,
                                 unknown<"ldb", at_least<along_b{}>, of_b>>;
  using ldc = std::conditional_t<is_wide, unknown<"ldc", std::int64_t, at_least<m{}>>,
                                 unknown<"ldc", at_least<m{}>>>;
};

// `ok`, or the reason to refuse an operand: `across` columns (or rows) of `along` contiguous
// elements, ld elements apart, with accesses of Bytes bytes and offsets of type Index. The unknowns
// of a kernel's theorems are Along, Across and LD.
template <class LD, class Along, class Across, int Bytes, class Index, class T>
status check_matrix(core::text* why, T const* p, std::int64_t along, std::int64_t across,
                    std::int64_t ld) noexcept {
  if (along == 0 || across == 0) return status::ok;
  if (p == nullptr) return status::null_pointer;
  if (reinterpret_cast<std::uintptr_t>(p) % Bytes != 0) return status::misaligned_base;
  status const s = check_distance<LD, Along, Across>(why, ld, along, across);
  if (s != status::ok) return s;
  return offsets_fit(along, across, ld, largest_offset<T, Index>) ? status::ok
                                                                  : status::size_beyond_index;
}

// The conditions of check_gemm except the overlap.
template <major MajorA, major MajorB, int BytesA, int BytesB, class Index, class A, class B,
          class C, class Scalar>
status check_matrices(gemm_arguments<A const*, B const*, C*, Scalar> const& g,
                      core::text* why) noexcept {
  static_assert(BytesA % sizeof(A) == 0 && BytesB % sizeof(B) == 0,
                "the width of an access must be a multiple of the element's size");
  using of = integers_of_gemm<MajorA, MajorB, BytesA / sizeof(A), BytesB / sizeof(B), Index>;
  using m = typename of::m;
  using n = typename of::n;
  using k = typename of::k;
  constexpr bool mn_a = MajorA == major::mn, mn_b = MajorB == major::mn;
  using across_a = std::conditional_t<mn_a, k, m>;
  using across_b = std::conditional_t<mn_b, k, n>;
  if (g.m < 0 || g.n < 0 || g.k < 0) return status::negative_size;
  status s = check_matrix<typename of::lda, typename of::along_a, across_a, BytesA, Index>(
      why, g.a, mn_a ? g.m : g.k, mn_a ? g.k : g.m, g.lda);
  if (s != status::ok) return s;
  s = check_matrix<typename of::ldb, typename of::along_b, across_b, BytesB, Index>(
      why, g.b, mn_b ? g.n : g.k, mn_b ? g.k : g.n, g.ldb);
  if (s != status::ok) return s;
  return check_matrix<typename of::ldc, m, n, sizeof(C), Index>(why, g.c, g.m, g.n, g.ldc);
}
// `overlapping_operands` where C shares a byte with A or B. Pre: check_matrices is ok.
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

// The tiles of C: (ceil(m / BLK_M), ceil(n / BLK_N)). Pre: m and n are not negative.
template <class Kernel, class Arguments>
constexpr auto tiles_of_gemm(Arguments const& g) noexcept {
  return ceil_div(make_shape(g.m, g.n), take<0, 2>(typename Kernel::cta_tiler{}));
}

}  // namespace detail

// The grid of a launch: one block for each tile of C.
template <class Kernel, class PA, class PB, class PC, class Scalar, class Factors>
constexpr grid_of_blocks blocks_of_gemm(
    gemm_arguments_with<PA, PB, PC, Scalar, Factors> const& g) noexcept {
  auto const tiles = detail::tiles_of_gemm<Kernel>(g);
  return {get<0>(tiles), get<1>(tiles), 1};
}

// `ok` if a GEMM accepts these arguments: base and leading dimension of A (of B) have to be
// multiples of BytesA (BytesB) bytes, and offsets have to fit in type Index. Else the first of:
// negative_size; then for A, for B and for C null_pointer, misaligned_base,
// leading_dimension_too_small, misaligned_leading_dimension, size_beyond_index; then
// overlapping_operands. `why`, where it is not null, gets a sentence.
//
// A matrix without elements is not checked; alpha and beta do not matter. A host function that
// launches nothing and needs no CUDA.
template <major MajorA, major MajorB, int BytesA, int BytesB, class Index, class A, class B,
          class C, class Scalar>
status check_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g,
                  core::text* why = nullptr) noexcept {
  return detail::told(why, [&] {
    status const s = detail::check_matrices<MajorA, MajorB, BytesA, BytesB, Index>(g, why);
    return s == status::ok ? detail::check_overlap<MajorA, MajorB>(g) : s;
  });
}

namespace detail {

template <class Kernel, class A, class B, class C, class Scalar>
status check_gemm_of(gemm_arguments<A const*, B const*, C*, Scalar> const& g,
                     core::text* why) noexcept {
  using tiler = typename Kernel::cta_tiler;
  constexpr std::int64_t k = tile_extent<tiler, 2>;
  static_assert(2 * tile_extent<tiler, 0> <= beyond_edge &&
                2 * tile_extent<tiler, 1> <= beyond_edge && 2 * k <= beyond_edge);
  status const s = check_matrices<Kernel::major_a, Kernel::major_b, Kernel::access_bytes_a,
                                  Kernel::access_bytes_b, typename Kernel::index>(g, why);
  if (s != status::ok || g.m == 0 || g.n == 0) return s;
  // A pipeline's counter of k-tiles runs past the last one.
  if (tiles_of(g.k, k) > INT32_MAX - beyond_edge) return status::size_beyond_index;
  if (status const grid = check_grid(blocks_of_gemm<Kernel>(g)); grid != status::ok) return grid;
  return check_overlap<Kernel::major_a, Kernel::major_b>(g);
}

}  // namespace detail

// The check of launch_gemm<Kernel>: as above, and before overlapping_operands also
// size_beyond_index, if the k-tiles are more than an int can count, and grid_too_large.
template <class Kernel, class A, class B, class C, class Scalar>
status check_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g,
                  core::text* why = nullptr) noexcept {
  static_assert(
      !requires { Kernel::tiled_mma::SFVecSize; },
      "check_gemm: the instruction of the kernel multiplies by scale factors: give the "
      "arguments scale_factors{sfa, sfb} at the end");
  return detail::told(why, [&] { return detail::check_gemm_of<Kernel>(g, why); });
}

#if defined(__CUDACC__)
// Checks the arguments and launches Kernel, one block for each tile of C. Asynchronous. Result: a
// status of check_gemm<Kernel> or of launch. A problem that the tile divides gets an instantiation
// of its own, without predicates.
template <class Kernel, class A, class B, class C, class Scalar, class Factors>
status launch_gemm(gemm_arguments_with<A const*, B const*, C*, Scalar, Factors> const& g,
                   cudaStream_t stream) noexcept {
  if (status const s = check_gemm<Kernel>(g); s != status::ok) return s;
  return detail::with_kernel_arguments<Kernel>(
      g, [&](auto const& args) { return launch<Kernel>(blocks_of_gemm<Kernel>(g), args, stream); });
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
