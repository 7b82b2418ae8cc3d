// SPDX-License-Identifier: BSL-1.0
//
// Defines which rows a block of an attention computes, and which keys they see: attention_lengths,
// the sequences of a batch; attention_order, the order of their tiles; attention_work, the data
// that a consumer gets about its rows.
//
// attention_lengths: the lengths of each sequence of a batch, and where its rows are.
//
//   attention_sequence const s = lengths.of(batch);
//   s.keys.sees(row, key);
//
// Sequences of one length are a tensor (length,d,heads,batch). Sequences of other lengths lie one
// after the other in (total,d,heads), from offsets[batch] to offsets[batch + 1], and are the same
// kind of tensor for TMA:
//
//   batch     the end of a sequence, from 0 to total, a row apart
//   row       from longest - length on; the base address is `longest` rows before the tensor, and
//             where all sequences are empty one row
//
// so row i of a sequence that ends at e is at base + (e + longest - length + i) rows, which is
// row e - length + i of the tensor; and rows from `length` on are rows from `longest` on: outside
// the tensor map, where TMA reads zeros and writes nothing. No row of another sequence is touched.
//
// attention_order: the tiles of rows of an attention, and the tiles that each block of a persistent
// grid takes. All blocks have about the same work, and tiles that run at the same time share keys
// in L2.
//
//   attention_order const order{tiles_m, heads, batch, false, blocks};  // false: causal
//   for (int i = 0; i < order.tiles_of(block, blocks); ++i)
//     auto const [m, head, batch] = order(order.tile(i, block, blocks));
//
// attention_work: the data that a consumer of attention_wgmma needs about its rows of a tile. The
// producer computes it, since it has more time than the consumers, and passes it on with Q.
// Consumers read it in words of 4 bytes, which cost fewer registers than vectors.
#pragma once

#include <tileproof/kernel/attention/masks.hpp>
#include <tileproof/kernel/common/divisor.hpp>
#include <tileproof/kernel/common/place_in_groups.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A sequence: its lengths and masks; the coordinates (row,batch) of its first rows.
struct attention_sequence {
  attention_keys keys;
  int row_q, row_k, batch_q, batch_k;

  // The tiles of attention_keys::tiles; rows past the last one, which see no key and are not
  // stored, get one tile.
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
            first_in_map(longest.length_q, q),
            first_in_map(longest.length_k, k),
            end_q,
            end_k};
  }
  // The rows of a tensor map, and the coordinate in it of the first row of a sequence.
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I described(I longest) {
    return longest == 0 ? I(1) : longest;
  }
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I first_in_map(I longest, I length) {
    return described(longest) - length;
  }
  // The offset of that map in a tensor whose rows are `row` elements apart.
  template <class I>
  static constexpr I base_of_map(I longest, I row) {
    return -described(longest) * row;
  }

 private:
  // A length beyond the longest would reach into another sequence.
  TILEPROOF_HOST_DEVICE static int between(int length, int most) {
    return length < 0 ? 0 : length < most ? length : most;
  }
};

namespace detail {

// The place of a block in round i, and the block of a place: each block one, in rounds 1, 3, 5 the
// last block the first.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I place_in_round(I i, I block, I blocks) {
  return i % I(2) == I(0) ? block : blocks - I(1) - block;
}
template <class I>
TILEPROOF_HOST_DEVICE constexpr I tile_of_round(I i, I block, I blocks) {
  return i * blocks + place_in_round<I>(i, block, blocks);
}
// The tiles of a block, where `rounds` rounds are whole and `rest` tiles are in the next.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I tiles_of_rounds(I rounds, I rest, I block, I blocks) {
  return rounds + (place_in_round<I>(rounds, block, blocks) < rest ? I(1) : I(0));
}
// The sections of `of_each` pairs that hold all pairs; and of so many sections, the pairs of each.
template <class I>
constexpr I sections_of(I pairs, I of_each) {
  return (pairs - I(1)) / of_each + I(1);
}
// The tile of rows that a row of the order has.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I tile_of_row(I row, I tiles_m, bool is_longest_first) {
  return is_longest_first ? tiles_m - I(1) - row : row;
}

}  // namespace detail

// There are tiles_m tiles of rows for each pair (head,batch). If all tiles take equally long
// (is_even), they are numbered pair by pair. With a mask, tile m takes longer the larger m is:
//
//   few tiles    the longest first: tile tiles_m - 1 of each pair, then tile tiles_m - 2
//   many tiles   sections of at most 32 pairs, whose keys are read at the same time, of about 8
//                tiles a block or more. In the last section the longest come first, in the one
//                before the shortest, and so on in turn
//
// Blocks take tiles in rounds: each block one, in rounds 1, 3, 5 the last block the first tile. So
// a block that has a long tile in a round has a short one in the next, and the tiles of the last
// round, in which some blocks have none, are short.
//
// Pre: an int counts the tiles; made on the host; `blocks` is the same in every call.
class attention_order {
 public:
  struct place {
    int m, head, batch;
    friend constexpr bool operator==(place const&, place const&) = default;
  };

