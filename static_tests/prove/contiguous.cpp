// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/contiguous.hpp>
#include <tileproof/prove/runs.hpp>

using namespace tileproof;

namespace {

template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;

using columns = L<Shape<_8, _4>>;
using padded = L<Shape<_8, _4>, Stride<_1, _12>>;
using rows = L<Shape<_8, _4>, Stride<_4, _1>>;

///////////////////////////////////////////////////////////////////////////////// contiguous

static_assert(contiguous_run(columns{}) == 32);
static_assert(contiguous_run(padded{}) == 8);
static_assert(contiguous_run(rows{}) == 1);
static_assert(contiguous_run(L<_1, _0>{}) == 1);
static_assert(contiguous_run(make_layout(make_shape(6, 4), make_stride(1, 8))) == 6);
static_assert(proved<contiguous<8>, padded>);
static_assert(proved<contiguous<4>, padded>);
static_assert(!proved<contiguous<16>, padded>);
static_assert(!proved<contiguous<3>, padded>);
static_assert(sentence(prove<contiguous<16>>(padded{})) ==
              "no: at coordinate (0,1), at offset 12, in runs of 8");
static_assert(sentence(prove<contiguous<3>>(L<_7, _1>{})) ==
              "no: at coordinate 6, at offset 6, in runs of 7");  // the last group is not whole

// A swizzle keeps 2^M elements together.
template <int B, int M, int S>
using swizzled = ComposedLayout<Swizzle<B, M, S>, Int<0>, L<Shape<_8, _8>>>;
static_assert(contiguous_run(swizzled<2, 1, 3>{}) == 2);
static_assert(contiguous_run(swizzled<1, 2, 2>{}) == 4);
static_assert(proved<contiguous<2>, swizzled<2, 1, 3>>);
static_assert(prove<contiguous<2>>(swizzled<2, 1, 3>{}).how == decided::by_structure);
static_assert(!proved<contiguous<4>, swizzled<2, 1, 3>>);

//////////////////////////////////////////////////////////////////////////////////// aligned

static_assert(proved<aligned<16, float>, L<Shape<_8, _4>, Stride<_4, _32>>>);
static_assert(!proved<aligned<16, float>, L<Shape<_8, _4>, Stride<_4, Int<34>>>>);
static_assert(sentence(prove<aligned<16, float>>(L<Shape<_8, _4>, Stride<_4, Int<34>>>{})) ==
              "no: at coordinate (0,1), at offset 34, aligned to 16");
static_assert(proved<aligned<2, short>, padded>);

/////////////////////////////////////////////////////////////////////////////// access_width

// (thread,value): four consecutive floats a thread.
using vectors = L<Shape<_32, _4>, Stride<_4, _1>>;
static_assert(proved<access_width<128, float>, vectors>);
static_assert(proved<access_width<64, float>, vectors>);
static_assert(proved<access_width<128, float>, vectors, vectors>);
static_assert(!proved<access_width<128, float, 8>, vectors>);  // the base
static_assert(sentence(prove<access_width<128, float, 8>>(vectors{})) ==
              "no: aligned to 8, expected 16");
static_assert(!proved<access_width<128, float>, L<Shape<_32, _3>, Stride<_3, _1>>>);
static_assert(sentence(prove<access_width<128, float>>(vectors{},
                                                       L<Shape<_32, _4>, Stride<_6, _1>>{})) ==
              "no: at thread 1, at value 0, at offset 6, in runs of 4, expected 4, on side 1");

}  // namespace
