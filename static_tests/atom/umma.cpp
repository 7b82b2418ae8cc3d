// SPDX-License-Identifier: BSL-1.0
//
// tcgen05.mma: what a shared-memory descriptor implies against the layout, instructions that exist
// and that do not, and layouts of tensor memory against the words of the PTX ISA.
#include "../every.hpp"

#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/umma/block_scaled_descriptor.hpp>
#include <tileproof/atom/umma/canonical.hpp>
#include <tileproof/atom/umma/descriptor.hpp>
#include <tileproof/atom/umma/instruction_descriptor.hpp>
#include <tileproof/atom/umma/instruction_kind.hpp>
#include <tileproof/atom/umma/layouts.hpp>
#include <tileproof/atom/umma/scale_factors.hpp>
#include <tileproof/atom/umma/tmem_copy.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/injective.hpp>

namespace {

using namespace tileproof;
using UMMA::Major;
constexpr Major K = Major::K;
constexpr Major MN = Major::MN;

using e2m1 = float_e2m1_t;
using e2m3 = float_e2m3_t;
using e4m3 = float_e4m3_t;
using e5m2 = float_e5m2_t;
using padded_e2m1 = float_e2m1_unpacksmem_t;

// ---- layout atoms

static_assert(std::is_same_v<UMMA::Layout_K_SW128_Atom<half_t>, GMMA::Layout_K_SW128_Atom<half_t>>);
static_assert(to_string(UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>{}) ==
              "Sw<2,3,2> o _0 o (_32,_4):(_1,_32)");
static_assert(to_string(UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{},
                                                Shape<Shape<_128, _16>, _1, _4>{})) ==
              "Sw<3,3,3> o _0 o ((_128,_16),_1,_4):((_64,_1),_0,_16)");
static_assert(sizeof_bits_v<padded_e2m1> == 8 && detail::packed_bits_v<padded_e2m1> == 4 &&
              detail::packed_bits_v<e2m1> == 4);

// ---- the law: the address that a descriptor implies for (mn,k) is where the layout has it

// PTX ISA, "Shared Memory Layout and Swizzling": rows of 16, 32, 64 or 128 bytes, of which 8 make a
// pattern whose units of 16 bytes are exchanged by the number of the row; with 32B atomicity 4 rows
// of 128 bytes and units of 32.
constexpr std::int64_t implied_address(std::uint64_t descriptor, Major major, int bits, int mn,
                                       int k) {
  auto const type = static_cast<UMMA::LayoutType>(descriptor >> 61);
  bool const in_32b = type == UMMA::LayoutType::SWIZZLE_128B_BASE32B;
  bool const is_plain = type == UMMA::LayoutType::SWIZZLE_NONE;
  int const row_bytes = is_plain                                ? 16
                        : type == UMMA::LayoutType::SWIZZLE_32B ? 32
                        : type == UMMA::LayoutType::SWIZZLE_64B ? 64
                                                                : 128;
  int const rows = in_32b ? 4 : 8;
  std::int64_t const stride = static_cast<std::int64_t>(descriptor >> 32 & 0x3fff) * 16;
  std::int64_t const leading = static_cast<std::int64_t>(descriptor >> 16 & 0x3fff) * 16;
  int const row = major == K ? mn : k;
  int const along = (major == K ? k : mn) * bits / 8;
  bool const is_crossed = major == MN && is_plain;
  std::int64_t const linear = static_cast<std::int64_t>(descriptor & 0x3fff) * 16 +
                              row % rows * row_bytes + along % row_bytes +
                              row / rows * (is_crossed ? leading : stride) +
                              along / row_bytes * (is_crossed ? stride : leading);
  return in_32b ? linear ^ ((linear >> 7 & 3) << 5)
                : linear ^ ((linear >> 7 & (row_bytes / 16 - 1)) << 4);
}

