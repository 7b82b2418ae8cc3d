// SPDX-License-Identifier: BSL-1.0
//
// expects_bytes and receives_each_share: what the TMA copies of a stage bring to the barriers and
// to the blocks of a cluster. Use them where a kernel states how many bytes a barrier expects, and
// to which blocks it sends the boxes of a multicast.
//
//   // A: 128 x 64 f16, by each block alone; B: 256 x 64, half of it by each of 2 blocks
//   require<expects_bytes<16384 + 32768>>(tma_a, tma_b);
//   require<receives_each_share<0b11, 0b11>>(tma_b_type::box::values{}, Shape<_256, _64>{},
//                                            Layout<_2>{});
#pragma once

#include <tileproof/atom/tma/traits.hpp>
#include <tileproof/prove/arrivals.hpp>
#include <tileproof/prove/partition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(receiving_block);  // of a cluster, by its rank
TILEPROOF_CLUE(sending_block);    // by its rank
TILEPROOF_CLUE(share_of_tile);    // that a block sends
TILEPROOF_CLUE(multicast_mask);   // bit i is block i

namespace detail {

// True for a TMA copy or its atom.
template <class T>
concept moves_boxes = requires {
  typename T::box;
  T::box_share_bytes;
};

// A TMA copy as the shape (blocks, bytes of a box, boxes of a block): what it brings to the barrier
// of each block that receives it. Its size is the sum over all boxes of all blocks.
template <moves_boxes T>
struct mapping_from<T> {
  static constexpr bool is_static = true;
  static constexpr mapping make() {
    using box = typename T::box;
    std::int64_t const boxes =
        mapping_of<typename box::values>::value.size / (std::int64_t{box::elements} * box::blocks);
    core::layout l;
    for (std::int64_t const n :
         {std::int64_t{box::blocks}, std::int64_t{T::box_share_bytes}, boxes})
      l.push({core::fixed(n), core::fixed(0), 0});
    core::close_flat(l);
    mapping m(l);
    m.is_layout = false;
    return m;
  }
  static constexpr mapping make(T const&) { return make(); }
};

// The answer of receives_each_share, for `blocks` masks.
constexpr report reach_each_block(unsigned const* masks, std::int64_t blocks, mapping const& shares,
                                  mapping const& tile, mapping const& ranks) {
  report r;
  r.points = tile.size;
  if (ranks.size != blocks)
    return r.because(answer::no).say(clue::multicast_mask, blocks).say(clue::expected, ranks.size);
  core::arithmetic cx;
  std::int64_t const sharers = core::size(cx, shares.of, core::nth(shares.of, 0)).value;
  std::int64_t const senders = core::size(cx, ranks.of, core::nth(ranks.of, 0)).value;
  if (sharers != senders)
    return r.because(answer::no).say(clue::in_shares, sharers).say(clue::expected, senders);
  if (report const is = compact::decide(ranks); !is.holds()) return is;
  if (report const is = owns_every_element<>::decide(shares, tile); !is.holds()) return is;
  for (std::int64_t x = 0; x < blocks; ++x) {
    std::int64_t to = blocks;
    while (to < 32 && (masks[ranks(x)] >> to & 1U) == 0) ++to;
    if (to < 32)
      return r.because(answer::no)
          .say(clue::multicast_mask, std::int64_t{masks[ranks(x)]})
          .say(clue::sending_block, ranks(x))
          .say(clue::receiving_block, to)
          .say(clue::expected, blocks);
  }
  // Block `to` is (share,tile) y; block x sends to it.
  for (std::int64_t y = 0; y < blocks; ++y) {
    std::int64_t const to = ranks(y);
    int times[16]{};
    for (std::int64_t x = 0; x < blocks; ++x) {
      unsigned const mask = masks[ranks(x)];
      if ((mask >> to & 1U) == 0) continue;
      if (x / senders != y / senders)
        return r.because(answer::no)
            .say(clue::multicast_mask, std::int64_t{mask})
            .say(clue::sending_block, ranks(x))
            .say(clue::receiving_block, to);
      ++times[x % senders];
    }
    for (std::int64_t share = 0; share < senders; ++share)
      if (times[share] != 1)
        return r.because(answer::no)
            .say(clue::receiving_block, to)
            .say(clue::share_of_tile, share)
            .say(clue::found, std::int64_t{times[share]})
            .say(clue::expected, 1);
  }
  return r;
}

}  // namespace detail

