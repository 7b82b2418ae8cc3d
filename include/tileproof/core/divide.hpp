// SPDX-License-Identifier: BSL-1.0
//
// logical_divide(A,B) = composition(A, (B, complement(B, size(A)))), and its rearrangements.
#pragma once

#include <tileproof/core/complement.hpp>
#include <tileproof/core/composition.hpp>
#include <tileproof/core/tiler.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// (tile, rest). A loss or an excess of elements is not refused: a proof of the partition reports
// it.
constexpr layout divide(context& cx, layout const& a, layout const& tile) {
  layout const rest = complement(cx, tile, size(cx, coalesce(cx, a)));
  if (cx.refused()) return a;
  return composition(cx, a, pair(tile, rest));
}

// The profile of the tiler, each terminal a (tile,rest).
constexpr layout logical_divide(context& cx, layout const& a, layout const& tiler) {
  return by_mode(cx, a, tiler, divide, beyond_tiler::keep);
}

// ((tile...),(rest...))
constexpr layout zipped_divide(context& cx, layout const& a, layout const& tiler) {
  return zip_by_mode(cx, a, tiler, divide);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
