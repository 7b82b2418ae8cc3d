// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/divide.hpp>
#include <tileproof/core/tiler.hpp>
#include <tileproof/print/to_string.hpp>

namespace {

using namespace tileproof;

// ---- one mode

constexpr auto a = Layout<Shape<_4, _2, _3>, Stride<_2, _1, _8>>{};
static_assert(to_string(logical_divide(a, Layout<_4, _2>{})) ==
              "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
static_assert(to_string(logical_divide(Layout<_24, _1>{}, Layout<_8, _3>{})) == "(_8,_3):(_3,_1)");
static_assert(to_string(logical_divide(Layout<_24, _3>{}, _4{})) == "(_4,_6):(_3,_12)");
static_assert(to_string(zipped_divide(Layout<_24, _3>{}, _4{})) == "(_4,_6):(_3,_12)");
static_assert(to_string(logical_divide(Layout<_10>{}, _4{})) ==
              "(_4,_3):(_1,_4)");  // the last tile is cut
static_assert(to_string(logical_divide(make_layout(10), _4{})) == "(_4,3):(_1,_4)");
static_assert(to_string(logical_divide(make_layout(24, 3), make_layout(4))) == "(4,6):(3,12)");

// ---- by mode

constexpr auto b = Layout<Shape<_9, Shape<_4, _8>>, Stride<Int<59>, Stride<Int<13>, _1>>>{};
constexpr auto tiler = make_tile(Layout<_3, _3>{}, Layout<Shape<_2, _4>, Stride<_1, _8>>{});
static_assert(to_string(logical_divide(b, tiler)) ==
              "((_3,_3),((_2,_4),(_2,_2))):((_177,_59),((_13,_2),(_26,_1)))");
static_assert(to_string(zipped_divide(b, tiler)) ==
              "((_3,(_2,_4)),(_3,(_2,_2))):((_177,(_13,_2)),(_59,(_26,_1)))");
static_assert(to_string(tiled_divide(b, tiler)) ==
              "((_3,(_2,_4)),_3,(_2,_2)):((_177,(_13,_2)),_59,(_26,_1))");
static_assert(to_string(flat_divide(b, tiler)) ==
              "(_3,(_2,_4),_3,(_2,_2)):(_177,(_13,_2),_59,(_26,_1))");
static_assert(to_string(b.tile(Layout<_3, _3>{}, Layout<Shape<_2, _4>, Stride<_1, _8>>{})) ==
              to_string(tiled_divide(b, tiler)));

constexpr auto c = Layout<Shape<_8, _6>>{};
static_assert(to_string(logical_divide(c, make_tile(_4{}, _2{}))) ==
              "((_4,_2),(_2,_3)):((_1,_4),(_8,_16))");
static_assert(to_string(zipped_divide(c, make_tile(_4{}, _2{}))) ==
              "((_4,_2),(_2,_3)):((_1,_8),(_4,_16))");
static_assert(to_string(tiled_divide(c, make_tile(_4{}, _2{}))) ==
              "((_4,_2),_2,_3):((_1,_8),_4,_16)");
static_assert(to_string(flat_divide(c, make_tile(_4{}, _2{}))) == "(_4,_2,_2,_3):(_1,_8,_4,_16)");

// ---- fewer tiles than modes, `_`, run-time leaves

static_assert(to_string(logical_divide(c, make_tile(_4{}))) == "((_4,_2),_6):((_1,_4),_8)");
static_assert(to_string(zipped_divide(c, make_tile(_4{}))) == "((_4),(_2,_6)):((_1),(_4,_8))");
static_assert(to_string(zipped_divide(make_layout(make_shape(4, 6, 8), make_stride(48, 8, _1{})),
                                      make_tile(_2{}, _2{}))) ==
              "((_2,_2),(2,3,8)):((48,8),(96,16,_1))");
static_assert(to_string(zipped_divide(make_layout(make_shape(8, 6)), make_tile(_4{}, 2))) ==
              "((_4,2),(2,3)):((_1,8),(_4,16))");
static_assert(to_string(logical_divide(c, make_tile(_4{}, _))) == "((_4,_2),_6):((_1,_4),_8)");

}  // namespace
