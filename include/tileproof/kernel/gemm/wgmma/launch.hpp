// SPDX-License-Identifier: BSL-1.0
//
// check_gemm and launch_gemm of gemm_wgmma: the check of its arguments, its tensor maps and its
// launch. kernel/gemm/wgmma/gemm_wgmma.hpp brings this header.
//
//   status const s = launch_gemm<gemm_wgmma<half_t, half_t, half_t>>(g, stream);
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/kernel/gemm/wgmma/arguments.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// `ok` where gemm_wgmma takes these arguments. Else the first of: negative_size; size_beyond_index
// (an extent is 2^31 or more); scale_not_taken; for A, B, C (where beta is not 0) and D
// null_pointer, leading_dimension_too_small, misaligned_base, misaligned_leading_dimension,
// size_beyond_index; misaligned_extent where a row of D is no multiple of 16 bytes;
// overlapping_operands where two batches of D share an element, or D shares a byte with A or B, or
// with C and is not C. For a column-major D read column, and B before A. A host function that
// launches nothing and needs no CUDA.
//
// That batches of D share nothing is exact: rows may interleave. D and another operand are refused
// where the bytes from the first to the last of each meet.
template <class Kernel, class Scalar, class Epilogue, class TC>
status check_gemm(
    wgmma_arguments<typename Kernel::element_a, typename Kernel::element_b,
                    typename Kernel::element_d, Scalar, Epilogue, TC> const& g) noexcept {
  static_assert(detail::require_wgmma_arguments<typename Kernel::element_a,
                                                typename Kernel::element_d, Scalar, TC>());
  if constexpr (Kernel::order_d == matrix_order::column_major)
    return detail::check_wgmma<Kernel::major_b, Kernel::major_a>(detail::transposed(g));
  else
    return detail::check_wgmma<Kernel::major_a, Kernel::major_b>(g);
}

namespace detail {

// The arguments of a row-major Kernel for those of a caller, whose matrices are at a, b, c and d:
// pointers, or on the CPU checked pointers. The grid has `clusters` clusters. Where nothing is
// multiplied a and b point to any memory: the kernel then loads a tile outside of matrices of one
// element, which is zeros. Result: them, and whether TMA takes the matrices. Pre: check_gemm is ok.
template <class Arguments>
struct wgmma_launch {
  bool is_described;
  Arguments args;
};
template <class Kernel, class G, class PA, class PB, class PC, class PD>
auto launch_arguments(G const& g, PA a, PB b, PC c, PD d, int clusters) noexcept {
  int const m = static_cast<int>(g.m);
  int const n = static_cast<int>(g.n);
  int const k = g.alpha != 0 ? static_cast<int>(g.k) : 0;
  int const batches = static_cast<int>(g.batches);
  auto const from_a = Kernel::map_a(Kernel::template operand<Kernel::major_a>(
      make_gmem_ptr(a), k == 0 ? 1 : m, k == 0 ? 1 : k, k == 0 ? 16 : g.lda, k == 0 ? 1 : batches,
      k == 0 ? 16 : g.batch_a));
  auto const from_b = Kernel::map_b(Kernel::template operand<Kernel::major_b>(
      make_gmem_ptr(b), k == 0 ? 1 : n, k == 0 ? 1 : k, k == 0 ? 16 : g.ldb, k == 0 ? 1 : batches,
      k == 0 ? 16 : g.batch_b));
  auto const to = Kernel::output(make_gmem_ptr(d), m, n, g.ldd, batches, g.batch_d);
  using arguments =
      typename Kernel::template arguments<PC, std::remove_cvref_t<decltype(to.copy)>>;
  return wgmma_launch<arguments>{
      from_a && from_b && to,
      {{m, n, k, g.alpha, g.beta, g.scales, c, g.ldc, g.batch_c, g.finish},
       from_a.copy,
       from_b.copy,
       to.copy,
       Kernel::order_of(m, n, batches),
       clusters}};
}

}  // namespace detail

#if defined(__CUDACC__)
namespace detail {

// launch_gemm<Kernel> of arguments for which check_gemm<Kernel> is ok.
template <class Kernel, class Scalar, class Epilogue, class TC>
status launch_checked(wgmma_arguments<typename Kernel::element_a, typename Kernel::element_b,
                                      typename Kernel::element_d, Scalar, Epilogue, TC> const& g,
                      cudaStream_t stream) noexcept {
  if constexpr (Kernel::order_d == matrix_order::column_major) {
    return launch_checked<typename Kernel::transposed>(transposed(g), stream);
  } else {
    if (g.m == 0 || g.n == 0 || g.batches == 0) return status::ok;
    using arguments = typename Kernel::template arguments<
        TC const*, typename Kernel::template output_of<typename Kernel::element_d*>>;
    constexpr std::int64_t blocks = blocks_of(cluster_of<Kernel>);
    std::int64_t const tiles = Kernel::order_of(g.m, g.n, static_cast<int>(g.batches)).count();
    std::int64_t clusters = tiles;
    if constexpr (Kernel::is_persistent)
      clusters =
          fewest_clusters(tiles, persistent_grid<Kernel, arguments>(tiles * blocks).x / blocks);
    bool const has_product = g.alpha != 0 && g.k != 0;
    auto const l = detail::launch_arguments<Kernel>(
        g, has_product ? g.a : reinterpret_cast<typename Kernel::element_a const*>(g.d),
        has_product ? g.b : reinterpret_cast<typename Kernel::element_b const*>(g.d), g.c, g.d,
        static_cast<int>(clusters));
    return l.is_described ? launch<Kernel>({clusters * blocks}, l.args, stream)
                          : status::tensor_map_refused;
  }
}

}  // namespace detail

// Checks the arguments, makes the tensor maps and launches Kernel, a gemm_wgmma: a persistent one on
// as many clusters as the device runs at a time, one with split-k on a cluster for each tile.
// Asynchronous. Result: a status of check_gemm<Kernel> or of launch, or tensor_map_refused.
template <class Kernel, class Scalar, class Epilogue, class TC>
status launch_gemm(wgmma_arguments<typename Kernel::element_a, typename Kernel::element_b,
                                   typename Kernel::element_d, Scalar, Epilogue, TC> const& g,
                   cudaStream_t stream) noexcept {
  status const s = check_gemm<Kernel>(g);
  return s == status::ok ? detail::launch_checked<Kernel>(g, stream) : s;
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
