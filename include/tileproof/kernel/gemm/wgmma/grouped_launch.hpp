// SPDX-License-Identifier: BSL-1.0
//
// The arguments of grouped_wgmma, their check, its schedules, its tensor maps and its launch.
// kernel/gemm/wgmma/grouped.hpp has the formula of D.
//
//   grouped_arguments g{total, groups, n, k, 1.0f, a, k, b, k, n * k, d, n, ends};
//   g.scales = {scale_a, scale_b};                         // of fp8, in device memory
//   status s = launch_grouped(g, stream);                  // a schedule chosen
//   s = launch_grouped<grouped_wgmma<bfloat16_t, bfloat16_t, bfloat16_t>>(g, stream);
#pragma once

#include <tileproof/kernel/common/grouped_order.hpp>
#include <tileproof/kernel/gemm/wgmma/launch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A schedule of grouped_wgmma: a block computes Rows x 128 elements of D, Rows 16, 32, 64, 96, 128,
// 192 or 256; it has Stages stages of k-tiles of 128 bytes; D is stored in chunks through Buffers
// buffers, 2 or more, for each consumer. The Blocks blocks of a cluster, 1 or 2, compute tiles side
// by side and share A.
template <int Rows, int Stages, int Buffers, int Blocks>
struct grouped_schedule
    : wgmma_schedule<Rows, Stages, Buffers, Blocks, matrix_order::column_major> {
  static_assert(Rows == 16 || Rows == 32 || Rows == 64 || Rows == 96 || Rows == 128 ||
                    Rows == 192 || Rows == 256,
                "grouped_schedule: a tile has 16, 32, 64, 96, 128, 192 or 256 rows of D");
  static constexpr bool streams_a = Rows <= 64;  // B is read about once, and leaves L2 first
  static constexpr bool shares_a = false;        // of wgmma, which is B
  static constexpr int blocks_m = Blocks;
  static constexpr int blocks_n = 1;
};

// A is total x k, the rows of the groups one after the other; B is groups x n x k, batch_b elements
// from one group to the next; D is total x n, row-major. Group g has the rows from ends[g - 1], or
// 0, to ends[g], which is in device memory and is not read on the host: `total` is an upper bound.
// (torch._grouped_mm calls this list offs; of offsets that begin with 0, ends is offsets + 1.)
// Rows of D past the last end are not written. Leading dimensions are in elements. The kernel reads
// an end that is less than the one before as that one, and an end beyond the total as the total.
template <class TA, class TB, class TD, class Epilogue = identity_epilogue>
struct grouped_arguments {
  std::int64_t total, groups, n, k;
  float alpha;
  TA const* a;
  std::int64_t lda;
  TB const* b;
  std::int64_t ldb, batch_b;
  TD* d;
  std::int64_t ldd;
  std::int32_t const* ends;
  Epilogue finish{};
  wgmma_scales scales{};
};
template <class TA, class TB, class TD, class T, class G, class N, class K, class LA, class LB,
          class BB, class LD>
grouped_arguments(T, G, N, K, float, TA*, LA, TB*, LB, BB, TD*, LD, std::int32_t const*)
    -> grouped_arguments<std::remove_const_t<TA>, std::remove_const_t<TB>, TD>;

template <class TA, class TB, class TD, class Epilogue = identity_epilogue,
          class Schedule = grouped_schedule<256, 3, 4, 2>>
struct grouped_wgmma;  // kernel/gemm/wgmma/grouped.hpp

namespace detail {

template <class TA, class TB, class TD, class Epilogue>
status check_grouped_arguments(grouped_arguments<TA, TB, TD, Epilogue> const& g,
                               core::text* why) noexcept {
  using of = integers_of_groups<TA, TB, TD>;
  using total = typename of::total;
  using groups = typename of::groups;
  using n = typename of::n;
  using k = typename of::k;
  if (g.total < 0 || g.groups < 0 || g.n < 0 || g.k < 0) return status::negative_size;
  if ((g.scales.a != nullptr && sizeof(TA) != 1) || (g.scales.b != nullptr && sizeof(TB) != 1) ||
      g.scales.c != nullptr || g.scales.d != nullptr)
    return status::scale_not_taken;
  if (g.total == 0 || g.groups == 0 || g.n == 0) return status::ok;
  // Before tiles are counted.
  status s = check_extents<total, groups, n>(why, g.total, g.groups, g.n);
  if (s == status::ok && g.k != 0) s = check_extents<k>(why, g.k);
  if (s != status::ok) return s;
  // A number of a tile past the last one is asked for too: the most is less by more than a grid.
  std::int64_t const columns = tiles_of(g.n, 128);
  std::int64_t const rows = grouped_order::largest_count(g.groups, g.total, 16, 1);
  if (rows > (largest_extent - 65536) / columns) return status::size_beyond_index;
  bool const has_product = g.alpha != 0 && g.k != 0;
  if (has_product) {
    s = check_matrix<typename of::lda, k, total, 16, std::int64_t>(why, g.a, g.k, g.total, g.lda);
    if (s != status::ok) return s;
    s = check_batches<typename of::ldb, k, n, groups, typename of::batch_b>(
        why, g.b, g.k, g.n, g.ldb, g.groups, g.batch_b);
    if (s != status::ok) return s;
  }
  s = check_matrix<typename of::ldd, n, total, 16, std::int64_t>(why, g.d, g.n, g.total, g.ldd);
  if (s != status::ok) return s;
  if (g.ends == nullptr) return status::null_pointer;
  auto const d = span_of(g.d, g.n, g.total, g.ldd, 1, 0);
  bool const meets =
      (has_product && (overlap(span_of(g.a, g.k, g.total, g.lda, 1, 0), d) ||
                       overlap(span_of(g.b, g.k, g.n, g.ldb, g.groups, g.batch_b), d))) ||
      overlap(span_of(g.ends, g.groups, 1, g.groups, 1, 0), d);
  return meets ? status::overlapping_operands : status::ok;
}

}  // namespace detail

