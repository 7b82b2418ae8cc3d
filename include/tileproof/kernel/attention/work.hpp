// SPDX-License-Identifier: BSL-1.0
//
// attention_work: what a consumer of attention_wgmma has to know about its rows of a tile. The
// producer finds it out and hands it over with Q: it has the time, and the consumers have none.
// They read it in words of 4 bytes, which cost fewer registers than vectors.
// kernel/attention/wgmma/attention_wgmma.hpp brings this header.
#pragma once

#include <tileproof/kernel/attention/lengths.hpp>
#include <tileproof/kernel/attention/order.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// By default the tile before the first one: no rows, at a place outside of O.
struct attention_work {
  key_tiles visited{};              // by the tile
  key_range seen_by_all{};          // by the consumer's rows
  key_band seen{};                  // by each of them
  int left = 0;                     // rows from the first to the sequence's end, if positive
  int row_o = attention_keys::all;  // the first in the tensor of O
  int head = 0, batch_o = 0;

  // The work of `rows` rows of a sequence from `row` on, in a tile at a place that visits
  // `visited`. Rows behind the last one are not stored, and see what the first ones see.
  TILEPROOF_HOST_DEVICE static attention_work of(attention_sequence const& of,
                                                 attention_order::place const& at,
                                                 key_tiles const& visited, int row, int rows) {
    int const left = of.keys.length_q - row;
    int const first = left > 0 ? row : 0;
    return {visited, of.keys.seen_by_all(first, rows), of.keys.band(first), left, of.row_q + row,
            at.head, of.batch_q};
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
