// SPDX-License-Identifier: BSL-1.0
#include "../report/facts.hpp"
#include "tma_facts.hpp"

#include <tileproof/atom/tma/box.hpp>
#include <tileproof/atom/tma/cache_hint.hpp>
#include <tileproof/atom/tma/instruction.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/tma/merge.hpp>
#include <tileproof/atom/tma/partition.hpp>
#include <tileproof/atom/tma/plan.hpp>
#include <tileproof/atom/tma/runs.hpp>
#include <tileproof/atom/tma/shares.hpp>
#include <tileproof/atom/wgmma/layouts.hpp>
#include <tileproof/print/to_string.hpp>

using namespace tileproof;
using boxes::column_major;
using boxes::compact_tile;
using boxes::cube;
using boxes::moved_tile;
using boxes::row_major;

namespace {

// ---- the law, at every element of every tile

static_assert(boxes::count == 65 && boxes::facts_of_all<> == 47176);

// ---- boxes: the extent along each dimension, and the mode of the global tensor that it is

template <class Moved>
constexpr core::text box() {
  core::text t;
  for (int d = 0; d < Moved::plan.rank; ++d) {
    if (d > 0) t.put(' ');
    t.put(Moved::plan.extent[d]);
    t.put('@');
    t.put(std::int64_t{Moved::plan.leaf[d]});
  }
  return t;
}
using row_atom = boxes::row_atom<short, 3>;        // 8 rows of 64
using column_atom = boxes::column_atom<short, 3>;  // 8 columns of 64
template <class Atom, class Tile, class... Order>
using tiled_atom = decltype(tile_to_shape(Atom{}, Tile{}, Order{}...));

template <class Shared, class Global, class Tile, int Blocks = 1>
using moves = moved_tile<short, Blocks, Global, Shared, Tile>;
using tile = Shape<_128, _128>;
static_assert(box<moves<tiled_atom<row_atom, tile>, row_major, tile>>() == "64@1 128@0");
static_assert(box<moves<tiled_atom<row_atom, tile>, row_major, tile, 2>>() == "64@1 128@0");
// Atoms in column-major order, which is the default: a box ends with its atom. In row-major order
// it does not.
static_assert(box<moves<tiled_atom<column_atom, tile>, column_major, tile>>() == "64@0 8@1");
static_assert(box<moves<tiled_atom<column_atom, tile, Step<_2, _1>>, column_major, tile>>() ==
              "64@0 128@1");
static_assert(box<compact_tile<float, Shape<_4, _64, _3>, Step<_2, _0, _1>, cube>>() ==
              "64@1 3@2 4@0");
static_assert(box<compact_tile<float, Shape<_8, _8>, Step<_1, _0>, cube>>() == "8@1 8@0 1@2");
// The box ends where rows are padded.
static_assert(box<moves<Layout<Shape<_8, _64>, Stride<_128, _1>>, row_major, Shape<_8, _64>>>() ==
              "64@1 1@0");
static_assert(
    box<moves<decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_16, _24>, Stride<_64, _1>>{})),
              row_major, Shape<_16, _24>>>() == "24@1 16@0");

// Padded rows: a box of 72 over a mode of 64, whose excess is outside of the tensor.
using by_64 = boxes::padded_rows;
template <class Rows, class Pitch = Int<72>>
using padded = Layout<Shape<_64, Rows>, Stride<_1, Pitch>>;
static_assert(box<moves<padded<_128>, by_64, Shape<_64, _128>>>() == "64@0 128@1 1@2");
using padded_box = moves<padded<_128>, by_64, Shape<_64, _128>>;
static_assert(padded_box::plan.length[0] == 72 && padded_box::plan.length[1] == 128);
static_assert(padded_box::box::is_padded && padded_box::box::elements == 64 * 128 &&
              padded_box::box::span == 72 * 128);
// Where a box can begin at each row it is not padded: what lies between may be another tile's.
static_assert(box<moves<padded<_8, _128>, by_64, Shape<_64, _8>>>() == "64@0 1@1 1@2");
// The matrix as rows of 64 columns: of a tile of 128 x 128, two boxes.
using columns_of_64 = Layout<Shape<int, Shape<_64, int>>, Stride<int, Stride<_1, _64>>>;
static_assert(box<moves<Layout<Shape<_128, Shape<_64, _2>>, Stride<Int<72>, Stride<_1, Int<9216>>>>,
                        columns_of_64, Shape<_128, _128>>>() == "64@1 128@0 2@2");

