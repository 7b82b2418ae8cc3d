// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/shape_arithmetic.hpp>
#include <tileproof/print/to_string.hpp>

namespace {

using namespace tileproof;

// ---- ceil_div, round_up

static_assert(to_string(ceil_div(_7{}, _2{})) == "_4");
static_assert(to_string(ceil_div(7, _2{})) == "4");
static_assert(to_string(ceil_div(make_shape(_8{}, _7{}), make_shape(_4{}, _2{}))) == "(_2,_4)");
static_assert(to_string(ceil_div(make_shape(8, _7{}, 5), make_shape(_4{}, _2{}))) == "(2,_4,5)");
static_assert(to_string(ceil_div(make_shape(_8{}, _7{}), _16{})) == "(_1,_4)");
static_assert(to_string(round_up(_7{}, _4{})) == "_8");
static_assert(to_string(round_up(7, _4{})) == "8");
static_assert(to_string(round_up(make_shape(_7{}, 9), make_shape(_4{}, _5{}))) == "(_8,10)");

// ---- shape_div: exact at every step

static_assert(to_string(shape_div(_12{}, _4{})) == "_3");
static_assert(to_string(shape_div(_4{}, _12{})) == "_1");
static_assert(to_string(shape_div(make_shape(_3{}, _4{}), _6{})) == "(_1,_2)");
static_assert(to_string(shape_div(make_shape(_3{}, _4{}), _3{})) == "(_1,_4)");
static_assert(to_string(shape_div(make_shape(_12{}, _8{}), make_shape(_4{}, _2{}))) == "(_3,_4)");
static_assert(to_string(shape_div(make_shape(12, 8), make_shape(_4{}, 2))) == "(3,4)");

// ---- inner_product

static_assert(inner_product(make_shape(_2{}, _3{}), make_shape(_4{}, _5{})) == 23);
static_assert(inner_product(make_shape(2, make_shape(3, _4{})),
                            make_stride(_1{}, make_stride(_2{}, 5))) == 28);
static_assert(is_static_v<decltype(inner_product(make_shape(_2{}, _3{}), make_shape(_4{}, _5{})))>);

}  // namespace
