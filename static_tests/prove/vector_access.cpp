// SPDX-License-Identifier: BSL-1.0
//
// Accesses that a warp instruction cannot make are refused before they are counted: elements of
// less than a byte, vectors that are not consecutive, not whole or not aligned, warps that are not
// whole.
#include <tileproof/atom/integer.hpp>
#include <tileproof/prove.hpp>

using namespace tileproof;

namespace {

template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <int Offset, class Inner>
using from = ComposedLayout<Swizzle<0, 4, 3>, Int<Offset>, Inner>;
template <int B, int M, int S, class Inner>
using swizzled = ComposedLayout<Swizzle<B, M, S>, _0, Inner>;

template <class Access, class Element, class Tv>
constexpr report banks(Tv const& tv) {
  return prove<free_of_bank_conflicts<Access, Element>>(tv);
}
template <class Access, class Element, class Tv>
constexpr report sectors(Tv const& tv) {
  return prove<sector_efficiency<Access, Element>>(tv);
}

////////////////////////////////////////////////////////////////////// elements of less than a byte

// Vectors of 8 elements of 4 bits, in line; and 4 bits into a byte.
using vectors = L<Shape<_32, _8>, Stride<_8, _1>>;
static_assert(proved<free_of_bank_conflicts<shared_load<32>, int4b_t>, vectors>);
static_assert(proved<sector_efficiency<global_load<32>, int4b_t>, vectors>);
static_assert(sentence(banks<shared_load<32>, int4b_t>(from<1, vectors>{})) ==
              "no: in warp 0, at step 0, of lanes 0, in bits 4, aligned to 4");
static_assert(sentence(sectors<global_load<32>, int4b_t>(from<1, vectors>{})) ==
              "no: in warp 0, at step 0, of lanes 0, in bits 4, aligned to 4");
static_assert(sentence(sectors<global_load<32>, int4b_t>(from<2, vectors>{})) ==
              "no: in warp 0, at step 0, of lanes 0, in bytes 1, aligned to 4");
// Rows of 9 elements.
using odd_rows = L<Shape<_32, _8>, Stride<_9, _1>>;
static_assert(sentence(banks<shared_store<32>, int4b_t>(odd_rows{})) ==
              "no: in warp 0, at step 0, of lanes 1, in bits 36, aligned to 4");
static_assert(!proved<sector_efficiency<global_store<32>, uint4b_t, 1>, odd_rows>);
// 128 bits of single bits.
using bits = L<Shape<_32, _128>, Stride<_128, _1>>;
static_assert(proved<sector_efficiency<global_load<128>, uint1b_t>, bits>);
static_assert(proved<free_of_bank_conflicts<shared_load<128>, uint1b_t>, bits>);
static_assert(sentence(banks<shared_load<128>, uint1b_t>(from<4, bits>{})) ==
              "no: in warp 0, at step 0, of lanes 0, in bits 4, aligned to 16");
// A pair of elements in a byte.
using pairs = L<Shape<_32, _2>, Stride<_2, _1>>;
static_assert(proved<free_of_bank_conflicts<shared_load<8>, int4b_t>, pairs>);
static_assert(!proved<free_of_bank_conflicts<shared_load<8>, int4b_t>, from<1, pairs>>);
// A swizzle of single elements tears bytes apart.
static_assert(
    !proved<free_of_bank_conflicts<shared_load<32>, int4b_t>, swizzled<1, 0, 3, vectors>>);
static_assert(proved<free_of_bank_conflicts<shared_load<32>, int4b_t>, swizzled<2, 3, 5, vectors>>);

//////////////////////////////////////////////////////////////////////////////// vectors and warps

// _32:_4 floats are four values apart, and no vector.
static_assert(sentence(sectors<global_load<128>, float>(L<_32, _4>{})) ==
              "no: at thread 0, at value 0, at offset 0, in runs of 1, expected 4");
static_assert(sentence(sectors<global_load<64>, float>(L<Shape<_32, _2>, Stride<_2, _0>>{})) ==
              "no: at thread 0, at value 1, at offset 0, in runs of 1, expected 2");
// Six values are a vector of four and half of one.
static_assert(sentence(sectors<global_load<128>, float>(L<Shape<_32, _6>, Stride<_8, _1>>{})) ==
              "no: at thread 0, at value 4, at offset 4, in runs of 6, expected 4");
// Eight threads are a quarter of a warp: they ask for what they ask for.
static_assert(sectors<global_load<128>, float>(L<Shape<_8, _4>, Stride<_4, _1>>{})(
                  clue::sectors_of_block) == 4);
static_assert(
    banks<shared_load<128>, float>(L<Shape<_8, _4>, Stride<_4, _1>>{})(clue::in_wavefronts) == 1);
// ldmatrix needs them all.
static_assert(sentence(banks<ldmatrix<4>, short>(L<Shape<_8, _8>, Stride<_8, _1>>{})) ==
              "no: missing thread 8, in warp 0, expected 32");

////////////////////////////////////////////////////////////////////////////////////// large layouts

// In line from the strides alone, with a swizzle of vectors.
using large = L<Shape<Int<1024>, Shape<_8, _64>>, Stride<_8, Stride<_1, Int<8192>>>>;
static_assert(proved<free_of_bank_conflicts<shared_load<128>, short>, swizzled<3, 3, 3, large>>);
// Torn, though there are too many to look at.
static_assert(banks<shared_load<128>, short>(swizzled<3, 0, 3, large>{}).is == answer::no);
// Addresses that 64 bits do not hold.
static_assert(banks<shared_load<128>, double>(L<Shape<_2, _2>, Stride<Int<(1LL << 58)>, _1>>{})
                  .is == answer::undecided);
static_assert(sectors<global_load<128>, double>(L<Shape<_2, _2>, Stride<Int<(1LL << 58)>, _1>>{})
                  .is == answer::undecided);

}  // namespace
