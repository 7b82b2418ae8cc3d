// SPDX-License-Identifier: BSL-1.0
#include "copy_oracle.hpp"

#include <tileproof/atom/copy/explain.hpp>
#include <tileproof/atom/copy/plan.hpp>
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/narrow_access.hpp>
#include <tileproof/tensor/widest_access.hpp>

using namespace tileproof;

namespace {

template <class T, int Bytes>
using global = tagged_ptr<gmem_space, aligned_ptr<T, Bytes>>;
template <class T, int Bytes>
using shared = tagged_ptr<smem_space, aligned_ptr<T, Bytes>>;
template <class Pointer, class L>
using tensor = decltype(make_tensor(Pointer{}, L{}));
template <class T, class L>
using fragment = decltype(make_tensor<T>(L{}));

template <class Src, class Dst = Src, int AssumedBits = 0>
inline constexpr int bits = copy_plan<Src, Dst, AssumedBits>::access_bits;

////////////////////////////////////////////////////////////////////////// against the count

template <std::size_t I, class T, int Bytes>
using table_tensor = tensor<global<T, Bytes>, copies::layout_at<I>>;

// A plan looks for no runs in a layout with a swizzle that moves less than its type says, nor for
// backward ones.
template <std::size_t I>
constexpr bool is_backward() {
  laws::function const& f = laws::subject<copies::layouts, I>::f;
  for (int i = 0; i < f.modes; ++i)
    if (f.stride[i] < 0) return true;
  return false;
}
template <std::size_t I>
constexpr bool may_be_narrower =
    is_composed_layout<copies::layout_at<I>>::value || is_backward<I>();

// Memory to memory: exact, or never too wide.
template <std::size_t I, std::size_t J, class T, int Bytes>
constexpr int as_counted() {
  constexpr int planned = copy_plan<table_tensor<I, T, Bytes>, table_tensor<J, T, Bytes>>::elements;
  if constexpr (I % EVERY == 0) {
    constexpr int counted = copies::counted<I, J, Bytes / static_cast<int>(sizeof(T))>;
    if constexpr (may_be_narrower<I> || may_be_narrower<J>)
      static_assert(counted % planned == 0, "an access that is not legal");
    else
      static_assert(planned == counted, "not the widest access");
  }
  return planned;
}
// Memory and registers: what the memory allows, whatever the order of the registers.
template <std::size_t I>
constexpr int as_counted_alone() {
  using memory = table_tensor<I, float, 16>;
  using registers =
      fragment<float, decltype(make_layout(shape(copies::layout_at<I>{}), LayoutRight{}))>;
  constexpr int planned = copy_plan<memory, registers>::elements;
  static_assert(planned == copy_plan<memory, memory>::elements);
  static_assert(planned == copy_plan<registers, memory>::elements);
  return planned;
}

struct tally {
  int all = 0;
  int wider = 0;
  int widest = 0;
  template <std::size_t N>
  constexpr tally(int const (&elements)[N], int most) {
    for (int const n : elements) {
      ++all;
      wider += n > 1;
      widest += n == most;
    }
  }
};
template <std::size_t... K>
constexpr tally count_pairs(std::index_sequence<K...>) {
  int const n[] = {as_counted<copies::all.a[K], copies::all.b[K], float, 16>()...};
  return {n, 4};
}
template <std::size_t... I>
constexpr tally count_fragments(std::index_sequence<I...>) {
  int const n[] = {as_counted_alone<I>()...};
  return {n, 4};
}
template <class T, int Bytes, std::size_t... I>
constexpr tally count_layouts(std::index_sequence<I...>) {
  int const n[] = {as_counted<I, I, T, Bytes>()...};
  return {n, Bytes / static_cast<int>(sizeof(T))};
}
constexpr tally pairs = count_pairs(std::make_index_sequence<copies::all.count>{});
constexpr tally fragments = count_fragments(std::make_index_sequence<copies::count>{});
constexpr tally halves = count_layouts<half_t, 16>(std::make_index_sequence<copies::count>{});
constexpr tally less_aligned = count_layouts<float, 8>(std::make_index_sequence<copies::count>{});
static_assert(pairs.all >= 340 && pairs.wider >= 135 && pairs.widest >= 95);
static_assert(fragments.all >= 120 && fragments.wider >= 85 && fragments.widest >= 75);
static_assert(halves.all >= 120 && halves.wider >= 85 && halves.widest >= 60);
static_assert(less_aligned.all >= 120 && less_aligned.wider >= 85);

//////////////////////////////////////////////////////////////////// memories and alignments

template <class T, class L, int Bytes = 16>
using g = tensor<global<T, Bytes>, L>;
template <class T, class L, int Bytes = 16>
using s = tensor<shared<T, Bytes>, L>;
template <class T, class L>
using r = fragment<T, L>;

using vector = Layout<_8>;
static_assert(bits<g<float, vector>, s<float, vector>> == 128);
static_assert(bits<s<float, vector>, g<float, vector>> == 128);
static_assert(bits<g<float, vector>, r<float, vector>> == 128);
static_assert(bits<r<float, vector>, g<float, vector>> == 128);
static_assert(bits<s<float, vector>, r<float, vector>> == 128);
static_assert(bits<r<float, vector>, s<float, vector>> == 128);
static_assert(bits<s<float, vector>> == 128 && bits<g<float, vector>> == 128);
static_assert(bits<r<float, vector>> == 32);  // registers
static_assert(bits<g<float const, vector>, s<float, vector>> == 128);
static_assert(bits<tensor<aligned_ptr<float, 16>, vector>> == 128);  // memory without a name
static_assert(bits<tensor<float*, vector>> == 32);

template <int Source, int Destination = Source>
inline constexpr int with_alignment =
    bits<g<float, Layout<_32>, Source>, s<float, Layout<_32>, Destination>>;
static_assert(with_alignment<4> == 32 && with_alignment<8> == 64 && with_alignment<16> == 128);
static_assert(with_alignment<128> == 128 && with_alignment<128, 8> == 64);
static_assert(with_alignment<4, 128> == 32);
// A pointer of which nothing is assumed is aligned as its elements are.
static_assert(bits<tensor<gmem_ptr<float>, vector>> == 32);
static_assert(bits<tensor<gmem_ptr<double>, vector>> == 64);

//////////////////////////////////////////////////////////////////////////// runs and elements

template <class T, int N>
inline constexpr int run_of = bits<g<T, Layout<Shape<Int<N>, _4>, Stride<_1, Int<32>>>>>;
static_assert(run_of<float, 1> == 32 && run_of<float, 2> == 64 && run_of<float, 3> == 32);
static_assert(run_of<float, 4> == 128 && run_of<float, 5> == 32 && run_of<float, 6> == 64);
static_assert(run_of<float, 7> == 32 && run_of<float, 8> == 128);
static_assert(run_of<half_t, 1> == 16 && run_of<half_t, 2> == 32 && run_of<half_t, 4> == 64);
static_assert(run_of<half_t, 6> == 32 && run_of<half_t, 8> == 128 && run_of<half_t, 24> == 128);
static_assert(run_of<float_e4m3_t, 1> == 8 && run_of<float_e4m3_t, 4> == 32);
static_assert(run_of<float_e5m2_t, 16> == 128 && run_of<bool, 2> == 16);
static_assert(run_of<double, 1> == 64 && run_of<double, 2> == 128 && run_of<double, 3> == 64);
static_assert(run_of<uint128_t, 1> == 128 && run_of<uint128_t, 8> == 128);

struct color {
  std::uint8_t at[3];
};
using not_copied_by_bytes = std::pair<char, char>;
static_assert(run_of<color, 16> == 24 && run_of<not_copied_by_bytes, 8> == 16);

// Elements of less than a byte: whole bytes, or one element.
template <class T, class L, int Bytes = 16>
using packed = tensor<tagged_ptr<gmem_space, aligned_ptr<T, Bytes>>, L>;
static_assert(bits<packed<int4b_t, Layout<_64>>> == 128 && bits<packed<int4b_t, Layout<_2>>> == 8);
static_assert(bits<packed<int4b_t, Layout<_3>>> == 4 && bits<packed<uint1b_t, Layout<_4>>> == 1);
static_assert(bits<packed<uint1b_t, Layout<Int<256>>>> == 128);
static_assert(bits<packed<int4b_t, Layout<_64>, 2>> == 16);
static_assert(bits<packed<int4b_t, Layout<_32>>, r<int4b_t, Layout<_32>>> == 128);
static_assert(bits<tensor<gmem_ptr<int4b_t>, Layout<_64>>> == 4);

// A conversion goes through registers.
static_assert(bits<g<half_t, vector>, r<float, vector>> == 128);
static_assert(bits<r<float, vector>, g<half_t, vector>> == 128);
static_assert(bits<g<half_t, vector>, s<float, vector>> == 32);
// Computed elements do so too.
static_assert(bits<tensor<counting_iterator<int>, vector>, s<int, vector>> == 128);

////////////////////////////////////////////////////////// run-time integers with known divisors

// Rows of 8, at a run-time pitch.
template <class Pitch, class T = float, int AssumedBits = 0>
inline constexpr int at_pitch =
    bits<tensor<global<T, 16>, Layout<Shape<_4, _8>, Stride<Pitch, _1>>>,
         s<T, Layout<Shape<_4, _8>, Stride<_8, _1>>>, AssumedBits>;
static_assert(at_pitch<int> == 32 && at_pitch<multiple_of<2, int>> == 64);
static_assert(at_pitch<multiple_of<4, int>> == 128 && at_pitch<multiple_of<6, std::int64_t>> == 64);
static_assert(at_pitch<multiple_of<24, int>> == 128 && at_pitch<multiple_of<3, int>> == 32);
static_assert(at_pitch<multiple_of<4, int>, half_t> == 64);
static_assert(at_pitch<multiple_of<8, int>, half_t> == 128);
// A row that is padded, for banks or by mistake.
static_assert(at_pitch<Int<12>> == 128 && at_pitch<Int<10>> == 64 && at_pitch<Int<9>> == 32);
// With an assumption: on run-time integers alone.
static_assert(at_pitch<int, float, 128> == 128 && at_pitch<int, float, 64> == 64);
static_assert(at_pitch<int, half_t, 32> == 32 && at_pitch<int, float, 8> == 32);
static_assert(at_pitch<Int<10>, float, 128> == 64);

template <int AssumedBits>
inline constexpr int assumed =
    bits<tensor<gmem_ptr<half_t>, vector>, r<half_t, vector>, AssumedBits>;
static_assert(assumed<0> == 16 && assumed<8> == 16 && assumed<32> == 32 && assumed<128> == 128);

// Run-time extents: a known factor of one, and modes after the run.
template <class Extent>
using rows = Layout<Shape<_4, Extent>, Stride<_1, _4>>;
static_assert(bits<g<float, rows<int>>> == 128);
static_assert(bits<g<float, rows<int>>, g<float, rows<_8>>> == 128);
static_assert(bits<g<float, Layout<int, _1>>> == 32);
static_assert(bits<g<float, Layout<multiple_of<2, int>, _1>>> == 64);
static_assert(bits<g<float, Layout<multiple_of<12, int>, _1>>> == 128);
static_assert(bits<g<float, Layout<Shape<int, _4>, Stride<_4, _1>>>> ==
              32);  // an unknown coordinate

// A slice at a run-time coordinate: the offset is a multiple of what it is multiplied with.
template <class T, class L>
using column = decltype(g<T, L>{}(_, 3));
static_assert(bits<column<float, Layout<Shape<_4, _8>>>> == 128);
static_assert(bits<column<float, Layout<Shape<_4, _8>, Stride<_1, _6>>>> == 64);
static_assert(bits<column<float, Layout<Shape<_4, _8>, Stride<_1, multiple_of<4, int>>>>> == 128);
static_assert(bits<column<float, Layout<Shape<_4, _8>, Stride<_1, int>>>> == 32);

//////////////////////////////////////////////////////////////////////////////////// swizzles

template <class T, class Swizzle, class Offset = _0, int Bytes = 128>
using swizzled =
    s<T, ComposedLayout<Swizzle, Offset, Layout<Shape<_8, _64>, Stride<_64, _1>>>, Bytes>;
using row_tile = Layout<Shape<_8, _64>, Stride<_64, _1>>;
template <class T, class Swizzle, class Offset = _0>
inline constexpr int swizzled_bits = bits<g<T, row_tile>, swizzled<T, Swizzle, Offset>>;
static_assert(swizzled_bits<half_t, Swizzle<3, 3, 3>> == 128);
static_assert(swizzled_bits<half_t, Swizzle<3, 2, 3>> == 64);
static_assert(swizzled_bits<half_t, Swizzle<3, 0, 3>> == 16);
static_assert(swizzled_bits<half_t, Swizzle<0, 0, 3>> == 128);
static_assert(swizzled_bits<float, Swizzle<2, 2, 3>> == 128);
static_assert(swizzled_bits<half_t, Swizzle<3, 3, 3>, int> == 16);  // a run-time offset
static_assert(swizzled_bits<half_t, Swizzle<3, 3, 3>, multiple_of<4, int>> == 64);
static_assert(swizzled_bits<half_t, Swizzle<3, 3, 3>, multiple_of<64, int>> == 128);
static_assert(swizzled_bits<half_t, Swizzle<3, 3, 3>, Int<4>> == 64);
static_assert(swizzled_bits<half_t, Swizzle<0, 3, 3>, Int<4>> == 64);
static_assert(bits<g<half_t, row_tile>, swizzled<half_t, Swizzle<3, 3, 3>, int>, 128> == 128);

////////////////////////////////////////////////////////////////////////// orders of coordinates

using by_columns = Layout<Shape<_8, _4>>;
using by_rows = Layout<Shape<_8, _4>, Stride<_4, _1>>;
static_assert(bits<g<float, by_rows>, s<float, by_rows>> == 128);
static_assert(bits<g<float, by_rows>, s<float, by_columns>> == 32);  // a transposition
static_assert(bits<g<float, by_rows>, r<float, by_columns>> == 128);
static_assert(bits<r<float, by_columns>, g<float, by_rows>> == 128);
static_assert(bits<g<float, Layout<Shape<_4, _3>, Stride<_3, _1>>>> == 128);
// One of two modes in common.
using inner = Layout<Shape<_2, _4, _2>, Stride<_1, _4, _2>>;
using outer = Layout<Shape<_2, _4, _2>, Stride<_1, _2, _8>>;
static_assert(bits<g<float, inner>> == 128 && bits<g<float, inner>, s<float, outer>> == 64);
// A source that is read several times.
static_assert(bits<g<float, Layout<Shape<_8, _4>, Stride<_1, _0>>>, s<float, by_columns>> == 128);
static_assert(bits<g<float, Layout<Shape<_8, _4>, Stride<_0, _1>>>, s<float, by_columns>> == 32);
static_assert(bits<g<float, Layout<Shape<_8, _4>, Stride<_0, _1>>>, r<float, by_columns>> == 128);
static_assert(bits<g<float, Layout<Shape<_8, _4>, Stride<_1, _0>>>, s<float, by_rows>> == 32);

//////////////////////////////////////////////////////////////////////////////////// partitions

// Vectors of a thread, at a run-time thread.
template <class Copy, class Src, class Dst>
constexpr auto parts(Copy const& copy, Src const& src, Dst const& dst, int thread) {
  auto const mine = copy.get_slice(thread);
  return std::pair{mine.partition_S(src), mine.partition_D(dst)};
}
template <class Copy, class Src, class Dst>
using parts_t = decltype(parts(Copy{}, Src{}, Dst{}, 0));
template <class Copy, class Src, class Dst>
inline constexpr int part_bits = bits<typename parts_t<Copy, Src, Dst>::first_type,
                                      typename parts_t<Copy, Src, Dst>::second_type>;

template <int Values, class T>
using along_rows = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<T>, T>{},
                                            Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                                            Layout<Shape<_1, Int<Values>>>{}));