// The operand of instruction `step` along K, over all of MN. Elements of 4 bits: each second one.
template <class Tile, Major M, class T>
constexpr bool reads_step(int step) {
  constexpr mapping tile = detail::mapping_of<Tile>::value;
  constexpr int bits = sizeof_bits_v<T>;
  constexpr int rows = size<0>(Tile{});
  constexpr int depth = 256 / bits;
  mapping inner = tile;
  inner.swizzle.bits = 0;
  std::int64_t const start = inner(rows * depth * step) * bits / 8;
  std::uint64_t const descriptor =
      umma_descriptor_of<M, T>(Tile{}, static_cast<std::uint32_t>(start));
  for (int i = 0; i < rows * depth; i += EVERY) {
    std::int64_t const k = i / rows;
    if (k * bits % 8 != 0) continue;
    if (implied_address(descriptor, M, bits, i % rows, static_cast<int>(k)) !=
        tile(i + rows * depth * step) * bits / 8)
      return false;
  }
  return start % 16 == 0 && (descriptor >> 46 & 7) == 1;
}
template <class Tile, Major M, class T, int Step>
inline constexpr bool is_step_read = reads_step<Tile, M, T>(Step);
template <class Atom, Major M, class T>
constexpr bool reads_tile() {
  constexpr int least = 256 / sizeof_bits_v<T>;
  constexpr int depth = size<1>(Atom{}) < least ? least : int{size<1>(Atom{})};
  constexpr int rows = size<0>(Atom{}) < 64 ? 64 : int{size<0>(Atom{})};
  using tile = decltype(tile_to_shape(Atom{}, Shape<Int<rows>, Int<2 * depth>>{}));
  using wide = decltype(tile_to_shape(Atom{}, Shape<Int<2 * rows>, Int<depth>>{}, Step<_2, _1>{}));
  constexpr int last = 2 * depth / least - 1;
  return is_step_read<tile, M, T, 0> && is_step_read<tile, M, T, last> &&
         is_step_read<wide, M, T, 0>;
}
template <class T>
constexpr bool reads_k_major = reads_tile<UMMA::Layout_K_INTER_Atom<T>, K, T>() &&
                               reads_tile<UMMA::Layout_K_SW32_Atom<T>, K, T>() &&
                               reads_tile<UMMA::Layout_K_SW64_Atom<T>, K, T>() &&
                               reads_tile<UMMA::Layout_K_SW128_Atom<T>, K, T>();
template <class T>
constexpr bool reads_mn_major = reads_tile<UMMA::Layout_MN_INTER_Atom<T>, MN, T>() &&
                                reads_tile<UMMA::Layout_MN_SW32_Atom<T>, MN, T>() &&
                                reads_tile<UMMA::Layout_MN_SW64_Atom<T>, MN, T>() &&
                                reads_tile<UMMA::Layout_MN_SW128_Atom<T>, MN, T>();
static_assert(reads_k_major<half_t> && reads_k_major<tfloat32_t> && reads_k_major<e4m3> &&
              reads_k_major<padded_e2m1> && reads_k_major<e2m1>);
static_assert(reads_mn_major<half_t> && reads_mn_major<std::int8_t>);
static_assert(reads_tile<UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>, MN, tfloat32_t>());

// ---- fields of descriptors of known layouts

template <class Atom, class Shape>
using tiled = decltype(tile_to_shape(Atom{}, Shape{}));
template <class L, Major M = K, class T = half_t>
constexpr bool says(UMMA::LayoutType type, std::uint32_t leading, std::uint32_t stride) {
  UMMA::SmemDescriptor const d = umma_descriptor_of<M, T>(L{});
  return d.layout_type_ == type && d.leading_byte_offset_ == leading &&
         d.stride_byte_offset_ == stride;
}
using enum UMMA::LayoutType;
static_assert(says<tiled<UMMA::Layout_K_SW128_Atom<half_t>, Shape<_128, _64>>>(SWIZZLE_128B, 1,
                                                                               64));
static_assert(says<tiled<UMMA::Layout_K_INTER_Atom<half_t>, Shape<_128, _64>>>(SWIZZLE_NONE, 128,
                                                                               8));
