// SPDX-License-Identifier: BSL-1.0
//
// factor_layout: where the scale factors of a matrix lie, each for VS elements along k of a row. In
// blocks of 128 rows by 4 factors, 512 bytes each, as CUTLASS and cuBLASLt have them:
//
//             4 factors of k   4 more
//          +----------------+--------
//     0-31 | bytes 0-3,  16-19, ...      row r has its bytes at 16 (r % 32) + 4 (r / 32)
//    32-63 | bytes 4-7,  20-23, ...
//    ...   +----------------+--------
//
//   auto const sfa = factor_layout<16>(m, k);
//   sfa(3, 17);  // byte 49 of the first block: row 3, elements 16 to 31 along k
//
// Source: CUTLASS, Sm1xxBlockScaledConfig; cuBLAS, "1D Block Scaling Factors Layout".
#pragma once

#include <tileproof/algebra/product.hpp>
#include <tileproof/algebra/shape_arithmetic.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// A block, (row,element along k) -> byte.
template <int VS>
using factor_block =
    Layout<Shape<Shape<_32, _4>, Shape<Int<VS>, _4>>, Stride<Stride<_16, _4>, Stride<_0, _1>>>;

// The extents of the whole blocks that a matrix (mn,k) takes.
template <int VS, class MN, class K>
TILEPROOF_HOST_DEVICE constexpr auto whole_factor_blocks(MN const& mn, K const& k) {
  return make_shape(round_up(mn, _128{}), round_up(k, Int<4 * VS>{}));
}

}  // namespace detail

// The layout (MN,K) of the factors of a matrix: its blocks, those along k first. The last ones may
// reach beyond the matrix. Extents may be unknowns.
template <int VS, class MN, class K>
TILEPROOF_HOST_DEVICE constexpr auto factor_layout(MN const& mn, K const& k) {
  return tile_to_shape(detail::factor_block<VS>{}, detail::whole_factor_blocks<VS>(mn, k),
                       Step<_2, _1>{});
}
// The number of factors, and bytes, of a matrix: its blocks are whole.
template <int VS>
constexpr std::int64_t size_of_factors(std::int64_t mn, std::int64_t k) noexcept {
  auto const blocks = detail::whole_factor_blocks<VS>(mn, k);
  return get<0>(blocks) * (get<1>(blocks) / VS);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
