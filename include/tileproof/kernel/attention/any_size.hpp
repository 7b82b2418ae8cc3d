// SPDX-License-Identifier: BSL-1.0
//
// attention_of_any_size: theorems of the attention kernels for all lengths, heads and batches that
// their launchers take: rows of tiles stay in their sequence, log_sum's elements and the heads of
// keys exist, tiles of rows cover them; and of the accesses of attention_mma, and of the tensor
// maps of attention_wgmma. Which keys a tile visits is proved by attention_masks_are_exact.
#pragma once

#include <tileproof/kernel/attention/arguments.hpp>
#include <tileproof/kernel/attention/work.hpp>
#include <tileproof/kernel/common/described_layout.hpp>
#include <tileproof/kernel/common/grid.hpp>
#include <tileproof/prove/for_all_integers.hpp>
#include <tileproof/prove/residue_access.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Row `element` of a tile that begins in a sequence is a row of the tensor map just where it is one
// of the sequence; and row `row` of a sequence that ends at row `end` of the tensor is there, where
// coordinates (row,batch) are row + batch rows after the base of the map. Without offsets the
// sequence is the whole tensor, and the longest.
struct rows_stay_in_their_sequence {
  static constexpr integers::unknown unknowns[] = {{"longest", 0, most_rows_of_attention},
                                                   {"length", 0, most_rows_of_attention},
                                                   {"end", 0, most_rows_of_attention},
                                                   {"row", 0, most_rows_of_attention},
                                                   {"element", 0, 255}};
  template <class I>
  static constexpr bool holds(I const& longest, I const& length, I const& end, I const& row,
                              I const& element) {
    using lengths = attention_lengths<int const*>;
    if (!(length <= longest && length <= end && row < length)) return true;
    I const at = lengths::first_in_map(longest, length) + row + element;
    I const rows = lengths::described(longest);
    return (row + element < length) == (at < rows) && at >= I(0);
  }
};
struct rows_of_sequences_have_their_places {
  static constexpr integers::unknown unknowns[] = {{"longest", 0, most_rows_of_attention},
                                                   {"length", 0, most_rows_of_attention},
                                                   {"end", 0, most_rows_of_attention},
                                                   {"row", 0, most_rows_of_attention},
                                                   {"distance of rows", 0, std::int64_t{1} << 39}};
  template <class I>
  static constexpr bool holds(I const& longest, I const& length, I const& end, I const& row,
                              I const& of_row) {
    using lengths = attention_lengths<int const*>;
    return lengths::base_of_map(longest, of_row) +
               (lengths::first_in_map(longest, length) + row + end) * of_row ==
           (end - length + row) * of_row;
  }
};
// The rows that a tile has left are those of its sequence, and their places in log_sum,
// (rows,head), are rows of their sequence, which ends at row `end`.
struct log_sums_stay_in_their_sequence {
  static constexpr integers::unknown unknowns[] = {{"head", 0, INT32_MAX},
                                                   {"rows", 1, most_rows_of_attention},
                                                   {"end", 1, most_rows_of_attention},
                                                   {"length", 1, most_rows_of_attention},
                                                   {"row", 0, most_rows_of_attention},
                                                   {"element", 0, most_rows_of_attention}};
  template <class I>
  static constexpr bool holds(I const& head, I const& rows, I const& end, I const& length,
                              I const& row, I const& element) {
    I const left = rows_left(length, row);
    if (!(length <= end && end <= rows && element < left)) return true;
    return row + element < length && place_in_log_sum(head, rows, end, left) + element ==
                                         head * rows + (end - length) + row + element;
  }
};
struct heads_of_all_are_counted {
  static constexpr integers::unknown unknowns[] = {{"batches", 1, most_rows_of_attention},
                                                   {"heads", 1, most_rows_of_attention},
                                                   {"batch", 0, most_rows_of_attention},
                                                   {"head", 0, most_rows_of_attention}};
  template <class I>
  static constexpr bool holds(I const& batches, I const& heads, I const& batch, I const& head) {
    if (!(batch < batches && head < heads)) return true;
    if (!(batches * heads <= I(INT32_MAX / 2))) return true;  // of check_attention
    I const number = head_of_all(batch, heads, head);
    return number < batches * heads && number / heads == batch && number % heads == head;
  }
};
// Row `row` of a head of `rows` rows has its place in log_sum.
struct rows_of_log_sum_are_apart {
  static constexpr integers::unknown unknowns[] = {{"head", 0, INT32_MAX},
                                                   {"rows", 1, most_rows_of_attention},
                                                   {"begin", 0, most_rows_of_attention},
                                                   {"row", 0, most_rows_of_attention}};
  template <class I>
  static constexpr bool holds(I const& head, I const& rows, I const& begin, I const& row) {
    if (!(begin + row < rows)) return true;
    I const place = first_in_log_sum(head, rows, begin) + row;
    return place / rows == head && place - head * rows == begin + row;
  }
};
// Where heads_kv divides the heads.
struct heads_of_keys_exist {
  static constexpr integers::unknown unknowns[] = {
      {"heads of a head of keys", 1, most_rows_of_attention},
      {"heads of keys", 1, most_rows_of_attention},
      {"head", 0, most_rows_of_attention}};
  template <class I>
  static constexpr bool holds(I const& of_kv, I const& heads_kv, I const& head) {
    return !(head < of_kv * heads_kv) || head_of_keys(head, of_kv) < heads_kv;
  }
};
// Each row is in a tile, each tile has a row, and check_attention counts no fewer tiles.
template <int BlockM>
struct tiles_of_rows_cover {
  static constexpr integers::unknown unknowns[] = {{"length", 1, most_rows_of_attention},
                                                   {"row", 0, most_rows_of_attention}};
  template <class I>
  static constexpr bool holds(I const& length, I const& row) {
    I const tiles = count_tiles(length, BlockM);
    return (!(row < length) || row / I(BlockM) < tiles) && (tiles - I(1)) * I(BlockM) < length &&
           tiles <= count_tiles(length, 64);
  }
};
// Place `place` of round i is one tile of one block, where `rounds` rounds are whole.
struct tiles_have_turns {
  static constexpr std::int64_t most = INT32_MAX;
  static constexpr integers::unknown unknowns[] = {{"blocks", 1, 65535},
                                                   {"rounds", 0, most},
                                                   {"rest", 0, 65535},
                                                   {"round", 0, most},
                                                   {"place", 0, 65535}};
  template <class I>
  static constexpr bool holds(I const& blocks, I const& rounds, I const& rest, I const& round,
                              I const& place) {
    if (!(place < blocks && rest < blocks)) return true;
    I const block = place_in_round<I>(round, place, blocks);  // its own inverse
    bool const is_counted = round < tiles_of_rounds<I>(rounds, rest, block, blocks);
    return block >= I(0) && block < blocks &&
           tile_of_round<I>(round, block, blocks) == round * blocks + place &&
           (!(round < rounds) || is_counted) && (!(round > rounds) || !is_counted) &&
           (place < rest) == (round < tiles_of_rounds<I>(round, rest, block, blocks));
  }
};
// A row of the order is one tile of rows.
struct tiles_of_rows_have_rows {
  static constexpr integers::unknown unknowns[] = {
      {"tiles", 1, INT32_MAX}, {"row", 0, INT32_MAX}, {"longest first", 0, 1}};
  template <class I>
  static constexpr bool holds(I const& tiles, I const& row, I const& order) {
    if (!(row < tiles)) return true;
    I const m = tile_of_row<I>(row, tiles, order == I(1));
    return m >= I(0) && m < tiles && tile_of_row<I>(m, tiles, order == I(1)) == row;
  }
};
// Sections of equally many pairs, as many as of `wanted` pairs, have all pairs, and the last has
// some.
struct sections_have_all_pairs {
  static constexpr integers::unknown unknowns[] = {{"pairs", 1, INT32_MAX},
                                                   {"wanted", 1, INT32_MAX}};
  template <class I>
  static constexpr bool holds(I const& pairs, I const& wanted) {
    I const sections = sections_of<I>(pairs, wanted);
    I const of_each = sections_of<I>(pairs, sections);
    return of_each <= wanted && pairs <= sections * of_each && (sections - I(1)) * of_each < pairs;
  }
};
// So a section that is not the last is whole.
struct last_section_has_the_rest {
  static constexpr integers::unknown unknowns[] = {{"pairs", 1, INT32_MAX},
                                                   {"sections", 1, INT32_MAX},
                                                   {"pairs of each", 1, INT32_MAX},
                                                   {"section", 0, INT32_MAX}};
  template <class I>
  static constexpr bool holds(I const& pairs, I const& sections, I const& of_each,
                              I const& section) {
    I const last = sections - I(1);
    if (!(pairs <= sections * of_each && last * of_each < pairs && section <= last)) return true;
    I const more = pairs - section * of_each;
    return section == last ? I(0) < more && more <= of_each : of_each <= more;
  }
};
// Theorems of attention_order, whose places have numbers (orders_of_any_size.hpp), for every grid.
using order_of_attention_is_right =
    theorems<theorem<holds_for_all_integers<sections_have_all_pairs>>,
             theorem<holds_for_all_integers<last_section_has_the_rest>>,
             theorem<holds_for_all_integers<tiles_have_turns>>,
             theorem<holds_for_all_integers<tiles_of_rows_have_rows>>>;
