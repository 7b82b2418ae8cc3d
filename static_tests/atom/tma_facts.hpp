// SPDX-License-Identifier: BSL-1.0
//
// The law of TMA on many tiles: for every element of a tile, the address that the instruction
// writes is the one that the layout in shared memory gives, and the coordinate that it reads is the
// element's in the tile.
#pragma once

#include "../every.hpp"

#include <tileproof/atom/tma/traits.hpp>
#include <tileproof/prove/partition.hpp>

#include <boost/hana/fold_left.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

namespace boxes {

using namespace tileproof;

template <class T, int Blocks, class Global, class Shared, class Tiler>
struct moved_tile {
  using type = T;
  using global_type = Global;
  using shared_type = Shared;
  using tiler = Tiler;
  using box = typename detail::make_tma_box<T, Blocks, Global, Shared, Tiler>::type;
  static constexpr tma_plan plan =
      detail::tma_problem<T, Blocks, Shared, tma_tile<Global, Tiler>>::plan;
  static constexpr mapping shared = detail::mapping_of<Shared>::value;
  static constexpr mapping tile = detail::mapping_of<tma_tile<Global, Tiler>>::value;
  static constexpr int bytes = sizeof(T);
  static_assert(require<canonical_for_tma<T, Blocks>>(Shared{}, tma_tile<Global, Tiler>{}));
  static_assert(require<owns_every_element<>>(typename box::values{}, Int<shared.size>{}));
};

// A box as the CUDA Driver API describes it: nothing here is taken from the plan but its extents.
struct engine {
  int rank;
  std::int64_t length[5];  // of the box that the instruction is given
  std::int64_t extent[5];  // of its elements in the tensor
  int bytes;               // of an element
  int bits;                // of the swizzle

