// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/composition.hpp>
#include <tileproof/print/to_string.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

// ---- with a layout

static_assert(to_string(composition(Layout<Shape<_6, _2>, Stride<_8, _2>>{},
                                    Layout<Shape<_4, _3>, Stride<_3, _1>>{})) ==
              "((_2,_2),_3):((_24,_2),_8)");
static_assert(to_string(composition(Layout<_20, _2>{}, Layout<Shape<_5, _4>, Stride<_4, _1>>{})) ==
              "(_5,_4):(_8,_2)");
static_assert(to_string(composition(Layout<Shape<_10, _2>, Stride<_16, _4>>{},
                                    Layout<Shape<_5, _4>, Stride<_1, _5>>{})) ==
              "(_5,(_2,_2)):(_16,(_80,_4))");
static_assert(to_string(composition(make_layout(make_shape(10, 2), make_stride(16, 4)),
                                    make_layout(make_shape(5, 4), make_stride(1, 5)))) ==
              "((5,1),(2,2)):((16,4),(80,4))");
static_assert(to_string(composition(make_layout(make_shape(10, 2), make_stride(16, 4)),
                                    Layout<Shape<_5, _4>, Stride<_1, _5>>{})) ==
              "((5,1),(2,2)):((16,4),(80,4))");
static_assert(
    to_string(composition(Layout<_8, _3>{},
                          Layout<Shape<_2, Shape<_2, _2>>, Stride<_4, Stride<_1, _2>>>{})) ==
    "(_2,(_2,_2)):(_12,(_3,_6))");
static_assert(to_string(composition(Layout<Shape<_4, _8>, Stride<_8, _1>>{}, Layout<_6, _0>{})) ==
              "_6:_0");
static_assert(to_string(composition(Layout<_8, _3>{}, Layout<_4, Int<-1>>{})) == "_4:_-3");
static_assert(to_string(composition(Layout<Shape<_4, _1>, Stride<_1, _7>>{}, Layout<_8, _1>{})) ==
              "(_4,_2):(_1,_7)");
static_assert(to_string(composition(make_layout(make_shape(_4{}, 8)), Layout<_8, _2>{})) ==
              "(_2,_4):(_2,_4)");

// ---- the divisibility violation is only apparent: modes 0 and 1 coalesce

static_assert(to_string(composition(Layout<Shape<_4, _2, _8>, Stride<_3, _12, Int<97>>>{},
                                    Layout<_3, _3>{})) == "_3:_9");

// ---- by mode: a tuple of layouts, of integers, of both, `_`, nested

constexpr auto a =
    make_layout(make_shape(12, make_shape(4, 8)), make_stride(59, make_stride(13, 1)));
static_assert(to_string(composition(a, make_tile(Layout<_3, _4>{}, Layout<_8, _2>{}))) ==
              "(_3,(2,4)):(236,(26,1))");
static_assert(to_string(composition(a, make_tile(_3{}, _8{}))) == "(_3,(4,2)):(59,(13,1))");

constexpr auto b = Layout<Shape<_12, Shape<_4, _8>>, Stride<Int<59>, Stride<Int<13>, _1>>>{};
static_assert(to_string(composition(b, make_tile(Layout<_3, _4>{}, Layout<_8, _2>{}))) ==
              "(_3,(_2,_4)):(_236,(_26,_1))");
static_assert(to_string(composition(b, make_tile(_3{}, _8{}))) == "(_3,(_4,_2)):(_59,(_13,_1))");
static_assert(to_string(composition(b, make_tile(_, _8{}))) == "(_12,(_4,_2)):(_59,(_13,_1))");
static_assert(to_string(composition(b, make_tile(_3{}, make_tile(_2{}, Layout<_2, _4>{})))) ==
              "(_3,(_2,_2)):(_59,(_13,_4))");
static_assert(to_string(composition(b, make_tile(_3{}))) == "(_3):(_59)");
static_assert(to_string(composition(b, _4{})) == "_4:_59");

// ---- members

static_assert(to_string(b.compose(Layout<_4, _3>{})) == "_4:_177");
static_assert(to_string(b.compose(_3{}, _8{})) == "(_3,(_4,_2)):(_59,(_13,_1))");
static_assert(to_string(Layout<_24, _2>{}.with_shape(_4{}, _6{})) == "(_4,_6):(_2,_8)");
static_assert(to_string(Layout<_24, _2>{}.with_shape(make_shape(4, _6{}))) == "(4,_6):(_2,8)");
static_assert(to_string(with_shape(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, _24{})) ==
              "(_4,_6):(_6,_1)");

// ---- composable: would it be accepted?

static_assert(composable(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _12>{}));
static_assert(!composable(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{},
                          Layout<_6, _3>{}));  // 4 of 6 are wrong
static_assert(composable(make_layout(make_shape(6, 2), make_stride(8, 2)), make_layout(4, 3)));
static_assert(!composable(make_layout(make_shape(6, 2), make_stride(8, 2)),
                          make_layout(3, 4)));  // (2,1) has size 2

// ---- identity: composition with coordinates

static_assert(to_string(composition(make_identity_layout(make_shape(_4{}, _8{})),
                                    Layout<Shape<_2, _8>, Stride<_2, _4>>{})) ==
              "(_2,_8):(_2@0,_1@1)");

}  // namespace
