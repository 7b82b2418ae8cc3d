// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/layout.hpp>
#include <tileproof/print/to_string.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

// ---- making

static_assert(to_string(make_layout(_8{})) == "_8:_1");
static_assert(to_string(make_layout(8)) == "8:_1");
static_assert(to_string(make_layout(8, _2{})) == "8:_2");
static_assert(to_string(make_layout(make_shape(_4{}, 8))) == "(_4,8):(_1,_4)");
static_assert(to_string(make_layout(make_shape(_4{}, 8), LayoutLeft{})) == "(_4,8):(_1,_4)");
static_assert(to_string(make_layout(make_shape(_4{}, 8), LayoutRight{})) == "(_4,8):(8,_1)");
static_assert(to_string(make_layout(make_shape(4, _8{}, 3))) == "(4,_8,3):(_1,4,32)");
static_assert(to_string(make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{}))) ==
              "(_4,_8):(_8,_1)");
static_assert(to_string(make_layout(make_shape(_2{}, make_shape(_2{}, 3)))) ==
              "(_2,(_2,3)):(_1,(_2,_4))");
static_assert(to_string(make_layout(make_shape(_2{}, _1{}, _3{}))) == "(_2,_1,_3):(_1,_0,_2)");
static_assert(to_string(make_layout(make_layout(_4{}, _2{}), make_layout(8, _1{}))) ==
              "(_4,8):(_2,_1)");
static_assert(to_string(make_layout(make_layout(make_shape(_2{}, _3{})), make_layout(_5{}, 7),
                                    make_layout(_2{}))) == "((_2,_3),_5,_2):((_1,_2),7,_1)");
static_assert(to_string(Layout<Shape<_4, _8>>{}) == "(_4,_8):(_1,_4)");
static_assert(std::is_same_v<decltype(make_layout(make_shape(_4{}, _8{}))),
                             Layout<Shape<_4, _8>, Stride<_1, _4>>>);

// ---- in a given order

static_assert(to_string(make_ordered_layout(make_shape(_2{}, _3{}, _4{}),
                                            make_step(_3{}, _1{}, _2{}))) ==
              "(_2,_3,_4):(_12,_1,_3)");
static_assert(to_string(make_ordered_layout(make_shape(2, _3{}, 4), make_step(_3{}, _1{}, _2{}))) ==
              "(2,_3,4):(12,_1,_3)");
static_assert(to_string(make_ordered_layout(make_shape(_4{}, _8{}), LayoutRight{})) ==
              "(_4,_8):(_8,_1)");

// ---- like another one: compact, the strides in the same order

static_assert(to_string(make_layout_like(Layout<Shape<_4, _8>, Stride<_16, _2>>{})) ==
              "(_4,_8):(_8,_1)");
static_assert(to_string(make_layout_like(Layout<Shape<_4, _8, _3>, Stride<_1, _0, _9>>{})) ==
              "(_4,_8,_3):(_1,_0,_4)");
static_assert(to_string(make_layout_like(
                  Layout<Shape<_2, Shape<_3, _4>>, Stride<_5, Stride<Int<99>, _1>>>{})) ==
              "(_2,(_3,_4)):(_4,(_8,_1))");

// ---- the identity

constexpr auto id = make_identity_layout(make_shape(_4{}, 8));
static_assert(to_string(id) == "(_4,8):(_1@0,_1@1)");
static_assert(to_string(id(2, 3)) == "(2,3)");
static_assert(to_string(make_identity_layout(_7{})) == "_7:_1");

// ---- a layout is a function of flat, natural and hierarchical coordinates

constexpr auto h =
    make_layout(make_shape(_2{}, make_shape(_3{}, 4)), make_stride(_1{}, make_stride(_8{}, 2)));
static_assert(h(1, 5) == 19);
static_assert(h(11) == 19);
static_assert(h(make_coord(1, 5)) == 19);
static_assert(h(1, make_coord(2, 1)) == 19);
static_assert(h(make_coord(1, make_coord(2, 1))) == 19);
static_assert(h(_1{}, make_coord(_2{}, 1)) == 19);
static_assert(Layout<_8, _3>{}(5) == 15);
static_assert(Layout<_8, _3>{}(11) == 33);  // the last mode extends without bound

// ---- offsets: the common type of the leaves; 64 bits where a static layout needs them

constexpr auto wide = Layout<Shape<_2, _2>, Stride<_1, Int<(1LL << 40)>>>{};
static_assert(std::is_same_v<decltype(Layout<Shape<_4, _8>>{}(1, 2)), int>);
static_assert(sizeof(wide(1, 1)) == 8);
static_assert(wide(1, 1) == (1LL << 40) + 1);
static_assert(wide(3) == (1LL << 40) + 1);
static_assert(Layout<Shape<_4, _2>, Stride<Int<(1 << 30)>, _1>>{}(3, 1) == 3LL * (1 << 30) + 1);
static_assert(Layout<Shape<_4, _2>, Stride<Int<(1 << 30)>, _1>>{}(7) == 3LL * (1 << 30) + 1);
static_assert(cosize(Layout<_4, Int<(1 << 30)>>{}) == 3LL * (1 << 30) + 1);

