// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/types/basis.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

// ---- E<i,j,...> is an empty type

static_assert(std::is_empty_v<E<0>>);
static_assert(std::is_empty_v<E<1, 2>>);
static_assert(sizeof(ScaledBasis<int, 0>) == sizeof(int));
static_assert(E<0>{}.value() == 1);
static_assert(ScaledBasis<int, 0>(7).value() == 7);
static_assert(is_scaled_basis<E<1>>::value);
static_assert(!is_scaled_basis<_1>::value);  // a plain stride

// ---- coordinates add by element, shorter ones count as filled with zeros

static_assert(to_string(ArithmeticTuple<int, int>(1, 2) + ArithmeticTuple<int, int>(3, 4)) ==
              "(4,6)");
static_assert(to_string(ArithmeticTuple<int>(1) + ArithmeticTuple<_0, int>(_0{}, 4)) == "(1,4)");
static_assert(to_string(as_arithmetic_tuple(make_tuple(1, make_tuple(2, 3))) +
                        as_arithmetic_tuple(make_tuple(_4{}, make_tuple(_5{}, _6{})))) ==
              "(5,(7,9))");

// ---- a layout whose strides are basis vectors gives coordinates

constexpr auto l = make_identity_layout(make_shape(_4{}, make_shape(_2{}, _3{})));
static_assert(to_string(l) == "(_4,(_2,_3)):(_1@0,(_1@0@1,_1@1@1))");
static_assert(std::is_empty_v<std::remove_cvref_t<decltype(l)>>);
static_assert(to_string(l(3, 5)) == "(3,(1,2))");
static_assert(to_string(l(make_coord(3, make_coord(1, 2)))) == "(3,(1,2))");
static_assert(to_string(composition(l, make_tile(_2{}, _))) ==
              "(_2,(_2,_3)):(_1@0,(_1@0@1,_1@1@1))");
static_assert(to_string(zipped_divide(make_identity_layout(make_shape(_4{}, _6{})),
                                      make_tile(_2{}, _3{}))) ==
              "((_2,_3),(_2,_2)):((_1@0,_1@1),(_2@0,_3@1))");

}  // namespace