// ---- boxes that are refused, and the mode that is named

template <class T, class Shared, class Tile = decltype(shape(Shared{})), class Global = row_major,
          int Blocks = 1>
constexpr core::text answer_to =
    sentence(prove<canonical_for_tma<T, Blocks>>(Shared{}, tma_tile<Global, Tile>{}));

template <int M, int N, int Pitch = N>
using by_rows = Layout<Shape<Int<M>, Int<N>>, Stride<Int<Pitch>, _1>>;
template <int B, int M, int S, class L>
using swizzled = decltype(composition(Swizzle<B, M, S>{}, L{}));

static_assert(answer_to<short, by_rows<64, 64>> == "yes");
static_assert(answer_to<short, Layout<Shape<_64, _64>>> ==
              "no: in mode 1, shared stride 64, expected 1");
static_assert(answer_to<short, by_rows<64, 64>, Shape<_64, _64>, column_major> ==
              "no: in mode 0, shared stride 64, expected 1");
static_assert(answer_to<short, by_rows<64, 64, 72>> ==
              "no: in mode 0, shared stride 72, expected 64, aligned to 128");
// Padding needs a mode of the tensor that ends where the tile does, rows of a multiple of 16 bytes,
// room between boxes, and blocks that share no padded mode.
static_assert(answer_to<short, padded<_16>, Shape<_64, _16>, by_64> == "yes");
static_assert(answer_to<short, padded<_16>, Shape<_64, _16>, column_major> ==
              "no: in mode 1, shared stride 72, expected 64, aligned to 128");
static_assert(answer_to<short, padded<_16>, Shape<_64, _16>,
                        Layout<Shape<_128, int, int>, Stride<_1, int, int>>> ==
              "no: in mode 1, shared stride 72, expected 64, aligned to 128");
static_assert(answer_to<short, padded<_16, Int<70>>, Shape<_64, _16>, by_64> ==
              "no: in mode 0, in bytes 140, expected 16");
static_assert(answer_to<short, padded<_16, Int<264>>, Shape<_64, _16>, by_64> ==
              "no: in mode 0, box extent 264, expected 256");
static_assert(answer_to<short, Layout<Shape<_64, _7, _2>, Stride<_1, Int<104>, Int<704>>>,
                        Shape<_64, _7, _2>, by_64> ==
              "no: in mode 2, shared stride 704, expected 728, aligned to 128");
static_assert(answer_to<short, swizzled<3, 3, 3, padded<_16>>, Shape<_64, _16>, by_64> ==
              "no: in mode 1, shared stride 72, expected 64, aligned to 128");
static_assert(answer_to<short, padded<_8>, Shape<_64, _8>, by_64, 8> ==
              "no: in mode 1, shared stride 72, in shares 8, aligned to 128");
static_assert(answer_to<short, padded<_3>, Shape<_64, _3>, by_64, 6> ==
              "no: in mode 0, box extent 64, in shares 2");
static_assert(answer_to<short, by_rows<512, 64>> == "no: in mode 0, box extent 512, expected 256");
static_assert(answer_to<short, by_rows<8, 4>> == "no: in mode 1, in bytes 8, expected 16");
static_assert(answer_to<short, by_rows<8, 1>> == "no: in mode 1, in bytes 2, expected 16");
static_assert(answer_to<short, swizzled<3, 3, 3, by_rows<8, 128>>> ==
              "no: in mode 1, in bytes 256, expected 128");
static_assert(answer_to<short, swizzled<3, 3, 3, by_rows<8, 32>>> ==
              "no: in mode 0, shared stride 32, expected 64, aligned to 128");
static_assert(answer_to<float, swizzled<3, 3, 3, by_rows<8, 32>>> ==
              "no: in swizzle (3,5,3), expected (3,4,3)");
static_assert(answer_to<short, swizzled<2, 3, 4, by_rows<8, 32>>> ==
              "no: in swizzle (2,4,4), expected (2,4,3)");
static_assert(answer_to<short, by_rows<8, 64, 0>> ==
              "no: at coordinate (0,0), and coordinate (1,0), at offset 0, in mode 0");
static_assert(
    answer_to<short, by_rows<8, 64>, Shape<_8, _64>, Layout<Shape<int, int>, Stride<int, int>>> ==
    "no: in mode 1, global stride 0, expected 1");
