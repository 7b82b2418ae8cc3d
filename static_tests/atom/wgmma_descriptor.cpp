// SPDX-License-Identifier: BSL-1.0
#include "../every.hpp"

#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/wgmma/descriptor.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/equivalent.hpp>

using namespace tileproof;
using GMMA::Major;

namespace {

// ---- the law: the address that a descriptor implies for (mn,k) is where the layout has it

// PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout": matrices of 8 rows of 16
// bytes, or in a swizzled layout 8 rows of 32, 64 or 128 bytes whose 16-byte units are exchanged by
// the number of the row. Along a row lie k, or mn where the operand is MN-major.
constexpr std::int64_t implied_address(std::uint64_t descriptor, Major major, int bytes, int mn,
                                       int k) {
  int const swizzle = static_cast<int>(descriptor >> 62);
  std::int64_t const stride = static_cast<std::int64_t>(descriptor >> 32 & 0x3fff) * 16;
  std::int64_t const leading = static_cast<std::int64_t>(descriptor >> 16 & 0x3fff) * 16;
  int const row_bytes = swizzle == 0 ? 16 : 256 >> swizzle;
  int const row = major == Major::K ? mn : k;
  int const along = (major == Major::K ? k : mn) * bytes;
  bool const is_crossed = major == Major::MN && swizzle == 0;
  std::int64_t const linear = static_cast<std::int64_t>(descriptor & 0x3fff) * 16 +
                              row % 8 * row_bytes + along % row_bytes +
                              row / 8 * (is_crossed ? leading : stride) +
                              along / row_bytes * (is_crossed ? stride : leading);
  return linear ^ ((linear >> 7 & (row_bytes / 16 - 1)) << 4);
}

// The descriptor of one step of 32 bytes along K, over all of MN. The constants have a few thousand
// points each: compilers limit their steps.
template <class Tile, Major M, class T>
constexpr bool reads_step(int step) {
  constexpr mapping tile = detail::mapping_of<Tile>::value;
  constexpr int bytes = sizeof_bits_v<T> / 8;
  constexpr int rows = size<0>(Tile{});
  constexpr int depth = 32 / bytes;
  mapping inner = tile;
  inner.swizzle.bits = 0;
  std::int64_t const start = inner(rows * depth * step) * bytes;
  std::uint64_t const descriptor = wgmma_descriptor_of<M, T>(Tile{}).encode() + start / 16;
  if (start % 16 != 0) return false;
  for (int i = 0; i < rows * depth; i += EVERY)
    if (implied_address(descriptor, M, bytes, i % rows, i / rows) !=
        tile(i + rows * depth * step) * bytes)
      return false;
  return true;
}
template <class Tile, Major M, class T, int Step>
inline constexpr bool is_step_read = reads_step<Tile, M, T>(Step);
template <class Tile, Major M, class T, int... Step>
constexpr bool reads(std::integer_sequence<int, Step...>) {
  return (is_step_read<Tile, M, T, Step> && ...);
}
template <class Tile, Major M, class T>
constexpr bool reads() {
  static_assert(require<canonical_for_wgmma<M, T>>(Tile{}));
  return reads<Tile, M, T>(
      std::make_integer_sequence<int, size<1>(Tile{}) * sizeof_bits_v<T> / 256>{});
}

// The descriptors of swizzle atoms side by side: 64 rows, 192, a tile that grows along K first, and
// one of a single column of atoms that is 8 rows high.
template <class Atom, Major M, class T>
constexpr bool reads_tiles() {
  constexpr int rows = size<0>(Atom{}) < 64 ? 64 : size<0>(Atom{});
  constexpr int depth =
      size<1>(Atom{}) * sizeof_bits_v<T> < 256 ? 256 / sizeof_bits_v<T> : int{size<1>(Atom{})};
  using tile = decltype(tile_to_shape(Atom{}, Shape<Int<rows>, Int<depth>>{}));
  using high = decltype(tile_to_shape(Atom{}, Shape<Int<3 * rows>, Int<depth>>{}));
  using wide =
      decltype(tile_to_shape(Atom{}, Shape<Int<2 * rows>, Int<2 * depth>>{}, Step<_2, _1>{}));
  using low = decltype(tile_to_shape(Atom{}, Shape<decltype(size<0>(Atom{})), Int<depth>>{}));
  return reads<tile, M, T>() && reads<high, M, T>() && reads<wide, M, T>() && reads<low, M, T>();
}
template <class T, Major M>
constexpr bool reads_atoms() {
  return reads_tiles<GMMA::Layout_INTER_Atom<T, M>, M, T>() &&
         reads_tiles<GMMA::Layout_SW32_Atom<T, M>, M, T>() &&
         reads_tiles<GMMA::Layout_SW64_Atom<T, M>, M, T>() &&
         reads_tiles<GMMA::Layout_SW128_Atom<T, M>, M, T>();
}
static_assert(reads_atoms<half_t, Major::K>());
static_assert(reads_atoms<half_t, Major::MN>());
static_assert(reads_atoms<tfloat32_t, Major::K>());
static_assert(reads_atoms<std::int8_t, Major::K>());

// Rows that begin anywhere in the pattern of a swizzle; parts of a row of atoms.
static_assert(
    reads<ComposedLayout<Swizzle<3, 3, 3>, Int<4 * 64>, Layout<Shape<_64, _16>, Stride<_64, _1>>>,
          Major::K, half_t>());
static_assert(
    reads<ComposedLayout<Swizzle<3, 3, 3>, Int<16>, Layout<Shape<_64, _16>, Stride<_64, _1>>>,
          Major::K, half_t>());
static_assert(
    reads<ComposedLayout<Swizzle<3, 3, 3>, Int<8>, Layout<Shape<_8, _16>, Stride<_1, _64>>>,
          Major::MN, half_t>());

// ---- atoms and what a descriptor says

static_assert(to_string(GMMA::Layout_K_SW128_Atom<half_t>{}) ==
              "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
static_assert(to_string(GMMA::Layout_MN_SW64_Atom<half_t>{}) ==
              "Sw<2,3,3> o _0 o (_32,_8):(_1,_32)");
static_assert(to_string(GMMA::Layout_K_SW32_Atom<std::int8_t>{}) ==
              "Sw<1,4,3> o _0 o (_8,_32):(_32,_1)");
static_assert(to_string(GMMA::Layout_K_INTER_Atom<tfloat32_t>{}) ==
              "Sw<0,2,3> o _0 o (_8,_4):(_4,_1)");

template <class L, Major M = Major::K, class T = half_t>
constexpr bool says(int swizzle, int leading, int stride) {
  wgmma_descriptor const d = wgmma_descriptor_of<M, T>(L{});
  return d.swizzle == swizzle && d.leading == leading && d.stride == stride;
}
template <class Atom, class Shape>
using tiled = decltype(tile_to_shape(Atom{}, Shape{}));
static_assert(says<tiled<GMMA::Layout_K_SW128_Atom<half_t>, Shape<_128, _64>>>(3, 16, 1024));
static_assert(says<tiled<GMMA::Layout_K_INTER_Atom<half_t>, Shape<_128, _64>>>(0, 2048, 128));
static_assert(says<tiled<GMMA::Layout_MN_SW128_Atom<half_t>, Shape<_128, _64>>, Major::MN>(3, 1024,
                                                                                           2048));
static_assert(says<tiled<GMMA::Layout_MN_SW128_Atom<half_t>, Shape<_64, _64>>, Major::MN>(3, 0,
                                                                                          1024));
// Stages, and tiles of several instructions, tell operands apart.
static_assert(says<tiled<GMMA::Layout_K_SW128_Atom<half_t>, Shape<_128, _64, _3>>>(3, 16, 1024));
static_assert(wgmma_descriptor{3, 16, 1024}.encode() == 0x4000004000010000);
static_assert(GMMA::DescriptorIterator{0x10000, 0x40000040}[_2{}] == 0x4000004000010002);
static_assert(*(GMMA::DescriptorIterator{0x10000, 0x40000040} + 1024) == 0x4000004000010400);

static_assert(SM90::GMMA::Major::K == Major::K);

// ---- why not

template <class L, Major M = Major::K, class T = half_t>
constexpr auto why = sentence(prove<canonical_for_wgmma<M, T>>(L{}));
// Padded rows; rows of a swizzle of 128 bytes after one of 64; another base; another shift.
static_assert(why<Layout<Shape<_64, _16>, Stride<Int<24>, _1>>> ==
              "no: in mode 0, at coordinate 1, found 24, expected 8");
template <class S, class L>
using swizzled = ComposedLayout<S, _0, L>;
using rows_of_64 = Layout<Shape<_64, _64>, Stride<_64, _1>>;
static_assert(why<swizzled<Swizzle<2, 3, 3>, rows_of_64>> ==
              "no: in mode 0, at coordinate 1, found 64, expected 32");
static_assert(why<swizzled<Swizzle<3, 4, 3>, rows_of_64>> == "no: found (3,4,3), expected (3,3,3)");
static_assert(why<swizzled<Swizzle<3, 3, 4>, rows_of_64>> == "no: found (3,3,4), expected (3,3,3)");
// The second group of 8 rows is out of line, or too far, or the third is not where it should be.
template <class Third>
using groups =
    Layout<Shape<Shape<_8, _8>, Shape<_8, _2>>, Stride<Stride<_8, Third>, Stride<_1, Int<1024>>>>;
static_assert(why<groups<Int<68>>> == "no: in mode 0, at coordinate 8, found 68, aligned to 16");
static_assert(why<groups<Int<(1 << 17)>>> ==
              "no: in mode 0, at coordinate 8, found 131072, at most 131064");
static_assert(why<groups<Int<-64>>> == "no: in mode 0, at coordinate 8, found -64, at most 131064");
static_assert(why<Layout<Shape<Shape<_8, _2, _2>, Shape<_8, _2>>,
                         Stride<Stride<_8, _64, Int<192>>, Stride<_1, Int<1024>>>>> ==
              "no: in mode 0, at coordinate 16, found 192, expected 128");
// 12 rows; half a step along K.
static_assert(why<Layout<Shape<Int<12>, _16>, Stride<_8, _1>>> ==
              "no: in mode 0, elements missed 4");
static_assert(why<Layout<Shape<_8, _8>, Stride<_8, _1>>> == "no: in mode 1, elements missed 8");
// MN-major where it should be K-major, and the other way.
static_assert(why<tiled<GMMA::Layout_MN_SW128_Atom<half_t>, Shape<_64, _64>>> ==
              "no: in mode 0, at coordinate 1, found 1, expected 64");
static_assert(why<tiled<GMMA::Layout_K_SW128_Atom<half_t>, Shape<_64, _64>>, Major::MN> ==
              "no: in mode 0, at coordinate 1, found 64, expected 1");
// Operands that begin between two units of 16 bytes: a stage, an offset, a step along K.
static_assert(why<Layout<Shape<_8, Shape<_8, _2>, _2>, Stride<_8, Stride<_1, _64>, Int<132>>>> ==
              "no: in mode 2, found 132, aligned to 16");
static_assert(why<ComposedLayout<Swizzle<3, 3, 3>, Int<4>, rows_of_64>> ==
              "no: at offset 4, aligned to 16");
static_assert(why<Layout<Shape<_8, Shape<_8, _2, _2>>, Stride<_8, Stride<_1, _64, Int<132>>>>> ==
              "no: in mode 1, at coordinate 16, found 132, aligned to 16");
static_assert(why<Layout<_64>> == "no: found 1, expected 2");

// ---- the remedy: the widest atom that divides the tile, which compiles and is canonical

// triton-lang/triton 7830: a K of 16 f16 elements is half a row of the 64-byte swizzle.
static_assert(proved<canonical_for_wgmma<Major::MN, half_t>, Layout<Shape<_8, _16>>>);
static_assert(proved<canonical_for_wgmma<Major::K, half_t>,
                     swizzled<Swizzle<1, 3, 3>, Layout<Shape<_8, _16>, Stride<_16, _1>>>>);
static_assert(
    sentence<canonical_for_wgmma<Major::K, half_t>>(Layout<Shape<_8, _16>, Stride<_16, _1>>{}) ==
    "wgmma cannot read (_8,_16):(_16,_1) as K-major: in mode 0, coordinate 1 lies 16 "
    "elements on, and a descriptor needs 8. The layout "
    "tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, shape) is canonical.");
static_assert(sentence<canonical_for_wgmma<Major::K, half_t>>(
                  Layout<Shape<_64, Int<24>>, Stride<Int<24>, _1>>{}) ==
              "wgmma: mode 1 of (_64,_24):(_24,_1) lacks 8 elements to a whole number of "
              "instructions");  // which no atom has
static_assert(sentence<canonical_for_wgmma<Major::K, half_t>>(Layout<_64>{}) ==
              "wgmma: an operand has at least 2 modes, (MN,K), and _64:_1 has 1");

#if !defined(__CUDACC__)
// Constants of their own, since compilers limit the steps of one: the sentence for a layout that is
// canonical for neither major; whether the tile of the atom is what the remedy has tried.
template <class T, Major M, class Shape>
inline constexpr core::text words =
    sentence<canonical_for_wgmma<M, T>>(Layout<Shape, Stride<Int<1001>, _1>>{});
template <class Tile, class T, Major M, int Swizzle>
inline constexpr bool was_tried =
    equivalent::decide(detail::mapping_of<Tile>::value,
                       detail::tile_of_atoms(M == Major::K, Swizzle, size<0>(Tile{}),
                                             size<1>(Tile{}), sizeof_bits_v<T>))
        .holds();
template <class Atom, class T, Major M, int Swizzle, class Shape>
constexpr bool is_remedied(std::string_view name) {
  using tile = decltype(tile_to_shape(Atom{}, Shape{}));
  return std::string_view(words<T, M, Shape>).find(name) != std::string_view::npos &&
         proved<canonical_for_wgmma<M, T>, tile> && was_tried<tile, T, M, Swizzle>;
}
template <class T>
constexpr bool remedies_k() {
  constexpr int t = 128 / sizeof_bits_v<T>;
  constexpr Major K = Major::K;
  return is_remedied<GMMA::Layout_K_SW32_Atom<T>, T, K, 1, Shape<_64, Int<2 * t>>>("K_SW32_") &&
         is_remedied<GMMA::Layout_K_SW64_Atom<T>, T, K, 2, Shape<_8, Int<4 * t>>>("K_SW64_") &&
         is_remedied<GMMA::Layout_K_SW32_Atom<T>, T, K, 1, Shape<_24, Int<6 * t>>>("K_SW32_") &&
         is_remedied<GMMA::Layout_K_SW128_Atom<T>, T, K, 3, Shape<_64, Int<8 * t>>>("K_SW128_") &&
         is_remedied<GMMA::Layout_K_SW128_Atom<T>, T, K, 3, Shape<_64, Int<24 * t>>>("K_SW128_");
}
static_assert(remedies_k<half_t>() && remedies_k<float_e4m3_t>() && remedies_k<tfloat32_t>());
template <class Atom, int Swizzle, class Shape>
constexpr bool remedies_mn(std::string_view name) {
  return is_remedied<Atom, half_t, Major::MN, Swizzle, Shape>(name);
}
static_assert(remedies_mn<GMMA::Layout_MN_SW128_Atom<half_t>, 3, Shape<_128, _16>>("MN_SW128_"));
static_assert(remedies_mn<GMMA::Layout_MN_SW64_Atom<half_t>, 2, Shape<_96, _32>>("MN_SW64_"));
static_assert(remedies_mn<GMMA::Layout_MN_SW32_Atom<half_t>, 1, Shape<_16, _48>>("MN_SW32_"));
static_assert(remedies_mn<GMMA::Layout_MN_INTER_Atom<half_t>, 0, Shape<Int<72>, _16>>("MN_INTER_"));
#endif

static_assert(proved<canonical_for_wgmma<Major::K, half_t>, GMMA::Layout_K_SW128_Atom<half_t>>);
static_assert(!proved<canonical_for_wgmma<Major::MN, half_t>, GMMA::Layout_K_SW128_Atom<half_t>>);

}  // namespace
