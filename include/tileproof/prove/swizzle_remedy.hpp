// SPDX-License-Identifier: BSL-1.0
//
// Defines the swizzle that the sentence of a bank conflict names: the one with which the worst
// instruction of a block takes the fewest wavefronts. bank_ways computes it where the proof fails,
// and then counts the wavefronts of the whole block with it; best_swizzle (prove/swizzle.hpp)
// searches for several accesses at once.
#pragma once

#include <tileproof/prove/instructions.hpp>
#include <tileproof/prove/shared_memory.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Tries Swizzle<B,M,S> with 1 <= B <= 5, B <= S, M at least one access, and a period of at most the
// least power of two that holds the layout, by ascending B. Returns the first with the fewest
// wavefronts in step `step` of warp `warp`; bits == 0 where none has fewer than the layout has.
constexpr core::swizzle best_swizzle_of(shared_instruction is, mapping tv, int element_bits,
                                        std::int64_t warp, std::int64_t step) {
  core::swizzle best{};
  int least = cost_of(is, warp_steps(tv, is.bits, element_bits).at(warp, step)).wavefronts;
  int base = 0;
  while (element_bits << base < is.bits) ++base;
  int last = 0;  // the period's exponent
  while (std::int64_t{1} << last <= tv.last && last < 24) ++last;
  for (int bits = 1; bits <= 5; ++bits)
    for (int m = base; m + 2 * bits <= last; ++m)
      for (int s = bits; m + bits + s <= last; ++s) {
        tv.swizzle = {bits, m, s};
        shared_cost const c = cost_of(is, warp_steps(tv, is.bits, element_bits).at(warp, step));
        if (c.wavefronts >= least) continue;
        best = tv.swizzle;
        least = c.wavefronts;
        if (least == c.minimum) return best;
      }
  return best;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
