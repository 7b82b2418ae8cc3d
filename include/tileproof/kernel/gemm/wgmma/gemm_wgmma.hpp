// SPDX-License-Identifier: BSL-1.0
//
// gemm_wgmma: D = alpha * A * B + beta * C on sm_90, by TMA and wgmma. One warp loads, two
// warpgroups multiply, and the pipeline is a proved protocol. Persistent
// (kernel/gemm/wgmma/persistent.hpp), or with split-k, for few tiles (kernel/gemm/wgmma/split.hpp), as the
// schedule says. Include this header: it brings the launcher (kernel/gemm/wgmma/launch.hpp).
//
//   using kernel = gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t>;
//   wgmma_arguments g{m, n, k, 1.0f, a, k, b, k, d, n};   // D = A * B, A and B K-major, D by rows
//   status const s = launch_gemm<kernel>(g, stream);
#pragma once

#include <tileproof/kernel/gemm/wgmma/launch.hpp>
#include <tileproof/kernel/gemm/wgmma/persistent.hpp>
#include <tileproof/kernel/gemm/wgmma/split.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// TA and TB are the element types of A and B, as wgmma takes them; TD that of D: f32 or TA (tf32:
// f32); of fp8 and 16-bit floats also fp8, of fp8 also f16 and bf16; of 8-bit integers int32_t or
// an 8-bit integer. Others are refused (wgmma_stores_elements). Sums are f32, or int32_t of
// integers. MajorA and MajorB are the contiguous modes of A and B (mn: 16-bit elements only),
// OrderD is the order of C and D.
//
//   D = round(scale_d * epilogue(alpha * scale_a * scale_b * A * B + beta * scale_c * C, i, j))
//
// in `scalar`, f32 or, where D is int32_t, int32_t modulo 2^32. Only tensors of 8-bit elements have
// scales, and none where D is int32_t. round is to nearest even; 8-bit D saturates (round_to). The
// epilogue is called for each element of D with its row i and column j in D.
//
// Addresses and leading dimensions are multiples of 16 bytes, and so is a row of D (a column of a
// column-major one). Arguments and refusals: check_gemm.
template <class TA, class TB, class TD, major MajorA = major::k, major MajorB = major::k,
          matrix_order OrderD = matrix_order::row_major, class Epilogue = identity_epilogue,
          class Schedule = wgmma_schedule<256, 3, 4, 2>>
struct gemm_wgmma
    : std::conditional_t<
          (Schedule::splits > 1),
          detail::split_wgmma<TA, TB, TD, MajorA, MajorB, Epilogue, Schedule>,
          detail::persistent_wgmma<TA, TB, TD, MajorA, MajorB, Epilogue, Schedule>> {
  static_assert(detail::require_wgmma_stores<TA, TD>());
  static constexpr matrix_order order_d = OrderD;
  using element_a = TA;
  using element_b = TB;
  using element_d = TD;
  using epilogue = Epilogue;
  using schedule = Schedule;
};

// A column-major D is the row-major transpose of D: the kernel computes D^T = B^T * A^T.
template <class TA, class TB, class TD, major MajorA, major MajorB, class Epilogue, class Schedule>
struct gemm_wgmma<TA, TB, TD, MajorA, MajorB, matrix_order::column_major, Epilogue, Schedule>
    : gemm_wgmma<TB, TA, TD, MajorB, MajorA, matrix_order::row_major, transposed_epilogue<Epilogue>,
                 Schedule> {
  using transposed = gemm_wgmma<TB, TA, TD, MajorB, MajorA, matrix_order::row_major,
                                transposed_epilogue<Epilogue>, Schedule>;
  static constexpr matrix_order order_d = matrix_order::column_major;
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  using element_a = TA;
  using element_b = TB;
  using epilogue = Epilogue;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
