// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/answer.hpp>
#include <tileproof/prove/equivalent.hpp>

using namespace tileproof;

namespace {

template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <int B, int M, int S, class Inner, class Offset = Int<0>>
using swizzled = ComposedLayout<Swizzle<B, M, S>, Offset, Inner>;

using columns = L<Shape<_4, _8>>;

static_assert(proved<equivalent, columns, L<_32, _1>>);
static_assert(proved<equivalent, columns, L<Shape<Shape<_2, _2>, Shape<_2, _4>>>>);
static_assert(prove<equivalent>(columns{}, L<_32, _1>{}).how == decided::by_structure);
static_assert(sentence(prove<equivalent>(columns{}, L<Shape<_4, _8>, Stride<_1, _5>>{})) ==
              "no: at coordinate (0,1), found 5, expected 4");
static_assert(sentence(prove<equivalent>(columns{}, L<Shape<_4, _8>, Stride<_8, _1>>{})) ==
              "no: at coordinate (1,0), found 8, expected 1");
static_assert(sentence(prove<equivalent>(columns{}, L<_16, _1>{})) == "no: found 16, expected 32");

using wide = L<Shape<Int<(1LL << 20)>, Int<(1LL << 20)>>>;
static_assert(proved<equivalent, wide, L<Int<(1LL << 40)>, _1>>);

////////////////////////////////////////////////////////////////////////////////// swizzled

using rows = L<Shape<_8, _8>, Stride<_8, _1>>;
static_assert(proved<equivalent, swizzled<3, 0, 3, rows>, swizzled<3, 0, 3, rows>>);
static_assert(!proved<equivalent, swizzled<3, 0, 3, rows>, rows>);
static_assert(sentence(prove<equivalent>(swizzled<3, 0, 3, rows>{}, rows{})) ==
              "no: at coordinate (1,0), found 8, expected 9");
static_assert(prove<equivalent>(swizzled<3, 0, 3, rows>{}, rows{}).how == decided::by_structure);
// Bits that the offsets do not reach are not moved.
static_assert(proved<equivalent, swizzled<3, 0, 6, rows>, rows>);
static_assert(proved<equivalent, swizzled<2, 0, 3, rows, _8>, swizzled<2, 0, 3, rows, _8>>);
static_assert(proved<equivalent, swizzled<2, 0, 8, L<_7, _3>>, L<_7, _3>>);
static_assert(prove<equivalent>(swizzled<2, 0, 8, L<_7, _3>>{}, L<_7, _3>{}).how ==
              decided::by_enumeration);
static_assert(prove<equivalent>(swizzled<2, 0, 40, L<Int<99999>, _3>>{}, L<Int<99999>, _3>{}).is ==
              answer::undecided);

}  // namespace
