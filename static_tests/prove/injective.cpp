// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/injective.hpp>
#include <tileproof/prove/mapping.hpp>
#include <tileproof/prove/remedy.hpp>
#include <tileproof/prove/report.hpp>
#include <tileproof/prove/require.hpp>
#include <tileproof/prove/sentence.hpp>

using namespace tileproof;

namespace {

template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;

//////////////////////////////////////////////////////////////////////////////// three faces

using overlap = L<Shape<_4, _2>, Stride<_1, _2>>;
constexpr report r = prove<injective>(overlap{});

static_assert(r.is == answer::no);
static_assert(!r.holds());
static_assert(sentence(r) == "no: at coordinate (2,0), and coordinate (0,1), at offset 2");
static_assert(r(clue::at_coordinate, 0) == 2);
static_assert(r(clue::and_coordinate, 1) == 1);
static_assert(!r.has(clue::at_thread));
static_assert(r(clue::at_thread) == 0);
static_assert(!proved<injective, overlap>);
static_assert(proved<injective, L<Shape<_4, _2>>>);
static_assert(require<injective>(L<Shape<_4, _2>>{}));

// Overloads may ask for a proof.
template <class T>
constexpr bool chosen(T const&) {
  return false;
}
template <class T>
  requires proved<injective, T>
constexpr bool chosen(T const&) {
  return true;
}
static_assert(chosen(L<Shape<_4, _2>>{}));
static_assert(!chosen(overlap{}));

/////////////////////////////////////////////////////////////////////////////// by structure

static_assert(prove<injective>(L<Shape<_4, _8>, Stride<_1, _5>>{}).how == decided::by_structure);
static_assert(proved<injective, L<Shape<_4, _8>, Stride<_1, _5>>>);       // padded
static_assert(proved<injective, L<Shape<_4, _8>, Stride<Int<-9>, _1>>>);  // reversed
static_assert(proved<injective, L<Shape<_1, _8>, Stride<_0, _1>>>);       // an extent of 1
static_assert(!proved<injective, L<Shape<_2, _8>, Stride<_0, _1>>>);      // broadcast
static_assert(prove<injective>(L<Shape<_2, _8>, Stride<_0, _1>>{}).how == decided::by_structure);

using huge = L<Shape<Int<1LL << 30>, Int<1LL << 30>>, Stride<Int<1LL << 30>, _1>>;
static_assert(prove<injective>(huge{}).points == 1LL << 60);
static_assert(prove<injective>(huge{}).how == decided::by_structure);

////////////////////////////////////////////////////////////////////////////////// by search

static_assert(proved<injective, L<Shape<_4, _3>, Stride<_3, _2>>>);  // not a number system
static_assert(prove<injective>(L<Shape<_4, _3>, Stride<_3, _2>>{}).how == decided::by_enumeration);
static_assert(!proved<injective, L<Shape<_4, _4>, Stride<_2, Int<-3>>>>);
static_assert(sentence(prove<injective>(L<Shape<_4, _4>, Stride<_2, Int<-3>>>{})) ==
              "no: at coordinate (0,0), and coordinate (3,2), at offset 0");

// A swizzle is one to one.
static_assert(proved<injective, decltype(composition(Swizzle<2, 0, 3>{}, L<Shape<_8, _8>>{}))>);
static_assert(!proved<injective, decltype(composition(Swizzle<2, 0, 3>{}, overlap{}))>);

///////////////////////////////////////////////////////////////////////////////// at run time

constexpr bool at_run_time(int stride) {
  return prove<injective>(make_layout(make_shape(4, 2), make_stride(1, stride))).holds();
}
static_assert(at_run_time(4));
static_assert(!at_run_time(3));
static_assert(!prove<injective>(composition(Swizzle<1, 0, 1>{}, 4, make_layout(4, 0))).holds());

// The sentence has a run-time integer without an underscore, 1000, and a static one with it, _2.
static_assert(
    sentence<injective>(make_layout(make_shape(1000, _2{}), make_stride(_1{}, 3))) ==
    "coordinates (3,0) and (0,1) of (1000,_2):(_1,3) have one offset, 3. Leaf 1, of stride "
    "3, overlaps leaves that reach offset 999: stride 1000 does not.");
static_assert(
    sentence<injective>(composition(Swizzle<1, 0, 1>{}, 4, make_layout(_4{}, 0))) ==
    "coordinates 0 and 1 of Sw<1,0,1> o 4 o _4:0 have one offset, 4. Leaf 0, of stride 0, "
    "repeats every offset.");

// The remedy in numbers, for compilers that print types: leaf 1 with stride 4.
template <class Layout>
constexpr core::clue_numbers remedy_of = tileproof::detail::remedy_in_numbers<injective>(
    prove<injective>(Layout{}), tileproof::detail::mapping_from<Layout>::make());
using rows_overlap = L<Shape<_4, _2>, Stride<_1, _3>>;
static_assert(remedy_of<rows_overlap>.what == &clue::write_stride_of_leaf);
static_assert(remedy_of<rows_overlap>.count == 2);
static_assert(remedy_of<rows_overlap>.at[0] == 1 && remedy_of<rows_overlap>.at[1] == 4);
static_assert(remedy_of<L<_4, _0>>.count == 0);  // none is known

// An offset that does not fit in 64 bits is undecided, never a yes.
static_assert(prove<injective>(L<Shape<_2, _2>, Stride<Int<INT64_MAX>, Int<INT64_MAX>>>{}).is ==
              answer::undecided);

}  // namespace
