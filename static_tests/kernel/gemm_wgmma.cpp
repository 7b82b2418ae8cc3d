// SPDX-License-Identifier: BSL-1.0
//
// The order of tiles visits each tile once; the protocol of gemm_wgmma is sound, and has no
// synchronisation to spare but wgmma.fence in the later steps of a tile.
#include <tileproof/kernel/common/stream_k.hpp>
#include <tileproof/kernel/gemm/wgmma/converted.hpp>
#include <tileproof/kernel/gemm/wgmma/epilogue.hpp>
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>
#include <tileproof/kernel/gemm/wgmma/operands.hpp>
#include <tileproof/kernel/gemm/wgmma/split.hpp>
#include <tileproof/kernel/gemm/wgmma/stream_k.hpp>

namespace {

using namespace tileproof;

// For every grid whose tiles an int counts; prove/sweep_pipelines.cpp visits the tiles of small
// ones.
template <int Group, class... Extents>
constexpr core::text order_of =
    sentence<visits_every_tile_once<rows_in_groups<Group>>>(Shape<Extents...>{});
static_assert(order_of<8, Int<1000>, Int<777>, _3> == "" && order_of<8, _0, Int<777>> == "" &&
              order_of<16, Int<32768>, Int<65535>> == "");
static_assert(
    order_of<16, _7, Int<(1 << 28)>> ==
    "a group of 16 rows has 4294967296 tiles in (_7,_268435456), and the order computes with "
    "int: 2147483647 is the most");
static_assert(order_of<8, Int<(1 << 20)>, Int<(1 << 20)>> ==
              "the order counts tiles by int, and there are 1099511627776 of (_1048576,_1048576): "
              "2147483647 is the most");
// Another order: rows from left to right, then from right to left; with a mistake.
template <bool IsWrong>
struct snake {
  int rows, columns;
  static constexpr snake of(int rows, int columns, int) { return {rows, columns}; }
  constexpr int count() const { return rows * columns; }
  constexpr tile_place operator()(int i) const {
    int const row = i / columns;
    int const at = i % columns;
    return {row, row % 2 == 1 ? columns - at - (IsWrong ? 0 : 1) : at, 0};
  }
};
static_assert(require<visits_every_tile_once<snake<false>>>(Shape<Int<90>, Int<91>>{}));
static_assert(sentence<visits_every_tile_once<snake<true>>>(Shape<_3, _4>{}) ==
              "number 4 of the order is the tile (1,4,0), outside of the grid (_3,_4)");
static_assert(sentence<visits_every_tile_once<snake<false>>>(Shape<_3, _4, _2>{}) ==
              "the order has 12 numbers, and the grid (_3,_4,_2) has 24 tiles");
static_assert(prove<visits_every_tile_once<snake<false>>>(Shape<Int<91>, Int<91>>{}).is ==
              answer::undecided);
static_assert(fewest_clusters(1024, 66) == 64 && fewest_clusters(4096, 66) == 66 &&
              fewest_clusters(7, 66) == 7 && fewest_clusters(67, 66) == 34 &&
              fewest_clusters(0, 66) == 0);
// Three rows in groups of two.
constexpr tile_order order{3, 2, 2};
static_assert(order(0) == tile_place{0, 0, 0} && order(1) == tile_place{1, 0, 0} &&
              order(2) == tile_place{0, 1, 0} && order(3) == tile_place{1, 1, 0} &&
              order(4) == tile_place{2, 0, 0} && order(5) == tile_place{2, 1, 0});

// stream_k_order: each k-tile of each tile has one cluster. A part is handed over only where it is
// the first of its cluster, so it waits for nothing; its taker is an earlier cluster, which has the
// first part of the tile, and counts all that give to it.
constexpr bool deals_out(stream_k_order const& order, int tiles, int steps, int clusters) {
  int seen[48][8] = {};
  int gives_to[64] = {};  // the tile of a cluster's part that is handed over, plus 1
  for (int c = clusters - 1; c >= 0; --c) {
    auto const parts = order.of(c);
    for (int i = 0; i < parts.tiles(); ++i) {
      tile_part const p = parts(i);
      if (p.tile < 0 || p.tile >= tiles || p.first < 0 || p.steps < 1 ||
          p.first + p.steps > steps || parts.steps(i) != p.steps)
        return false;
      for (int k = p.first; k < p.first + p.steps; ++k) ++seen[p.tile][k];
      if (p.first > 0 && i > 0) return false;
      if (p.first > 0) gives_to[c] = p.tile + 1;
      if (p.first > 0) continue;
      for (int j = 0; j < parts.givers(p); ++j) {  // each of them once, and all are later clusters
        if (parts.giver(j) <= c || gives_to[parts.giver(j)] != p.tile + 1) return false;
        gives_to[parts.giver(j)] = 0;
      }
    }
  }
  for (int c = 0; c < clusters; ++c)
    if (gives_to[c] != 0) return false;
  for (int t = 0; t < tiles; ++t)
    for (int k = 0; k < steps; ++k)
      if (seen[t][k] != 1) return false;
  return true;
}
static_assert([] {
  for (int tiles = 1; tiles <= 11; ++tiles)
    for (int steps = 1; steps <= 5; ++steps)
      for (int clusters = 1; clusters <= 6; ++clusters)
        if (!deals_out({tiles, steps, clusters}, tiles, steps, clusters) ||
            !deals_out({tile_order(1, tiles), steps, clusters}, tiles, steps, clusters) ||
            (tiles >= 3 &&
             !deals_out({tile_order(tiles, 3), steps, clusters}, 3 * tiles, steps, 3 * clusters)))
          return false;
  return deals_out({tile_order(2, 5, 1, 3), 7, 4}, 30, 7, 24);
}());
static_assert(stream_k_order(tile_order(1, 4), 5, 3).of(1)(0) == tile_part{1, 2, 3});

using usual = detail::wgmma_protocol<3, 16384, 32768, 8192, 4, 4, 2>;
static_assert(require<sound_protocol>(usual{}));
using shares_a = detail::wgmma_protocol<3, 16384, 8192, 8192, 1, 2, 2, true>;
static_assert(require<sound_protocol>(shares_a{}));
using four_blocks = detail::wgmma_protocol<3, 8192, 12288, 4096, 3, 2, 4, false, false, 1>;
static_assert(require<sound_protocol>(four_blocks{}));
static_assert(require<sound_protocol>(
    detail::wgmma_protocol<2, 8192, 6144, 2048, 3, 2, 1, false, false, 1>{}));
using hands_over = detail::wgmma_protocol<3, 16384, 20480, 4096, 5, 2, 2, false, true>;
static_assert(require<sound_protocol>(hands_over{}));
static_assert(require<sound_protocol>(detail::hand_over_protocol<40960>{}));

// With one tile a block, and k in 1, 2, 4 and 8 blocks.
static_assert(require<sound_protocol>(detail::wgmma_split_protocol<4, 16384, 2048, 4096, 1>{}));
static_assert(
    require<sound_protocol>(detail::wgmma_split_protocol<3, 16384, 4096, 4096, 2, true>{}));
using two_parts = detail::wgmma_split_protocol<3, 16384, 8192, 16384, 2>;
static_assert(require<sound_protocol>(two_parts{}));
static_assert(require<sound_protocol>(detail::wgmma_split_protocol<2, 16384, 16384, 32768, 4>{}));
static_assert(require<sound_protocol>(detail::wgmma_split_protocol<2, 16384, 8192, 16384, 8>{}));
static_assert(
    require<sound_protocol>(detail::wgmma_split_protocol<3, 8192, 8192, 16384, 2, false, 1>{}));

// int8_t beside 16-bit floats, for each of its values; what lies between them is left out.
template <class T>
constexpr bool widens = [] {
  for (int x = -128; x < 128; ++x) {
    T two[2] = {T(0), T(0)};
    unsigned const lower = x & 255, upper = (-1 - x) & 255;
    detail::widen_pair(lower | upper << 16 | (lower ^ 0x5a) << 8 | (upper ^ 0xa5) << 24, two);
    if (static_cast<float>(two[0]) != static_cast<float>(x) ||
        static_cast<float>(two[1]) != static_cast<float>(-1 - x))
      return false;
  }
  return true;
}();
static_assert(widens<bfloat16_t> && widens<half_t>);

// Lane q of a quad, which of ldmatrix has elements [4q, 4q + 4) of 16, gets pairs 2q and 2q + 8, as
// PTX ISA's figure of the operand A of m16n8k16 has them.
constexpr bool exchanges = [] {
  for (int lane = 0; lane < 32; ++lane) {
    detail::pairs_of_lane const mine(lane);
    if (mine.lower / 4 != lane / 4) return false;
    for (int upper = 0; upper < 2; ++upper) {
      unsigned const first = 4 * ((mine.lower + 2 * upper) % 4);
      std::uint32_t const got = mine.of(0x03020100u + 0x01010101u * first);
      for (unsigned i = 0; i < 2; ++i)
        if ((got >> 16 * i & 255) != 2 * (lane % 4) + 8 * upper + i) return false;
    }
  }
  return true;
}();
static_assert(exchanges);

// A column-major D is the row-major transpose, and the epilogue gets its arguments as ever; rows of
// 64 elements of 8 bits leave in chunks of 64 bytes.
using columns =
    gemm_wgmma<half_t, half_t, float_e5m2_t, major::k, major::mn, matrix_order::column_major,
               identity_epilogue, wgmma_schedule<64, 4, 2, 2>>;
static_assert(columns::transposed::major_a == major::mn && columns::major_a == major::k);
static_assert(columns::chunk_bytes == 64 && columns::chunks == 1);
using narrow = gemm_wgmma<float_e4m3_t, float_e4m3_t, float_e4m3_t, major::k, major::k,
                          matrix_order::row_major, identity_epilogue,
                          wgmma_schedule<96, 3, 2, 1, matrix_order::row_major, false, 64>>;
static_assert(narrow::chunk_bytes == 32 && narrow::chunks == 3 && narrow::threads == 256);
struct place {
  TILEPROOF_HOST_DEVICE constexpr int operator()(int, int row, int column) const {
    return 10 * row + column;
  }
};
static_assert(transposed_epilogue<place>{}(0, 3, 4) == 43);
static_assert(round_to<std::int8_t>(2.5f) == 2 && round_to<std::int8_t>(-3.5f) == -4 &&
              round_to<std::int8_t>(1000) == 127 && round_to<std::uint8_t>(-1.0f) == 0);

}  // namespace