static_assert(says<tiled<UMMA::Layout_MN_SW64_Atom<half_t>, Shape<_128, _64>>, MN>(SWIZZLE_64B, 32,
                                                                                   128));
static_assert(says<tiled<UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>, Shape<_128, _32>>, MN,
                   tfloat32_t>(SWIZZLE_128B_BASE32B, 32, 128));
// Bits 14 to 31 and 46 to 63: the version is 1, and the pattern starts at 1024 + 256.
using sw128 = tiled<UMMA::Layout_K_SW128_Atom<half_t>, Shape<_128, _64>>;
static_assert(std::uint64_t{umma_descriptor_of<K, half_t>(sw128{}, 1024)} == 0x4000404000010040);
static_assert(std::uint64_t{umma_descriptor_of<K, half_t>(sw128{}, 1280, 1280)} ==
              0x4004404000010050);
static_assert(umma_base_offset(2048) == 0 && umma_base_offset(1024 + 896) == 7);

// ---- why a layout is not canonical

template <class L, Major M = K, class T = half_t>
constexpr auto why = sentence(prove<canonical_for_umma<M, T>>(L{}));
static_assert(why<Layout<Shape<_128, _64>, Stride<_64, _1>>> ==
              "no: in mode 0, at coordinate 1, found 64, expected 8");
static_assert(why<tiled<UMMA::Layout_MN_SW128_Atom<tfloat32_t>, Shape<_64, _32>>, MN, tfloat32_t> ==
              "no: found (3,2,3), expected (2,3,2)");
static_assert(why<tiled<UMMA::Layout_MN_SW128_32B_Atom<half_t>, Shape<_64, _32>>, MN> ==
              "no: found (2,4,2), expected (2,3,3)");
static_assert(why<Layout<Shape<_64, _64>>, MN, padded_e2m1> == "no: in bits 4, expected 8");
static_assert(why<Layout<Shape<_64, _64>>, K, e2m3> == "no: in bits 6");
static_assert(why<tiled<UMMA::Layout_K_SW64_Atom<e4m3>, Shape<_8, _64>>, K, e4m3> == "yes");
static_assert(sentence<canonical_for_umma<MN, tfloat32_t>>(Layout<Shape<_64, _32>>{}) ==
              "tcgen05.mma does not read tfloat32_t as MN-major with the swizzle Sw<0,0,0>; "
              "Sw<2,3,2> would do. The layout "
              "tile_to_shape(UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>{}, shape) is canonical.");

// ---- instruction descriptors: the bits of two, and what exists

template <class A, class B, class D, int M, int N, Major MA = K, Major MB = K,
          int Cta = M == 256 ? 2 : 1, UMMA::ScaleIn Sign = UMMA::ScaleIn::One,
          UMMA::Saturate Sat = UMMA::Saturate::False, bool Sparse = false>
constexpr bool exists =
    UMMA::has_instr_desc<A, B, D, M, N, MA, MB, Sign, UMMA::ScaleIn::One, Sat, Sparse, Cta>;
static_assert(static_cast<std::uint32_t>(
                  UMMA::make_instr_desc<half_t, half_t, float, 128, 256, K, K>()) == 0x08400010);
static_assert(
    static_cast<std::uint32_t>(
        UMMA::make_instr_desc<std::int8_t, std::uint8_t, std::int32_t, 64, 48, MN, K,
                              UMMA::ScaleIn::One, UMMA::ScaleIn::One, UMMA::Saturate::True>()) ==
    0x040c80a8);
// Types: f16 and bf16 mix, D of f16 needs both in f16; no other kinds mix.
static_assert(exists<half_t, bfloat16_t, float, 128, 64> && exists<half_t, half_t, half_t, 64, 8> &&
              !exists<half_t, bfloat16_t, half_t, 128, 64> &&
              !exists<half_t, tfloat32_t, float, 128, 64> &&
              !exists<tfloat32_t, tfloat32_t, half_t, 128, 64>);