static_assert(
    answer_to<short, by_rows<8, 64>, Shape<_8, _64>, Layout<Shape<int, int>, Stride<int, _2>>> ==
    "no: in mode 1, global stride 2, expected 1");
static_assert(answer_to<short, by_rows<8, 64>, Shape<_8, _48>> ==
              "no: shared elements 512, tile elements 384");
static_assert(answer_to<short, by_rows<8, 64>, Shape<_8, _32>> ==
              "no: shared elements 512, tile elements 256");
// Boxes of 8 at every 12th element.
static_assert(answer_to<short, Layout<Shape<_8, Shape<_8, _4>>, Stride<_8, Stride<_1, _64>>>,
                        Shape<_8, Layout<Shape<_8, _4>, Stride<_1, _12>>>> ==
              "no: in mode 1, in bytes 24, expected 16");
static_assert(
    answer_to<short, Layout<_64>, Shape<_64>,
              Layout<Shape<int, int, int, int, int, int>, Stride<_1, int, int, int, int, int>>> ==
    "no: found 6, expected 5");
static_assert(answer_to<short, by_rows<8, 64>, Shape<_8, _64>, row_major, 16> ==
              "no: in mode 1, shared stride 32, in shares 16, aligned to 128");
static_assert(answer_to<short, by_rows<6, 64>, Shape<_6, _64>, row_major, 4> ==
              "no: in mode 0, box extent 6, in shares 4");

// ---- tensors that no tensor map takes, by what is known of them while compiling

template <class M, class N, class Ld, class T = short>
constexpr core::text tensor_of =
    answer_to<T, by_rows<64, 64>, Shape<_64, _64>, Layout<Shape<M, N>, Stride<Ld, _1>>>;
template <std::int64_t N>
constexpr Int<(std::int64_t{1} << N)> two_to{};
template <std::int64_t N>
using power = std::remove_const_t<decltype(two_to<N>)>;
using K = Int<1024>;
static_assert(tensor_of<K, K, K> == "yes");
static_assert(tensor_of<K, K, Int<1025>> ==
              "no: in mode 0, global stride 1025, in bytes 2050, aligned to 16");
static_assert(tensor_of<int, int, Int<60>> ==
              "no: in mode 0, global stride 60, in bytes 120, aligned to 16");
static_assert(tensor_of<K, K, Int<1032>> == "yes");
static_assert(tensor_of<K, K, Int<60>, double> == "yes");  // 480 bytes
static_assert(tensor_of<K, K, Int<60>, char> ==
              "no: in mode 0, global stride 60, in bytes 60, aligned to 16");
static_assert(tensor_of<K, K, Int<-1024>> ==
              "no: in mode 0, global stride -1024, in bytes 2, at least 0");
static_assert(tensor_of<K, K, power<39>> ==
              "no: in mode 0, global stride 549755813888, in bytes 2, at most 1099511627760");
static_assert(tensor_of<K, K, Int<power<39>::value - 8>> == "yes");
static_assert(tensor_of<K, K, power<62>> ==
              "no: in mode 0, global stride 4611686018427387904, in "
              "bytes 2, at most 1099511627760");
static_assert(tensor_of<K, K, Int<0>> == "yes" && tensor_of<K, K, Int<8>> == "yes");
static_assert(tensor_of<power<16>, K, K> == "yes");
static_assert(tensor_of<power<32>, K, K> == "yes" && tensor_of<K, power<32>, K> == "yes");
static_assert(tensor_of<power<33>, K, K> == "no: in mode 0, found 8589934592, at most 4294967296");
static_assert(tensor_of<K, Int<power<32>::value + 1>, int> ==
              "no: in mode 1, found 4294967297, at most 4294967296");
static_assert(tensor_of<_0, K, K> == "no: in mode 0, found 0, at most 4294967296");
// A stride along which nobody steps may have any value; along a run-time extent a stride counts.
static_assert(
    answer_to<short, by_rows<1, 64>, Shape<_1, _64>, Layout<Shape<_1, _64>, Stride<Int<60>, _1>>> ==
    "yes");
static_assert(answer_to<short, by_rows<1, 64>, Shape<_1, _64>,
                        Layout<Shape<int, _64>, Stride<Int<60>, _1>>> ==
              "no: in mode 0, global stride 60, in bytes 120, aligned to 16");
