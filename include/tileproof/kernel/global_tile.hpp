// SPDX-License-Identifier: BSL-1.0
//
// Tiles of matrices in global memory, as proofs look at them.
#pragma once

#include <tileproof/algebra/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A leading dimension for proofs about sectors and banks: a multiple of a line of 128 bytes. Others
// may cost a sector more for each line, and cp.async.cg more wavefronts; what is copied is the
// same.
inline constexpr std::int64_t whole_lines = 65536;
// One for proofs about widths: a multiple of Vector elements and of no power of two beyond.
template <std::int64_t Vector>
inline constexpr std::int64_t whole_vectors = 65537 * Vector;

template <class Tile, std::int64_t LD = whole_lines>
using columns_apart = Layout<Tile, Stride<_1, Int<LD>>>;
template <class Tile, std::int64_t LD = whole_lines>
using rows_apart = Layout<Tile, Stride<Int<LD>, _1>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
