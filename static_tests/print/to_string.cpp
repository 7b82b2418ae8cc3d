// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>

#include <string_view>
#include <type_traits>

namespace {

using namespace tileproof;

// ---- static leaves with an underscore, run-time leaves without

static_assert(to_string(_4{}) == "_4");
static_assert(to_string(4) == "4");
static_assert(to_string(-4) == "-4");
static_assert(to_string(Int<-4>{}) == "_-4");
static_assert(to_string(Int<(1LL << 40)>{}) == "_1099511627776");
static_assert(to_string(_) == "_");
static_assert(to_string(X{}) == "_");
static_assert(to_string(make_shape()) == "()");
static_assert(to_string(make_shape(_4{})) == "(_4)");
static_assert(to_string(make_shape(_4{}, make_shape(2, _8{}))) == "(_4,(2,_8))");
static_assert(to_string(make_coord(_, 3)) == "(_,3)");
static_assert(to_string(make_tile(Layout<_4, _2>{}, _8{})) == "(_4:_2,_8)");

// ---- layouts

static_assert(to_string(Layout<_4, _1>{}) == "_4:_1");
static_assert(to_string(make_layout(make_shape(_4{}, 8), make_stride(8, _1{}))) == "(_4,8):(8,_1)");
static_assert(to_string(make_layout(make_shape(_2{}, make_shape(_2{}, 3)))) ==
              "(_2,(_2,3)):(_1,(_2,_4))");
static_assert(to_string(Layout<Shape<_4>, Stride<_1>>{}) == "(_4):(_1)");

// ---- coordinates and bases

static_assert(to_string(E<0>{}) == "_1@0");
static_assert(to_string(ScaledBasis<int, 1>(3)) == "3@1");
static_assert(to_string(make_identity_layout(make_shape(_4{}, _8{}))) == "(_4,_8):(_1@0,_1@1)");
static_assert(to_string(ArithmeticTuple<int, _2>(1, _2{})) == "(1,_2)");

// ---- swizzles

static_assert(to_string(Swizzle<3, 4, 3>{}) == "Sw<3,4,3>");
static_assert(to_string(composition(Swizzle<3, 4, 3>{},
                                    Layout<Shape<_8, _64>, Stride<_64, _1>>{})) ==
              "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)");

// ---- the result is text

static_assert(std::is_convertible_v<decltype(to_string(_4{})), std::string_view>);
static_assert(std::string_view(to_string(Layout<_4, _1>{})).size() == 5);

}  // namespace