template <class T, class Pitch>
using matrix = g<T, Layout<Shape<_128, _64>, Stride<Pitch, _1>>>;
using plain_tile = Layout<Shape<_128, _64>, Stride<_64, _1>>;
using swizzled_tile = decltype(tile_to_shape(
    composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}),
    Shape<_128, _64>{}));
static_assert(part_bits<along_rows<8, half_t>, matrix<half_t, _64>, s<half_t, plain_tile>> == 128);
static_assert(part_bits<along_rows<8, half_t>, matrix<half_t, multiple_of<8, int>>,
                        s<half_t, swizzled_tile>> == 128);
static_assert(part_bits<along_rows<8, half_t>, matrix<half_t, int>, s<half_t, swizzled_tile>> ==
              16);
static_assert(part_bits<along_rows<4, half_t>, matrix<half_t, multiple_of<8, int>>,
                        s<half_t, swizzled_tile>> == 64);
static_assert(part_bits<along_rows<1, float>, matrix<float, _64>, s<float, plain_tile>> == 32);
static_assert(part_bits<along_rows<4, float>, matrix<float, _64>, s<float, plain_tile>> == 128);

////////////////////////////////////////////////////////////////////////////////// in words

template <class Src, class Dst>
constexpr core::text explained() {
  return explain(copy_plan<Src, Dst>{});
}
using halves_of = r<half_t, vector>;
static_assert(explained<g<half_t, vector>, halves_of>() ==
              "copy: 1 access of 128 bits, 8 elements each");
