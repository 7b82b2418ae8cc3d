// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/inverse.hpp>
#include <tileproof/print/to_string.hpp>

namespace {

using namespace tileproof;

// ---- right_inverse: of the longest compact prefix

static_assert(to_string(right_inverse(Layout<Shape<_4, _8>, Stride<_8, _1>>{})) ==
              "(_8,_4):(_4,_1)");
static_assert(to_string(right_inverse(Layout<Shape<_4, _8>, Stride<_1, _5>>{})) == "_4:_1");
static_assert(to_string(right_inverse(Layout<Shape<_3, _7, _5>, Stride<_5, Int<15>, _1>>{})) ==
              "(_5,_21):(_21,_1)");
static_assert(to_string(right_inverse(Layout<_8, _1>{})) == "_8:_1");
static_assert(to_string(right_inverse(Layout<_8, _2>{})) == "_1:_0");
static_assert(
    to_string(right_inverse(Layout<Shape<Shape<_2, _2>, _4>, Stride<Stride<_1, _8>, _2>>{})) ==
    "(_2,_4,_2):(_1,_4,_2)");
static_assert(to_string(right_inverse(make_layout(make_shape(_4{}, 8)))) == "(_4,8):(_1,_4)");
static_assert(to_string(right_inverse(make_layout(make_shape(4, _8{}), make_stride(_8{}, _1{})))) ==
              "(_8,4):(4,_1)");

// ---- left_inverse

static_assert(to_string(left_inverse(Layout<Shape<_4, _8>, Stride<_8, _1>>{})) ==
              "(_8,_4):(_4,_1)");
static_assert(to_string(left_inverse(Layout<_8, _1>{})) == "_8:_1");
static_assert(to_string(left_inverse(Layout<_4, _2>{})) == "(_2,_4):(_0,_1)");
static_assert(to_string(left_inverse(Layout<Shape<_4, _8>, Stride<_1, _5>>{})) ==
              "(_5,_8):(_1,_4)");
static_assert(to_string(left_inverse(make_layout(make_shape(4, _8{}), make_stride(_8{}, _1{})))) ==
              "(_8,4):(4,_1)");

// The search ends before an answer; the radices of the strides have one.
static_assert(to_string(left_inverse(Layout<Shape<_8, _8, _2>, Stride<_2, _16, _8>>{})) ==
              "(_2,_64,_2):(_0,_1,_124)");

constexpr auto padded = Layout<Shape<_4, _8>, Stride<_1, _5>>{};
static_assert(left_inverse(padded)(padded(3, 7)) == 31);
static_assert(left_inverse(padded)(padded(2, 5)) == 22);

// ---- nullspace: L(N(i)) == 0

static_assert(to_string(nullspace(Layout<Shape<_4, _3>, Stride<_1, _0>>{})) == "_3:_4");
static_assert(to_string(nullspace(Layout<Shape<_4, _3, _5>, Stride<_0, _1, _0>>{})) ==
              "(_4,_5):(_1,_12)");
static_assert(to_string(nullspace(Layout<_4, _1>{})) == "_1:_0");

// ---- the common part of two layouts

static_assert(to_string(max_common_layout(Layout<Shape<_4, _8>>{}, Layout<Shape<_4, _8>>{})) ==
              "_32:_1");
static_assert(to_string(max_common_layout(Layout<Shape<_4, _8>, Stride<_1, _8>>{},
                                          Layout<Shape<_4, _8>>{})) == "_4:_1");
static_assert(max_common_vector(Layout<Shape<_4, _8>>{}, Layout<Shape<_4, _8>>{}) == 32);
static_assert(max_common_vector(Layout<Shape<_4, _8>, Stride<_1, _8>>{}, Layout<Shape<_4, _8>>{}) ==
              4);
static_assert(max_common_vector(Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<Shape<_4, _8>>{}) ==
              1);
static_assert(max_common_vector(Layout<Shape<_4, _8>, Stride<_8, _1>>{},
                                Layout<Shape<_4, _8>, Stride<_16, _1>>{}) == 8);
static_assert(is_static_v<decltype(max_common_vector(make_layout(make_shape(_4{}, 8)),
                                                     Layout<Shape<_4, _8>>{}))>);

}  // namespace