// A leaf of a nested mode is named by its number among all.
static_assert(answer_to<short, by_rows<8, 64>, Shape<_8, _64>,
                        Layout<Shape<Shape<_4, int>, int>, Stride<Stride<int, Int<12>>, _1>>> ==
              "no: in mode 1, global stride 12, in bytes 24, aligned to 16");
template <class M, class Ld>
constexpr core::text words_of = sentence<canonical_for_tma<short>>(
    by_rows<64, 64>{}, tma_tile<Layout<Shape<M, K>, Stride<Ld, _1>>, Shape<_64, _64>>{});
static_assert(words_of<K, Int<1025>> ==
              "TMA: mode 0 of the global tensor has the stride 1025, 2050 bytes, and a tensor map "
              "takes multiples of 16 bytes. Rows padded to a stride of 1032 would do.");
static_assert(words_of<power<33>, int> ==
              "TMA: mode 0 of the global tensor has 8589934592 elements, and a tensor map takes 1 "
              "to 4294967296. A tensor map for each part of at most 4294967296 elements would do.");
static_assert(words_of<_0, int> ==
              "TMA: mode 0 of the global tensor has 0 elements, and a tensor map takes 1 to "
              "4294967296");

// ---- an offset inside the swizzle: TMA swizzles the address in shared memory

template <int Rows, int Offset>
using rows_at =
    ComposedLayout<Swizzle<3, 3, 3>, Int<Offset>, Layout<Shape<Int<Rows>, _64>, Stride<_64, _1>>>;
static_assert(answer_to<short, rows_at<4, 0>> == "yes" && answer_to<short, rows_at<1, 0>> == "yes");
static_assert(answer_to<short, rows_at<4, 256>> == "yes");  // the second of stages of 4 rows
static_assert(answer_to<short, rows_at<4, 64>> == "yes" &&
              answer_to<short, rows_at<8, 512>> == "yes");
static_assert(answer_to<short, rows_at<4, 32>> == "no: at offset 32, in bytes 2, aligned to 128");
static_assert(boxes::facts_of<moved_tile<short, 1, row_major, rows_at<4, 256>, Shape<_4, _64>>> ==
              4 * 64);

// ---- both sides of an instruction own every bit: each block its share

template <class Op, class Moved>
constexpr bool owns_all(int bits) {
  using traits = Copy_Traits<Op, typename Moved::box>;
  using bits_of_all = Int<Moved::box::blocks * Moved::box::elements * 8 * Moved::bytes>;
  return require<owns_every_element<>>(typename traits::SrcLayout{}, bits_of_all{}) &&
         require<owns_every_element<>>(typename traits::DstLayout{}, bits_of_all{}) &&
         size<0>(typename traits::SrcLayout{}) == size(typename traits::ThrID{}) &&
         bits_of_all::value == bits;
}
using halves = moves<tiled_atom<row_atom, tile>, row_major, tile>;
using shares = moves<tiled_atom<row_atom, tile>, row_major, tile, 2>;
static_assert(owns_all<SM90_TMA_LOAD, halves>(64 * 128 * 16));
static_assert(owns_all<SM90_TMA_LOAD_OP, halves>(64 * 128 * 16));
static_assert(owns_all<SM90_TMA_STORE, halves>(64 * 128 * 16));
static_assert(owns_all<SM90_TMA_LOAD_MULTICAST, shares>(2 * 64 * 128 * 16));
static_assert(owns_all<SM90_TMA_LOAD_MULTICAST_OP, shares>(2 * 64 * 128 * 16));

// ---- bytes: of an instruction, of a box, of a block's share, of a tile

constexpr bool has_bytes(auto atom, int box_share, int box, int share, int tile) {
  using traits = decltype(atom);
  return traits::box_share_bytes == box_share && traits::box_bytes == box &&
         traits::share_bytes == share && traits::bytes == tile && tma_bytes_v<traits> == tile;
}
// 128 x 128 elements of 2 bytes in boxes of 128 x 64; by 2 blocks, a box each.
static_assert(has_bytes(Copy_Traits<SM90_TMA_LOAD, halves::box>{}, 16384, 16384, 32768, 32768));
static_assert(has_bytes(Copy_Traits<SM90_TMA_LOAD_MULTICAST, shares::box>{}, 16384, 32768, 16384,
                        32768));
