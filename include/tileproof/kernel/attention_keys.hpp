// SPDX-License-Identifier: BSL-1.0
//
// attention_keys: which keys a row of Q sees, which tiles of keys a tile of rows therefore visits,
// and in which of them elements must be masked.
//
//   attention_keys const keys{length_q, length_k, attention_keys::all, 0};  // causal
//   keys.sees(row, key);
//   key_tiles const t = keys.tiles<128>(first_row, rows);  // [t.first,t.last)
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Tiles [first,last) of keys, at least one.
struct key_tiles {
  int first, last;
  TILEPROOF_HOST_DEVICE constexpr int count() const { return last - first; }
};

// Row i of length_q sees the keys from i + d - left to i + d + right of length_k, d = length_k -
// length_q: the last row sees up to `right` keys behind the last one (masks are aligned at the
// bottom right). With left and right `all` that is every key; causal is right 0; a sliding window
// has both. Lengths are below 2^30, left and right from 0 to `all`.
struct attention_keys {
  static constexpr int all = 1 << 30;
  int length_q, length_k;
  int left = all, right = all;

  TILEPROOF_HOST_DEVICE constexpr bool sees(int row, int key) const {
    int const d = row + (length_k - length_q);
    return key < length_k && (left == all || key >= d - left) && (right == all || key <= d + right);
  }
  // Keys [first_of(row),end_of(row)) are seen by a row, and no others; none where that is empty.
  TILEPROOF_HOST_DEVICE constexpr int first_of(int row) const {
    int const first = left == all ? 0 : row + (length_k - length_q) - left;
    return first < 0 ? 0 : first;
  }
  TILEPROOF_HOST_DEVICE constexpr int end_of(int row) const {
    if (right == all) return length_k;
    int const end = row + (length_k - length_q) + right + 1;
    return end < 0 ? 0 : end < length_k ? end : length_k;
  }
  // The tiles of BlockN keys that rows [row,row + rows) visit: those that hold a key seen by one of
  // them, or one where none does. Pre: row < length_q, rows > 0. First and end grow with the row.
  template <int BlockN>
  TILEPROOF_HOST_DEVICE constexpr key_tiles tiles(int row, int rows) const {
    int const last_row = row + rows < length_q ? row + rows - 1 : length_q - 1;
    int const first = first_of(row) / BlockN;
    int const last = (end_of(last_row) + BlockN - 1) / BlockN;
    return {first < last ? first : last > 0 ? last - 1 : 0, first < last ? last : last > 0 ? last : 1};
  }
  // Whether a tile of keys has elements to mask for rows [row,row + rows): unless every row of
  // length_q among them sees all of it.
  template <int BlockN>
  TILEPROOF_HOST_DEVICE constexpr bool must_mask(int tile, int row, int rows) const {
    int const last_row = row + rows < length_q ? row + rows - 1 : length_q - 1;
    return tile * BlockN < first_of(last_row) || (tile + 1) * BlockN > end_of(row);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
