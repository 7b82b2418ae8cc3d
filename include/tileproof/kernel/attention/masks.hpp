// SPDX-License-Identifier: BSL-1.0
//
// attention_keys defines which keys a row of Q sees, and computes which tiles of keys a tile of
// rows visits and which of them need masks. attention_masks_are_exact<BlockN> is the theorem that
// these tiles are right.
//
//   attention_keys const keys{length_q, length_k, attention_keys::all, 0};  // causal
//   keys.sees(row, key);
//   key_tiles const t = keys.tiles<128>(first_row, rows);  // [t.first,t.last)
//   static_assert(attention_masks_are_exact<128>::hold);   // in a kernel: among its theorems
//
// A tile of rows visits every tile of BlockN keys that holds a key seen by one of its rows, and
// masks exactly those tiles that hold a key which some row does not see. This is proved for all
// lengths below 2^30, all windows and all tiles of rows. The functions that are proved are those
// that the kernel calls, on integers of integers/symbolic.hpp. For other masks give a template with
// the members of basic_attention_keys, including `band`:
//
//   static_assert(attention_masks_are_exact<128, my_keys>::hold);
#pragma once

#include <tileproof/config.hpp>
#include <tileproof/prove/for_all_integers.hpp>
#include <tileproof/prove/theorem.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// ---- the keys, of I: int, or the symbolic integer of the proofs

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
  // Whether a tile of BlockN keys has a key outside of [first,end).
  template <int BlockN>
  TILEPROOF_HOST_DEVICE constexpr bool lacks_some(I tile) const {
    return tile * BlockN < first || (tile + 1) * BlockN > end;
  }
};
using key_range = basic_key_range<int>;
// Row i of some rows sees the keys [first_of(i),end_of(i)); keys below 0 do not exist.
template <class I>
struct basic_key_band {
  I first, end, length_k;
  TILEPROOF_HOST_DEVICE constexpr I first_of(I i) const { return first + i; }
  TILEPROOF_HOST_DEVICE constexpr I end_of(I i) const {
    return end + i < length_k ? end + i : length_k;
  }
};
using key_band = basic_key_band<int>;

// Row i of length_q sees the keys from i + d - left to i + d + right of length_k, d = length_k -
// length_q: the last row sees up to `right` keys past the last one (masks are aligned at the bottom
// right). With left and right `all` that is every key; causal is right 0; a sliding window has
// both. Lengths are below 2^30, left and right from 0 to `all`.
template <class I>
struct basic_attention_keys {
  static constexpr int all = 1 << 30;
  I length_q, length_k;
  I left = all, right = all;

  TILEPROOF_HOST_DEVICE constexpr bool sees(I row, I key) const {
    I const d = row + (length_k - length_q);
    return key < length_k && (left == all || key >= d - left) && (right == all || key <= d + right);
  }
  // The keys seen by the rows from `row` on: row i of the band is row + i.
  TILEPROOF_HOST_DEVICE constexpr basic_key_band<I> band(I row) const {
    I const d = row + (length_k - length_q);
    return {left == all ? -all : d - left, right == all ? all : d + right + 1, length_k};
  }
  // A row sees exactly the keys [first_of(row),end_of(row)), which may be none.
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
  // these rows, or one tile if there are none. Pre: row < length_q, rows > 0. First and end grow
  // with the row.
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
  // Whether a tile of keys needs a mask for rows [row,row + rows): it does unless each of these
  // rows that exists (below length_q) sees all of the tile.
  template <int BlockN>
  TILEPROOF_HOST_DEVICE constexpr bool must_mask(I tile, I row, I rows) const {
    return seen_by_all(row, rows).template lacks_some<BlockN>(tile);
  }
};
using attention_keys = basic_attention_keys<int>;

// ---- the theorems

