// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/compare.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

// ---- equality

static_assert(make_shape(_2{}, 3) == make_shape(2, _3{}));
static_assert(make_shape(_2{}, make_shape(3, 4)) == make_shape(_2{}, make_shape(3, 4)));
static_assert(make_shape(_2{}, 3) != make_shape(_2{}, 4));              // the last leaf
static_assert(make_shape(_2{}, 3) != make_shape(_2{}, 3, _1{}));        // one mode more
static_assert(make_shape(_2{}, 3) != make_shape(_2{}, make_shape(3)));  // deeper
static_assert(is_static_v<decltype(make_shape(_2{}, _3{}) == make_shape(_2{}, _3{}))>);
static_assert(is_static_v<decltype(make_shape(_2{}, 3) == make_shape(_2{}))>);
static_assert(
    !is_static_v<decltype(make_shape(_2{}, 3) == make_shape(_2{}, _3{}))>);  // 3 may be any

// ---- element by element: is a coordinate inside a shape?

static_assert(elem_less(make_coord(1, 2), make_shape(_4{}, _6{})));
static_assert(elem_less(make_coord(1, make_coord(2, 3)), make_shape(4, make_shape(3, 4))));
static_assert(elem_less(make_coord(1), make_shape(_4{}, _6{})));
static_assert(!elem_less(make_coord(4, 2), make_shape(_4{}, _6{})));     // 4 is past the end
static_assert(!elem_less(make_coord(1, 2, 0), make_shape(_4{}, _6{})));  // one mode too many
static_assert(elem_leq(make_coord(4, 6), make_shape(_4{}, _6{})) ==
              !elem_less(make_shape(_4{}, _6{}), make_coord(4, 6)));
static_assert(elem_gtr(make_shape(_4{}, _6{}), make_coord(1, 2)));
static_assert(!elem_geq(make_coord(1, 2), make_shape(_4{}, _6{})));  // less in every mode
static_assert(
    std::is_same_v<decltype(elem_less(make_coord(_1{}, _2{}), make_shape(_4{}, _6{}))), C<true>>);

// A coordinate that adds, an element of an identity tensor, is compared as the tuple that it is.
constexpr auto moved = ArithmeticTuple<int, _2>(1, _2{});
static_assert(elem_less(moved, make_shape(_4{}, _6{})) &&
              !elem_less(make_shape(_4{}, _6{}), moved));
static_assert(elem_leq(moved, make_shape(4, 6)) && !elem_leq(make_shape(4, 6), moved));
static_assert(elem_gtr(make_shape(4, 6), moved) && elem_geq(moved, make_coord(1, 2)));
static_assert(elem_less(ArithmeticTuple<int, tuple<int, int>>(make_tuple(1, make_tuple(2, 3))),
                        make_shape(4, make_shape(3, 4))));
static_assert(lex_less(moved, make_coord(1, 3)) && colex_less(moved, make_coord(0, 3)));
static_assert(moved == make_coord(1, 2) && rank(moved) == 2 && depth(moved) == 1);
static_assert(size(ArithmeticTuple<_3, _2>{}) == 6 && size(moved) == 2);
static_assert(flatten(make_tuple(moved, 5)) == make_tuple(1, 2, 5));
static_assert(unflatten(make_tuple(1, 2, 5), make_tuple(moved, 0)) ==
              make_tuple(make_tuple(1, 2), 5));

// ---- lexicographic, the first element the most significant

static_assert(lex_less(make_coord(1, 9), make_coord(2, 0)));
static_assert(lex_less(make_coord(1, 2), make_coord(1, 3)));
static_assert(lex_less(make_coord(1), make_coord(1, 0)));
static_assert(!lex_less(make_coord(1, 2), make_coord(1, 2)));  // equal
static_assert(lex_leq(make_coord(1, 2), make_coord(1, 2)));
static_assert(lex_gtr(make_coord(2, 0), make_coord(1, 9)));
static_assert(lex_geq(make_coord(1, 2), make_coord(1, 2)));
static_assert(lex_less(make_coord(1, make_coord(2, 3)), make_coord(1, make_coord(2, 4))));

// ---- colexicographic, the last element the most significant

static_assert(colex_less(make_coord(9, 1), make_coord(0, 2)));
static_assert(colex_less(make_coord(1, 2), make_coord(2, 2)));
static_assert(!colex_less(make_coord(1, 2), make_coord(1, 2)));  // equal
static_assert(colex_leq(make_coord(1, 2), make_coord(1, 2)));
static_assert(colex_gtr(make_coord(0, 2), make_coord(9, 1)));
static_assert(colex_geq(make_coord(1, 2), make_coord(1, 2)));

static_assert(elem_less(1, 4U));
static_assert(elem_less(-1, 4U));  // as numbers: -1 is less

}  // namespace
