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

// TMA takes strides that are multiples of 16 bytes, and less than 2^40 bytes (PTX ISA, "Tensor
// map").
template <class T>
using vectors = multiple_of<16 / sizeof(T)>;
template <class T>
using less_than_tma = at_most<(std::int64_t{1} << 39) / std::int64_t{sizeof(T)}>;

// A is m x k, B n x k and D, in rows or columns, m x n, for each batch. A row of D (a column) is
// whole vectors of 16 bytes.
template <class TA, class TB, class TD, major MajorA, major MajorB, bool IsRowMajor, class TC = TD>
struct integers_of_wgmma {
  // (nvcc writes no alias template whose parameter is the name of an unknown.)
  using any_m = unknown<"m", std::int64_t, at_most<largest_extent>>;
  using any_n = unknown<"n", std::int64_t, at_most<largest_extent>>;
  using m = std::conditional_t<IsRowMajor, any_m,
                               unknown<"m", std::int64_t, at_most<largest_extent>, vectors<TD>>>;
  using n =
      std::conditional_t<IsRowMajor,
                         unknown<"n", std::int64_t, at_most<largest_extent>, vectors<TD>>, any_n>;
  using k = unknown<"k", std::int64_t, at_most<largest_extent>>;
  using batches = unknown<"batches", std::int64_t, at_most<largest_extent>>;
  using along_a = std::conditional_t<MajorA == major::k, k, m>;
  using along_b = std::conditional_t<MajorB == major::k, k, n>;
  using along_d = std::conditional_t<IsRowMajor, n, m>;
  using lda = unknown<"lda", std::int64_t, at_least<along_a{}>, less_than_tma<TA>, vectors<TA>>;
  using ldb = unknown<"ldb", std::int64_t, at_least<along_b{}>, less_than_tma<TB>, vectors<TB>>;
  using ldc = unknown<"ldc", std::int64_t, at_least<along_d{}>, less_than_tma<TC>, vectors<TC>>;
  using ldd = unknown<"ldd", std::int64_t, at_least<along_d{}>, less_than_tma<TD>, vectors<TD>>;
  using batch_a = unknown<"batch_a", std::int64_t, at_least<0>, less_than_tma<TA>, vectors<TA>>;
  using batch_b = unknown<"batch_b", std::int64_t, at_least<0>, less_than_tma<TB>, vectors<TB>>;
  using batch_c = unknown<"batch_c", std::int64_t, at_least<0>, less_than_tma<TC>, vectors<TC>>;
  using batch_d = unknown<"batch_d", std::int64_t, at_least<0>, less_than_tma<TD>, vectors<TD>>;
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
// Operands of one element, outside of which a kernel without a product reads.
struct sizes_of_one_element {
  int m = 1, n = 1, k = 1, batches = 1;
  std::int64_t lda = 16, ldb = 16, batch_a = 16, batch_b = 16;
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
  using n = unknown<"n", std::int64_t, at_most<largest_extent>, vectors<TD>>;
  using k = unknown<"k", std::int64_t, at_most<largest_extent>>;
  using lda = unknown<"lda", std::int64_t, at_least<k{}>, less_than_tma<TA>, vectors<TA>>;
  using ldb = unknown<"ldb", std::int64_t, at_least<k{}>, less_than_tma<TB>, vectors<TB>>;
  using ldd = unknown<"ldd", std::int64_t, at_least<n{}>, less_than_tma<TD>, vectors<TD>>;
  using batch_b = unknown<"batch_b", std::int64_t, at_least<0>, less_than_tma<TB>, vectors<TB>>;
};
// The arguments of a grouped GEMM, as far as tensor maps speak of them, whose integers are Of's.
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
// The integers of a caller.
struct numbers_of_groups {
  using total = std::int64_t;
  using groups = total;
  using n = total;
  using k = total;
  using lda = total;
  using ldb = total;
  using ldd = total;
  using batch_b = total;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