// ---- parts

static_assert(to_string(layout<1>(h)) == "(_3,4):(_8,2)");
static_assert(to_string(layout<1, 0>(h)) == "_3:_8");
static_assert(to_string(get<1>(h)) == "(_3,4):(_8,2)");
static_assert(to_string(shape(h)) == "(_2,(_3,4))");
static_assert(to_string(shape<1>(h)) == "(_3,4)");
static_assert(shape<1, 1>(h) == 4);
static_assert(to_string(stride(h)) == "(_1,(_8,2))");
static_assert(to_string(stride<1, 0>(h)) == "_8");
static_assert(to_string(h.shape()) == "(_2,(_3,4))");
static_assert(to_string(h.stride()) == "(_1,(_8,2))");
static_assert(rank(h) == 2);
static_assert(rank<1>(h) == 2);
static_assert(depth(h) == 2);
static_assert(depth<1>(h) == 1);
static_assert(size(h) == 24);
static_assert(size<1>(h) == 12);
static_assert(size<1, 0>(h) == 3);
static_assert(cosize(h) == 24);
static_assert(cosize(Layout<Shape<_4, _8>, Stride<_1, _5>>{}) == 39);
static_assert(cosize<1>(Layout<Shape<_4, _8>, Stride<_1, _5>>{}) == 36);
static_assert(cosize_v<Layout<Shape<_4, _8>, Stride<_1, _5>>> == 39);
static_assert(cosize(Layout<_4, Int<-2>>{}) == 7);

// ---- rearrangement

constexpr auto m = make_layout(make_shape(_2{}, 3, _4{}), make_stride(_1{}, _2{}, 6));
static_assert(to_string(flatten(h)) == "(_2,_3,4):(_1,_8,2)");
static_assert(to_string(select<2, 0>(m)) == "(_4,_2):(6,_1)");
static_assert(to_string(take<1, 3>(m)) == "(3,_4):(_2,6)");
static_assert(to_string(group<0, 2>(m)) == "((_2,3),_4):((_1,_2),6)");
static_assert(to_string(append(m, Layout<_5, _7>{})) == "(_2,3,_4,_5):(_1,_2,6,_7)");
static_assert(to_string(append<4>(m)) == "(_2,3,_4,_1):(_1,_2,6,_0)");
static_assert(to_string(append<3>(Layout<_5, _7>{})) == "(_5,_1,_1):(_7,_0,_0)");
static_assert(to_string(prepend(m, Layout<_5, _7>{})) == "(_5,_2,3,_4):(_7,_1,_2,6)");
static_assert(to_string(prepend<4>(m)) == "(_1,_2,3,_4):(_0,_1,_2,6)");
static_assert(to_string(replace<1>(m, Layout<Shape<_5, _6>, Stride<_1, _7>>{})) ==
              "(_2,(_5,_6),_4):(_1,(_1,_7),6)");

// ---- equality is that of shape and stride

static_assert(make_layout(_8{}) == make_layout(8, 1));
static_assert(!(make_layout(_8{}) ==
                make_layout(make_shape(_2{}, _4{}))));  // one function, two shapes

// ---- traits; a static layout of any kind is an empty type

static_assert(is_layout_v<decltype(h)>);
static_assert(!is_layout_v<Shape<_4, _8>>);  // a shape
static_assert(is_static_v<Layout<Shape<_4, _8>>>);
static_assert(!is_static_v<decltype(h)>);  // one extent and one stride are run-time integers
static_assert(std::is_empty_v<Layout<_8, _1>>);
static_assert(std::is_empty_v<Layout<Shape<_4, _8>, Stride<_8, _1>>>);
static_assert(std::is_empty_v<Layout<Shape<_2, Shape<_3, Shape<_4, _5>>>>>);
static_assert(
    std::is_empty_v<decltype(make_identity_layout(make_shape(_4{}, make_shape(_2{}, _3{}))))>);
static_assert(std::is_empty_v<decltype(make_layout(Layout<_4>{}, Layout<_8, _2>{}))>);
static_assert(std::is_empty_v<decltype(group<0, 2>(Layout<Shape<_4, _8, _2>>{}))>);
static_assert(sizeof(make_layout(make_shape(_4{}, 8))) == sizeof(int));
static_assert(sizeof(h) == 2 * sizeof(int));
static_assert(std::is_trivially_copyable_v<decltype(h)>);

}  // namespace
