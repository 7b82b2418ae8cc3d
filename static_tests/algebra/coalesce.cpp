// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/coalesce.hpp>
#include <tileproof/print/to_string.hpp>

namespace {

using namespace tileproof;

// ---- the whole layout

static_assert(to_string(coalesce(Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{})) ==
              "_12:_1");
static_assert(to_string(coalesce(Layout<Shape<_4, _5>, Stride<_3, _12>>{})) == "_20:_3");
static_assert(to_string(coalesce(Layout<Shape<_4, _5>, Stride<_5, _1>>{})) == "(_4,_5):(_5,_1)");
static_assert(to_string(coalesce(Layout<Shape<_8, _1>, Stride<_3, _7>>{})) == "_8:_3");
static_assert(to_string(coalesce(Layout<Shape<_1, _8>, Stride<_7, _3>>{})) == "_8:_3");
static_assert(to_string(coalesce(Layout<Shape<_1, _1>, Stride<_7, _3>>{})) == "_1:_0");
static_assert(to_string(coalesce(Layout<_7, _3>{})) == "_7:_3");
static_assert(to_string(coalesce(Layout<Shape<Shape<_2, _2>, _4, Shape<_2, _3>>>{})) == "_96:_1");
static_assert(to_string(coalesce(Layout<Shape<_2, _3>, Stride<_0, _0>>{})) == "_6:_0");
static_assert(to_string(coalesce(Layout<Shape<_2, _3>, Stride<Int<-1>, Int<-2>>>{})) == "_6:_-1");

// ---- as much as the static leaves allow

static_assert(to_string(coalesce(make_layout(make_shape(_2{}, 3, _4{})))) == "(_2,3,_4):(_1,_2,6)");
static_assert(to_string(coalesce(make_layout(make_shape(_2{}, _3{}, 4)))) == "(_6,4):(_1,_6)");
static_assert(to_string(coalesce(make_layout(make_shape(4, _2{}), make_stride(_1{}, 4)))) ==
              "(4,_2):(_1,4)");
static_assert(to_string(coalesce(make_layout(make_shape(4, _1{}, _2{}),
                                             make_stride(_1{}, 9, 4)))) == "(4,_2):(_1,4)");

// ---- by profile

constexpr auto a = Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{};
static_assert(to_string(coalesce(a, make_step(_1{}, _1{}))) == "(_2,_6):(_1,_2)");
static_assert(to_string(coalesce(a, make_step(_1{}, make_step(_1{}, _1{})))) ==
              "(_2,(_1,_6)):(_1,(_0,_2))");
static_assert(to_string(coalesce(a, _1{})) == "_12:_1");
static_assert(to_string(coalesce(a, make_step(_1{}))) == "(_2,(_1,_6)):(_1,(_6,_2))");

// ---- filter: only what moves the offset

static_assert(to_string(filter(Layout<Shape<_2, _4, _3>, Stride<_1, _0, _2>>{})) == "_6:_1");
static_assert(to_string(filter(Layout<Shape<_2, _4>, Stride<_0, _0>>{})) == "_1:_0");
static_assert(to_string(filter(make_layout(make_shape(4, _2{}), make_stride(_0{}, _1{})))) ==
              "_2:_1");
static_assert(to_string(filter(Layout<Shape<Shape<_2, _4>, _3>, Stride<Stride<_1, _0>, _0>>{},
                               make_step(_1{}, _1{}))) == "(_2,_1):(_1,_0)");
static_assert(
    to_string(filter_zeros(Layout<Shape<_2, Shape<_4, _3>>, Stride<_1, Stride<_0, _2>>>{})) ==
    "(_2,(_1,_3)):(_1,(_0,_2))");

}  // namespace