// The integers of a caller's attention_arguments G.
template <class G>
using attention_integers_have_64_bits =
    have_64_bits<decltype(G::batch), decltype(G::heads), decltype(G::heads_kv),
                 decltype(G::length_q), decltype(G::length_k), decltype(G::left),
                 decltype(G::right), decltype(G::total_q), decltype(G::total_k),
                 decltype(decltype(G::q)::row), decltype(decltype(G::q)::head),
                 decltype(decltype(G::q)::batch)>;
template <int BlockM>
struct attention_of_any_size {
  using length = extents_of_attention::rows;
  using proofs = theorems<attention_integers_have_64_bits<attention_arguments<half_t>>,
                          theorem<holds_for_all_integers<heads_of_all_are_counted>>,
                          theorem<holds_for_all_integers<heads_of_keys_exist>>,
                          theorem<holds_for_all_ints<tiles_of_rows_cover<BlockM>>>>;
};

// ---- attention_mma

// The guard of a row of a tile of Rows: it is below what the sequence has left from the tile on.
template <int Rows>
struct below_rows_left {
  template <class I>
  static constexpr bool admits(I const& row, I const& length) {
    I const first = row / I(Rows) * I(Rows);
    return is_inside(row - first, rows_left(length, first));
  }
};
// Operand::offset_of is the offset of (row,0,head,batch) in (length,d,heads,batch).
template <class Operand>
struct rows_of_heads_have_their_offsets {
  static constexpr std::int64_t most = std::int64_t{1} << 39;
  static constexpr integers::unknown unknowns[] = {
      {"row", 0, most_rows_of_attention},   {"head", 0, most_rows_of_attention},
      {"batch", 0, most_rows_of_attention}, {"distance of rows", 0, most},
      {"distance of heads", 0, most},       {"distance of batches", 0, most}};
  template <class I>
  static constexpr bool holds(I const& row, I const& head, I const& batch, I const& of_row,
                              I const& of_head, I const& of_batch) {
    return Operand::offset_of(row, head, batch, of_row, of_head, of_batch) ==
           row * of_row + head * of_head + batch * of_batch;
  }
};