namespace detail {

// The first number of a copy, (blocks, bytes of a box, boxes), that no TMA copy has, as a refusal:
// a number below 1, more than 16 blocks, a box of no multiple of 16 bytes. A shape of another rank
// is of bytes.
constexpr report numbers_of_copy(mapping const& copy, int number) {
  report r;
  for (int i = 0; i < copy.of.count; ++i)
    if (std::int64_t const n = copy.of.at[i].extent.value; n < 1)
      return r.because(answer::no).say(clue::on_side, number).say(clue::found, n);
  core::arithmetic cx;
  bool const has_blocks = core::rank(copy.of) == 3;
  std::int64_t const blocks = has_blocks ? core::size(cx, copy.of, core::nth(copy.of, 0)).value : 1;
  std::int64_t const box =
      has_blocks ? core::size(cx, copy.of, core::nth(copy.of, 1)).value : copy.size;
  if (blocks > 16)
    return r.because(answer::no)
        .say(clue::on_side, number)
        .say(clue::in_shares, blocks)
        .say(clue::at_most, 16);
  if (box % 16 != 0)
    return r.because(answer::no)
        .say(clue::on_side, number)
        .say(clue::in_bytes, box)
        .say(clue::aligned_to, 16);
  return r;
}
// expects_bytes<bytes>, with the number as a value.
constexpr report bytes_of_copies(mapping const* const* copies, int count, std::int64_t bytes) {
  report r;
  std::int64_t sum = 0;
  report::named each{&clue::in_bytes, 0, {}};
  for (int i = 0; i < count; ++i) {
    mapping const& m = *copies[i];
    if (!m.fits) return beyond_64_bits(m);
    if (report const is = numbers_of_copy(m, i); !is.holds()) return is;
    if (core::add_overflows(sum, m.size, sum)) return beyond_64_bits(m);
    if (each.count < report::most_numbers) each.at[each.count++] = m.size;
  }
  r.points = sum;
  if (sum != bytes || sum < 1 || sum > most_bytes_of_phase) r.because(answer::no);
  if (count == 0) return r.say(clue::expected, bytes);
  r.add(each).say(clue::found, sum);
  return sum > most_bytes_of_phase ? r.say(clue::at_most, most_bytes_of_phase)
                                   : r.say(clue::expected, bytes);
}

}  // namespace detail

// A barrier that expects Bytes bytes a phase gets as many from the copies: from every box, of every
// block that shares them. Arguments: TMA copies, one for each tile of a stage, or shapes (blocks,
// bytes of a box, boxes of a block): 1 to 16 blocks, a multiple of 16 bytes, 1 box or more.
// Elements outside of the tensor count like others, and padding too. An mbarrier counts at most
// 1048575 bytes. Decided from the sizes. The report has both numbers, and the bytes of each copy:
//   "no: in bytes (16384,32768), found 49152, expected 32768"
template <std::int64_t Bytes>
struct expects_bytes {
  static constexpr char const* sentences[] = {
      "the copies of a phase bring {found} bytes, {in_bytes} by each, and an mbarrier counts at "
      "most "
      "{at_most}",
      "the barrier expects {expected} bytes, and the copies bring {found}: {in_bytes} by each, "
      "from "
      "all blocks that share it",
      "the barrier expects {expected} bytes, and no copy brings any",
      "TMA moves multiples of {aligned_to} bytes, and a box of copy {on_side}, counted from 0, has "
      "{in_bytes}",
      "{in_shares} blocks share copy {on_side}, counted from 0, and a cluster has at most "
      "{at_most}",
      "copy {on_side}, counted from 0, has the number {found}: blocks, bytes of a box and boxes "
      "are "
      "at least 1",
      nullptr};
  template <class... Mappings>
  static constexpr report decide(Mappings const&... copies) {
    mapping const* const all[] = {&copies..., nullptr};
    return detail::bytes_of_copies(all, sizeof...(copies), Bytes);
  }
};

// Every block of a cluster receives each share of its tile exactly once, and no other block's. The
// block of rank i sends its share to the blocks of the i-th mask: bit r is block r.
//
// Arguments: the shares, (share,(element,box)) -> element of the tile, as a TMA copy has them in
// box::values; the tile; the ranks of the cluster, (share,tile) -> rank: which share of which tile
// each block sends. For A of a cluster of 2 x 4 blocks, shared along N: 4 shares, of the tile of
// each row, Layout<Shape<_4,_2>,Stride<_2,_1>>. Witness: a block with the share that it receives
// too often or not at all, or the mask that sends it another tile; or an element without a share:
//   "no: receiving block 1, share of tile 0, found 0, expected 1"
// Cost: the square of the blocks, at most 16 of which are a cluster.
template <unsigned... Masks>
struct receives_each_share {
  static constexpr int blocks = sizeof...(Masks);
  static_assert(blocks >= 1 && blocks <= 16,
                "receives_each_share: 1 to 16 masks, one for each block");
  static constexpr char const* sentences[] = {
      "the mask {multicast_mask} of block {sending_block} sends to block {receiving_block}, and "
      "the cluster has "
      "{expected} block{|s}",
      "the mask {multicast_mask} of block {sending_block} sends to block {receiving_block} the "
      "share of another tile",
      "block {receiving_block} of the cluster receives share {share_of_tile} of its tile {found} "
      "time{|s}, and "
      "once is needed",
      "there are {multicast_mask} masks, and the cluster has {expected} block{|s}",
      "no block of the cluster {2} has rank {missing_offset}",
      "the shares are of {in_shares} blocks, and {2} gives ranks to {expected}",
      "element {missing_element} of {1} is in no share: {elements_missed} {element is|elements "
      "are} "
      "in none",
      "element {at_element} of {1} is in a share twice, or in two",
      "element {outside_element} of a share is outside {1}",
      "the shares have {found} elements, and {1} has {expected}",
      nullptr};

  static constexpr report decide(mapping const& shares, mapping const& tile, mapping const& ranks) {
    unsigned const masks[] = {Masks...};
    return detail::reach_each_block(masks, blocks, shares, tile, ranks);
  }
};

namespace detail {

template <int Blocks, class = std::make_integer_sequence<int, Blocks>>
struct each_to_all;
template <int Blocks, int... I>
struct each_to_all<Blocks, std::integer_sequence<int, I...>> {
  using type = receives_each_share<(0U * I + (1U << Blocks) - 1)...>;
};

}  // namespace detail

// As above, for a cluster whose Blocks blocks have one tile: each block sends its share to all.
template <int Blocks>
using receive_all_shares = typename detail::each_to_all<Blocks>::type;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
