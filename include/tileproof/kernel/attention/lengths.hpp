// SPDX-License-Identifier: BSL-1.0
//
// attention_lengths: the lengths of each sequence of a batch, and where its rows are.
//
//   attention_sequence const s = lengths.of(batch);
//   s.keys.sees(row, key);
//
// Sequences of one length are a tensor (length,d,heads,batch). Sequences of other lengths lie one
// behind the other in (total,d,heads), from offsets[batch] to offsets[batch + 1], and are the same
// kind of tensor for TMA:
//
//   batch     the end of a sequence, from 0 to total, a row apart
//   row       from longest - length on; the base address is `longest` rows before the tensor, and
//             where all sequences are empty one row
//
// so row i of a sequence that ends at e is at base + (e + longest - length + i) rows, which is
// row e - length + i of the tensor; and rows from `length` on are rows from `longest` on: outside
// the tensor map, where TMA reads zeros and writes nothing. No row of another sequence is touched.
#pragma once

#include <tileproof/kernel/attention/keys.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A sequence: its lengths and masks; the coordinates (row,batch) of its first rows.
struct attention_sequence {
  attention_keys keys;
  int row_q, row_k, batch_q, batch_k;

  // attention_keys::tiles; one for rows behind the last one, which see none and are not stored.
  template <int BlockN>
  TILEPROOF_HOST_DEVICE key_tiles tiles(int row, int rows) const {
    return row < keys.length_q ? keys.tiles<BlockN>(row, rows) : key_tiles{0, 1};
  }
};

// Offsets is a pointer to int, to batch + 1 of them that grow, the first at least 0, the last at
// most the total; both or neither are null.
template <class Offsets>
struct attention_lengths {
  attention_keys longest;
  Offsets offsets_q, offsets_k;
  bool has_offsets;

  TILEPROOF_HOST_DEVICE attention_sequence of(int batch) const {
    if (!has_offsets) return {longest, 0, 0, batch, batch};
    int const end_q = offsets_q[batch + 1];
    int const end_k = offsets_k[batch + 1];
    int const q = between(end_q - offsets_q[batch], longest.length_q);
    int const k = between(end_k - offsets_k[batch], longest.length_k);
    return {{q, k, longest.left, longest.right},
            described(longest.length_q) - q,
            described(longest.length_k) - k,
            end_q,
            end_k};
  }
  // The rows of a tensor map.
  TILEPROOF_HOST_DEVICE static constexpr int described(int length) {
    return length == 0 ? 1 : length;
  }

 private:
  // A length beyond the longest would reach into another sequence.
  TILEPROOF_HOST_DEVICE static int between(int length, int most) {
    return length < 0 ? 0 : length < most ? length : most;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
