// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/complement.hpp>
#include <tileproof/algebra/layout.hpp>
#include <tileproof/algebra/shape.hpp>
#include <tileproof/core/evenly_divides.hpp>
#include <tileproof/core/shape.hpp>

namespace {

using namespace tileproof;

// ---- congruent: the same profile

static_assert(congruent(make_shape(_2{}, _3{}), make_shape(4, _5{})));
static_assert(congruent(make_shape(_2{}, make_shape(_3{}, 4)),
                        make_shape(1, make_shape(_1{}, _1{}))));
static_assert(congruent(_2{}, 7));
static_assert(is_static_v<decltype(congruent(make_shape(1, 2), make_shape(3, 4)))>);
static_assert(!congruent(make_shape(_2{}, _3{}), make_shape(_2{}, make_shape(_3{}))));  // deeper
static_assert(!congruent(make_shape(_2{}, _3{}), make_shape(_2{}, _3{}, _1{})));  // one mode more
static_assert(!congruent(_6{}, make_shape(_2{}, _3{})));                          // a leaf

// ---- weakly_congruent: the profile of b refines that of a

static_assert(weakly_congruent(_6{}, make_shape(_2{}, _3{})));
static_assert(weakly_congruent(make_shape(_6{}, _8{}), make_shape(_6{}, make_shape(_2{}, _4{}))));
static_assert(weakly_congruent(make_shape(_6{}, _8{}), make_shape(_1{}, _1{})));
static_assert(!weakly_congruent(make_shape(_2{}, _3{}), _6{}));  // a is the finer one
static_assert(!weakly_congruent(make_shape(_2{}, _3{}), make_shape(_2{}, _3{}, _1{})));  // rank 3

// ---- compatible: a coordinate of a is a coordinate of b

static_assert(compatible(_24{}, make_shape(_4{}, _6{})));
static_assert(compatible(make_shape(_4{}, _6{}), make_shape(make_shape(_2{}, _2{}), _6{})));
static_assert(compatible(make_shape(make_shape(_2{}, _2{}), _6{}),
                         make_shape(make_shape(_2{}, _2{}), make_shape(_3{}, _2{}))));
static_assert(compatible(make_shape(4, 6), make_shape(make_shape(2, 2), 6)));
static_assert(!compatible(_24{}, _32{}));                                       // another size
static_assert(!compatible(make_shape(_4{}, _6{}), _24{}));                      // b is coarser
static_assert(!compatible(make_shape(_24{}), _24{}));                           // b is coarser
static_assert(!compatible(make_shape(_6{}, _4{}), make_shape(_4{}, _6{})));     // 6 is not 4
static_assert(!compatible(make_shape(4, 6), make_shape(make_shape(2, 3), 6)));  // 4 is not 6

// ---- weakly_compatible: the leaves of a divide the sizes in b

static_assert(weakly_compatible(_6{}, make_shape(_4{}, _6{})));
static_assert(weakly_compatible(make_shape(_2{}, _3{}), make_shape(_4{}, make_shape(_3{}, _5{}))));
static_assert(!weakly_compatible(_5{}, make_shape(_4{}, _6{})));  // 5 does not divide 24
static_assert(!weakly_compatible(make_shape(_2{}, _3{}), _6{}));  // b is coarser

// ---- evenly_divides: tiles of shape b cut a without a rest

static_assert(evenly_divides(make_shape(_8{}, _6{}), make_shape(_4{}, _2{})));
static_assert(evenly_divides(make_shape(_8{}, _6{}), make_shape(_4{})));
static_assert(evenly_divides(make_shape(8, 6), _16{}));
static_assert(!evenly_divides(make_shape(_8{}, _6{}),
                              make_shape(_4{}, _4{})));  // 4 does not divide 6
static_assert(evenly_divides(_16{}, Shape<_16>{}) && !evenly_divides(_16{}, Shape<_4, _4>{}));

// A layout as a tile beside its definition: its places and their repetitions are all of n.
template <class L, int N>
constexpr bool as_its_complement() {
  return evenly_divides(Shape<Int<N>>{}, Tile<L>{}) ==
         (size(L{}) * size(complement(L{}, Int<N>{})) == N);
}
static_assert([]<int... N>(std::integer_sequence<int, N...>) {
  return ((as_its_complement<Layout<_8, _3>, N + 1>() &&
           as_its_complement<Layout<_4, _1>, N + 1>() &&
           as_its_complement<Layout<Shape<_4, _2>, Stride<_1, _8>>, N + 1>() &&
           as_its_complement<Layout<Shape<_2, _4>, Stride<_8, _1>>, N + 1>() &&
           as_its_complement<Layout<Shape<_3, _1>, Stride<_2, Int<50>>>, N + 1>()) &&
          ...);
}(std::make_integer_sequence<int, 64>{}));

}  // namespace