static_assert(exists<e4m3, e2m1, float, 128, 64> && exists<e4m3, padded_e2m1, half_t, 128, 64> &&
              !exists<e4m3, std::int8_t, float, 128, 64> && !exists<float, float, float, 128, 64>);
static_assert(exists<std::int8_t, std::uint8_t, std::int32_t, 128, 64> &&
              !exists<std::int8_t, std::int8_t, float, 128, 64>);
// M and N by kind and cta_group.
template <class T, class D, int M, int Cta>
constexpr int count_of_n = []<int... I>(std::integer_sequence<int, I...>) {
  return (0 + ... + int{exists<T, T, D, M, 8 * I + 8, K, K, Cta>});
}(std::make_integer_sequence<int, 33>{});
static_assert(count_of_n<half_t, float, 64, 1> == 32 && count_of_n<half_t, float, 128, 1> == 32 &&
              count_of_n<half_t, float, 256, 1> == 0 && count_of_n<half_t, float, 64, 2> == 0 &&
              count_of_n<half_t, float, 128, 2> == 16 && count_of_n<half_t, float, 256, 2> == 16);
static_assert(count_of_n<std::int8_t, std::int32_t, 64, 1> == 18 &&  // 8, 16, 24, 32, 48, ... 256
              count_of_n<std::int8_t, std::int32_t, 256, 2> == 8);
static_assert(!exists<half_t, half_t, float, 128, 20> && !exists<half_t, half_t, float, 96, 64> &&
              !exists<half_t, half_t, float, 128, 0> &&
              !exists<half_t, half_t, float, 128, 64, K, K, 3>);
// Transposes: not of elements of 4 or 6 bits; B of 8 bits takes steps of 16, or 32 of a pair.
static_assert(exists<half_t, half_t, float, 128, 8, MN, MN> &&
              exists<tfloat32_t, tfloat32_t, float, 128, 8, MN, MN> &&
              !exists<e4m3, e2m3, float, 128, 64, K, MN> &&
              !exists<padded_e2m1, e4m3, float, 128, 64, MN> &&
              exists<e4m3, e2m3, float, 128, 64, MN, K>);
static_assert(exists<e4m3, e4m3, float, 128, 48, K, MN> &&
              !exists<e4m3, e4m3, float, 128, 24, K, MN> &&
              !exists<e4m3, e4m3, float, 256, 48, K, MN> &&
              exists<e4m3, e4m3, float, 256, 48, MN, K>);
// Signs and saturation.
static_assert(
    exists<half_t, half_t, float, 128, 64, K, K, 1, UMMA::ScaleIn::Neg> &&
    !exists<std::int8_t, std::int8_t, std::int32_t, 128, 64, K, K, 1, UMMA::ScaleIn::Neg> &&
    !exists<half_t, half_t, float, 128, 64, K, K, 1, UMMA::ScaleIn::One, UMMA::Saturate::True> &&
    exists<half_t, half_t, float, 128, 64, K, K, 1, UMMA::ScaleIn::One, UMMA::Saturate::False,
           true>);

// ---- with scale factors

template <class A, class B, class Scale, int M, int N, int Vector, int K_ = 0, int Id = 0,
          Major MA = K, int Cta = M == 256 ? 2 : 1, bool Sparse = false, class D = float>
constexpr bool scales =
    UMMA::has_instr_desc_block_scaled<A, B, D, Scale, M, N, MA, K, UMMA::ScaleIn::One,
                                      UMMA::ScaleIn::One, Sparse, Vector, K_, Cta, Id, Id>;
using ue8m0 = float_ue8m0_t;
using ue4m3 = float_ue4m3_t;
static_assert(std::uint32_t{
                  UMMA::make_instr_desc_block_scaled<e2m1, e2m1, float, ue8m0, 256, 128, K, K,
                                                     UMMA::ScaleIn::One, UMMA::ScaleIn::Neg, false,
                                                     32, 0, 2, 2, 2>()} == 0x50a044a0);
