// SPDX-License-Identifier: BSL-1.0
//
// The integers of gemm_wgmma and grouped_wgmma, as unknowns: their theorems hold for all their
// values, and their launchers take no others.
#pragma once

#include <tileproof/kernel/gemm/arguments.hpp>
#include <tileproof/types/unknown.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A is m x k, B n x k and D, in rows or columns, m x n, for each batch. A row of D (a column) is
// whole vectors of 16 bytes.
template <class TA, class TB, class TD, major MajorA, major MajorB, bool IsRowMajor, class TC = TD>
struct integers_of_wgmma {
  // (nvcc writes no alias template whose parameter is the name of an unknown.)
  using any_m = unknown<"m", std::int64_t, at_most<largest_extent>>;
  using any_n = unknown<"n", std::int64_t, at_most<largest_extent>>;
  using m =
      std::conditional_t<IsRowMajor, any_m,
                         unknown<"m", std::int64_t, at_most<largest_extent>, vectors_of_tma<TD>>>;
  using n = std::conditional_t<
      IsRowMajor, unknown<"n", std::int64_t, at_most<largest_extent>, vectors_of_tma<TD>>, any_n>;
  using k = unknown<"k", std::int64_t, at_most<largest_extent>>;
  using batches = unknown<"batches", std::int64_t, at_most<largest_extent>>;
  using along_a = std::conditional_t<MajorA == major::k, k, m>;
  using along_b = std::conditional_t<MajorB == major::k, k, n>;
  using along_d = std::conditional_t<IsRowMajor, n, m>;
  using lda =
      unknown<"lda", std::int64_t, at_least<along_a{}>, less_than_tma<TA>, vectors_of_tma<TA>>;
  using ldb =
      unknown<"ldb", std::int64_t, at_least<along_b{}>, less_than_tma<TB>, vectors_of_tma<TB>>;
  using ldc =
      unknown<"ldc", std::int64_t, at_least<along_d{}>, less_than_tma<TC>, vectors_of_tma<TC>>;
  using ldd =
      unknown<"ldd", std::int64_t, at_least<along_d{}>, less_than_tma<TD>, vectors_of_tma<TD>>;
  using batch_a =
      unknown<"batch_a", std::int64_t, at_least<0>, less_than_tma<TA>, vectors_of_tma<TA>>;
  using batch_b =
      unknown<"batch_b", std::int64_t, at_least<0>, less_than_tma<TB>, vectors_of_tma<TB>>;
  using batch_c =
      unknown<"batch_c", std::int64_t, at_least<0>, less_than_tma<TC>, vectors_of_tma<TC>>;
  using batch_d =
      unknown<"batch_d", std::int64_t, at_least<0>, less_than_tma<TD>, vectors_of_tma<TD>>;
};
// The arguments of a GEMM, as far as tensor maps speak of them, whose integers are Of's.
template <class Of>
struct sizes_of_wgmma {
  typename Of::m m;
  typename Of::n n;
  typename Of::k k;
  typename Of::batches batches;
  typename Of::lda lda;
  typename Of::ldb ldb;
  typename Of::ldd ldd;
  typename Of::batch_a batch_a;
  typename Of::batch_b batch_b;
  typename Of::batch_d batch_d;
};
// Matrices of one element, and their groups, have these: a kernel without a product reads outside
// of them.
struct sizes_of_one_element {
  int m = 1, n = 1, k = 1, batches = 1, total = 1, groups = 1;
  std::int64_t lda = 16, ldb = 16, ldd = 16, batch_a = 16, batch_b = 16, batch_d = 16;
};
// The integers of D^T = B^T * A^T.
template <class Of>
struct transposed_integers : Of {
  using m = typename Of::n;
  using n = typename Of::m;
  using lda = typename Of::ldb;
  using ldb = typename Of::lda;
  using batch_a = typename Of::batch_b;
  using batch_b = typename Of::batch_a;
};
// A is total x k, B n x k for each group and D total x n, all row by row.
template <class TA, class TB, class TD>
struct integers_of_groups {
  using total = unknown<"total", std::int64_t, at_most<largest_extent>>;
  using groups = unknown<"groups", std::int64_t, at_most<largest_extent>>;
  using n = unknown<"n", std::int64_t, at_most<largest_extent>, vectors_of_tma<TD>>;
  using k = unknown<"k", std::int64_t, at_most<largest_extent>>;
  using lda = unknown<"lda", std::int64_t, at_least<k{}>, less_than_tma<TA>, vectors_of_tma<TA>>;
  using ldb = unknown<"ldb", std::int64_t, at_least<k{}>, less_than_tma<TB>, vectors_of_tma<TB>>;
  using ldd = unknown<"ldd", std::int64_t, at_least<n{}>, less_than_tma<TD>, vectors_of_tma<TD>>;
  using batch_b =
      unknown<"batch_b", std::int64_t, at_least<0>, less_than_tma<TB>, vectors_of_tma<TB>>;
};
// Its arguments, as far as tensor maps speak of them, whose integers are Of's.
template <class Of>
struct sizes_of_groups {
  typename Of::total total;
  typename Of::groups groups;
  typename Of::n n;
  typename Of::k k;
  typename Of::lda lda;
  typename Of::ldb ldb;
  typename Of::ldd ldd;
  typename Of::batch_b batch_b;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
