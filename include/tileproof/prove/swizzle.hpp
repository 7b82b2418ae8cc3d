// SPDX-License-Identifier: BSL-1.0
//
// swizzle_fits: whether a swizzle is legal for a tile. best_swizzle: the swizzle that costs a list
// of accesses the fewest wavefronts, found by an exhaustive search while compiling.
//
//   // 8 rows of 64 f16 elements, stored by rows of 128 bits and read by ldmatrix.x4:
//   using swizzle = best_swizzle<half_t, tile, tile_access<shared_store<128>, rows>,
//                                tile_access<ldmatrix<4>, matrices>>;  // Swizzle<3,3,3>
#pragma once

#include <tileproof/algebra/swizzle.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/interval.hpp>

#include <climits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Writes "Swizzle<3,3,3>".
constexpr void put_swizzle(core::text& t, int bits, int base, int shift) {
  t.put("Swizzle<");
  t.put(std::int64_t{bits});
  t.put(',');
  t.put(std::int64_t{base});
  t.put(',');
  t.put(std::int64_t{shift});
  t.put('>');
}

// swizzle_fits<vector>, with the number as a value, a power of two.
constexpr report swizzle_fit_of(mapping const& tile, std::int64_t vector) {
  report r;
  r.points = tile.size;
  if (!tile.fits) return beyond_64_bits(tile);
  if (tile.first < 0) return below_zero(tile);
  if (!tile.is_swizzled() || tile.size == 0) return r;
  // The smallest offset that the swizzle changes.
  core::swizzle const s = tile.swizzle;
  std::int64_t const moved = std::int64_t{1} << (s.base + (s.shift > 0 ? s.shift : 0));
  if ((std::int64_t{1} << s.base) % vector != 0 && moved <= tile.last)
    return r.because(answer::no)
        .say(clue::in_runs_of, std::int64_t{1} << s.base)
        .say(clue::expected, vector);
  // The swizzle maps whole periods onto themselves.
  std::int64_t const end = tile.last + 1;
  std::int64_t const whole = round_down(end, tile.swizzle.period());
  if (end - whole > enumeration_bound) {
    r = undecided_about(end - whole);
    r.points = tile.size;
    return r;
  }
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
// Writes a swizzle with a base that keeps the vector together, where there is one.
constexpr void put_fitting_swizzle(core::text& t, report const& r, mapping other,
                                   std::int64_t vector) {
  while (std::int64_t{1} << other.swizzle.base < vector) ++other.swizzle.base;
  if (!r.has(clue::in_runs_of) || !swizzle_fit_of(other, vector).holds()) return;
  put_swizzle(t, other.swizzle.bits, other.swizzle.base, other.swizzle.shift);
  t.put(" would do");
}

}  // namespace detail

// A swizzled tile stays within its own elements: the swizzle moves no offset of [0,cosize) out of
// it, and Vector consecutive elements, a power of two, stay consecutive and aligned. Swizzle<3,3,3>
// fits a tile of 8 x 64 elements and Vector = 8; it does not fit Vector = 16, since only runs of
// 2^3 elements stay together. Undecided if the last, incomplete period has more than
// enumeration_bound offsets, or an offset is negative. Witness: an offset that leaves the tile, or
// the run that stays together.
template <std::int64_t Vector = 1>
struct swizzle_fits {
  static_assert(Vector > 0 && (Vector & (Vector - 1)) == 0);
  static constexpr char const* sentences[] = {
      "the swizzle of {0} keeps runs of {in_runs_of} elements together, and a vector has "
      "{expected}",
      "the swizzle of {0} moves offset {at_offset} to {found}, outside the tile, whose last "
      "offset is {expected}",
      nullptr};
  // A swizzle with a base that keeps the vector together.
  static constexpr void remedy(core::text& t, report const& r, mapping const& m) {
    detail::put_fitting_swizzle(t, r, m, Vector);
  }

  static constexpr report decide(mapping const& tile) {
    return detail::swizzle_fit_of(tile, Vector);
  }
};

// One access to a tile in shared memory, for best_swizzle: the instruction (shared_load, ldmatrix,
// ..., see prove/shared_memory.hpp), and the layout (thread,value) -> coordinate of the tile.
template <class Access, class ThreadValue>
struct tile_access {
  using access = Access;
  using thread_value = ThreadValue;
};

// The result of the search: the swizzle and its wavefronts, summed over the accesses. No swizzle of
// the family costs less, and none with fewer bits, or with the same bits and a smaller base or
// shift, costs as little.
struct swizzle_choice {
  int bits = 0;
  int base = 0;
  int shift = 0;
  std::int64_t wavefronts = 0;
  std::int64_t minimum = 0;  // wavefronts that the accesses cost at least, behind any swizzle
  int tried = 0;             // swizzles tried
  bool found = false;
  bool is_decided = true;
  std::int64_t points = 0;  // undecided: more than enumeration_bound; 0 for another reason
};

