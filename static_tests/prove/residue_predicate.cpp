// SPDX-License-Identifier: BSL-1.0
//
// The predicate that a residue requires is exact: each coordinate inside counts once, and none
// outside.
#include <tileproof/prove/residue_predicate.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/tensor/predicate.hpp>

using namespace tileproof;

namespace {

using _13 = Int<13>;
using _15 = Int<15>;

template <class T, class U>
constexpr bool is(U const&) {
  return std::is_same_v<T, U>;
}

//////////////////////////////////////////////////////////////////////////////// the bounds

static_assert(is<_10>(residue_bounds(_10{}, Layout<_4, _1>{})));

static_assert(is<Shape<_10, Underscore>>(residue_bounds(Shape<_10, _8>{}, Shape<_4, _2>{})));
static_assert(is<_3>(residue_bounds(_3{}, _4{})));

static_assert(is<Shape<Underscore, Underscore>>(residue_bounds(Shape<_8, _12>{}, Shape<_4, _4>{})));

// `_`, tiles of 1, and modes past the tiler's require no predicate, whatever the extent.
static_assert(is<Shape<Underscore, _9>>(residue_bounds(Shape<_7, _9>{}, make_tile(_, _4{}))));
static_assert(is<Shape<Underscore, int>>(residue_bounds(make_shape(7, 9), make_tile(_1{}, _4{}))));
static_assert(is<Shape<_7, Underscore>>(residue_bounds(Shape<_7, _9>{}, make_tile(_4{}))));

// One tile for a whole shape counts its elements.
static_assert(is<_15>(residue_bounds(Shape<_5, _3>{}, _4{})));
static_assert(is<Underscore>(residue_bounds(Shape<_5, _3>{}, _5{})));
static_assert(is<Shape<_15, Underscore>>(residue_bounds(Shape<Shape<_5, _3>, _4>{},
                                                        Shape<_4, _2>{})));

// A tile of every second element: 10 is 2 blocks of 4 and a residue; 8 is not.
static_assert(is<_10>(residue_bounds(_10{}, Layout<_4, _2>{})));
static_assert(is<Underscore>(residue_bounds(_8{}, Layout<_4, _2>{})));

///////////////////////////////////////////////////// the predicate is necessary and sufficient

constexpr int most_elements = 512;

// The elements that are visited; those outside of [0,size) count too.
struct tally {
  int visits[most_elements]{};
  int outside = 0;

  constexpr void visit(int element, int size) {
    if (element < 0 || element >= size)
      ++outside;
    else
      ++visits[element];
  }
  // Inside, each exactly once; outside, none.
  constexpr bool is_exact(int size) const {
    for (int i = 0; i < size; ++i)
      if (visits[i] != 1) return false;
    return outside == 0;
  }
};

// The element at a coordinate, or -1 for one outside.
template <class Shape>
constexpr int element_at(int c, Shape const& shape) {
  return c < int{size(shape)} ? c : -1;
}
template <class... Cs, class Shape>
constexpr int element_at(tuple<Cs...> const& c, Shape const& shape) {
  int element = 0;
  int unit = 1;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((element = element < 0 || int{get<I>(c)} >= int{size<int{I}>(shape)}
                    ? -1
                    : element + unit * int{get<I>(c)},
      unit *= int{size<int{I}>(shape)}),
     ...);
  }(std::index_sequence_for<Cs...>{});
  return element;
}

// With the predicate, every element is visited once and nothing outside. Without it something
// outside is, unless the tiles divide.
template <class Shape, class Tiler>
constexpr bool is_exact(Shape const& shape, Tiler const& tiler, bool divides = false) {
  auto const p = make_predicate(shape, tiler);
  int const n = size(shape);
  tally all;
  tally by_predicate;
  for (int i = 0; i < int{size(p.coords)}; ++i) {
    int const element = element_at(p.coords(i), shape);
    all.visit(element, n);
    if (p(i)) by_predicate.visit(element, n);
  }
  return by_predicate.is_exact(n) && (all.outside == 0) == divides;
}

// Primes, one less and one more than tiles, 1, and multiples.
static_assert(is_exact(_7{}, _4{}) && is_exact(_13{}, _4{}) && is_exact(_13{}, _5{}));
static_assert(is_exact(_15{}, _8{}) && is_exact(_9{}, _8{}) && is_exact(_1{}, _8{}));
static_assert(is_exact(_3{}, _4{}) && is_exact(_5{}, _4{}) && is_exact(_10{}, _4{}));
static_assert(is_exact(_16{}, _8{}, true) && is_exact(_8{}, _8{}, true));
static_assert(is_exact(_7{}, _1{}, true));
static_assert(is_exact(7, _4{}) && is_exact(13, _4{}) && is_exact(1, _8{}) && is_exact(9, 8));
static_assert(is_exact(16, _8{}, true) && is_exact(8, 8, true) && is_exact(7, _1{}, true));

