// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/int_tuple.hpp>
#include <tileproof/print/to_string.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

constexpr auto flat = make_shape(_2{}, 3, _4{});
constexpr auto nested = make_shape(_2{}, make_shape(3, make_shape(_4{}, 5)), _6{});

// ---- making

static_assert(to_string(flat) == "(_2,3,_4)");
static_assert(to_string(nested) == "(_2,(3,(_4,5)),_6)");
static_assert(std::is_same_v<decltype(make_shape(_2{}, 3)), Shape<_2, int>>);
static_assert(std::is_same_v<decltype(make_stride(_2{}, 3)), Stride<_2, int>>);
static_assert(std::is_same_v<decltype(make_coord(_2{}, _)), Coord<_2, Underscore>>);
static_assert(std::is_same_v<decltype(make_tile(_2{}, 3)), Tile<_2, int>>);
static_assert(std::is_same_v<decltype(make_step(_1{}, X{})), Step<_1, X>>);

// ---- rank, depth, size, product

static_assert(rank(flat) == 3);
static_assert(rank(7) == 1);
static_assert(rank(make_shape()) == 0);
static_assert(rank<1>(nested) == 2);
static_assert(rank<1, 1>(nested) == 2);
static_assert(is_static_v<decltype(rank(flat))>);
static_assert(depth(7) == 0);
static_assert(depth(flat) == 1);
static_assert(depth(nested) == 3);
static_assert(depth<1, 1>(nested) == 1);
static_assert(size(flat) == 24);
static_assert(size(nested) == 720);
static_assert(size<1>(nested) == 60);
static_assert(size<1, 1, 0>(nested) == 4);
static_assert(product(make_shape(_2{}, make_shape(_3{}, _4{}))) == 24);
static_assert(is_static_v<decltype(product(make_shape(_2{}, make_shape(_3{}, _4{}))))>);
static_assert(!is_static_v<decltype(product(flat))>);  // one extent is a run-time integer
static_assert(to_string(product_each(nested)) == "(_2,60,_6)");
static_assert(to_string(shape<1>(nested)) == "(3,(_4,5))");
static_assert(get<1, 1, 0>(nested) == 4);

}  // namespace