  // The coordinate of an element along a dimension.
  constexpr std::int64_t coordinate(std::int64_t element, int dimension) const {
    for (int d = 0; d < dimension; ++d) element /= extent[d];
    return element % extent[dimension];
  }
  // The address of an element, for an instruction that is given address `to`.
  constexpr std::int64_t address(std::int64_t element, std::int64_t to) const {
    std::int64_t const span = bits == 0 ? 0 : std::int64_t{16} << bits;
    std::int64_t const inner = length[0] * bytes;
    std::int64_t row = inner > span ? inner : span;
    std::int64_t at = to + coordinate(element, 0) * bytes;
    for (int d = 1; d < rank; row *= length[d++]) at += coordinate(element, d) * row;
    return at ^ ((at >> 7 & ((1 << bits) - 1)) << 4);
  }
};

// Whether a padded dimension has all of the tensor, so that its padding lies outside; and whether
// the leaves that are one dimension lie in memory as its coordinate says, the sum of theirs times
// their steps: each leaf but the last has all elements up to the step of another.
template <class Moved>
constexpr bool pads_outside() {
  tma_plan const& p = Moved::plan;
  core::layout const global = detail::reading_of<typename Moved::global_type>::value.into;
  for (int d = 0; d < p.rank; ++d)
    for (int leaf = 0; leaf < p.modes; ++leaf)
      if (p.to[leaf] == p.leaf[d] && p.length[d] != p.extent[d] &&
          (p.scale[leaf] != 1 || global.at[leaf].extent != core::fixed(p.extent[d])))
        return false;
  for (int leaf = 0; leaf < p.modes; ++leaf) {
    std::int64_t const step = p.scale[leaf];
    if (step == 1) continue;
    bool has_below = false;
    for (int i = 0; i < p.modes; ++i) {
      if (p.to[i] != p.to[leaf] || i == leaf) continue;
      if (p.scale[i] == 1 &&
          global.at[leaf].stride != core::fixed(global.at[i].stride.value * step))
        return false;
      has_below = has_below || global.at[i].extent == core::fixed(step / p.scale[i]);
    }
    if (!has_below) return false;
  }
  return true;
}

// The coordinate of element x of a tile along dimension d of the tensor map.
constexpr std::int64_t coordinate_of(tma_plan const& p, core::layout const& tile, std::int64_t x,
                                     int d) {
  std::int64_t sum = 0;
  for (int leaf = 0; leaf < p.modes; ++leaf)
    if (p.to[leaf] == p.leaf[d]) sum += p.scale[leaf] * core::apply(tile, x, leaf);
  return sum;
}

// Whether the law holds for elements [begin,end), in the order (block, element, instruction).
template <class Moved>
constexpr bool holds(std::int64_t begin, std::int64_t end) {
  constexpr tma_plan const& p = Moved::plan;
  constexpr mapping const& s = Moved::shared;
  constexpr std::int64_t blocks = Moved::box::blocks;
  constexpr std::int64_t each = blocks * Moved::box::elements;
  engine const e{p.rank,
                 {p.length[0], p.length[1], p.length[2], p.length[3], p.length[4]},
                 {p.extent[0], p.extent[1], p.extent[2], p.extent[3], p.extent[4]},
                 Moved::bytes,
                 s.swizzle.bits};
  core::layout const tile = core::subtree(Moved::tile.of, core::nth(Moved::tile.of, 0));
  for (std::int64_t i = begin; i < end; i += EVERY) {
    std::int64_t const element = i % each / blocks;
    std::int64_t const x = core::apply(p.values, i);
    std::int64_t const first = core::apply(p.values, i - element * blocks);
    std::int64_t const to = (s.offset + s.part(first, 0, s.of.count)) * Moved::bytes;
    if (to % 128 != 0 || e.address(element, to) != s(x) * Moved::bytes ||
        coordinate_of(p, tile, first, 0) * Moved::bytes % 16 != 0)
      return false;
    for (int d = 0; d < p.rank; ++d)
      if (coordinate_of(p, tile, x, d) !=
          coordinate_of(p, tile, first, d) + e.coordinate(element, d))
        return false;
  }
  return true;
}

// The bytes of one instruction, of a box, of a block's share and of a tile, counted from the plan:
// an instruction moves the plan's box, with its padding, and instructions and blocks until each
// element has moved.
template <class Moved>
constexpr bool brings_its_bytes() {
  constexpr bool is_shared = Moved::box::blocks > 1;
  using traits = Copy_Traits<std::conditional_t<is_shared, SM90_TMA_LOAD_MULTICAST, SM90_TMA_LOAD>,
                             typename Moved::box>;
  std::int64_t elements = 1;
  std::int64_t length = 1;
  for (int d = 0; d < Moved::plan.rank; ++d) elements *= Moved::plan.extent[d];
  for (int d = 0; d < Moved::plan.rank; ++d) length *= Moved::plan.length[d];
  constexpr std::int64_t blocks = Moved::box::blocks;
  std::int64_t instructions = 0;  // of each block
  std::int64_t moved = 0;
  for (; moved < Moved::shared.size; moved += blocks * elements) ++instructions;
  return moved == Moved::shared.size && traits::box_share_bytes == length * Moved::bytes &&
         traits::box_bytes == blocks * length * Moved::bytes &&
         traits::share_bytes == instructions * length * Moved::bytes &&
         traits::bytes == blocks * instructions * length * Moved::bytes;
}

// The elements of a tile, every one of them proved; a constant for each 256 of them.
template <class Moved, std::size_t... Part>
constexpr int proved_facts(std::index_sequence<Part...>) {
  constexpr std::int64_t size = Moved::shared.size;
  constexpr std::int64_t part = 256;
  static_assert(brings_its_bytes<Moved>() && pads_outside<Moved>());
  static_assert((std::bool_constant<holds<Moved>(
                     part * Part, part * Part + part < size ? part * Part + part : size)>::value &&
                 ...));
  return static_cast<int>(size);
}
template <class Moved>
inline constexpr int facts_of = proved_facts<Moved>(
    std::make_index_sequence<static_cast<std::size_t>((Moved::shared.size + 255) / 256)>{});

// ---- tiles

using row_major = Layout<Shape<int, int>, Stride<int, _1>>;
using column_major = Layout<Shape<int, int>, Stride<_1, int>>;

// Atoms of 8 rows (or columns) of 16 * 2^B bytes, or of 128 without a swizzle: two beside each
// other, and N / 8 below.
template <class T, int B>
inline constexpr int span = (B == 0 ? 128 : 16 << B) / static_cast<int>(sizeof(T));
template <class T, int B>
using swizzle_for = Swizzle<B, 4 - detail::log2_v<static_cast<int>(sizeof(T))>, 3>;
template <class T, int B>
using row_atom = decltype(composition(
    swizzle_for<T, B>{}, Layout<Shape<_8, Int<span<T, B>>>, Stride<Int<span<T, B>>, _1>>{}));
template <class T, int B>
using column_atom =
    decltype(composition(swizzle_for<T, B>{}, Layout<Shape<Int<span<T, B>>, _8>>{}));

template <class T, int B, int Blocks = 1, int N = 8,
          class Tile = Shape<Int<N>, Int<2 * span<T, B>>>>
using by_rows =
    moved_tile<T, Blocks, row_major, decltype(tile_to_shape(row_atom<T, B>{}, Tile{})), Tile>;
template <class T, int B, int Blocks = 1, int N = 8,
          class Tile = Shape<Int<2 * span<T, B>>, Int<N>>>
using by_columns =
    moved_tile<T, Blocks, column_major,
               decltype(tile_to_shape(column_atom<T, B>{}, Tile{}, Step<_2, _1>{})), Tile>;

// Compact, of any rank; the mode of order 0 is contiguous in both memories.
template <class T, class Tile, class Order, class Global, int B = 0, int Blocks = 1>
using compact_tile =
    moved_tile<T, Blocks, Global,
               decltype(composition(swizzle_for<T, B>{}, make_ordered_layout(Tile{}, Order{}))),
               Tile>;
using line = Layout<Shape<int>, Stride<_1>>;
using cube = Layout<Shape<int, int, int>, Stride<int, _1, int>>;
using padded_rows = Layout<Shape<_64, int, int>, Stride<_1, int, int>>;
using rank_4 = Layout<Shape<int, int, int, int>, Stride<int, int, int, _1>>;
using rank_5 = Layout<Shape<int, int, int, int, int>, Stride<_1, int, int, int, int>>;
using nested = Layout<Shape<Shape<_4, int>, int>, Stride<Stride<int, int>, _1>>;

#define BOXES_OF(T, B) by_rows<T, B>, by_columns<T, B>
#define BOXES(T) BOXES_OF(T, 0), BOXES_OF(T, 1), BOXES_OF(T, 2), BOXES_OF(T, 3)
constexpr auto all = boost::hana::tuple_t<
    BOXES(char), BOXES(short), BOXES(float), BOXES(double), by_rows<short, 3, 1, 24>,
    by_columns<short, 3, 1, 16>, by_rows<float, 1, 1, 16>, by_columns<double, 2, 1, 24>,
    // ranks 1 to 5, and dimensions that the tile does not reach
    compact_tile<char, Shape<_256>, Step<_0>, line>,
    compact_tile<double, Shape<_64>, Step<_0>, line>,
    compact_tile<short, Shape<_4, _64, _3>, Step<_1, _0, _2>, cube>,
    compact_tile<short, Shape<_4, _64, _3>, Step<_2, _0, _1>, cube, 3>,
    compact_tile<float, Shape<_8, _8>, Step<_1, _0>, cube, 1>,
    compact_tile<float, Shape<_2, _3, _4, _32>, Step<_1, _2, _3, _0>, rank_4, 3>,
    compact_tile<float, Shape<_2, _3, _4, _16>, Step<_3, _1, _2, _0>, rank_4, 2>,
    compact_tile<char, Shape<_32, _2, _3, _4, _2>, Step<_0, _1, _2, _3, _4>, rank_5>,
    compact_tile<char, Shape<_32, _2, _3, _4, _2>, Step<_0, _4, _2, _1, _3>, rank_5, 1>,
    compact_tile<double, Shape<_8, _1, _4, _2, _2>, Step<_0, _3, _4, _2, _1>, rank_5, 2>,
    moved_tile<short, 1, nested, Layout<Shape<_8, _64>, Stride<_64, _1>>, Shape<_8, _64>>,
    // rows shorter than the swizzle, padded rows, matrices of 8 x 16 bytes
    moved_tile<short, 1, row_major,
               decltype(composition(Swizzle<3, 3, 3>{},
                                    Layout<Shape<_16, _24>, Stride<_64, _1>>{})),
               Shape<_16, _24>>,
    moved_tile<short, 1, row_major, Layout<Shape<_8, _64>, Stride<_128, _1>>, Shape<_8, _64>>,
    moved_tile<short, 1, row_major,
               Layout<Shape<Shape<_8, _4>, Shape<_8, _2>>,
                      Stride<Stride<_8, _128>, Stride<_1, _64>>>,
               Shape<_32, _16>>,
    // every other row
    moved_tile<float, 1, row_major, Layout<Shape<_8, _32>, Stride<_32, _1>>,
               Tile<Layout<_8, _2>, _32>>,
    // the shares of 2 and 4 blocks
    by_rows<short, 3, 2>, by_rows<float, 2, 4>, by_columns<short, 3, 4, 16>, by_columns<char, 0, 8>,
    compact_tile<float, Shape<_2, _3, _4, _32>, Step<_1, _2, _3, _0>, rank_4, 3, 4>,
    compact_tile<float, Shape<_2, _3, _4, _32>, Step<_3, _2, _1, _0>, rank_4, 3, 6>,
    // modes that are one dimension of the tensor map: rows of 8 bytes; 6 modes in a box of 64; the
    // contiguous one last, under a swizzle
    moved_tile<char, 1, Layout<Shape<_8, int>, Stride<_1, _8>>, Layout<Shape<_8, _8>>,
               Shape<_8, _8>>,
    moved_tile<char, 1,
               Layout<Shape<_4, _2, _2, _2, _2, int, int>, Stride<_1, _4, _8, _16, _32, _64, int>>,
               Layout<Shape<_4, _2, _2, _2, _2, _1, _4>>, Shape<_4, _2, _2, _2, _2, _1, _4>>,
    moved_tile<short, 1, Layout<Shape<int, _4, _16>, Stride<int, _16, _1>>,
               decltype(composition(Swizzle<3, 3, 3>{},
                                    Layout<Shape<_8, _4, _16>, Stride<_64, _16, _1>>{})),
               Shape<_8, _4, _16>>,
    // rows of 64 padded to 72, alone, in one box of two modes, in boxes of two blocks; of 80 bytes
    // padded to 112; 3 rows padded to 5
    moved_tile<short, 1, padded_rows, Layout<Shape<_64, _16>, Stride<_1, Int<72>>>,
               Shape<_64, _16>>,
    moved_tile<short, 1, padded_rows, Layout<Shape<_64, _8, _2>, Stride<_1, Int<72>, Int<576>>>,
               Shape<_64, _8, _2>>,
    moved_tile<short, 2, padded_rows, Layout<Shape<_64, _8, _2>, Stride<_1, Int<72>, Int<640>>>,
               Shape<_64, _8, _2>>,
    moved_tile<char, 1, Layout<Shape<int, Int<80>>, Stride<int, _1>>,
               Layout<Shape<_12, Int<80>>, Stride<Int<112>, _1>>, Shape<_12, Int<80>>>,
    moved_tile<float, 1, Layout<Shape<_4, _3, int>, Stride<_1, int, int>>,
               Layout<Shape<_4, _3, _6>, Stride<_1, _4, _20>>, Shape<_4, _3, _6>>>;
#undef BOXES
#undef BOXES_OF

struct sum_of_facts {
  template <class Moved>
  constexpr int operator()(int sum, Moved) const {
    return sum + facts_of<typename Moved::type>;
  }
};

inline constexpr int count = decltype(boost::hana::length(all))::value;
inline constexpr int padded_count = 5;  // the last of them
inline constexpr int merged_count = 3;  // those before
template <auto const& All = all>
inline constexpr int facts_of_all = boost::hana::fold_left(All, 0, sum_of_facts{});

}  // namespace boxes