// Boxes are dealt out whole where there are enough of them: an MN-major operand of 256 x 64 has
// four of 64 x 64, two for each of two blocks. With eight blocks each loads an eighth of every box.
template <int Blocks>
using turned = Copy_Traits<SM90_TMA_LOAD_MULTICAST,
                           typename moves<tiled_atom<column_atom, Shape<_256, _64>, Step<_2, _1>>,
                                          column_major, Shape<_256, _64>, Blocks>::box>;
static_assert(has_bytes(turned<1>{}, 8192, 8192, 32768, 32768));
static_assert(has_bytes(turned<2>{}, 8192, 16384, 16384, 32768));
static_assert(has_bytes(turned<4>{}, 8192, 32768, 8192, 32768));
static_assert(has_bytes(turned<8>{}, 1024, 8192, 4096, 32768));
static_assert(tma_bytes_v<Copy_Atom<Copy_Traits<SM90_TMA_LOAD_OP, halves::box>, short>> == 32768);

// ---- bytes of a phase, and shares of the blocks

template <class Op, class Moved>
using copy_traits = Copy_Traits<Op, typename Moved::box>;
using alone = copy_traits<SM90_TMA_LOAD, halves>;
using in_two = copy_traits<SM90_TMA_LOAD_MULTICAST, shares>;
using with_padding = copy_traits<SM90_TMA_LOAD, padded_box>;
static_assert(proved<expects_bytes<32768>, alone> && proved<expects_bytes<65536>, alone, in_two> &&
              proved<expects_bytes<72 * 128 * 2>, with_padding>);
static_assert(
    sentence<expects_bytes<49152>>(alone{}, in_two{}) ==
    "the barrier expects 49152 bytes, and the copies bring 65536: (32768,32768) by each, from "
    "all blocks that share it");
static_assert(
    sentence<expects_bytes<(1 << 20)>>(make_shape(2, 1 << 10, 1 << 9)) ==
    "the copies of a phase bring 1048576 bytes, 1048576 by each, and an mbarrier counts at "
    "most 1048575");
static_assert(prove<expects_bytes<1>>(Shape<Int<(1LL << 62)>, _4>{}).is == answer::undecided);
// Numbers that no copy has.
static_assert(proved<expects_bytes<16>, Shape<_1, _16, _1>>);
static_assert(sentence<expects_bytes<24>>(Shape<_1, _24, _1>{}) ==
              "TMA moves multiples of 16 bytes, and a box of copy 0, counted from 0, has 24");
static_assert(!proved<expects_bytes<16>, Shape<_2, _8, _1>> &&
              !proved<expects_bytes<16>, Shape<_1, _8, _2>>);
static_assert(sentence<expects_bytes<32>>(Shape<_1, _16, _1>{}, Shape<Int<-1>, Int<-16>, _1>{}) ==
              "copy 1, counted from 0, has the number -1: blocks, bytes of a box and boxes are at "
              "least 1");
static_assert(!proved<expects_bytes<0>, Shape<_1, _0, _1>> &&
              !proved<expects_bytes<16>, Shape<_1, _16, _1>, Shape<_1, _0, _1>> &&
              !proved<expects_bytes<-16>, Shape<_1, Int<-16>, _1>>);
static_assert(sentence<expects_bytes<0>>() ==
              "the barrier expects 0 bytes, and no copy brings any");
static_assert(proved<expects_bytes<256>, Shape<_16, _16, _1>>);
static_assert(sentence<expects_bytes<272>>(Shape<Int<17>, _16, _1>{}) ==
              "17 blocks share copy 0, counted from 0, and a cluster has at most 16");
static_assert(proved<expects_bytes<(1 << 20) - 16>, Shape<_1, Int<(1 << 20) - 16>, _1>>);

// 128 x 128 elements in two boxes, one by each of two blocks.
template <class Ranks, unsigned... Masks>
constexpr core::text shares_of_two =
    sentence<receives_each_share<Masks...>>(shares::box::values{}, tile{}, Ranks{});
using pair_of_blocks = Layout<_2>;
static_assert(require<receive_all_shares<2>>(shares::box::values{}, tile{}, pair_of_blocks{}));
static_assert(shares_of_two<pair_of_blocks, 3, 2> ==
              "block 0 of the cluster receives share 1 of its tile 0 times, and once is needed");
static_assert(shares_of_two<pair_of_blocks, 3, 7> ==
              "the mask 7 of block 1 sends to block 2, and the cluster has 2 blocks");
static_assert(shares_of_two<pair_of_blocks, 3, 3, 3> ==
              "there are 3 masks, and the cluster has 2 blocks");