static_assert(std::uint32_t{
                  UMMA::make_instr_desc_block_scaled<e4m3, e5m2, float, ue8m0, 128, 64, MN, K>()} ==
              0x08908400);
// mxf8f6f4: a power of two for 32; mxf4: packed e2m1; mxf4nvf4: also for 16, and ue4m3.
static_assert(scales<e4m3, padded_e2m1, ue8m0, 128, 64, 32> &&
              !scales<e4m3, e4m3, ue4m3, 128, 64, 32> && !scales<e4m3, e4m3, ue8m0, 128, 64, 16> &&
              !scales<half_t, half_t, ue8m0, 128, 64, 32> &&
              !scales<e4m3, e4m3, ue8m0, 128, 64, 32, 0, 0, K, 1, false, half_t>);
static_assert(scales<e2m1, e2m1, ue8m0, 128, 64, 32> && scales<e2m1, e2m1, ue8m0, 128, 64, 16> &&
              scales<e2m1, e2m1, ue4m3, 128, 64, 16> && !scales<e2m1, e2m1, ue4m3, 128, 64, 32> &&
              !scales<padded_e2m1, padded_e2m1, ue4m3, 128, 64, 16>);
static_assert(!scales<e4m3, e4m3, ue8m0, 64, 64, 32> &&
              scales<e4m3, e4m3, ue8m0, 128, 64, 32, 0, 0, K, 2> &&
              !scales<e4m3, e4m3, ue8m0, 128, 64, 64, 0, 0, K, 2, true> &&
              scales<e4m3, e4m3, ue8m0, 256, 64, 64, 0, 0, K, 2, true>);
static_assert(scales<e4m3, e4m3, ue8m0, 128, 64, 32, 0, 0, MN> &&
              !scales<e2m1, e2m1, ue8m0, 128, 64, 32, 0, 0, MN>);
// The id is a byte of the cell: of one factor any, of two an even one, of four the first.
static_assert(scales<e4m3, e4m3, ue8m0, 128, 64, 32, 0, 3> &&
              scales<e2m1, e2m1, ue8m0, 128, 64, 32, 0, 2> &&
              !scales<e2m1, e2m1, ue8m0, 128, 64, 32, 0, 1> &&
              !scales<e2m1, e2m1, ue4m3, 128, 64, 16, 0, 2> &&
              !scales<e4m3, e4m3, ue8m0, 128, 64, 32, 0, 4>);
// K = 96, of packed elements.
static_assert(scales<e2m1, e2m1, ue4m3, 256, 64, 16, 96> &&
              scales<e2m1, e2m1, ue4m3, 256, 64, 16, 96, 2> &&
              !scales<e4m3, e4m3, ue8m0, 256, 64, 32, 96> &&
              !scales<e2m1, e2m1, ue4m3, 256, 64, 16, 32>);

// ---- tensor memory: the data path layouts of D, and A

// Each element of a CTA's D has a cell of its own, in 512 columns.
template <int M, int N, int Cta, bool Sparse = false>
constexpr bool has_own_cells = [] {
  using layout = UMMA::data_path_layout<M, N, Cta, Sparse>;
  auto const last = static_cast<std::uint32_t>(layout{}(size(layout{}) - 1));
  return proved<injective, layout> && size(layout{}) == M / Cta * N &&
         TMEM::lane_of(last) < TMEM::lanes && TMEM::column_of(last) < TMEM::columns;
}();
static_assert(has_own_cells<64, 256, 1> && has_own_cells<128, 256, 1> &&
              has_own_cells<128, 256, 2> && has_own_cells<256, 256, 2> &&
              has_own_cells<128, 64, 2, true>);
