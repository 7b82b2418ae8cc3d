// SPDX-License-Identifier: BSL-1.0
//
// Layouts of a tile of a matrix in global memory, for proofs. A kernel knows the leading dimension
// at run time only; a theorem takes one of the constants below for it.
#pragma once

#include <tileproof/algebra/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The leading dimension for theorems about sectors and bank conflicts: a multiple of a 128-byte
// line, in elements. With another one, a row may touch one sector more for each line and
// cp.async.cg may need more wavefronts; the elements copied are the same.
inline constexpr std::int64_t whole_lines = 65536;
// The leading dimension for theorems about access widths: a multiple of Vector elements and of no
// larger power of two.
template <std::int64_t Vector>
inline constexpr std::int64_t whole_vectors = 65537 * Vector;

// A tile of a column-major matrix: its columns are LD elements apart.
template <class Tile, std::int64_t LD = whole_lines>
using columns_apart = Layout<Tile, Stride<_1, Int<LD>>>;
// A tile of a row-major matrix: its rows are LD elements apart.
template <class Tile, std::int64_t LD = whole_lines>
using rows_apart = Layout<Tile, Stride<Int<LD>, _1>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