static_assert(shares_of_two<Layout<_2, _2>, 3, 3> == "no block of the cluster _2:_2 has rank 1");
static_assert(shares_of_two<Layout<Shape<_1, _2>>, 3, 3> ==
              "the shares are of 2 blocks, and (_1,_2):(_0,_1) gives ranks to 1");
static_assert(sentence<receives_each_share<3, 3>>(shares::box::values{}, Shape<_128, _64>{},
                                                  pair_of_blocks{})
                  .count > 0);
// A cluster of 2 x 2: pairs along each mode.
static_assert(shares_of_two<Layout<Shape<_2, _2>>, 3, 3, 12, 12> == "");
static_assert(shares_of_two<Layout<Shape<_2, _2>, Stride<_2, _1>>, 5, 10, 5, 10> == "");
static_assert(shares_of_two<Layout<Shape<_2, _2>>, 5, 10, 5, 10> ==
              "the mask 5 of block 2 sends to block 0 the share of another tile");

// ---- tensors: coordinates in the order of the dimensions, and the parts of a block

template <class Moved, class Op>
using atom_of = Copy_Atom<Copy_Traits<Op, typename Moved::box>, short>;
using shared_tiles = tiled_atom<row_atom, Shape<_128, _128, _3>>;

short memory[cosize_v<shared_tiles>];
template <class Atom, class... Block>
constexpr auto parts(Block... block) {
  Atom const atom;
  auto const coordinates = atom.get_tma_tensor(make_shape(1000, 300));
  auto const tiles = local_tile(coordinates, tile{}, make_coord(3, _));
  auto const shared = make_tensor(make_smem_ptr(aligned_ptr<short, 1024>{memory}), shared_tiles{});
  return tma_partition(atom, block..., group_modes<0, 2>(shared), group_modes<0, 2>(tiles));
}
constexpr auto whole = parts<atom_of<halves, SM90_TMA_LOAD>>();
static_assert(to_string(whole.global.layout()) ==
              "(((_64,_128),_2),3):(((_1@0,_1@1),_64@0),_128@0)");
static_assert(to_string(whole.shared.layout().layout_b()) ==
              "(((_64,_128),_2),(_1,_3)):(((_1,_64),_8192),(_0,_16384))");
constexpr auto second = parts<atom_of<shares, SM90_TMA_LOAD_MULTICAST>>(1, Layout<_2>{});
static_assert(to_string(second.global.layout()) == "(((_64,_128),_1),3):(((_1@0,_1@1),_0),_128@0)");
// The offset is one of whole periods of the swizzle.
static_assert(second.shared.layout().offset() == 0);
static_assert(raw_pointer_cast(second.shared.data()) == memory + 64 * 128);
template <class Tensor>
constexpr bool begins_at(Tensor const& t, int c0, int c1) {
  auto const c = *t.data();
  return get<0>(c) == c0 && get<1>(c) == c1;
}
static_assert(begins_at(whole.global, 0, 384) && begins_at(whole.global(_, 2), 256, 384));
static_assert(begins_at(second.global, 64, 384) && begins_at(second.global(_, 2), 320, 384));

// The operands of a GEMM by name: modes (M,K), (N,K) and (M,N) of the tile, boxes of A shared along
// N of the cluster, of B along M.
using gemm_tile = Shape<_128, _256, _64>;
using cluster = Shape<_2, _4, _1>;
template <class Rows>
using operand = tiled_atom<row_atom, Shape<Rows, _64>>;
using gmem_matrix = decltype(make_tensor(make_gmem_ptr(memory), row_major{}));
template <class Op, class Shared, class Tiler, class Blocks>
using copy_of =
    decltype(make_tma_copy(Op{}, std::declval<gmem_matrix>(), Shared{}, Tiler{}, Blocks{}));
static_assert(std::is_same_v<
              decltype(make_tma_copy_A_sm90(SM90_TMA_LOAD_MULTICAST{}, std::declval<gmem_matrix>(),
                                            operand<_128>{}, gemm_tile{}, cluster{})),
              copy_of<SM90_TMA_LOAD_MULTICAST, operand<_128>, Shape<_128, _64>, _4>>);
static_assert(std::is_same_v<
              decltype(make_tma_copy_B_sm90(SM90_TMA_LOAD_MULTICAST{}, std::declval<gmem_matrix>(),
                                            operand<_256>{}, gemm_tile{}, cluster{})),
              copy_of<SM90_TMA_LOAD_MULTICAST, operand<_256>, Shape<_256, _64>, _2>>);
