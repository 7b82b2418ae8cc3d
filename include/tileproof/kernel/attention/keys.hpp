// SPDX-License-Identifier: BSL-1.0
//
// attention_keys: which keys a row of Q sees, which tiles of keys a tile of rows therefore visits,
// and in which of them elements must be masked.
//
//   attention_keys const keys{length_q, length_k, attention_keys::all, 0};  // causal
//   keys.sees(row, key);
//   key_tiles const t = keys.tiles<128>(first_row, rows);  // [t.first,t.last)
//
// I is int, or the symbolic integer with which kernel/attention/masks.hpp proves for every length
// that tiles and masks are right.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Tiles [first,last) of keys, at least one.
template <class I>
struct basic_key_tiles {
  I first, last;
  TILEPROOF_HOST_DEVICE constexpr I count() const { return last - first; }
};
using key_tiles = basic_key_tiles<int>;
// Keys [first,end).
template <class I>
struct basic_key_range {
  I first, end;
  // Whether a tile of BlockN keys has one that is not among them.
  template <int BlockN>
  TILEPROOF_HOST_DEVICE constexpr bool lacks_some(I tile) const {
    return tile * BlockN < first || (tile + 1) * BlockN > end;
  }
};
using key_range = basic_key_range<int>;
// Row i of some rows sees the keys [first_of(i),end_of(i)), of which those below 0 do not exist.
template <class I>
struct basic_key_band {
  I first, end, length_k;
  TILEPROOF_HOST_DEVICE constexpr I first_of(I i) const {
    return first + i;
  }
  TILEPROOF_HOST_DEVICE constexpr I end_of(I i) const {
    return end + i < length_k ? end + i : length_k;
  }
};
using key_band = basic_key_band<int>;

// Row i of length_q sees the keys from i + d - left to i + d + right of length_k, d = length_k -
// length_q: the last row sees up to `right` keys behind the last one (masks are aligned at the
// bottom right). With left and right `all` that is every key; causal is right 0; a sliding window
// has both. Lengths are below 2^30, left and right from 0 to `all`.
template <class I>
struct basic_attention_keys {
  static constexpr int all = 1 << 30;
  I length_q, length_k;
  I left = all, right = all;

  TILEPROOF_HOST_DEVICE constexpr bool sees(I row, I key) const {
    I const d = row + (length_k - length_q);
    return key < length_k && (left == all || key >= d - left) && (right == all || key <= d + right);
  }
  // The keys that rows see from `row` on: its row i is row + i.
  TILEPROOF_HOST_DEVICE constexpr basic_key_band<I> band(I row) const {
    I const d = row + (length_k - length_q);
    return {left == all ? -all : d - left, right == all ? all : d + right + 1, length_k};
  }
  // Keys [first_of(row),end_of(row)) are seen by a row, and no others; none where that is empty.
  TILEPROOF_HOST_DEVICE constexpr I first_of(I row) const {
    I const first = left == all ? 0 : row + (length_k - length_q) - left;
    return first < 0 ? 0 : first;
  }
  TILEPROOF_HOST_DEVICE constexpr I end_of(I row) const {
    if (right == all) return length_k;
    I const end = row + (length_k - length_q) + right + 1;
    return end < 0 ? 0 : end < length_k ? end : length_k;
  }
  // The tiles of BlockN keys that rows [row,row + rows) visit: those that hold a key seen by one of
  // them, or one where none does. Pre: row < length_q, rows > 0. First and end grow with the row.
  template <int BlockN>
  TILEPROOF_HOST_DEVICE constexpr basic_key_tiles<I> tiles(I row, I rows) const {
    I const last_row = row + rows < length_q ? row + rows - 1 : length_q - 1;
    I const first = first_of(row) / BlockN;
    I const last = (end_of(last_row) + BlockN - 1) / BlockN;
    return {first, last > 0 ? last : 1};
  }
  // The keys that every row of length_q among [row,row + rows) sees; none where the range is empty.
  TILEPROOF_HOST_DEVICE constexpr basic_key_range<I> seen_by_all(I row, I rows) const {
    I const last_row = row + rows < length_q ? row + rows - 1 : length_q - 1;
    return {first_of(last_row), end_of(row)};
  }
  // Whether a tile of keys has elements to mask for rows [row,row + rows): unless every row of
  // length_q among them sees all of it.
  template <int BlockN>
  TILEPROOF_HOST_DEVICE constexpr bool must_mask(I tile, I row, I rows) const {
    return seen_by_all(row, rows).template lacks_some<BlockN>(tile);
  }
};
using attention_keys = basic_attention_keys<int>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
