// SPDX-License-Identifier: BSL-1.0
// expect-error: holds_for_all_integers<
// expect-error: for_integers<3, 129, 1073741824, 0, 0, 2, 0, 127>
// expect-sentence: row 0 of 3 does not see key 127 of 129, window (1073741824,0), and the 2 rows
// expect-sentence: from row 0 do not mask the tile of that key
#include <tileproof/kernel/attention/masks.hpp>

using namespace tileproof;

// Under a causal mask the last row of a tile sees all of the tile on the diagonal; the others do
// not.
template <class I>
struct keys_of_the_last_row : basic_attention_keys<I> {
  template <int BlockN>
  TILEPROOF_HOST_DEVICE constexpr bool must_mask(I tile, I row, I rows) const {
    I const last_row = row + rows < this->length_q ? row + rows - 1 : this->length_q - 1;
    return tile * BlockN < this->first_of(last_row) ||
#ifdef TILEPROOF_CONTROL
           (tile + 1) * BlockN > this->end_of(row);
#else
           (tile + 1) * BlockN > this->end_of(last_row);
#endif
  }
};

using masked = masks_each_unseen_key<128, keys_of_the_last_row>;
static_assert(require<holds_for_all_integers<masked>>());  // the mistake
