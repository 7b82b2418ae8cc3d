// SPDX-License-Identifier: BSL-1.0
//
// The tiles of keys that an attention visits, and those that it masks, for every length.
#include <tileproof/kernel/attention/masks.hpp>
#include <tileproof/kernel/attention/work.hpp>

namespace {

using namespace tileproof;

static_assert(attention_masks_are_exact<128>::hold);
static_assert(attention_masks_are_exact<64>::hold);
static_assert(attention_masks_are_exact<1>::hold);
static_assert(attention_masks_are_exact<176>::hold);

// Every tile that is visited has a key that is seen, or it is the only one.
static_assert(proved<holds_for_all_integers<visits_only_tiles_of_seen_keys<128>>>);

// If no key is before the end of the last row's keys, none is before the end of the first row's:
// tiles() has no tile after an empty one. Only its condition last > 0 decides.
struct tiles_begin_at_the_first_key : detail::any_tile_of_rows {
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row, I const& rows) {
    if (!(row < length_q)) return true;
    basic_attention_keys<I> const keys{length_q, length_k, left, right};
    I const last_row = row + rows < length_q ? row + rows - 1 : length_q - 1;
    I const first = keys.first_of(row) / 128;
    I const last = (keys.end_of(last_row) + 127) / 128;
    return last > 0 ? first < last : first == 0 && last == 0;
  }
};
static_assert(proved<holds_for_all_integers<tiles_begin_at_the_first_key>>);

// A kernel asks for rows of its last tile past length_q, and drops the result. With lengths that
// are 128 less than the longest, no int overflows there either; with the longest it does.
template <int Less>
struct rows_after_the_last_one {
  static constexpr integers::unknown unknowns[] = {
      {"length_q", 1, detail::longest_attention - Less},
      {"length_k", 0, detail::longest_attention - Less},
      detail::any_left,
      detail::any_right,
      {"row", 0, detail::longest_attention + 127}};
  template <class I>
  static constexpr bool holds(I const& length_q, I const& length_k, I const& left, I const& right,
                              I const& row) {
    if (!(row < length_q + 127)) return true;
    basic_attention_keys<I> const keys{length_q, length_k, left, right};
    return keys.first_of(row) >= 0 && keys.end_of(row) <= length_k;
  }
};
static_assert(proved<holds_for_all_ints<rows_after_the_last_one<128>>>);
static_assert(proved<holds_for_all_integers<rows_after_the_last_one<0>>>);
static_assert(
    sentence<holds_for_all_ints<rows_after_the_last_one<0>>>() ==
    "an int overflows for length_q = 1, length_k = 1073741698, left = 1073741824, right = "
    "1073741823, row = 127");

// Values: a causal mask, and a window that begins past the end of the keys.
constexpr attention_keys causal{256, 300, attention_keys::all, 0};
static_assert(causal.first_of(7) == 0 && causal.end_of(7) == 52);
static_assert(causal.tiles<128>(128, 128).first == 0 && causal.tiles<128>(128, 128).last == 3);
static_assert(!causal.must_mask<128>(0, 128, 64) && causal.must_mask<128>(1, 128, 64));
constexpr attention_keys after{70, 20, 0, 0};
static_assert(after.end_of(49) == 0 && after.end_of(50) == 1 && after.tiles<8>(0, 8).count() == 1);

// An int that the kernel has is the one that is proved.
static_assert(std::is_same_v<attention_keys, basic_attention_keys<int>>);
static_assert(sizeof(attention_keys) == 16 && sizeof(key_tiles) == 8);

// A mask of one's own, causal and aligned at the top left: row i sees the keys up to i. Its tiles
// are those of basic_attention_keys with another end.
template <class I>
struct top_left_keys : basic_attention_keys<I> {
  constexpr bool sees(I row, I key) const { return key < this->length_k && key <= row; }
  constexpr I first_of(I) const { return 0; }
  constexpr I end_of(I row) const { return row < this->length_k ? row + 1 : this->length_k; }
  template <int BlockN>
  constexpr bool must_mask(I tile, I row, I) const {
    return (tile + 1) * BlockN > end_of(row);
  }
};
static_assert(proved<holds_for_all_ints<rows_see_an_interval<top_left_keys>>>);
static_assert(proved<holds_for_all_integers<masks_each_unseen_key<128, top_left_keys>>>);
static_assert(proved<holds_for_all_ints<masks_no_tile_of_seen_keys<128, top_left_keys>>>);
// But the tiles are those of rows that end elsewhere.
static_assert(!proved<holds_for_all_integers<visits_tiles_of_seen_keys<128, top_left_keys>>>);

}  // namespace