namespace detail {

// The bounds of the unknowns of attention_keys.
inline constexpr std::int64_t longest_attention = (1 << 30) - 1;
inline constexpr integers::unknown any_length_q{"length_q", 1, longest_attention};
inline constexpr integers::unknown any_length_k{"length_k", 0, longest_attention};
inline constexpr integers::unknown any_left{"left", 0, longest_attention + 1};
inline constexpr integers::unknown any_right{"right", 0, longest_attention + 1};
inline constexpr integers::unknown any_row{"row", 0, longest_attention - 1};
inline constexpr integers::unknown any_rows{"rows", 1, longest_attention + 1};
inline constexpr integers::unknown any_i{"i", 0, longest_attention - 1};
// A key that may lie past the last one, in the last tile.
inline constexpr std::int64_t last_key = longest_attention + (1 << 20);
inline constexpr integers::unknown any_key{"key", 0, last_key};

// The unknowns of the theorems: lengths and masks and the rows [row,row + rows) of a tile; then
// also a row i of them and a key; then also a tile of keys.
struct any_tile_of_rows {
  static constexpr integers::unknown unknowns[] = {any_length_q, any_length_k, any_left,
                                                   any_right,    any_row,      any_rows};
};
struct any_row_and_key {
  static constexpr integers::unknown unknowns[] = {any_length_q, any_length_k, any_left, any_right,
                                                   any_row,      any_rows,     any_i,    any_key};
};
template <int BlockN>
struct any_tile_of_keys {
  static constexpr integers::unknown unknowns[] = {any_length_q,
                                                   any_length_k,
                                                   any_left,
                                                   any_right,
                                                   any_row,
                                                   any_rows,
                                                   {"tile", 0, last_key / BlockN}};
};

}  // namespace detail

// A row sees the keys from first_of(row) to end_of(row), and no other.
template <template <class> class Keys = basic_attention_keys>
struct rows_see_an_interval {
  static constexpr integers::unknown unknowns[] = {detail::any_length_q, detail::any_length_k,
                                                   detail::any_left,     detail::any_right,
                                                   detail::any_row,      detail::any_key};
  static constexpr char const* otherwise =
      "sees, and first_of and end_of, disagree on key {for_integers:5} for row {for_integers:4} of "
      "{for_integers:0}, with {for_integers:1} keys and the window "
      "({for_integers:2},{for_integers:3})";
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row, I const& key) {
    if (!(row < length_q)) return true;
    Keys<I> const keys{length_q, length_k, left, right};
    return keys.sees(row, key) == (keys.first_of(row) <= key && key < keys.end_of(row));
  }
};

// Row i sees the keys of band(row) at i - row, and no other.
template <template <class> class Keys = basic_attention_keys>
struct rows_see_a_band {
  static constexpr integers::unknown unknowns[] = {
      detail::any_length_q, detail::any_length_k, detail::any_left, detail::any_right,
      detail::any_row,      detail::any_i,        detail::any_key};
  static constexpr char const* otherwise =
      "sees, and the band of row {for_integers:4}, disagree on key {for_integers:6} for row "
      "{for_integers:5} of {for_integers:0}, with {for_integers:1} keys and the window "
      "({for_integers:2},{for_integers:3})";
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row, I const& i, I const& key) {
    if (!(row <= i && i < length_q)) return true;
    Keys<I> const keys{length_q, length_k, left, right};
    auto const band = keys.band(row);
    return keys.sees(i, key) == (band.first_of(i - row) <= key && key < band.end_of(i - row));
  }
};

// The tile of a key that row i sees is among the tiles of its tile of rows.
template <int BlockN, template <class> class Keys = basic_attention_keys>
struct visits_tiles_of_seen_keys : detail::any_row_and_key {
  static constexpr char const* otherwise =
      "row {for_integers:6} of {for_integers:0} sees key {for_integers:7} of {for_integers:1}, "
      "window ({for_integers:2},{for_integers:3}), and the {for_integers:5} row{|s} from row "
      "{for_integers:4} do not visit the tile of that key";
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row, I const& rows, I const& i, I const& key) {
    if (!(row <= i && i < row + rows && i < length_q)) return true;
    Keys<I> const keys{length_q, length_k, left, right};
    if (!keys.sees(i, key)) return true;
    auto const t = keys.template tiles<BlockN>(row, rows);
    return t.first * BlockN <= key && key < t.last * BlockN;
  }
};