namespace detail {

// An instruction with its layout (thread,value) -> offset in the tile.
struct block_access {
  shared_instruction is{};
  mapping tv{};
};

// Searches the family Swizzle<B,M,S> with 0 <= B <= S, 2^M elements at least one vector, and a
// period that divides the tile, by ascending B. The search ends early where the minimum is reached.
// No swizzle undercuts the minimum: a swizzle is one to one, so lanes share an address behind it if
// and only if they share one before it (see shared_cost::minimum). Otherwise the whole family is
// tried, which proves that none is better. One undecided member leaves the search undecided, since
// it might be the best.
inline constexpr int most_swizzle_bits = 5;

// Tries all swizzles with `bits` bits, starting from the best with fewer bits.
constexpr swizzle_choice search_swizzle(swizzle_choice best, int bits, block_access const* access,
                                        int count, int element_bits, std::int64_t cosize) {
  if (!best.is_decided || (best.found && best.wavefronts == best.minimum)) return best;
  // The least base that keeps a vector of every access together.
  int least_base = 0;
  for (int i = 0; i < count; ++i)
    while (element_bits << least_base < access[i].is.bits) ++least_base;
  // Swizzle<0,m,0> is the identity, tried once; otherwise the bases and shifts whose period divides
  // the tile.
  for (int m = least_base; bits == 0 ? m == least_base : cosize >> (m + 2 * bits) > 0; ++m) {
    for (int s = bits; bits == 0 ? s == 0 : cosize % (std::int64_t{1} << (m + bits + s)) == 0;
         ++s) {
      ++best.tried;
      std::int64_t sum = 0;
      std::int64_t minimum = 0;
      bool is_aligned = true;
      // A candidate is dropped as soon as it costs more than the best, or misaligns an access.
      for (int i = 0; i < count && is_aligned && (!best.found || sum < best.wavefronts); ++i) {
        mapping tv = access[i].tv;
        tv.swizzle = {bits, m, s};
        block_cost const c = cost_of_block(access[i].is, tv, element_bits);
        is_aligned = c.is != answer::no;
        sum += c.wavefronts;
        minimum += c.minimum;
        if (c.is != answer::undecided) continue;
        best.is_decided = false;
        best.points = c.open(clue::points_to_visit);
        return best;
      }
      if (!is_aligned || (best.found && sum >= best.wavefronts)) continue;
      best = {bits, m, s, sum, minimum, best.tried, true, true, 0};
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

// The best swizzle with at most Bits bits. Each number of bits is a constant of its own, because
// compilers limit the evaluation steps of one constant.
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
  // The refusal of the first access that is undecided, or misaligned although no swizzle moves it.
  template <class Access, class... Rest>
  static constexpr bool stop_access() {
    using property = bank_ways<typename Access::access, Element, INT_MAX>;
    using offsets =
        std::remove_const_t<decltype(composition(Tile{}, typename Access::thread_value{}))>;
    if constexpr (!proved<property, offsets> || sizeof...(Rest) == 0)
      return require<property>(offsets{});
    else
      return stop_access<Rest...>();
  }
  static constexpr bool check() {
    if constexpr (value.is_decided && value.found)
      return true;
    else
      return stop_access<Accesses...>();
  }
  static_assert(check());
};

}  // namespace detail

// The swizzle with the fewest wavefronts for these accesses to Tile, a static layout of Elements
// without a swizzle. Each of Accesses is a tile_access. Refused (static_assert) if an access is
// undecided, or misaligned behind every swizzle. Cost: compile time grows with the number of
// instructions of a block times the number of swizzles tried; swizzle_choice::tried has the latter.
template <class Element, class Tile, class... Accesses>
using best_swizzle = Swizzle<detail::swizzle_search<Element, Tile, Accesses...>::value.bits,
                             detail::swizzle_search<Element, Tile, Accesses...>::value.base,
                             detail::swizzle_search<Element, Tile, Accesses...>::value.shift>;
// The whole result of the search: the wavefronts, their minimum and the number of swizzles tried.
// For 8 x 64 elements stored by rows and read by ldmatrix:
//   best_swizzle_v<half_t, tile, stores, loads>.wavefronts  // 12, its minimum, after 23 tried
template <class Element, class Tile, class... Accesses>
inline constexpr swizzle_choice best_swizzle_v =
    detail::swizzle_search<Element, Tile, Accesses...>::value;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
