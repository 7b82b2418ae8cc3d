// SPDX-License-Identifier: BSL-1.0
//
// Bugs that public projects have discussed, as the small layouts that show them: each with the
// answer it must have and the sound neighbour beside it.
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/tma/canonical.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>
#include <tileproof/kernel/common/tile_order.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove.hpp>

using namespace tileproof;

namespace {

template <int B, int M, int S, class L, int Offset = 0>
using swizzled = ComposedLayout<Swizzle<B, M, S>, Int<Offset>, L>;
template <std::int64_t Rows, std::int64_t Columns, std::int64_t Pitch = Columns>
using rows = Layout<Shape<Int<Rows>, Int<Columns>>, Stride<Int<Pitch>, _1>>;

// ---- ROCm/FlyDSL 634: a swizzle of bytes, seen as elements

using bytes = swizzled<3, 4, 3, rows<8, 128>>;
static_assert(to_string(upcast<2>(bytes{})) == "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
static_assert(to_string(upcast<4>(bytes{})) == "Sw<3,2,3> o _0 o (_8,_32):(_32,_1)");
static_assert(to_string(downcast<2>(bytes{})) == "Sw<3,5,3> o _0 o (_8,_256):(_256,_1)");
using of_f16 = swizzled<3, 3, 3, rows<8, 64>>;
using by_bits = swizzled<3, 0, 3, rows<8, 64>>;  // the base less log2 of 16 bits, not of 2 bytes
static_assert(proved<equivalent, of_f16, decltype(upcast<2>(bytes{}))>);
static_assert(!proved<equivalent, by_bits, decltype(upcast<2>(bytes{}))>);
constexpr int wrong_of(auto const& a, auto const& b) {
  int n = 0;
  for (int x = 0; x < size(a); ++x) n += a(x) != b(x);
  return n;
}
static_assert(wrong_of(by_bits{}, of_f16{}) == 504 && wrong_of(of_f16{}, of_f16{}) == 0);
// Its other costs: vectors of 8 do not stay together, and TMA and wgmma have no such swizzle.
static_assert(proved<swizzle_fits<8>, of_f16> && !proved<swizzle_fits<8>, by_bits>);
static_assert(proved<canonical_for_wgmma<GMMA::Major::K, half_t>, of_f16> &&
              !proved<canonical_for_wgmma<GMMA::Major::K, half_t>, by_bits>);

// ---- kekzl/imp 352: the accumulators of two m16n8k16 as operand A of the next

using two_of_c =
    Layout<Shape<Shape<_4, _8>, Shape<_2, _2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _8, _128>>>;
using exchanged =
    Layout<Shape<Shape<_4, _8>, Shape<_2, _2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _128, _8>>>;
using operand_a = MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>::ALayout;
static_assert(proved<owns_every_element<>, two_of_c, Shape<_16, _16>> &&
              proved<owns_every_element<>, exchanged, Shape<_16, _16>>);
static_assert(proved<equivalent, two_of_c, operand_a>);
static_assert(
    sentence<equivalent>(exchanged{}, operand_a{}) ==
    "at coordinate (0,2), ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_128,_8)) has offset 128 and "
    "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128)) has 8");

// ---- fla-org/flash-linear-attention 1080: (T,64,256) elements by 32-bit offsets

template <std::int64_t T>
using tokens = Layout<Shape<Int<T>, _64, Int<256>>, Stride<Int<16384>, Int<256>, _1>>;
static_assert(proved<offsets_fit_32_bits, tokens<131072>>);  // the last is 2^31 - 1
static_assert(sentence(prove<offsets_fit_32_bits>(tokens<131073>{})) == "no: at offset 2147500031");

// ---- ROCm/FlyDSL 979: groups of 8 rows, whatever is left of the last

struct groups_of_8 {
  int rows, columns;
  static constexpr groups_of_8 of(int rows, int columns, int) { return {rows, columns}; }
  constexpr int count() const { return rows * columns; }
  constexpr tile_place operator()(int i) const {
    int const in_group = i % (8 * columns);
    return {i / (8 * columns) * 8 + in_group % 8, in_group / 8, 0};
  }
};
template <class Order, int Rows, int Columns>
constexpr core::text visits =
    sentence<visits_every_tile_once<Order>>(Shape<Int<Rows>, Int<Columns>>{});
static_assert(visits<groups_of_8, 8, 8> == "" && visits<groups_of_8, 16, 9> == "");
static_assert(visits<groups_of_8, 9, 9> ==
              "number 73 of the order is the tile (9,0,0), outside of the grid (_9,_9)");
static_assert(visits<groups_of_8, 12, 12> ==
              "number 100 of the order is the tile (12,0,0), outside of the grid (_12,_12)");
static_assert(visits<rows_in_groups<8>, 9, 9> == "" && visits<rows_in_groups<8>, 12, 12> == "");

// ---- NVIDIA/cutlass 3497, in one grid: numbers of a grid that is padded, and as many as without

template <bool IsPadded>
struct padded_to_4 {
  int rows, columns;
  static constexpr padded_to_4 of(int rows, int columns, int) { return {rows, columns}; }
  constexpr int count() const { return rows * columns; }
  constexpr tile_place operator()(int i) const {
    int const pitch = IsPadded ? (rows + 3) / 4 * 4 : rows;
    return {i % pitch, i / pitch, 0};
  }
};
static_assert(visits<padded_to_4<true>, 4, 4> == "" && visits<padded_to_4<false>, 3, 3> == "");
static_assert(visits<padded_to_4<true>, 3, 3> ==
              "number 3 of the order is the tile (3,0,0), outside of the grid (_3,_3)");

// ---- vllm-project/vllm 39727, NVIDIA/cutlass 947: what a tensor map takes

template <std::int64_t Rows, std::int64_t Pitch, std::int64_t Box = 64>
constexpr bool moves = proved<canonical_for_tma<half_t>, rows<Box, 64>,
                              tma_tile<rows<Rows, 64, Pitch>, Shape<Int<Box>, _64>>>;
static_assert(moves<65536, 64> && moves<65536, 64, 256> && !moves<65536, 64, 512>);
static_assert(moves<(1LL << 32), 64> && !moves<(1LL << 33), 64>);
static_assert(moves<1024, 64> && !moves<1024, 60>);  // 128 and 120 bytes
static_assert(moves<1024, (1LL << 39) - 8> && !moves<1024, (1LL << 39)>);

// ---- triton-lang/triton 4727: a box of 4 rows with the 128-byte swizzle, in any stage

using box_of_4 = tma_tile<Layout<Shape<int, int>, Stride<int, _1>>, Shape<_4, _64>>;
using buffer = swizzled<3, 3, 3, Layout<Shape<_4, _64, _3>, Stride<_64, _1, Int<256>>>>;
static_assert(proved<canonical_for_tma<half_t>, swizzled<3, 3, 3, rows<4, 64>>, box_of_4>);
static_assert(proved<canonical_for_tma<half_t>, decltype(buffer{}(_, _, _1{})), box_of_4> &&
              proved<canonical_for_tma<half_t>, decltype(buffer{}(_, _, _2{})), box_of_4>);
static_assert(!proved<canonical_for_tma<half_t>, swizzled<3, 3, 3, rows<4, 64>, 32>, box_of_4>);

// ---- triton-lang/triton 7830: 16 columns for wgmma; its remedy is in atom/wgmma_descriptor.cpp

static_assert(proved<canonical_for_wgmma<GMMA::Major::MN, half_t>, Layout<Shape<_8, _16>>> &&
              proved<canonical_for_wgmma<GMMA::Major::K, half_t>, swizzled<1, 3, 3, rows<8, 16>>> &&
              !proved<canonical_for_wgmma<GMMA::Major::K, half_t>, rows<8, 16>>);

}  // namespace