constexpr bool is_exact_from(int least, int most) {
  for (int extent = least; extent <= most; ++extent)
    if (!is_exact(extent, _1{}, true) || !is_exact(extent, _2{}, extent % 2 == 0) ||
        !is_exact(extent, _3{}, extent % 3 == 0) || !is_exact(extent, _4{}, extent % 4 == 0) ||
        !is_exact(extent, 7, extent % 7 == 0) || !is_exact(extent, _8{}, extent % 8 == 0))
      return false;
  return true;
}
static_assert(is_exact_from(1, 18) && is_exact_from(19, 24));
static_assert(is_exact_from(25, 29));

static_assert(is_exact(Shape<_10, _8>{}, Shape<_4, _2>{}));
static_assert(is_exact(Shape<_7, _13>{}, Shape<_4, _4>{}));
static_assert(is_exact(Shape<_1, _9>{}, Shape<_4, _8>{}));
static_assert(is_exact(Shape<_8, _12>{}, Shape<_4, _4>{}, true));
static_assert(is_exact(Shape<_7, _13>{}, make_tile(_, _4{})));
static_assert(is_exact(Shape<_7, _13>{}, make_tile(_4{})));
static_assert(is_exact(Shape<_5, _3, _7>{}, Shape<_4, _2, _3>{}));
static_assert(is_exact(make_shape(10, 8), Shape<_4, _2>{}));
static_assert(is_exact(make_shape(7, 13), make_shape(4, _4{})));
static_assert(is_exact(make_shape(_7{}, 13), Shape<_4, _4>{}));
static_assert(is_exact(make_shape(1, 1), Shape<_4, _8>{}));
static_assert(is_exact(make_shape(8, 12), Shape<_4, _4>{}, true));
static_assert(is_exact(make_shape(5, 3, 7), Shape<_4, _2, _3>{}));

// One tile, of a shape of two modes.
static_assert(is_exact(Shape<_5, _3>{}, _4{}) && is_exact(make_shape(5, 3), _4{}));
static_assert(is_exact(Shape<_5, _3>{}, _5{}, true) && is_exact(make_shape(5, 3), _5{}, true));
static_assert(is_exact(Shape<Shape<_5, _3>, _4>{}, Shape<_4, _2>{}));

// Tiles with gaps, and tiles of two modes.
static_assert(is_exact(_10{}, Layout<_4, _2>{}) && is_exact(_8{}, Layout<_4, _2>{}, true));
static_assert(is_exact(_7{}, Layout<Shape<_2, _2>, Stride<_2, _1>>{}));
static_assert(is_exact(13, Layout<Shape<_2, _2>, Stride<_2, _1>>{}));
static_assert(is_exact(Shape<_10, _9>{}, make_tile(Layout<_4, _2>{}, _4{})));

// The bound of each mode is needed: without either one, elements outside are visited.
constexpr bool each_bound_is_needed() {
  auto const p = make_predicate(Shape<_10, _9>{}, Shape<_4, _4>{});
  bool first = false;
  bool second = false;
  for (int i = 0; i < int{size(p.coords)}; ++i) {
    auto const c = p.coords(i);
    first = first || (!p(i) && is_inside(c, make_tuple(_, get<1>(p.bounds))));
    second = second || (!p(i) && is_inside(c, make_tuple(get<0>(p.bounds), _)));
  }
  return first && second;
}
static_assert(each_bound_is_needed());

////////////////////////////////////////////////////////////////////// a division inside a tile

// 10 by 4, and each tile by 3: the second part of a tile ends with two elements of the next tile.
// The outer predicate lets them through, and they are visited twice; the inner one does not.
constexpr bool is_exact_by(bool outer, bool inner) {
  auto const blocks = make_predicate(_10{}, _4{});
  auto const parts = make_predicate(_4{}, _3{});
  tally t;
  for (int block = 0; block < int{size<1>(blocks.coords)}; ++block)
    for (int i = 0; i < int{size(parts.coords)}; ++i) {
      int const in_tile = parts.coords(i);
      int const element = 4 * block + in_tile;
      if ((!outer || is_inside(element, blocks.bounds)) && (!inner || parts(i)))
        t.visit(element, 10);
    }
  return t.is_exact(10);
}
static_assert(is_exact_by(true, true));
static_assert(!is_exact_by(true, false));
static_assert(!is_exact_by(false, true));

