// SPDX-License-Identifier: BSL-1.0
//
// Whether a swizzle is legal for a tile, and which one of its family costs a list of accesses the
// fewest wavefronts.
#pragma once

#include <tileproof/algebra/swizzle.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/interval.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Of a swizzled tile: no offset of [0,cosize) is moved out of it, and Vector consecutive elements,
// a power of two, stay together and in line.
template <std::int64_t Vector = 1>
struct swizzle_fits {
  static_assert(Vector > 0 && (Vector & (Vector - 1)) == 0);

  static constexpr report decide(mapping const& tile) {
    report r;
    r.points = tile.size;
    if (!tile.fits || tile.first < 0) return r.because(answer::undecided);
    if (!tile.is_swizzled()) return r;
    // The smallest offset that the swizzle changes.
    std::int64_t const moved = std::int64_t{1} << (tile.base + (tile.shift > 0 ? tile.shift : 0));
    if ((std::int64_t{1} << tile.base) % Vector != 0 && moved <= tile.last)
      return r.because(answer::no)
          .say(clue::in_runs_of, std::int64_t{1} << tile.base)
          .say(clue::expected, Vector);
    // Whole periods are mapped onto themselves.
    std::int64_t const end = tile.last + 1;
    std::int64_t const whole = detail::round_down(end, tile.period());
    if (end - whole > enumeration_bound) return r.because(answer::undecided);
    for (std::int64_t x = whole; x < end; ++x) {
      r.how = decided::by_enumeration;
      if (tile.swizzle(x) >= end)
        return r.because(answer::no)
            .say(clue::at_offset, x)
            .say(clue::found, tile.swizzle(x))
            .say(clue::expected, end - 1);
    }
    return r;
  }
};

// One access to a tile: the instruction, and the layout (thread,value) -> coordinate of the tile.
template <class Access, class ThreadValue>
struct tile_access {
  using access = Access;
  using thread_value = ThreadValue;
};

// What the search found. `wavefronts` is the sum over the accesses; no swizzle of the family costs
// less, and none with fewer bits, or the same bits and a smaller base or shift, costs as little.
struct swizzle_choice {
  int bits = 0;
  int base = 0;
  int shift = 0;
  std::int64_t wavefronts = 0;
  std::int64_t minimum = 0;  // what the accesses cost free of conflicts
  int tried = 0;             // of the family
  bool found = false;
};

namespace detail {

struct block_access {
  shared_instruction is{};
  mapping tv{};
};

// The family: Swizzle<B,M,S> with 0 <= B <= S, 2^M elements at least a vector, and a period that
// divides the tile. It is searched by ascending B; the search ends where the minimum is reached,
// which is a lower bound for every swizzle. Otherwise the whole family is tried, and that is the
// proof that none is better.
inline constexpr int most_swizzle_bits = 5;

// Goes on from the best with fewer bits.
constexpr swizzle_choice search_swizzle(swizzle_choice best, int bits, block_access const* access,
                                        int count, int element_bits, std::int64_t cosize) {
  if (best.found && best.wavefronts == best.minimum) return best;
  int least_base = 0;
  for (int i = 0; i < count; ++i)
    while (element_bits << least_base < access[i].is.bits) ++least_base;
  for (int m = least_base; bits == 0 ? m == least_base : cosize >> (m + 2 * bits) > 0; ++m) {
    for (int s = bits; bits == 0 ? s == 0 : cosize % (std::int64_t{1} << (m + bits + s)) == 0;
         ++s) {
      ++best.tried;
      std::int64_t sum = 0;
      std::int64_t minimum = 0;
      bool is_decided = true;
      for (int i = 0; i < count && is_decided && (!best.found || sum < best.wavefronts); ++i) {
        mapping tv = access[i].tv;
        tv.bits = bits;
        tv.base = m;
        tv.shift = s;
        block_cost const c = cost_of_block(access[i].is, tv, element_bits);
        is_decided = c.is == answer::yes;
        sum += c.wavefronts;
        minimum += c.minimum;
      }
      if (!is_decided || (best.found && sum >= best.wavefronts)) continue;
      best = {bits, m, s, sum, minimum, best.tried, true};
      if (sum == minimum) return best;
    }
  }
  return best;
}

constexpr swizzle_choice search_swizzle(block_access const* access, int count, int element_bits,
                                        std::int64_t cosize) {
  swizzle_choice best;
  for (int bits = 0; bits <= most_swizzle_bits; ++bits)
    best = search_swizzle(best, bits, access, count, element_bits, cosize);
  return best;
}

// The best one of at most so many bits, a constant for each number: compilers limit the steps of
// one.
template <class Search, int Bits>
inline constexpr swizzle_choice best_of_bits = search_swizzle(best_of_bits<Search, Bits - 1>, Bits,
                                                              Search::access, Search::accesses,
                                                              Search::element_bits, Search::cosize);
template <class Search>
inline constexpr swizzle_choice best_of_bits<Search, -1>{};

template <class Element, class Tile, class... Accesses>
struct swizzle_search {
  static constexpr block_access access[] = {
      {Accesses::access::value,
       mapping_of<decltype(composition(Tile{}, typename Accesses::thread_value{}))>::value}...};
  static constexpr int accesses = sizeof...(Accesses);
  static constexpr int element_bits = sizeof_bits_v<Element>;
  static constexpr std::int64_t cosize = mapping_of<Tile>::value.last + 1;

  static constexpr swizzle_choice value = best_of_bits<swizzle_search, most_swizzle_bits>;
  static_assert(value.found, "best_swizzle: an access to the tile is misaligned or undecided");
};

}  // namespace detail

// Of a tile without a swizzle, static. best_swizzle<float, Tile, tile_access<shared_store<128>,
// Rows>, tile_access<ldmatrix<4>, Columns>>
template <class Element, class Tile, class... Accesses>
using best_swizzle = Swizzle<detail::swizzle_search<Element, Tile, Accesses...>::value.bits,
                             detail::swizzle_search<Element, Tile, Accesses...>::value.base,
                             detail::swizzle_search<Element, Tile, Accesses...>::value.shift>;
template <class Element, class Tile, class... Accesses>
inline constexpr swizzle_choice best_swizzle_v =
    detail::swizzle_search<Element, Tile, Accesses...>::value;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
