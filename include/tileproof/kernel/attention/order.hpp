// SPDX-License-Identifier: BSL-1.0
//
// attention_order: the tiles of rows of an attention, and which of them each block of a persistent
// grid takes, so that all blocks have as much to do and those under way share keys in L2.
//
//   attention_order const order{tiles_m, heads, batch, false, blocks};  // false: causal
//   for (int i = 0; i < order.tiles_of(block, blocks); ++i)
//     auto const [m, head, batch] = order(order.tile(i, block, blocks));
#pragma once

#include <tileproof/kernel/common/divisor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// There are tiles_m tiles of rows for each pair (head,batch). Where all take as long (is_even), pair by
// pair, one to a block in turn. Under a mask tile m takes longer the larger m is:
//
//   many tiles   a block takes two at a time, (m,pair) and (tiles_m - 1 - m,pair + 1), which take as
//                long together as any other two
//   few tiles    the longest first
//
// Pre: an int counts the tiles; made on the host.
class attention_order {
 public:
  struct place {
    int m, head, batch;
    friend constexpr bool operator==(place const&, place const&) = default;
  };

  constexpr attention_order() = default;
  constexpr attention_order(int tiles_m, int heads, int batch, bool is_even, int blocks)
      : tiles_m_(tiles_m),
        heads_(heads),
        pairs_(heads * batch),
        way_(is_even                              ? way::by_pairs
             : tiles_m * pairs_ / 4 >= blocks ? way::in_twos
                                                  : way::longest_first),
        of_pair_(tiles_m),
        of_two_(2 * tiles_m),
        of_row_(pairs_),
        of_heads_(heads) {}

  TILEPROOF_HOST_DEVICE constexpr int count() const { return tiles_m_ * pairs_; }
  // The number of tiles that a block takes, and the number of the i-th of them.
  TILEPROOF_HOST_DEVICE constexpr int tiles_of(int block, int blocks) const {
    int const all = count();
    if (way_ != way::in_twos) return block < all ? (all - block + blocks - 1) / blocks : 0;
    int const twos = all / 2;
    int const whole = block < twos ? (twos - block + blocks - 1) / blocks : 0;
    return 2 * whole + (all % 2 == 1 && twos % blocks == block);
  }
  TILEPROOF_HOST_DEVICE constexpr int tile(int i, int block, int blocks) const {
    return way_ == way::in_twos ? 2 * (block + i / 2 * blocks) + i % 2 : block + i * blocks;
  }
  // The place of a tile: 0 <= tile < count().
  TILEPROOF_HOST_DEVICE constexpr place operator()(int tile) const {
    if (way_ == way::longest_first) {
      int const row = tile / of_row_;
      return at(tiles_m_ - 1 - row, tile - row * pairs_);
    }
    if (way_ == way::by_pairs) {
      int const pair = tile / of_pair_;
      return at(tile - pair * tiles_m_, pair);
    }
    int const two = tile / of_two_;
    int const rest = tile - two * 2 * tiles_m_;
    if (2 * two + 1 == pairs_) return at(tiles_m_ - 1 - rest, 2 * two);  // the last of an odd number
    return at(rest % 2 == 0 ? tiles_m_ - 1 - rest / 2 : rest / 2, 2 * two + rest % 2);
  }

 private:
  enum class way : unsigned char { by_pairs, in_twos, longest_first };
  int tiles_m_ = 0, heads_ = 1, pairs_ = 0;
  way way_ = way::by_pairs;
  divisor of_pair_, of_two_, of_row_, of_heads_;

  TILEPROOF_HOST_DEVICE constexpr place at(int m, int pair) const {
    int const batch = pair / of_heads_;
    return {m, pair - batch * heads_, batch};
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