static_assert(
    std::is_same_v<
        decltype(make_tma_copy_C_sm90(SM90_TMA_STORE{}, std::declval<gmem_matrix>(),
                                      tiled_atom<row_atom, Shape<_128, _256>>{}, gemm_tile{})),
        copy_of<SM90_TMA_STORE, tiled_atom<row_atom, Shape<_128, _256>>, Shape<_128, _256>, _1>>);

static_assert(create_tma_multicast_mask(Layout<Shape<_2, _4>>{}, make_coord(1, _)) == 0xaa);
static_assert(create_tma_multicast_mask(Layout<Shape<_2, _4>>{}, make_coord(_, 2)) == 0x30);
static_assert(create_tma_multicast_mask<1>(Layout<Shape<_2, _4>>{}, make_coord(1, 2)) == 0xaa &&
              create_tma_multicast_mask<0, 1>(Layout<Shape<_2, _4>>{}, make_coord(1, 2)) == 0xff);

// ---- hints for L2, and the elements of reductions

constexpr bool holds_its_hint() {
  std::uint64_t barrier = 0;
  atom_of<shares, SM90_TMA_LOAD_MULTICAST> const all;
  atom_of<halves, SM90_TMA_LOAD> const one;
  auto const to_all = all.with(barrier, std::uint16_t{3}, TMA::CacheHintSm90::EVICT_LAST);
  auto const to_one = one.with(barrier, std::uint16_t{0}, TMA::CacheHintSm90::EVICT_FIRST);
  return to_all.barrier == &barrier && to_all.blocks == 3 &&
         to_all.hint == TMA::CacheHintSm90::EVICT_LAST && to_all.bytes == 32768 &&
         to_one.barrier == &barrier && to_one.hint == TMA::CacheHintSm90::EVICT_FIRST &&
         to_one.descriptor == one.get_tma_descriptor();
}
static_assert(holds_its_hint());

template <class Op, class... Ts>
constexpr bool takes =
    ((detail::adds_if_it_must<Op, Ts> && detail::compares_if_it_must<Op, Ts>) && ...);
static_assert(takes<SM90_TMA_REDUCE_ADD, half_t, bfloat16_t, float, int, unsigned, std::int64_t,
                    std::uint64_t>);
static_assert(
    takes<SM90_TMA_REDUCE_MIN, half_t, bfloat16_t, int, unsigned, std::int64_t, std::uint64_t>);
static_assert(takes<SM90_TMA_LOAD, char, double> && takes<SM90_TMA_STORE, short>);
template <class Op, class... Ts>
constexpr bool takes_none = (!takes<Op, Ts> && ...);
static_assert(takes_none<SM90_TMA_REDUCE_ADD, double, short, char, tfloat32_t, float_e4m3_t>);
static_assert(takes_none<SM90_TMA_REDUCE_MIN, double, float, short, char, tfloat32_t>);
// The element type of the tensor map.
template <class Op, class T>
constexpr tma_element mapped = detail::tma_element_for<Op, T>;
static_assert(mapped<SM90_TMA_LOAD, half_t> == tma_element::bits &&
              mapped<SM90_TMA_STORE, float> == tma_element::bits);
static_assert(mapped<SM90_TMA_REDUCE_ADD, half_t> == tma_element::f16 &&
              mapped<SM90_TMA_REDUCE_MAX, bfloat16_t> == tma_element::bf16 &&
              mapped<SM90_TMA_REDUCE_ADD, float> == tma_element::f32);
static_assert(mapped<SM90_TMA_REDUCE_MIN, int> == tma_element::s32 &&
              mapped<SM90_TMA_REDUCE_MIN, std::int64_t> == tma_element::s64 &&
              mapped<SM90_TMA_REDUCE_ADD, std::int64_t> == tma_element::bits &&
              mapped<SM90_TMA_REDUCE_MAX, unsigned> == tma_element::bits);
static_assert(owns_all<SM90_TMA_REDUCE_ADD, halves>(64 * 128 * 16));

// ---- a stage of a multistage buffer, by an int: the tensor map of stage 0

constexpr auto stages = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{});
constexpr auto matrix = make_tensor(make_gmem_ptr(static_cast<half_t const*>(nullptr)),
                                    make_layout(make_shape(512, 512), make_stride(512, _1{})));