static_assert(explained<g<half_t, vector, 2>, halves_of>() ==
              "copy: 8 accesses of 16 bits, 1 element each; 1 access of 128 bits if the source is "
              "aligned to 16 bytes (known: 2), with make_gmem_ptr<16>(p)");
static_assert(explained<halves_of, s<half_t, vector, 4>>() ==
              "copy: 4 accesses of 32 bits, 2 elements each; 1 access of 128 bits if the "
              "destination is aligned to 16 bytes (known: 4), with make_smem_ptr<16>(p)");
static_assert(explained<g<half_t, vector, 2>, s<half_t, vector, 2>>() ==
              "copy: 8 accesses of 16 bits, 1 element each; 1 access of 128 bits if the source is "
              "aligned to 16 bytes (known: 2), with make_gmem_ptr<16>(p), and the destination is "
              "aligned to 16 bytes (known: 2), with make_smem_ptr<16>(p)");
template <class Pitch>
using pitched = g<float, Layout<Shape<_4, _8>, Stride<Pitch, _1>>>;
using pitched_registers = r<float, Layout<Shape<_4, _8>>>;
static_assert(explained<pitched<multiple_of<2, int>>, pitched_registers>() ==
              "copy: 16 accesses of 64 bits, 2 elements each; 8 accesses of 128 bits if run-time "
              "strides are multiples of 4 elements (known: 2), with assume_multiple_of<4>(stride)");