// ---- attention_wgmma

// The map of a tensor of one length has its extents, and its distances where an extent is not 1.
struct maps_have_their_distances {
  static constexpr std::int64_t most = std::int64_t{1} << 39;
  static constexpr integers::unknown unknowns[] = {
      {"extent", 1, most_rows_of_attention}, {"distance", 0, most}, {"depth", 1, 256}};
  template <class I>
  static constexpr bool holds(I const& n, I const& of, I const& depth) {
    I const two(2);
    auto const r = attention_map<I>::of(n, n, two, two, of, two, two, depth, false);
    auto const h = attention_map<I>::of(two, two, n, two, two, of, two, depth, false);
    auto const b = attention_map<I>::of(two, two, two, n, two, two, of, depth, false);
    bool const is_one = n == I(1);
    return r.offset == I(0) && r.rows == n && r.heads == two && r.batches == two &&
           (is_one || r.row == of) && h.heads == n && (is_one || h.head == of) && b.batches == n &&
           (is_one || b.batch == of);
  }
};
// Row `row` of a sequence that ends at row `end` of all is where the map of all has it. (Where
// there is one row, no distance counts.)
struct maps_have_the_rows_of_sequences {
  static constexpr integers::unknown unknowns[] = {
      {"longest", 1, most_rows_of_attention}, {"total", 2, most_rows_of_attention},
      {"length", 1, most_rows_of_attention},  {"end", 1, most_rows_of_attention},
      {"row", 0, most_rows_of_attention},     {"distance of rows", 0, std::int64_t{1} << 39}};
  template <class I>
  static constexpr bool holds(I const& longest, I const& total, I const& length, I const& end,
                              I const& row, I const& of_row) {
    using lengths = attention_lengths<int const*>;
    if (!(length <= longest && length <= end && end <= total && row < length)) return true;
    auto const m = attention_map<I>::of(longest, total, I(2), I(2), of_row, I(2), I(2), I(2), true);
    return m.rows == longest && end < m.batches &&
           m.offset + (lengths::first_in_map(longest, length) + row) * m.row + end * m.batch ==
               (end - length + row) * of_row;
  }
};
// Its tensor maps describe (length,d,heads,batch).
template <class Maps>
struct attention_maps_of_any_size {
  using extents = extents_of_attention;
  using strides = strides_of_attention<typename Maps::element, Maps::depth>;
  struct sizes {
    extents::rows rows;
    extents::heads heads;
    extents::batch batches;
    typename strides::row row;
    typename strides::head head;
    typename strides::batch batch;
  };
  using proofs = theorems<
      theorem<holds_for_all_integers<maps_have_their_distances>>,
      theorem<holds_for_all_integers<maps_have_the_rows_of_sequences>>,
      theorem<holds_for_all_ints<rows_stay_in_their_sequence>>,
      theorem<holds_for_all_integers<rows_of_sequences_have_their_places>>,
      theorem<holds_for_all_integers<log_sums_stay_in_their_sequence>>,
      theorem<
          is_described_layout<Layout<
              Shape<extents::rows, Int<Maps::depth>, extents::heads, extents::batch>,
              Stride<typename strides::row, _1, typename strides::head, typename strides::batch>>>,
          decltype(Maps::layout_of(sizes{}))>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