// Lane and column of (m,n) by layout.
template <int M, int Cta, bool Sparse, class Lane, class Column>
constexpr bool lies_at(Lane lane, Column column) {
  constexpr UMMA::data_path_layout<M, 32, Cta, Sparse> layout;
  for (int m = 0; m < M / Cta; ++m)
    for (int n = 0; n < 32; ++n)
      if (static_cast<std::uint32_t>(layout(m, n)) != TMEM::make_address(lane(m, n), column(m, n)))
        return false;
  return true;
}
constexpr auto row = [](int m, int) { return m; };
constexpr auto column = [](int, int n) { return n; };
constexpr auto half_lane = [](int m, int) { return m / 16 * 32 + m % 16; };
static_assert(lies_at<128, 1, false>(row, column) && lies_at<256, 2, false>(row, column));
static_assert(lies_at<64, 1, false>(half_lane, column) && lies_at<128, 2, true>(half_lane, column));
static_assert(lies_at<128, 2, false>([](int m, int n) { return m + n / 16 * 64; },
                                     [](int, int n) { return n % 16; }));

// Two fragments with M = 64 share their columns, or not; A of f16 has two elements in a cell.
constexpr auto shared = UMMA::tmem_frg_1sm<float>::layout(Shape<Shape<_64, _32>, _2, _1>{});
constexpr auto apart =
    UMMA::tmem_frg_1sm<float, std::uint32_t, UMMA::TmemAllocMode::NonInterleaved>::layout(
        Shape<Shape<_64, _32>, _2, _1>{});
static_assert(shared(0, 1, 0) == TMEM::make_address(16, 0) &&
              apart(0, 1, 0) == TMEM::make_address(0, 32));
constexpr auto a = UMMA::tmem_frg_1sm<half_t, half_t, UMMA::TmemAllocMode::NonInterleaved>::layout(
    Shape<Shape<_128, _16>, _1, _4>{});
static_assert(TMEM::cell_of<half_t>(a(make_coord(5, 7), 0, 1)) == TMEM::make_address(5, 8 + 3) &&
              TMEM::part_of_cell<half_t>(a(make_coord(5, 7), 0, 1)) == 1);
static_assert(std::is_same_v<TMEM::DP<half_t>, Int<1 << 17>> && TMEM::may_allocate(64) &&
              !TMEM::may_allocate(96) && !TMEM::may_allocate(16) && !TMEM::may_allocate(1024));

// ---- tcgen05.ld and tcgen05.st

// A warp's threads hold each cell of Lanes x Columns once.
template <class L, int Lanes, int Columns>
constexpr bool holds_each_cell = [] {
  bool is_inside = proved<injective, L> && size(L{}) == Lanes * Columns && size<0>(L{}) == 32;
  for (int i = 0; i < size(L{}); ++i) {
    auto const cell = static_cast<std::uint32_t>(L{}(i));
    is_inside = is_inside && TMEM::lane_of(cell) < Lanes && TMEM::column_of(cell) < Columns;
  }
  return is_inside;
}();
static_assert(holds_each_cell<TMEM::Layout_32dp32b<1>, 32, 1> &&
              holds_each_cell<TMEM::Layout_32dp32b<64>, 32, 64>);
static_assert(holds_each_cell<TMEM::Layout_16dp64b<1>, 16, 2> &&
              holds_each_cell<TMEM::Layout_16dp64b<16>, 16, 32>);
static_assert(holds_each_cell<TMEM::Layout_16dp128b<1>, 16, 4> &&
              holds_each_cell<TMEM::Layout_16dp128b<8>, 16, 32>);
static_assert(holds_each_cell<TMEM::Layout_16dp256b<1>, 16, 8> &&
              holds_each_cell<TMEM::Layout_16dp256b<4>, 16, 32>);
static_assert(holds_each_cell<TMEM::Layout_16dp32b<1>, 16, 2> &&
              holds_each_cell<TMEM::Layout_16dp32b<16>, 16, 32>);
// Packed: twice the columns in the same registers.
static_assert(holds_each_cell<TMEM::Layout_32dp32b<8, 2>, 32, 16> &&
              holds_each_cell<TMEM::Layout_16dp256b<2, 2>, 16, 32>);