static_assert(explained<swizzled<half_t, Swizzle<3, 3, 3>, int>, r<half_t, row_tile>>() ==
              "copy: 512 accesses of 16 bits, 1 element each; 64 accesses of 128 bits if run-time "
              "strides are multiples of 8 elements (known: 1), with assume_multiple_of<8>(stride)");
static_assert(explained<g<float, rows<int>, 4>, g<float, rows<int>>>() ==
              "copy: accesses of 32 bits, 1 element each; accesses of 128 bits if the source is "
              "aligned to 16 bytes (known: 4), with make_gmem_ptr<16>(p)");
// No alignment widens a transposition, and registers are no memory.
static_assert(explained<g<float, by_rows, 4>, s<float, by_columns, 4>>() ==
              "copy: 32 accesses of 32 bits, 1 element each");
static_assert(explained<halves_of, halves_of>() == "copy: no access to memory");
static_assert(std::is_same_v<decltype(plan_copy(g<half_t, vector>{}, halves_of{})),
                             copy_plan<g<half_t, vector>, halves_of>>);

// A width is lacking exactly where an assumption of 128 bits widens the copy, and a cause is named.
template <class Src, class Dst>
constexpr bool names_a_cause() {
  using limits = detail::access_limits<Src, Dst>;
  bool const is_narrowed = bits<Src, Dst, 128> > bits<Src, Dst>;
  bool const has_cause =
      limits::source_is_short || limits::destination_is_short || limits::stride_is_short;
  return limits::is_narrowed == is_narrowed && has_cause == is_narrowed;
}
template <std::size_t... K>
constexpr int causes_named(std::index_sequence<K...>) {
  bool const named[] = {names_a_cause<table_tensor<copies::all.a[K], float, 4>,
                                      table_tensor<copies::all.b[K], float, 16>>()...};
  int count = 0;
  for (bool const n : named) count += n;
  return count;
}
static_assert(causes_named(std::make_index_sequence<copies::all.count>{}) == copies::all.count);
static_assert(names_a_cause<pitched<int>, pitched_registers>());
static_assert(names_a_cause<pitched<_9>, pitched_registers>());

// An instruction asks for the same alignment; reject/ has its sentence.
template <class Tensor>
using access = detail::access_of<uint128_t, Tensor>;
static_assert(!access<g<half_t, vector, 2>>::is_aligned &&
              access<g<half_t, vector, 2>>::known == 2);
static_assert(!access<s<float, vector, 8>>::is_aligned && access<s<float, vector, 8>>::known == 8);
static_assert(access<s<float, vector, 16>>::is_aligned && access<s<float, vector>>::needed == 16);

}  // namespace
