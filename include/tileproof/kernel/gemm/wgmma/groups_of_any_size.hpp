// SPDX-License-Identifier: BSL-1.0
//
// groups_of_any_size: theorems of grouped_wgmma for all groups, totals, n and k that its launcher
// takes. It loads as wgmma_of_any_size says; D is (n,row,end).
#pragma once

#include <tileproof/kernel/common/grouped_order.hpp>
#include <tileproof/kernel/gemm/wgmma/any_size.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The rows of a tile that begins in a group are stored where they are rows of that group, and lie
// outside of the tensor map of D where they are not: its base is `total` rows before D, and
// coordinates (row,end) are row + end rows after its base.
template <class Kernel>
struct rows_stay_in_their_group {
  static constexpr integers::unknown unknowns[] = {{"total", 1, largest_extent},
                                                   {"end", 1, largest_extent},
                                                   {"row", 0, largest_extent},
                                                   {"element", 0, Kernel::rows - 1}};
  template <class I>
  static constexpr bool holds(I const& total, I const& end, I const& row, I const& element) {
    if (!(row < end && end <= total)) return true;
    I const at = Kernel::row_in_map(total, row + element, end);
    bool const is_inside = at < total;
    return at >= I(0) && is_inside == (row + element < end);
  }
};
template <class Kernel>
struct rows_of_groups_have_their_places {
  static constexpr integers::unknown unknowns[] = {{"total", 1, largest_extent},
                                                   {"end", 1, largest_extent},
                                                   {"row", 0, largest_extent},
                                                   {"ld", 1, std::int64_t{1} << 39}};
  template <class I>
  static constexpr bool holds(I const& total, I const& end, I const& row, I const& ld) {
    return Kernel::base_of_map(total, ld) + (Kernel::row_in_map(total, row, end) + end) * ld ==
           row * ld;
  }
};
// check_grouped counts tiles of 16 x 128 elements; a kernel has no more rows of tiles, and no more
// columns, and so no more tiles.
template <class Kernel>
struct tiles_of_groups_are_counted {
  static constexpr integers::unknown unknowns[] = {
      {"groups", 1, largest_extent}, {"total", 1, largest_extent}, {"n", 1, largest_extent}};
  template <class I>
  static constexpr bool holds(I const& groups, I const& total, I const& n) {
    I const rows = grouped_order::largest_count<I>(groups, total, I(Kernel::rows), I(1));
    I const columns = count_tiles(n, Kernel::columns);
    I const counted = grouped_order::largest_count<I>(groups, total, I(16), I(1));
    return rows <= counted && columns <= count_tiles(n, 128);
  }
};
template <class Kernel, class Operands>
struct groups_of_any_size {
  using of = integers_of_groups<typename Kernel::element_a, typename Kernel::element_b,
                                typename Kernel::element_d>;
  using n = typename of::n;
  using total = typename of::total;
  using ldd = typename of::ldd;
  using k = typename of::k;
  using sizes = sizes_of_groups<of>;
  template <class Tensor>
  using layout_of = typename Tensor::layout_type;
  using A = decltype(Kernel::tokens(sizes{}, gmem_ptr<typename Kernel::element_a>{}));
  using B = decltype(Kernel::weights(sizes{}, gmem_ptr<typename Kernel::element_b>{}));
  using D = decltype(Kernel::layout_of_d(sizes{}));
  using proofs = theorems<
      theorem<is_described_layout<
                  Layout<Shape<total, k, int>, Stride<typename of::lda, _1, std::int64_t>>>,
              layout_of<A>>,
      theorem<is_described_layout<Layout<Shape<n, k, typename of::groups>,
                                         Stride<typename of::ldb, _1, typename of::batch_b>>>,
              layout_of<B>>,
      theorem<is_described_layout<
                  Layout<Shape<n, total, decltype(total{} + _1{})>, Stride<_1, ldd, ldd>>>,
              D>,
      theorem<holds_for_all_ints<rows_stay_in_their_group<Kernel>>>,
      theorem<holds_for_all_integers<rows_of_groups_have_their_places<Kernel>>>,
      theorem<holds_for_all_ints<each_row_once<typename Kernel::columns_of_consumers>>>,
      theorem<holds_for_all_integers<tiles_of_groups_are_counted<Kernel>>>,
      shares_are_right<shares_of_k<Operands>>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