/////////////////////////////////////////////////////////////////////////// predicate tensors

// Blocks take tiles and threads take parts of them, of the data and of the predicate alike. The
// data are the numbers of the elements.
template <class Shape, class Tiler, class Threads>
constexpr bool threads_see_each_once(Shape const& shape, Tiler const& tiler, Threads const& threads,
                                     int rows, int columns) {
  auto const data = make_tensor(counting_iterator<int>{0}, make_layout(shape));
  auto const inside = make_predicate_tensor(shape, tiler);
  int const n = size(shape);
  tally t;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      auto const data_tile = local_tile(data, tiler, make_coord(row, column));
      auto const inside_tile = local_tile(inside, tiler, make_coord(row, column));
      for (int thread = 0; thread < int{size(threads)}; ++thread) {
        auto const mine = local_partition(data_tile, threads, thread);
        auto const is_mine = local_partition(inside_tile, threads, thread);
        if (int{size(mine)} != int{size(is_mine)}) return false;
        for (int i = 0; i < int{size(mine)}; ++i)
          if (is_mine(i)) t.visit(mine(i), n);
      }
    }
  return t.is_exact(n);
}

using two_by_two = Layout<Shape<_2, _2>>;
static_assert(threads_see_each_once(Shape<_10, _8>{}, Shape<_4, _2>{}, two_by_two{}, 3, 4));
static_assert(threads_see_each_once(make_shape(10, 8), Shape<_4, _2>{}, two_by_two{}, 3, 4));
static_assert(threads_see_each_once(Shape<_7, _13>{}, Shape<_4, _4>{}, two_by_two{}, 2, 4));
static_assert(threads_see_each_once(make_shape(7, 13), Shape<_4, _4>{}, two_by_two{}, 2, 4));
static_assert(threads_see_each_once(make_shape(7, 13), make_shape(4, 4), two_by_two{}, 2, 4));
static_assert(threads_see_each_once(make_shape(1, 3), Shape<_4, _4>{}, two_by_two{}, 1, 1));
static_assert(threads_see_each_once(make_shape(9, 15), Shape<_8, _16>{},
                                    Layout<Shape<_4, _8>, Stride<_8, _1>>{}, 2, 1));
static_assert(threads_see_each_once(Shape<_8, _12>{}, Shape<_4, _4>{}, two_by_two{}, 2, 3));

// Each element of one mode is seen once by the blocks.
template <class Shape, class Tile>
constexpr bool blocks_see_each_once(Shape const& shape, Tile const& tile, int blocks) {
  int const n = size(shape);
  auto const data = make_tensor(counting_iterator<int>{0}, make_layout(size(shape)));
  auto const inside = make_predicate_tensor(shape, tile);
  tally t;
  for (int block = 0; block < blocks; ++block) {
    auto const mine = local_tile(data, tile, block);
    auto const is_mine = local_tile(inside, tile, block);
    for (int i = 0; i < int{size(mine)}; ++i)
      if (is_mine(i)) t.visit(mine(i), n);
  }
  return t.is_exact(n);
}
static_assert(blocks_see_each_once(_10{}, _4{}, 3) && blocks_see_each_once(10, _4{}, 3));
static_assert(blocks_see_each_once(_3{}, _4{}, 1) && blocks_see_each_once(1, _4{}, 1));
static_assert(blocks_see_each_once(Shape<_5, _3>{}, _4{}, 4));
static_assert(blocks_see_each_once(make_shape(5, 3), _4{}, 4));

// The view of a predicate's coordinates says what the predicate says.
template <class Shape, class Tiler>
constexpr bool view_agrees(Shape const& shape, Tiler const& tiler) {
  auto const p = make_predicate(shape, tiler);
  auto const view = make_predicate_tensor(p);
  for (int i = 0; i < int{size(p.coords)}; ++i)
    if (view(i) != p(i)) return false;
  return true;
}
static_assert(view_agrees(Shape<_10, _8>{}, Shape<_4, _2>{}));
static_assert(view_agrees(make_shape(7, 13), Shape<_4, _4>{}));
static_assert(view_agrees(_10{}, _4{}) && view_agrees(7, _4{}));

}  // namespace