// `ok` where grouped_wgmma takes these arguments. Else the first of: negative_size;
// scale_not_taken; size_beyond_index (an extent is 2^31 - 1024 or more); misaligned_extent where a
// row of D is no multiple of 16 bytes; size_beyond_index (the tiles that the groups may have are
// 2^31 or more); for A, B and D null_pointer, misaligned_base, leading_dimension_too_small,
// misaligned_leading_dimension, size_beyond_index; null_pointer of ends; overlapping_operands where
// D shares a byte with A or B (from their first to their last byte) or with ends. As in BLAS, A and
// B are not read if alpha or k is 0. `why`, where it is not null, gets a sentence. A host function
// that launches nothing and needs no CUDA.
template <class TA, class TB, class TD, class Epilogue>
status check_grouped(grouped_arguments<TA, TB, TD, Epilogue> const& g,
                     core::text* why = nullptr) noexcept {
  return detail::told(why, [&] { return detail::check_grouped_arguments(g, why); });
}

namespace detail {

// The arguments of Kernel for those of a caller, whose matrices and ends are at a, b, d and ends:
// pointers, or on the CPU checked pointers. The grid has `clusters` clusters. If alpha or k is 0, a
// and b may point to any memory. Pre: check_grouped is ok, and there are elements.
template <class Kernel, class G, class PA, class PB, class PD, class PE>
auto grouped_launch_arguments(G const& g, PA a, PB b, PD d, PE ends, int clusters) noexcept {
  auto const of = [](std::int64_t n) { return static_cast<int>(n); };
  int const k = g.alpha != 0 ? of(g.k) : 0;
  bool const has_product = k != 0;
  auto read = g;  // the distance of one group is not used
  if (g.groups == 1) read.batch_b = 16;
  constexpr sizes_of_one_element one{};
  auto const from_a = Kernel::map_b(has_product ? Kernel::tokens(read, make_gmem_ptr(a))
                                                : Kernel::tokens(one, make_gmem_ptr(a)));
  auto const from_b = Kernel::map_a(has_product ? Kernel::weights(read, make_gmem_ptr(b))
                                                : Kernel::weights(one, make_gmem_ptr(b)));
  auto const to = Kernel::output(g, d);
  using arguments = typename Kernel::template arguments<PE>;
  return wgmma_launch<arguments>{
      from_a && from_b && to,
      {{of(g.n), of(g.total), k, g.alpha, 0, g.scales, nullptr, 0, 0, {g.finish}},
       from_b.copy,
       from_a.copy,
       to.copy,
       Kernel::order_of(g.groups, g.total, g.n),
       ends,
       clusters}};
}

}  // namespace detail

#if defined(__CUDACC__)
// Checks the arguments, makes the tensor maps and launches Kernel, a grouped_wgmma, on as many
// clusters as the device runs at a time. Asynchronous. Result: a status of check_grouped or of
// launch, or tensor_map_refused.
template <class Kernel, class Epilogue>
status launch_grouped(grouped_arguments<typename Kernel::element_a, typename Kernel::element_b,
                                        typename Kernel::element_d, Epilogue> const& g,
                      cudaStream_t stream) noexcept {
  if (status const s = check_grouped(g); s != status::ok) return s;
  if (g.total == 0 || g.groups == 0 || g.n == 0) return status::ok;
  using arguments = typename Kernel::template arguments<std::int32_t const*>;
  constexpr std::int64_t blocks = Kernel::blocks;
  std::int64_t const most = grouped_order::largest_count(g.groups, g.total, Kernel::rows,
                                                         detail::tiles_of(g.n, Kernel::columns));
  grid_of_blocks const grid = persistent_grid<Kernel, arguments>(most * blocks);
  bool const has_product = g.alpha != 0 && g.k != 0;
  auto const l = detail::grouped_launch_arguments<Kernel>(
      g, has_product ? g.a : reinterpret_cast<typename Kernel::element_a const*>(g.d),
      has_product ? g.b : reinterpret_cast<typename Kernel::element_b const*>(g.d), g.d, g.ends,
      static_cast<int>(grid.x / blocks));
  return l.is_described ? launch<Kernel>(grid, l.args, stream) : status::tensor_map_refused;
}

// Launches the grouped_wgmma whose tiles suit the mean length of the groups. Asynchronous. Result:
// as above.
template <class TA, class TB, class TD, class Epilogue>
status launch_grouped(grouped_arguments<TA, TB, TD, Epilogue> const& g,
                      cudaStream_t stream) noexcept {
  auto const with = [&](auto schedule) {
    return launch_grouped<grouped_wgmma<TA, TB, TD, Epilogue, decltype(schedule)>>(g, stream);
  };
  std::int64_t const rows = g.groups < 1 ? 0 : g.total / g.groups;
  if (rows <= 4) return with(grouped_schedule<16, 12, 2, 1>{});
  if (rows <= 12) return with(grouped_schedule<32, 10, 2, 1>{});
  if (rows <= 40) return with(grouped_schedule<64, 8, 2, 2>{});
  if (rows <= 128) return with(grouped_schedule<96, 7, 2, 2>{});
  return with(grouped_schedule<128, 6, 2, 2>{});
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