// The tiles of a tile of rows are at least one. They begin at a key, or there is no key.
template <int BlockN, template <class> class Keys = basic_attention_keys>
struct visits_tiles_that_exist : detail::any_tile_of_rows {
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row, I const& rows) {
    if (!(row < length_q)) return true;
    Keys<I> const keys{length_q, length_k, left, right};
    auto const t = keys.template tiles<BlockN>(row, rows);
    return 0 <= t.first && t.first < t.last && ((t.last - 1) * BlockN < length_k || t.last == 1);
  }
};

// A tile of keys that rows visit has a key that one of the rows sees; or it is their only tile, and
// no row sees any key. The proof names key and row: the key is the first of the tile or of the
// first row; the row is the one whose last key it would be without a window, or the next one.
template <int BlockN, template <class> class Keys = basic_attention_keys>
struct visits_only_tiles_of_seen_keys : detail::any_tile_of_keys<BlockN> {
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row, I const& rows, I const& tile) {
    if (!(row < length_q)) return true;
    Keys<I> const keys{length_q, length_k, left, right};
    auto const t = keys.template tiles<BlockN>(row, rows);
    if (!(t.first <= tile && tile < t.last)) return true;
    I const last_row = row + rows < length_q ? row + rows - 1 : length_q - 1;
    I const first = keys.first_of(row);
    if (!(first < keys.end_of(last_row))) return t.count() == 1;
    I const key = tile * BlockN < first ? first : tile * BlockN;
    I const i = key - (length_k - length_q);
    return keys.sees(i < row ? row : last_row < i ? last_row : i, key) && key < (tile + 1) * BlockN;
  }
};

// In a tile without masks each row sees each key.
template <int BlockN, template <class> class Keys = basic_attention_keys>
struct masks_each_unseen_key : detail::any_row_and_key {
  static constexpr char const* otherwise =
      "row {for_integers:6} of {for_integers:0} does not see key {for_integers:7} of "
      "{for_integers:1}, window ({for_integers:2},{for_integers:3}), and the {for_integers:5} "
      "row{|s} "
      "from row {for_integers:4} do not mask the tile of that key";
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row, I const& rows, I const& i, I const& key) {
    if (!(row <= i && i < row + rows && i < length_q)) return true;
    Keys<I> const keys{length_q, length_k, left, right};
    return keys.template must_mask<BlockN>(key / BlockN, row, rows) || keys.sees(i, key);
  }
};

// In a tile with masks some row does not see some key: the last row the first key, or the first row
// the last key.
template <int BlockN, template <class> class Keys = basic_attention_keys>
struct masks_no_tile_of_seen_keys : detail::any_tile_of_keys<BlockN> {
  static constexpr char const* otherwise =
      "the {for_integers:5} row{|s} from row {for_integers:4} of {for_integers:0} see all keys of "
      "tile {for_integers:6}, of {for_integers:1} keys, window "
      "({for_integers:2},{for_integers:3}), "
      "and mask it";
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row, I const& rows, I const& tile) {
    if (!(row < length_q)) return true;
    Keys<I> const keys{length_q, length_k, left, right};
    if (!keys.template must_mask<BlockN>(tile, row, rows)) return true;
    I const last_row = row + rows < length_q ? row + rows - 1 : length_q - 1;
    return !keys.sees(last_row, tile * BlockN) || !keys.sees(row, tile * BlockN + (BlockN - 1));
  }
};

// The theorems, for tiles of BlockN keys.
template <int BlockN, template <class> class Keys = basic_attention_keys>
using attention_masks_are_exact =
    theorems<theorem<holds_for_all_ints<rows_see_an_interval<Keys>>>,
             theorem<holds_for_all_ints<rows_see_a_band<Keys>>>,
             theorem<holds_for_all_integers<visits_tiles_of_seen_keys<BlockN, Keys>>>,
             theorem<holds_for_all_ints<visits_tiles_that_exist<BlockN, Keys>>>,
             theorem<holds_for_all_integers<masks_each_unseen_key<BlockN, Keys>>>,
             theorem<holds_for_all_ints<masks_no_tile_of_seen_keys<BlockN, Keys>>>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
