// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/interval.hpp>

using namespace tileproof;

namespace {

template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <int B, int M, int S, class Inner, class Offset = Int<0>>
using swizzled = ComposedLayout<Swizzle<B, M, S>, Offset, Inner>;

////////////////////////////////////////////////////////////////////////////// onto_interval

static_assert(proved<onto_interval, L<Shape<_4, _4>, Stride<_1, _1>>>);  // [0,7), some twice
static_assert(proved<onto_interval, L<Shape<_4, _3>, Stride<Int<-1>, _4>>>);
static_assert(proved<onto_interval, L<_6, _0>>);
static_assert(!proved<onto_interval, L<Shape<_4, _8>, Stride<_1, _5>>>);
static_assert(sentence(prove<onto_interval>(L<Shape<_4, _8>, Stride<_1, _5>>{})) ==
              "no: missing offset 4");
static_assert(prove<onto_interval>(L<Shape<_4, _8>, Stride<Int<-1>, _5>>{})(clue::missing_offset) ==
              1);

//////////////////////////////////////////////////////////////////// bijective_onto_interval

static_assert(proved<bijective_onto_interval, L<Shape<_4, _8>, Stride<_8, _1>>>);
static_assert(proved<bijective_onto_interval, L<_9, Int<-1>>>);  // [-8,1)
static_assert(!proved<bijective_onto_interval, L<Shape<_4, _4>, Stride<_1, _1>>>);
static_assert(!proved<bijective_onto_interval, L<_4, _2>>);

//////////////////////////////////////////////////////////////////////////////////// compact

static_assert(proved<compact, L<Shape<_4, Shape<_2, _3>>, Stride<_6, Stride<_3, _1>>>>);
static_assert(!proved<compact, L<_9, Int<-1>>>);
static_assert(sentence(prove<compact>(L<_9, Int<-1>>{})) == "no: missing offset 1, expected (0,9)");

using wide = L<Shape<Int<(1LL << 20)>, Int<(1LL << 20)>>, Stride<Int<(1LL << 20)>, _1>>;
static_assert(prove<compact>(wide{}).points == 1LL << 40);
static_assert(prove<compact>(wide{}).how == decided::by_structure);
static_assert(prove<compact>(swizzled<3, 3, 3, wide>{}).how == decided::by_structure);

////////////////////////////////////////////////////////////////////////////////// swizzled

using rows = L<Shape<_8, _64>, Stride<_64, _1>>;
static_assert(proved<compact, swizzled<3, 3, 3, rows>>);
static_assert(proved<compact, swizzled<2, 3, -3, rows>>);
// Half a period: what leaves the tile is missing in it.
static_assert(proved<compact, swizzled<1, 0, 3, L<_12, _1>>>);
static_assert(!proved<compact, swizzled<1, 0, 3, L<_9, _1>>>);
static_assert(sentence(prove<onto_interval>(swizzled<1, 0, 3, L<_9, _1>>{})) ==
              "no: missing offset 8");
static_assert(prove<compact>(swizzled<1, 0, 3, L<_9, _1>>{}).how == decided::by_enumeration);
// An interval from a layout whose own offsets are none.
static_assert(proved<onto_interval, swizzled<1, 0, 1, L<_2, Int<-1>>, Int<3>>>);
static_assert(!proved<onto_interval, swizzled<1, 0, 3, L<_4, _2>>>);
static_assert(prove<onto_interval>(swizzled<1, 0, 3, L<Int<(1 << 20)>, _2>>{}).is ==
              answer::undecided);

}  // namespace