static_assert(TMEM::Layout_32dp32b<4>{}(7, 3) == TMEM::make_address(7, 3) &&
              TMEM::Layout_16dp64b<2>{}(6, 1) == TMEM::make_address(1, 3) &&
              TMEM::Layout_16dp64b<2>{}(1, 0) == TMEM::make_address(8, 0) &&
              TMEM::Layout_16dp128b<2>{}(5, 1) == TMEM::make_address(9, 1) &&
              TMEM::Layout_16dp256b<4>{}(5, 2) == TMEM::make_address(9, 2) &&
              TMEM::Layout_16dp32b<2, 1, 64>{}(17, 1) == TMEM::make_address(1, 65));
// The registers of .16x256b are the accumulators of mma.sync: (t,v) -> element m + 16 n of 16 x 8.
static_assert([] {
  for (int t = 0; t < 32; ++t)
    for (int v = 0; v < 4; ++v)
      if (static_cast<std::uint32_t>(TMEM::Layout_16dp256b<1>{}(t, v)) !=
          TMEM::make_address(t / 4 + v / 2 * 8, t % 4 * 2 + v % 2))
        return false;
  return true;
}());
// Warps 1 and 5 reach lanes 32 to 63.
static_assert(TMEM::may_access(1, TMEM::make_address(32, 7), 32) &&
              TMEM::may_access(5, TMEM::make_address(48, 0), 16) &&
              !TMEM::may_access(2, TMEM::make_address(32, 0), 32) &&
              !TMEM::may_access(1, TMEM::make_address(48, 0), 32));

// ---- scale factors

// tcgen05.cp.32x128b.warpx4 moves byte b of a block's row i to lane i, byte b of 4 columns, in each
// quarter: from the block in shared memory to the layout in tensor memory.
template <int Vector, int Factors>
constexpr bool is_copied = [] {
  constexpr typename Sm1xxBlockScaledConfig<Vector>::SfAtom block;
  constexpr auto tmem = UMMA::tmem_sf_frg<ue8m0, Vector, 1, true>::layout(
      Shape<Shape<_128, Shape<Int<Vector>, Int<Factors>>>, _1, Int<4 / Factors>>{});
  for (int m = 0; m < 128; ++m)
    for (int factor = 0; factor < 4; ++factor) {
      int const byte = block(m, factor * Vector);
      for (int copy = 0; copy < 4; ++copy) {
        auto const at =
            tmem(make_coord(m + 128 * copy, factor % Factors * Vector), 0, factor / Factors);
        if (TMEM::cell_of<ue8m0>(at) != TMEM::make_address(byte / 16 + 32 * copy, byte % 16 / 4) ||
            TMEM::part_of_cell<ue8m0>(at) != byte % 4)
          return false;
      }
    }
  return true;
}();
static_assert(is_copied<32, 1> && is_copied<32, 2> && is_copied<16, 4>);
// The instruction along K whose factors are bytes 2 and 3 of the cells has the id 2.
constexpr auto sf =
    UMMA::tmem_sf_frg<ue8m0, 32, 1, true>::layout(Shape<Shape<_128, Shape<_32, _2>>, _1, _2>{});
static_assert(TMEM::part_of_cell<ue8m0>(sf(0, 0, 1)) == 2 &&
              TMEM::cell_of<ue8m0>(sf(0, 0, 1)) == 0);
// A block is 512 bytes, each for one vector of one row; extents are rounded up to blocks.
using config = Sm1xxBlockScaledConfig<16>;
static_assert(cosize(config::SfAtom{}) == 512);
constexpr auto sfa = config::tile_atom_to_shape_SFA(Shape<Int<1000>, _256, Int<500>>{});
static_assert(sfa(3, 17, 0) == 49 && sfa(128, 0, 0) == 8 * 512 && sfa(0, 64, 0) == 512 &&
              size<0>(sfa) == 1024 && size<1>(sfa) == 512);
static_assert(cosize(config::SmemLayoutAtomSF<128, 256, 64>{}) == 4 * 512);

}  // namespace