template <class Stage>
using map_of =
    decltype(make_tma_atom(SM90_TMA_LOAD{}, matrix, stages(_, _, Stage{}), Shape<_128, _64>{}));
static_assert(std::is_same_v<map_of<int>, map_of<_0>> && std::is_same_v<map_of<_2>, map_of<_0>>);
static_assert(
    std::is_same_v<
        decltype(make_tma_copy(SM90_TMA_LOAD{}, matrix, stages(_, _, 1), Shape<_128, _64>{})),
        decltype(make_tma_copy(SM90_TMA_LOAD{}, matrix, stages(_, _, _0{}), Shape<_128, _64>{}))>);

// Stages of 4 rows, of which two make a period of the swizzle: those of stage 0 too.
constexpr auto stages_of_4 =
    composition(Swizzle<3, 3, 3>{}, Layout<Shape<_4, _64, _3>, Stride<_64, _1, Int<256>>>{});
template <class Stage>
using map_of_4 =
    decltype(make_tma_atom(SM90_TMA_LOAD{}, matrix, stages_of_4(_, _, Stage{}), Shape<_4, _64>{}));
static_assert(std::is_same_v<map_of_4<_1>, map_of_4<_0>> &&
              std::is_same_v<map_of_4<int>, map_of_4<_0>>);

// ---- a copy, or why there is none

constexpr auto stage_0 = stages(_, _, _0{});
using attempt = decltype(try_make_tma_copy(SM90_TMA_LOAD{}, matrix, stage_0, Shape<_128, _64>{}));
static_assert(
    std::is_same_v<decltype(attempt::copy),
                   decltype(make_tma_copy(SM90_TMA_LOAD{}, matrix, stage_0, Shape<_128, _64>{}))>);
static_assert(noexcept(try_make_tma_copy(SM90_TMA_LOAD{}, matrix, stage_0, Shape<_128, _64>{})));
constexpr attempt failed_attempt() {
  attempt a;
  a.error.put("no");
  return a;
}
static_assert(attempt{} && !failed_attempt());
static_assert(alignof(TmaDescriptor) == 128 && alignof(attempt) == 128);

// ---- conditions on run-time integers

constexpr tma_geometry geometry(std::uint64_t address, std::int64_t m, std::int64_t n,
                                std::int64_t stride) {
  tma_geometry g;
  g.address = address;
  g.element_bytes = 2;
  g.rank = 2;
  g.extent[0] = n;
  g.extent[1] = m;
  g.stride[0] = 1;
  g.stride[1] = stride;
  g.mode[0] = 1;
  return g;
}
constexpr std::int64_t most = std::int64_t{1} << 32;
static_assert(broken_condition(geometry(4096, 100, 60, 64)) == "");
static_assert(broken_condition(geometry(16, most, 1, most)) == "");
static_assert(broken_condition(geometry(4096, 1, 61, 61)) == "");  // nothing follows row 0
constexpr tma_geometry stored(tma_geometry g) {
  g.is_stored = true;
  return g;
}
static_assert(broken_condition(stored(geometry(4096, 100, 64, 64))) == "");
static_assert(
    broken_condition(stored(geometry(4096, 100, 60, 64))) ==
    "tensor map: a store ends at a multiple of 16 bytes: the extent of mode 1, 60 elements "
    "of 2 bytes, does not");
static_assert(broken_condition(geometry(4098, 100, 60, 64)) ==
              "tensor map: the tensor's address is 2 bytes past a multiple of 16");
static_assert(broken_condition(geometry(4096, 100, 60, 60)) ==
              "tensor map: the stride of mode 0, 60 elements of 2 bytes, is not a multiple of 16 "
              "bytes in [0,2^40)");
static_assert(
    broken_condition(geometry(4096, 2, 60, std::int64_t{1} << 39)) ==
    "tensor map: the stride of mode 0, 549755813888 elements of 2 bytes, is not a multiple "
    "of 16 bytes in [0,2^40)");
static_assert(broken_condition(geometry(4096, 100, 0, 64)) ==
              "tensor map: the extent 0 of mode 1 is not in [1,2^32]");
static_assert(broken_condition(geometry(4096, most + 1, 60, 64)) ==
              "tensor map: the extent 4294967297 of mode 0 is not in [1,2^32]");

}  // namespace

constexpr atoms::facts atoms::of_tiles_moved{boxes::count, boxes::facts_of_all<>};