  constexpr attention_order() = default;
  constexpr attention_order(int tiles_m, int heads, int batch, bool is_even, int blocks)
      : tiles_m_(tiles_m), heads_(heads), pairs_(heads * batch), is_even_(is_even) {
    int const tiles = tiles_m * pairs_;
    rounds_ = blocks < 1 ? tiles : tiles / blocks;
    if (is_even) {
      in_section_ = 1;
    } else if (tiles / 4 < blocks) {
      in_section_ = pairs_;
    } else {
      std::int64_t const wanted = (std::int64_t{8} * blocks + tiles_m - 1) / tiles_m;
      in_section_ = wanted < 32 ? static_cast<int>(wanted) : 32;
    }
    if (in_section_ < 1) in_section_ = 1;
    int sections = 1;
    if (pairs_ > 0) {  // about as many in each section
      sections = detail::sections_of(pairs_, in_section_);
      in_section_ = detail::sections_of(pairs_, sections);
    }
    by_ = {{divisor(tiles_m * in_section_), divisor(in_section_),
            divisor(pairs_ - (sections - 1) * in_section_)},
           sections - 1};
    of_heads_ = divisor(heads);
  }

  TILEPROOF_HOST_DEVICE constexpr int count() const { return tiles_m_ * pairs_; }
  // The number of tiles that a block takes, and the number of the i-th of them.
  TILEPROOF_HOST_DEVICE constexpr int tiles_of(int block, int blocks) const {
    return detail::tiles_of_rounds(rounds_, count() - rounds_ * blocks, block, blocks);
  }
  TILEPROOF_HOST_DEVICE constexpr int tile(int i, int block, int blocks) const {
    return detail::tile_of_round(i, block, blocks);
  }
  // The place of a tile: 0 <= tile < count().
  TILEPROOF_HOST_DEVICE constexpr place operator()(int tile) const {
    // A section is a group of pairs, and its columns are tiles of rows.
    auto const p = detail::place_in_groups<int>(tile, pairs_, tiles_m_, in_section_, by_);
    int const batch = p.row / of_heads_;
    bool const is_longest_first = !is_even_ && (by_.last_section - p.group) % 2 == 0;
    return {detail::tile_of_row(p.column, tiles_m_, is_longest_first), p.row - batch * heads_,
            batch};
  }

 private:
  struct quotients : detail::divisors_of_groups {
    int last_section = 0;
    TILEPROOF_HOST_DEVICE constexpr bool is_whole(int section, int, int) const {
      return section != last_section;
    }
  };
  int tiles_m_ = 0, heads_ = 1, pairs_ = 0;
  bool is_even_ = true;
  int rounds_ = 0;      // in which every block has a tile
  int in_section_ = 1;  // pairs in each but the last section
  quotients by_;
  divisor of_heads_;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The rows of a sequence from `first` on; none where that is not positive.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I rows_left(I length, I first) {
  return length - first;
}
// The place in log_sum, (rows,heads), of row `begin` of a head; and of the first row of a tile that
// has `left` rows to the end of its sequence, which ends at row `end`.
template <class R>
TILEPROOF_HOST_DEVICE constexpr R first_in_log_sum(R head, R rows, R begin) {
  return head * rows + begin;
}
template <class R, class I>
TILEPROOF_HOST_DEVICE constexpr R place_in_log_sum(I head, R rows, I end, I left) {
  return first_in_log_sum<R>(head, rows, end - left);
}
// The tensor map (row,d,head,batch) of a tensor whose rows, heads and batches are `row`, `head` and
// `batch` elements apart: it begins `offset` elements after the tensor. `total` are the rows of all
// sequences: with offsets one after the other, without them those of the one length. A tensor
// without rows gets a map of one row, which is never read. Strides of extent 1 are not used, and
// may be 0: TMA gets another.
template <class I>
struct attention_map {
  I offset, row, head, batch, rows, heads, batches;

  static constexpr attention_map of(I length, I total, I heads, I batches, I row, I head, I batch,
                                    I depth, bool has_offsets) {
    using lengths = attention_lengths<int const*>;
    I const of_row = total <= I(1) ? depth : row;
    I const rows = lengths::described(length);
    I const all = has_offsets ? total + I(1) : batches;
    I const of_batch = has_offsets ? of_row : batch;
    return {has_offsets ? lengths::base_of_map(length, of_row) : I(0),
            rows == I(1) && !has_offsets ? depth : of_row,
            heads == I(1) || total == I(0) ? depth : head,
            all == I(1) || (total == I(0) && !has_offsets) ? depth : of_batch,
            rows,
            heads,
            all};
  }
};
// The number of a head of a batch among those of all batches.
template <class I>
TILEPROOF_HOST_DEVICE constexpr I head_of_all(I const& batch, I const& heads, I const& head) {
  return batch * heads + head;
}
// The head of K and V for a head of Q.
template <class I, class Divisor>
TILEPROOF_HOST_DEVICE constexpr I head_of_keys(I const& head, Divisor const& heads_of_kv) {
  return head / heads_of_kv;
}

// By default the tile before the first one: no rows, at a place outside of O.
struct attention_work {
  key_tiles visited{};              // by the tile
  key_range seen_by_all{};          // by the consumer's rows
  key_band seen{};                  // by each of them
  int left = 0;                     // rows from the first to the sequence's end, if positive
  int row_o = attention_keys::all;  // the first in the tensor of O
  int head = 0, batch_o = 0;

  // The work of `rows` rows of a sequence from `row` on, in a tile at a place that visits
  // `visited`. Rows past the last one are not stored; where all are, they see every key, since a
  // mask would cost time.
  TILEPROOF_HOST_DEVICE static attention_work of(attention_sequence const& of,
                                                 attention_order::place const& at,
                                                 key_tiles const& visited, int row, int rows) {
    int const left = rows_left(of.keys.length_q, row);
    return {visited,
            left > 0 ? of.keys.seen_by_all(row, rows) : key_range{0, attention_keys::all},
            of.keys.band(row),
            left,
            of.row_q + row,
            at.head,
            of.batch_q};
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
