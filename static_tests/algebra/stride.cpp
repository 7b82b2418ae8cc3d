// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/stride.hpp>
#include <tileproof/core/stride.hpp>
#include <tileproof/print/to_string.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

constexpr auto nested = make_shape(_2{}, make_shape(_3{}, _4{}), _5{});

// ---- the first mode is the fastest

static_assert(to_string(compact_col_major(make_shape(_2{}, _3{}, _4{}))) == "(_1,_2,_6)");
static_assert(to_string(compact_col_major(nested)) == "(_1,(_2,_6),_24)");
static_assert(to_string(compact_col_major(make_shape(_2{}, 3, _4{}))) == "(_1,_2,6)");
static_assert(to_string(compact_col_major(make_shape(_2{}, _3{}), _8{})) == "(_8,_16)");
static_assert(to_string(compact_col_major(make_shape(_2{}, _1{}, _4{}))) == "(_1,_0,_2)");
static_assert(to_string(compact_col_major(_7{})) == "_1");

// ---- the last mode is the fastest

static_assert(to_string(compact_row_major(make_shape(_2{}, _3{}, _4{}))) == "(_12,_4,_1)");
static_assert(to_string(compact_row_major(nested)) == "(_60,(_20,_5),_1)");
static_assert(to_string(compact_row_major(make_shape(_2{}, 3, _4{}))) == "(12,_4,_1)");
static_assert(to_string(compact_row_major(make_shape(_2{}, _3{}), _8{})) == "(_24,_8)");

static_assert(to_string(compact_major<LayoutLeft>(make_shape(_2{}, _3{}))) == "(_1,_2)");
static_assert(to_string(compact_major<LayoutRight>(make_shape(_2{}, _3{}))) == "(_3,_1)");
static_assert(std::is_same_v<LayoutLeft::Apply<Shape<_2, _3>>, Stride<_1, _2>>);
static_assert(std::is_same_v<LayoutRight::Apply<Shape<_2, _3>>, Stride<_3, _1>>);

// ---- the mode of the least order is the fastest

static_assert(to_string(compact_order(make_shape(_2{}, _3{}, _4{}, _5{}),
                                      make_step(_1{}, _4{}, _3{}, _5{}))) == "(_1,_8,_2,_24)");
static_assert(to_string(compact_order(make_shape(_2{}, make_shape(_3{}, _4{}), _5{}),
                                      make_step(_2{}, make_step(_1{}, _3{}), _4{}))) ==
              "(_3,(_1,_6),_24)");
static_assert(to_string(compact_order(nested, make_step(_3{}, _1{}, _2{}))) == "(_60,(_1,_3),_12)");
static_assert(to_string(compact_order(make_shape(2, _3{}, 4), make_step(_2{}, _3{}, _1{}))) ==
              "(4,8,_1)");

}  // namespace
