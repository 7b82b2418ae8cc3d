// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/local_tile.hpp>

using namespace tileproof;

namespace {

constexpr counting_iterator<int> zero{0};

template <class T>
constexpr bool is(T const& tensor, int first, std::string_view layout) {
  return *tensor.data() == first && to_string(tensor.layout()) == layout;
}

constexpr auto rows = make_tensor(zero, make_shape(4, 6), make_stride(6, _1{}));
constexpr auto cube = make_tensor(zero, make_shape(4, 6, 8), make_stride(48, 8, _1{}));
constexpr auto tile = make_shape(_2{}, _2{});

///////////////////////////////////////////////////////////////////////////////// local_tile

static_assert(is(local_tile(rows, tile, make_coord(1, 1)), 14, "(_2,_2):(6,_1)"));
static_assert(is(local_tile(rows, tile, make_coord(0, _)), 0, "(_2,_2,3):(6,_1,_2)"));
static_assert(is(local_tile(rows, tile, make_coord(_, _)), 0, "(_2,_2,2,3):(6,_1,12,_2)"));
static_assert(is(local_tile(rows, tile, 3), 14, "(_2,_2):(6,_1)"));  // the tile (1,1), column-major
static_assert(is(local_tile(cube, tile, make_coord(1, 2)), 128, "(_2,_2,8):(48,8,_1)"));
static_assert(is(inner_partition(rows, tile, make_coord(1, 1)), 14, "(_2,_2):(6,_1)"));

constexpr auto tile_3 = make_shape(_2{}, _2{}, _4{});
constexpr auto coord_3 = make_coord(1, 0, _);
constexpr auto mk = make_tensor(zero, make_shape(4, 8), make_stride(8, _1{}));
static_assert(is(local_tile(mk, tile_3, coord_3, Step<_1, X, _1>{}), 16, "(_2,_4,2):(8,_1,_4)"));
static_assert(is(inner_partition(mk, tile_3, coord_3, Step<_1, X, _1>{}), 16,
                 "(_2,_4,2):(8,_1,_4)"));
static_assert(is(local_tile(mk, tile_3, coord_3, Step<_1, _1, X>{}), 16, "(_2,_2):(8,_1)"));

// A tiler of layouts: every second row of a tile.
static_assert(is(local_tile(rows, make_tile(Layout<_2, _2>{}, _3{}), make_coord(1, 1)), 9,
                 "(_2,_3):(12,_1)"));
static_assert(is(local_tile(rows, make_tile(_2{}, _), make_coord(1)), 12, "(_2,6,_1):(6,_1,_0)"));

//////////////////////////////////////////////////////////////////////////// local_partition

constexpr auto columns = make_tensor(zero, make_shape(8, 6), make_stride(_1{}, 8));
constexpr auto threads = Layout<Shape<_4, _2>>{};
static_assert(is(local_partition(columns, threads, 1), 1, "(2,3):(_4,16)"));
static_assert(is(local_partition(columns, threads, 5), 9, "(2,3):(_4,16)"));
static_assert(is(local_partition(columns, threads, 5U), 9, "(2,3):(_4,16)"));
static_assert(is(local_partition(columns, threads, Int<5>{}), 9, "(2,3):(_4,16)"));
static_assert(is(local_partition(columns, threads, 5, Step<_1, X>{}), 1, "(2,6):(_4,8)"));
static_assert(is(local_partition(columns, threads, 5, Step<X, _1>{}), 1, "(2,6):(_4,8)") == false);
static_assert(is(outer_partition(columns, make_shape(_4{}, _2{}), make_coord(1, 1)), 9,
                 "(2,3):(_4,16)"));
static_assert(is(outer_partition(columns, make_shape(_4{}, _2{}), make_coord(1, _)), 1,
                 "(_2,2,3):(8,_4,16)"));
static_assert(is(outer_partition(columns, tile_3, make_coord(1, 0, 1), Step<_1, X, _1>{}), 9,
                 "(4,2):(_2,32)"));

// Row-major threads: index 1 is the neighbour along the second mode.
static_assert(is(local_partition(columns, Layout<Shape<_4, _2>, Stride<_2, _1>>{}, 1), 8,
                 "(2,3):(_4,16)"));
// Hierarchical threads.
static_assert(is(local_partition(columns,
                                 Layout<Shape<Shape<_2, _2>, _2>, Stride<Stride<_1, _4>, _2>>{}, 5),
                 3, "(2,3):(_4,16)"));
// Run-time threads, compact and column-major.
static_assert(is(local_partition(columns, make_layout(make_shape(4, 2)), 5), 9, "(2,3):(4,16)"));

// The shares of all threads are all elements, once each.
constexpr bool shares_cover() {
  int owners[48]{};
  for (int t = 0; t < 8; ++t) {
    auto const mine = local_partition(columns, threads, t);
    for (int i = 0; i < size(mine); ++i) ++owners[mine(i)];
  }
  for (int const n : owners)
    if (n != 1) return false;
  return true;
}
static_assert(shares_cover());

////////////////////////////////////////////////////////////////////// swizzles and coordinates

constexpr auto swizzled =
    make_tensor(zero, composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
constexpr auto block = local_tile(swizzled, make_shape(_16{}, _16{}), make_coord(1, 2));
constexpr bool block_agrees() {
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j)
      if (block(i, j) != swizzled(16 + i, 32 + j)) return false;
  return true;
}
static_assert(block_agrees());
constexpr auto share = local_partition(block, Layout<Shape<_8, _2>>{}, 11);
static_assert(share(1, 3) == swizzled(16 + 3 + 8, 32 + 1 + 6));

constexpr auto coordinates = make_identity_tensor(make_shape(8, 6));
static_assert(to_string(local_partition(coordinates, threads, 5)(1, 2)) == "(5,5)");
static_assert(to_string(local_tile(coordinates, tile, make_coord(2, 1))(1, 1)) == "(5,3)");

}  // namespace
