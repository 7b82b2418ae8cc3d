// SPDX-License-Identifier: BSL-1.0
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/instructions.hpp>
#include <tileproof/prove/shared_memory.hpp>
#include <tileproof/prove/swizzle_remedy.hpp>
#include <tileproof/prove/warp.hpp>

using namespace tileproof;

namespace {

using half = short;
template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <int B, int M, int S, class Inner>
using swizzled = ComposedLayout<Swizzle<B, M, S>, Int<0>, Inner>;

template <class Access, class Element, class... Ls>
constexpr report ways_of(Ls const&... layouts) {
  return prove<free_of_bank_conflicts<Access, Element>>(layouts...);
}
template <class Access, class Element, class... Ls>
constexpr std::int64_t ways(Ls const&... layouts) {
  return ways_of<Access, Element>(layouts...)(clue::in_ways);
}
template <class Access, class Element, class... Ls>
constexpr std::int64_t wavefronts(Ls const&... layouts) {
  return ways_of<Access, Element>(layouts...)(clue::in_wavefronts);
}
template <class Access, class Element, class... Ls>
constexpr std::int64_t at_least(Ls const&... layouts) {
  return ways_of<Access, Element>(layouts...)(clue::at_least);
}

/////////////////////////////////////////////////////////////////////////////// one instruction

// 8x8 matrices of a tile, side by side: lane i gives row i % 8 of matrix i / 8.
constexpr auto matrices = [](auto const& tile) {
  return composition(tile, make_layout(make_shape(make_shape(_8{}, _4{}), _8{}),
                                       make_stride(make_stride(_1{}, _64{}), _8{})));
};
constexpr auto rows_64 = make_layout(make_shape(_8{}, _64{}), LayoutRight{});
constexpr auto rows_128 = make_layout(make_shape(_8{}, _128{}), LayoutRight{});
constexpr auto rows_72 = make_layout(make_shape(_8{}, _64{}), make_stride(_72{}, _1{}));
static_assert(ways<ldmatrix<4>, half>(matrices(rows_64)) == 8);
static_assert(ways<ldmatrix<4>, half>(matrices(composition(Swizzle<1, 3, 3>{}, rows_64))) == 4);
static_assert(ways<ldmatrix<4>, half>(matrices(composition(Swizzle<2, 3, 3>{}, rows_64))) == 2);
static_assert(ways<ldmatrix<4>, half>(matrices(composition(Swizzle<3, 3, 3>{}, rows_64))) == 1);
static_assert(ways<ldmatrix<4>, half>(matrices(composition(Swizzle<3, 3, 3>{}, rows_128))) == 2);
static_assert(ways<ldmatrix<4>, half>(matrices(composition(Swizzle<3, 3, 4>{}, rows_128))) == 1);
static_assert(ways<ldmatrix<4>, half>(matrices(rows_72)) == 1);
static_assert(ways<ldmatrix_trans<4>, half>(matrices(rows_64)) == 8);
static_assert(ways<stmatrix<4>, half>(matrices(rows_64)) == 8);
static_assert(wavefronts<ldmatrix<4>, half>(matrices(rows_64)) == 32);
static_assert(shared_cost_of<ldmatrix<4>, half>(matrices(rows_64)).wavefronts == 32);
static_assert(at_least<ldmatrix<4>, half>(matrices(rows_64)) == 4);
static_assert(proved<bank_ways<ldmatrix<4>, half, 8>, decltype(matrices(rows_64))>);
static_assert(!proved<bank_ways<ldmatrix<4>, half, 7>, decltype(matrices(rows_64))>);
static_assert(require<free_of_bank_conflicts<ldmatrix<4>, half>>(matrices(rows_72)));

// The first lanes alone give the addresses of fewer matrices. The addresses of the other lanes do
// not count, but all lanes of a warp execute the instruction.
using matrix = L<Shape<_8, _8>, Stride<_64, _1>>;
using matrix_and_idle = L<Shape<Shape<_8, _4>, _8>, Stride<Stride<_64, _1>, _1>>;
static_assert(sentence(ways_of<ldmatrix<1>, half>(matrix{})) ==
              "no: missing thread 8, in warp 0, expected 32");
static_assert(sentence(ways_of<ldmatrix<4>, half>(L<Shape<_40, _8>, Stride<_8, _1>>{})) ==
              "no: missing thread 40, in warp 1, expected 32");
static_assert(!proved<free_of_bank_conflicts<stmatrix<1>, half>, matrix>);
static_assert(wavefronts<ldmatrix<1>, half>(matrix_and_idle{}) == 8);
static_assert(sentence(ways_of<ldmatrix<2>, half>(matrix_and_idle{})) ==
              "no: in warp 0, at step 0, of lanes 8, in bytes 2, aligned to 16");
static_assert(wavefronts<ldmatrix<1>, half>(matrices(rows_64)) == 8);
static_assert(wavefronts<ldmatrix<2>, half>(matrices(rows_64)) == 16);
static_assert(wavefronts<ldmatrix<1>, half>(matrices(rows_72)) == 1);

// Columns of 64x64 floats.
using floats = L<Shape<_64, _64>, Stride<_64, _1>>;
static_assert(ways<shared_load<32>, float>(floats{}) == 32);
static_assert(ways<shared_load<32>, float>(swizzled<5, 0, 5, floats>{}) == 2);
static_assert(ways<shared_load<32>, float>(swizzled<5, 0, 6, floats>{}) == 1);
static_assert(ways<shared_load<32>, float>(L<Shape<_64, _64>, Stride<Int<65>, _1>>{}) == 1);

// Wider accesses take more phases, and that is no conflict.
template <int V>
using contiguous = L<Shape<_32, Int<V>>, Stride<Int<V>, _1>>;
static_assert(wavefronts<shared_load<128>, float>(contiguous<4>{}) == 4);
static_assert(at_least<shared_load<128>, float>(contiguous<4>{}) == 4);
static_assert(ways<shared_load<128>, float>(contiguous<4>{}) == 1);
static_assert(wavefronts<shared_store<64>, float>(contiguous<2>{}) == 2);
static_assert(wavefronts<shared_load<32>, float>(contiguous<1>{}) == 1);
static_assert(wavefronts<shared_load<16>, half>(contiguous<1>{}) == 1);
static_assert(wavefronts<shared_store<8>, char>(contiguous<1>{}) == 1);
static_assert(wavefronts<shared_load<8>, char>(L<_32, _128>{}) == 32);
static_assert(wavefronts<shared_load<8>, char>(L<_32, Int<132>>{}) == 1);

// Lanes share a word.
static_assert(wavefronts<shared_load<32>, float>(L<_32, _0>{}) == 1);
static_assert(wavefronts<shared_load<8>, char>(L<_32, Int<33>>{}) == 1);
static_assert(wavefronts<shared_store<16>, half>(L<_32, _1>{}) == 1);

/////////////////////////////////////////////////////////////////////////////// merged phases

// Loads merge two phases where neighbours, or every other lane, share their addresses.
template <int V>
using pairs = L<Shape<Shape<_2, _16>, Int<V>>, Stride<Stride<_0, Int<V>>, _1>>;
template <int V>
using every_other = L<Shape<Shape<_2, _2, _8>, Int<V>>, Stride<Stride<Int<V>, _0, Int<2 * V>>, _1>>;
template <int V>
using everyone = L<Shape<_32, Int<V>>, Stride<_0, _1>>;
static_assert(wavefronts<shared_load<64>, float>(pairs<2>{}) == 1);
static_assert(wavefronts<shared_load<64>, float>(every_other<2>{}) == 1);
static_assert(wavefronts<shared_load<128>, float>(pairs<4>{}) == 2);
static_assert(wavefronts<shared_load<128>, float>(every_other<4>{}) == 2);
static_assert(wavefronts<shared_load<128>, float>(everyone<4>{}) == 2);
static_assert(at_least<shared_load<128>, float>(everyone<4>{}) == 2);
static_assert(wavefronts<shared_load<128>, float>(
                  L<Shape<Shape<_8, _4>, _4>, Stride<Stride<_4, _0>, _1>>{}) == 4);

// Stores do not.
static_assert(wavefronts<shared_store<64>, float>(everyone<2>{}) == 2);
static_assert(wavefronts<shared_store<128>, float>(everyone<4>{}) == 4);

// Nor do phases that would conflict: two lanes of each four meet in a bank.
template <int V>
using meeting = L<Shape<Shape<_2, _2, _8>, Int<V>>, Stride<Stride<_32, _0, Int<V>>, _1>>;
static_assert(wavefronts<shared_load<64>, float>(meeting<2>{}) == 4);
static_assert(wavefronts<shared_load<128>, float>(meeting<4>{}) == 8);
static_assert(ways<shared_load<128>, float>(meeting<4>{}) == 2);

// The halves of a load of 128 bits differ where lanes are inactive.
template <class Access, class Element, class Tv>
constexpr int with_lanes(Tv const& tv, std::uint32_t active) {
  mapping const m = detail::mapping_from<Tv>::make(tv);
  warp_access a = detail::warp_steps(m, Access::value.bits, sizeof_bits_v<Element>).at(0, 0);
  a.active = active;
  return cost_of(Access::value, a).wavefronts;
}
using eight_vectors = L<Shape<Shape<_8, _4>, _4>, Stride<Stride<_4, _0>, _1>>;
static_assert(with_lanes<shared_load<128>, float>(pairs<4>{}, 0xffffffff) == 2);
static_assert(with_lanes<shared_load<128>, float>(pairs<4>{}, 0xfffffffe) == 3);
static_assert(with_lanes<shared_load<128>, float>(pairs<4>{}, 0xfffeffff) == 2);
static_assert(with_lanes<shared_load<128>, float>(pairs<4>{}, 0x7fffffff) == 2);
static_assert(with_lanes<shared_load<128>, float>(pairs<4>{}, 0x55555555) == 2);
static_assert(with_lanes<shared_load<128>, float>(eight_vectors{}, 0xffffffff) == 4);
static_assert(with_lanes<shared_load<128>, float>(eight_vectors{}, 0x7fffffff) == 3);
static_assert(with_lanes<shared_load<128>, float>(eight_vectors{}, 0x0000ffff) == 1);
static_assert(with_lanes<shared_load<128>, float>(eight_vectors{}, 0xffff0000) == 2);
static_assert(with_lanes<shared_load<128>, float>(contiguous<4>{}, 0x00000ff0) == 1);
static_assert(with_lanes<shared_load<128>, float>(contiguous<4>{}, 0x0000ffff) == 2);
static_assert(with_lanes<shared_store<128>, float>(contiguous<4>{}, 0x00000ff0) == 2);
static_assert(with_lanes<shared_load<64>, float>(pairs<2>{}, 0xfffffffe) == 1);
static_assert(with_lanes<shared_load<32>, float>(floats{}, 0x80000101) == 3);
static_assert(with_lanes<shared_load<32>, float>(floats{}, 0) == 0);

/////////////////////////////////////////////////////////////////////////////// blocks

// 64 threads, each with two vectors of a row of 64 f16 elements: two warps, two steps.
using two_by_two =
    L<Shape<Shape<_8, _8>, Shape<_8, _2>>, Stride<Stride<_8, _64>, Stride<_1, _512>>>;
static_assert(wavefronts<shared_store<128>, half>(two_by_two{}) == 2 * 2 * 4);
static_assert(ways_of<shared_store<128>, half>(two_by_two{}).how == decided::by_structure);

// The last warp has 8 threads: one phase.
static_assert(wavefronts<shared_load<128>, float>(L<Shape<_40, _4>, Stride<_4, _1>>{}) == 4 + 1);
static_assert(at_least<shared_load<128>, float>(L<Shape<_40, _4>, Stride<_4, _1>>{}) == 4 + 1);
static_assert(wavefronts<shared_load<32>, float>(L<_40, _32>{}) == 32 + 8);
static_assert(at_least<shared_load<32>, float>(L<_40, _32>{}) == 1 + 1);

// The worst instruction is named: in the second warp lane 8, which begins a row, meets lane 0.
constexpr report worst =
    ways_of<shared_load<32>, float>(L<Shape<Shape<_40, _2>, _1>, Stride<Stride<_1, _64>, _1>>{});
static_assert(sentence(worst) ==
              "no: in ways 2, of lanes (0,8), in bank 0, on words (32,64), in warp 1, at step 0, "
              "in wavefronts 4, at least 3");
// One instruction stands for all that are alike: the same totals as from all of them.
template <class Access, class Element, class Tv>
constexpr bool one_stands_for_all(Tv const& tv) {
  constexpr int bits = Access::value.bits;
  mapping const m = detail::mapping_from<Tv>::make(tv);
  detail::warp_steps const all(m, bits, sizeof_bits_v<Element>);
  detail::instruction_kinds const kinds(all, nullptr, bits < 32 ? 4 : bits / 8, bits / 8);
  if (kinds.count() != 1 || all.warps * all.steps < 2) return false;
  detail::block_cost const one = detail::cost_of_block(Access::value, m, sizeof_bits_v<Element>);
  std::int64_t wavefronts = 0;
  std::int64_t minimum = 0;
  bool same = true;
  for (std::int64_t step = 0; step < all.steps; ++step)
    for (std::int64_t warp = 0; warp < all.warps; ++warp) {
      shared_cost const c = cost_of(Access::value, all.at(warp, step));
      wavefronts += c.wavefronts;
      minimum += c.minimum;
      same = same && c.ways == one.worst.ways;
    }
  return same && wavefronts == one.wavefronts && minimum == one.minimum;
}
static_assert(one_stands_for_all<shared_store<128>, half>(two_by_two{}));
static_assert(one_stands_for_all<shared_load<128>, half>(two_by_two{}));
static_assert(one_stands_for_all<shared_load<64>, half>(two_by_two{}));
static_assert(one_stands_for_all<shared_store<128>, half>(swizzled<3, 3, 3, two_by_two>{}));
static_assert(one_stands_for_all<shared_store<32>, half>(swizzled<2, 3, 3, two_by_two>{}));
static_assert(one_stands_for_all<shared_load<32>, float>(floats{}));
static_assert(one_stands_for_all<shared_load<32>, float>(swizzled<5, 0, 5, floats>{}));
static_assert(one_stands_for_all<shared_load<32>, float>(swizzled<5, 0, 6, floats>{}));
static_assert(one_stands_for_all<shared_load<16>, half>(L<Shape<_64, _4>, Stride<_1, Int<66>>>{}));
static_assert(one_stands_for_all<shared_load<8>, char>(L<Shape<_32, _8>, Stride<_4, Int<128>>>{}));

// More than one can look at, alike or not.
using many = L<Shape<Int<1024>, Int<1024>>, Stride<_1, Int<1024>>>;
static_assert(ways<shared_load<32>, float>(many{}) == 1);
static_assert(wavefronts<shared_load<32>, float>(many{}) == 32 * 1024);
using many_unlike = L<Shape<Int<1001>, Int<1024>>, Stride<_1, Int<1001>>>;
static_assert(ways<shared_load<32>, float>(many_unlike{}) == 1);
static_assert(wavefronts<shared_load<32>, float>(many_unlike{}) == 32 * 1024);
// Each column begins in another place of the period of 2^18 floats.
using all_unlike = swizzled<3, 10, 5, L<Shape<_32, Int<4096>>, Stride<_1, Int<33>>>>;
static_assert(sentence(ways_of<shared_load<32>, float>(all_unlike{})) ==
              "undecided: points to visit 131072, enumeration bound is 8192, prove one period");
static_assert(ways_of<shared_load<32>, float>(L<_32, decltype(-_1{})>{}).is == answer::undecided);

// An access that is not aligned to its width.
constexpr report misaligned = ways_of<shared_load<128>, half>(L<Shape<_32, _8>, Stride<_12, _1>>{});
static_assert(misaligned.is == answer::no);
static_assert(sentence(misaligned) ==
              "no: in warp 0, at step 0, of lanes 1, in bytes 24, aligned to 16");

/////////////////////////////////////////////////////////////////////////////// cp.async

// Rows of 64 f16 elements, 16 bytes a thread, eight threads a row, from a matrix with rows of 1024.
template <int Ld>
using by_rows = L<Shape<Shape<_8, _16>, _8>, Stride<Stride<_8, Int<Ld>>, _1>>;
template <int B, int M, int S>
using swizzled_rows = swizzled<B, M, S, by_rows<64>>;
static_assert(wavefronts<cp_async_cg, half>(by_rows<64>{}, by_rows<1024>{}) == 4 * 4);
static_assert(ways<cp_async_cg, half>(by_rows<64>{}, by_rows<1024>{}) == 1);
static_assert(ways<cp_async_cg, half>(swizzled_rows<3, 3, 3>{}, by_rows<1024>{}) == 1);
static_assert(ways<cp_async_ca<16>, half>(swizzled_rows<3, 3, 3>{}, by_rows<1024>{}) == 1);
static_assert(
    proved<free_of_bank_conflicts<cp_async_cg, half>, swizzled_rows<3, 3, 3>, by_rows<1024>>);

// Padded rows begin in the middle of a line: .cg takes several wavefronts for each, .ca does not.
static_assert(ways<cp_async_cg, half>(by_rows<72>{}, by_rows<1024>{}) > 1);
static_assert(ways<cp_async_ca<16>, half>(by_rows<72>{}, by_rows<1024>{}) == 1);

// Rows of 64 bytes: two of them fill a line of shared memory, from two lines of global memory.
template <int Ld>
using short_rows = L<Shape<Shape<_4, _8>, _8>, Stride<Stride<_8, Int<Ld>>, _1>>;
static_assert(wavefronts<cp_async_cg, half>(short_rows<32>{}, short_rows<1024>{}) == 8);
static_assert(wavefronts<cp_async_ca<16>, half>(short_rows<32>{}, short_rows<1024>{}) == 8);
static_assert(wavefronts<cp_async_ca<16>, half>(short_rows<32>{}, short_rows<32>{}) == 4);

// .ca where banks meet on both sides: at least as many ways as on the one with more.
static_assert(ways_of<cp_async_ca<16>, half>(short_rows<64>{}, short_rows<1024>{}).is ==
              answer::no);
static_assert(prove<bank_ways<cp_async_ca<16>, half, 2>>(short_rows<64>{}, short_rows<1024>{}).is ==
              answer::undecided);
static_assert(
    !prove<bank_ways<cp_async_ca<16>, half, 2>>(short_rows<64>{}, short_rows<1024>{}).holds());

// Undecided: .cg where one place goes to two, or the source is not known.
static_assert(ways_of<cp_async_cg, half>(by_rows<64>{}, L<Shape<_128, _8>, Stride<_0, _1>>{}).is ==
              answer::undecided);
static_assert(ways_of<cp_async_cg, half>(by_rows<64>{}).is == answer::undecided);
static_assert(wavefronts<cp_async_cg, half>(L<Shape<_32, _8>, Stride<_64, _1>>{}) == 32);
static_assert(ways_of<cp_async_cg, half>(L<Shape<_32, _8>, Stride<_64, _1>>{}).is == answer::no);
static_assert(wavefronts<cp_async_cg, half>(L<Shape<_32, _8>, Stride<_0, _1>>{}) == 1);
static_assert(wavefronts<cp_async_cg, half>(by_rows<64>{}) == 4 * 4);

// .ca of a layout alone: with some sources 1 way, with others 8.
using packed = L<Shape<_32, _8>, Stride<_8, _1>>;
constexpr report of_any_source = ways_of<cp_async_ca<16>, half>(packed{});
static_assert(sentence(of_any_source) ==
              "undecided: in ways 1, in ways with some source 8, give the source, in wavefronts 4, "
              "at least 4");
static_assert(ways<cp_async_ca<16>, half>(packed{}, packed{}) == 1);
static_assert(ways<cp_async_ca<16>, half>(packed{}, L<Shape<_32, _8>, Stride<_64, _1>>{}) == 8);
static_assert(ways_of<cp_async_ca<4>, float>(L<_32>{}).is == answer::undecided);
static_assert(ways_of<cp_async_ca<4>, float>(L<_32>{})(clue::in_ways_with_some_source) == 32);
static_assert(ways<cp_async_ca<4>, float>(L<_32>{}, L<_32, _32>{}) == 32);
// Yes with every source, and no with every source.
static_assert(proved<bank_ways<cp_async_ca<16>, half, 8>, packed>);
static_assert(proved<free_of_bank_conflicts<cp_async_ca<4>, float>, L<_1>>);
static_assert(ways_of<cp_async_ca<4>, float>(L<_32, _32>{}).is == answer::no);
// The assumption by its name.
static_assert(proved<free_of_bank_conflicts<cp_async_ca<16, source_of_whole_lines>, half>, packed>);
static_assert(proved<free_of_bank_conflicts<cp_async_ca<4, source_of_whole_lines>, float>, L<_32>>);
static_assert(ways<cp_async_ca<4, source_of_whole_lines>, float>(L<_32, _2>{}) == 2);
static_assert(ways<cp_async_ca<4, source_of_whole_lines>, float>(L<_32, _0>{}) == 32);

/////////////////////////////////////////////////////// a tile is no layout (thread,value)

// 128 rows of 64 elements are read as 128 threads of 64 values, and the answer says so.
using rows_of_128 = L<Shape<_128, _64>, Stride<_64, _1>>;
static_assert(
    sentence<free_of_bank_conflicts<shared_load<128>, half>>(rows_of_128{}) ==
    "8-way bank conflict: lanes 0 and 1 of warp 0 read words 0 and 32, both in bank 0, at "
    "step 0; 1024 wavefronts where 128 are possible. Swizzle<3,3,3> removes it. The layout "
    "is read as (thread,value): 128 threads of 64 values each, in 8 accesses.");
static_assert(sentence(ways_of<shared_load<128>, half>(swizzled<3, 3, 3, rows_of_128>{})) ==
              "yes: in ways 1, in wavefronts 128, at least 128, threads of layout 128, values of "
              "thread 64");
// With one access a thread there is nothing to confuse.
static_assert(sentence(ways_of<shared_load<32>, float>(L<_32, Int<33>>{})) ==
              "yes: in ways 1, in wavefronts 1, at least 1");

///////////////////////////////////////////////////////// accesses that no instruction makes

// Vectors that are not consecutive, not whole, or begin inside a byte.
static_assert(sentence(ways_of<shared_load<128>, float>(L<Shape<_32, _4>, Stride<_4, _2>>{})) ==
              "no: at thread 0, at value 1, at offset 2, in runs of 1, expected 4");
static_assert(sentence(ways_of<shared_load<128>, float>(L<_32, _4>{})) ==
              "no: at thread 0, at value 0, at offset 0, in runs of 1, expected 4");
static_assert(ways_of<cp_async_cg, half>(by_rows<64>{}, by_rows<1028>{}).is == answer::no);
static_assert(sentence(ways_of<cp_async_cg, half>(packed{},
                                                  L<Shape<_32, _8>, Stride<_12, _1>>{})) ==
              "no: in warp 0, at step 0, of lanes 1, in bytes 24, aligned to 16, on side 1");

}  // namespace
