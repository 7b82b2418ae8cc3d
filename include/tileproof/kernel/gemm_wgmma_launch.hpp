// SPDX-License-Identifier: BSL-1.0
//
// check_gemm and launch_gemm of gemm_wgmma: the check of its arguments, its tensor maps and its
// launch. kernel/gemm_wgmma.hpp brings this header.
//
//   status const s = launch_gemm<gemm_wgmma<half_t, half_t, half_t>>(g, stream);
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/kernel/gemm_wgmma_arguments.hpp>
#include <tileproof/kernel/launch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// `ok` where gemm_wgmma takes these arguments. Else the first of: negative_size; for A, B, C (where
// beta is not 0) and D null_pointer, leading_dimension_too_small, misaligned_base,
// misaligned_leading_dimension, size_beyond_index (an extent is 2^31 or more); misaligned_extent
// where a row of D is no multiple of 16 bytes; overlapping_operands where D shares a byte with A or
// B, or with C and is not C. A host function that launches nothing and needs no CUDA.
template <class Kernel, class Scalar, class Epilogue>
status check_gemm(wgmma_arguments<typename Kernel::element_a, typename Kernel::element_b,
                                  typename Kernel::element_d, Scalar, Epilogue> const& g) noexcept {
  return detail::check_wgmma<Kernel::major_a, Kernel::major_b>(g);
}

#if defined(__CUDACC__)
// Checks the arguments, makes the tensor maps and launches Kernel, a gemm_wgmma, on as many
// clusters as the device runs at a time. Asynchronous. Result: a status of check_gemm<Kernel> or of
// launch, or tensor_map_refused.
template <class Kernel, class Scalar, class Epilogue>
status launch_gemm(wgmma_arguments<typename Kernel::element_a, typename Kernel::element_b,
                                   typename Kernel::element_d, Scalar, Epilogue> const& g,
                   cudaStream_t stream) noexcept {
  if (status const s = check_gemm<Kernel>(g); s != status::ok) return s;
  if (g.m == 0 || g.n == 0 || g.batches == 0) return status::ok;
  using arguments = typename Kernel::template arguments<typename Kernel::element_d const*>;
  using accumulator = typename Kernel::accumulator;
  int const m = static_cast<int>(g.m);
  int const n = static_cast<int>(g.n);
  int const batches = static_cast<int>(g.batches);
  bool const has_product = g.alpha != 0 && g.k != 0;
  int const k = has_product ? static_cast<int>(g.k) : 0;
  // Without a product no load is made; the maps are then of D's memory.
  auto const pa = has_product ? g.a : reinterpret_cast<typename Kernel::element_a const*>(g.d);
  auto const pb = has_product ? g.b : reinterpret_cast<typename Kernel::element_b const*>(g.d);
  auto const a = Kernel::map_a(Kernel::template operand<Kernel::major_a>(
      make_gmem_ptr(pa), has_product ? m : 1, has_product ? k : 1, has_product ? g.lda : 16,
      batches, has_product ? g.batch_a : 16));
  auto const b = Kernel::map_b(Kernel::template operand<Kernel::major_b>(
      make_gmem_ptr(pb), has_product ? n : 1, has_product ? k : 1, has_product ? g.ldb : 16,
      batches, has_product ? g.batch_b : 16));
  auto const d = Kernel::map_d(
      Kernel::template operand<major::k>(make_gmem_ptr(g.d), m, n, g.ldd, batches, g.batch_d));
  if (!a || !b || !d) return status::tensor_map_refused;
  constexpr std::int64_t blocks = blocks_of(cluster_of<Kernel>);
  tile_order const order = Kernel::order_of(m, n, batches);
  grid_of_blocks const grid = persistent_grid<Kernel, arguments>(order.count() * blocks);
  arguments const args{a.copy,
                       b.copy,
                       d.copy,
                       m,
                       n,
                       k,
                       static_cast<accumulator>(g.alpha),
                       static_cast<accumulator>(g.beta),
                       g.c,
                       g.ldc,
                       g.batch_c,
                       g.finish,
                       order,
                       static_cast<int>(grid.x / blocks)};
  return launch<Kernel>(grid, args, stream);
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
