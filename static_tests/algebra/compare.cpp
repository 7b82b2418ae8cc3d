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
