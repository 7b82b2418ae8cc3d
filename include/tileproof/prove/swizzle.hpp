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

// True where the swizzle keeps each run of `vector` elements of the tile consecutive and aligned.
// The runs begin at the tile's first offset, a multiple of `vector`; `vector` is more than 2^base
// elements. If the lowest bit that the swizzle reads changes within the tile, a run is cut there;
// otherwise the whole tile moves by one xor, and that is the one of its first offset.
constexpr bool keeps_vectors(mapping const& tile, std::int64_t vector) {
  core::swizzle const s = tile.swizzle;
  std::int64_t const unit = std::int64_t{1} << (s.base + (s.shift > 0 ? s.shift : 0));
  std::int64_t const read = tile.first & unit ? tile.first : round_down(tile.first, unit) + unit;
  return read > tile.last && s(tile.first) % vector == 0;
}
// Visits offsets [begin,end) of the tile, and reports the first one that leaves the tile.
constexpr void find_moved_out(report& r, mapping const& tile, std::int64_t begin,
                              std::int64_t end) {
  for (std::int64_t x = begin; x < end && r.holds(); ++x) {
    std::int64_t const to = tile.swizzle(x);
    r.how = decided::by_enumeration;
    if (to > tile.last)
      r.because(answer::no)
          .say(clue::at_offset, x)
          .say(clue::found, to)
          .say(clue::expected, tile.last);
    else if (to < tile.first)
      r.because(answer::no)
          .say(clue::at_offset, x)
          .say(clue::found, to)
          .say(clue::at_least, tile.first);
  }
}
// swizzle_fits<vector>, with the number as a value, a power of two.
constexpr report swizzle_fit_of(mapping const& tile, std::int64_t vector) {
  report r;
  r.points = tile.size;
  if (!tile.fits) return beyond_64_bits(tile);
  if (tile.first < 0) return below_zero(tile);
  if (tile.size == 0) return r;
  if (tile.first % vector != 0)
    return r.because(answer::no).say(clue::at_offset, tile.first).say(clue::expected, vector);
  if (!tile.is_swizzled()) return r;
  core::swizzle const s = tile.swizzle;
  if ((std::int64_t{1} << s.base) % vector != 0 && !keeps_vectors(tile, vector))
    return r.because(answer::no)
        .say(clue::in_runs_of, std::int64_t{1} << s.base)
        .say(clue::expected, vector);
  // The swizzle maps whole periods onto themselves: the offsets before the first and after the last
  // of them are visited.
  std::int64_t const end = tile.last + 1;
  std::int64_t const before = tile.first + (s.period() - tile.first % s.period()) % s.period();
  std::int64_t const after = round_down(end, s.period());
  std::int64_t const visits =
      before > after ? end - tile.first : before - tile.first + (end - after);
  if (visits > enumeration_bound) {
    r = undecided_about(visits);
    r.points = tile.size;
    return r;
  }
  find_moved_out(r, tile, tile.first, before > after ? end : before);
  if (before <= after) find_moved_out(r, tile, after, end);
  return r;
}
// Writes a swizzle with a base that keeps the vector together, or an offset inside the swizzle and
// a vector that are aligned, where there is one.
constexpr void put_fitting_swizzle(core::remedy& t, report const& r, mapping const& tile,
                                   std::int64_t vector) {
  mapping other = tile;
  if (r.has(clue::in_runs_of)) {
    while (std::int64_t{1} << other.swizzle.base < vector) ++other.swizzle.base;
    if (!swizzle_fit_of(other, vector).holds()) return;
    put_swizzle(t, other.swizzle.bits, other.swizzle.base, other.swizzle.shift);
    t.put(" would do");
  }
  if (!r.has(clue::at_offset) || r.has(clue::found)) return;
  std::int64_t const excess = tile.first % vector;
  std::int64_t narrower = vector;
  while (tile.first % narrower != 0) narrower /= 2;
  other = mapping(tile.of, tile.offset - excess, tile.swizzle);
  if (!swizzle_fit_of(other, vector).holds())
    other = mapping(tile.of, tile.offset - excess + vector, tile.swizzle);
  bool const moves = swizzle_fit_of(other, vector).holds();
  bool const narrows = narrower > 1 && swizzle_fit_of(tile, narrower).holds();
  if (moves) {
    t.put("offset ");
    t.put(other.offset);
  }
  if (narrows) {
    t.put(moves ? ", or vectors of " : "vectors of ");
    t.put(narrower);
    t.put(" elements");
  }
  if (moves || narrows) t.put(moves && narrows ? ", would do" : " would do");
}

}  // namespace detail

// A swizzled tile stays within its own elements: the swizzle moves no offset of [first,last] out of
// it, where first and last are the least and the largest offset before the swizzle, the offset
// inside the swizzle included. And each run of Vector elements from `first` on, Vector a power of
// two, stays consecutive and is aligned. Swizzle<3,3,3> fits a tile of 8 x 64 elements and
// Vector = 8; it does not fit Vector = 16, since only runs of 2^3 elements stay together, and not
// with offset 4 inside, where elements 0 to 7 of row 1 lie at 76 to 79 and 64 to 67. Undecided if
// the incomplete periods at both ends have more than enumeration_bound offsets, or an offset is
// negative. Witness: an offset that leaves the tile, the run that stays together, or the first
// offset where it is no multiple of Vector.
template <std::int64_t Vector = 1>
struct swizzle_fits {
  static_assert(Vector > 0 && (Vector & (Vector - 1)) == 0);
  static constexpr char const* sentences[] = {
      "the swizzle of {0} keeps runs of {in_runs_of} elements together, and a vector has "
      "{expected}",
      "the swizzle of {0} moves offset {at_offset} to {found}, outside the tile, whose last "
      "offset is {expected}",
      "the swizzle of {0} moves offset {at_offset} to {found}, outside the tile, whose first "
      "offset is {at_least}",
      "{0} begins at offset {at_offset} inside its swizzle, no multiple of {expected}: vectors of "
      "{expected} elements are not aligned, and the swizzle may cut them",
      nullptr};
  // A swizzle, an offset or a vector that fits.
  static constexpr void remedy(core::remedy& t, report const& r, mapping const& m) {
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
  std::int64_t minimum = 0;  // wavefronts that the accesses cost at least, with any swizzle
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
// No swizzle undercuts the minimum: a swizzle is one to one, so lanes share an address after it if
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
inline constexpr swizzle_choice best_of_bits =
    search_swizzle(best_of_bits<Search, Bits - 1>, Bits, Search::access, Search::accesses,
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
// undecided, or misaligned with every swizzle. Cost: compile time grows with the number of
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
