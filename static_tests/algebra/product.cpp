// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/product.hpp>
#include <tileproof/print/to_string.hpp>

namespace {

using namespace tileproof;

// ---- logical_product and its rearrangements

static_assert(to_string(logical_product(Layout<Shape<_2, _2>, Stride<_4, _1>>{},
                                        Layout<_6, _1>{})) ==
              "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
static_assert(to_string(logical_product(Layout<Shape<_2, _2>, Stride<_4, _1>>{},
                                        Layout<Shape<_4, _2>, Stride<_2, _1>>{})) ==
              "((_2,_2),(_4,_2)):((_4,_1),(_8,_2))");
static_assert(to_string(logical_product(Layout<Shape<_3, _4>, Stride<_4, _1>>{},
                                        Layout<Shape<_2, _5>, Stride<_1, _2>>{})) ==
              "((_3,_4),(_2,_5)):((_4,_1),(_12,_24))");
static_assert(to_string(logical_product(Layout<_4>{}, Layout<_3>{})) == "(_4,_3):(_1,_4)");
static_assert(to_string(logical_product(Layout<_4>{}, make_layout(3))) == "(_4,3):(_1,_4)");

constexpr auto brick = Layout<Shape<_2, _5>, Stride<_5, _1>>{};
constexpr auto tiler = make_tile(Layout<_3, _5>{}, Layout<_4, _6>{});
static_assert(to_string(logical_product(brick, tiler)) == "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))");
static_assert(to_string(zipped_product(brick, tiler)) == "((_2,_5),(_3,_4)):((_5,_1),(_10,_30))");
static_assert(to_string(tiled_product(brick, tiler)) == "((_2,_5),_3,_4):((_5,_1),_10,_30)");
static_assert(to_string(flat_product(brick, tiler)) == "(_2,_5,_3,_4):(_5,_1,_10,_30)");

// ---- blocked and raked

static_assert(to_string(blocked_product(brick, Layout<Shape<_3, _4>, Stride<_1, _3>>{})) ==
              "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))");
static_assert(to_string(blocked_product(brick, Layout<Shape<_3, _4>, Stride<_4, _1>>{})) ==
              "((_2,_3),(_5,_4)):((_5,_40),(_1,_10))");
static_assert(to_string(raked_product(brick, Layout<Shape<_3, _4>, Stride<_1, _3>>{})) ==
              "((_3,_2),(_4,_5)):((_10,_5),(_30,_1))");
static_assert(to_string(blocked_product(Layout<_4>{}, Layout<Shape<_2, _3>>{})) ==
              "((_4,_2),(_1,_3)):((_1,_4),(_0,_8))");

// ---- tile_to_shape

constexpr auto atom = Layout<Shape<_4, _8>, Stride<_8, _1>>{};
static_assert(to_string(tile_to_shape(atom, make_shape(_8{}, _16{}))) ==
              "((_4,_2),(_8,_2)):((_8,_32),(_1,_64))");
static_assert(to_string(tile_to_shape(atom, make_shape(_8{}, _16{}), make_step(_2{}, _1{}))) ==
              "((_4,_2),(_8,_2)):((_8,_64),(_1,_32))");
static_assert(to_string(tile_to_shape(atom, make_shape(_8{}, _16{}, _3{}))) ==
              "((_4,_2),(_8,_2),(_1,_3)):((_8,_32),(_1,_64),(_0,_128))");
static_assert(to_string(tile_to_shape(atom, make_shape(_8{}, _16{}), LayoutRight{})) ==
              to_string(tile_to_shape(atom, make_shape(_8{}, _16{}), make_step(_2{}, _1{}))));
static_assert(to_string(tile_to_shape(atom, make_shape(8, _16{}))) ==
              "((_4,2),(_8,_2)):((_8,_32),(_1,64))");

}  // namespace
