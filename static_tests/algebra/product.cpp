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
// Blocks whose modes interleave, and reach beyond size(A)*cosize(B): no two copies share an offset.
static_assert(to_string(logical_product(Layout<Shape<_3, _2>, Stride<_4, _7>>{}, Layout<_2>{})) ==
              "((_3,_2),_2):((_4,_7),_16)");
static_assert(to_string(logical_product(Layout<Shape<_2, _2>, Stride<_5, Int<-9>>>{},
                                        Layout<_2>{})) == "((_2,_2),_2):((_5,_-9),_15)");

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

// The product of two layouts of one mode, integers or tuples, has one mode.
static_assert(to_string(raked_product(Layout<_32>{}, Layout<_4>{})) == "((_4,_32)):((_32,_1))");
static_assert(to_string(raked_product(Layout<Shape<_32>>{}, Layout<_4>{})) ==
              "((_4,(_32))):((_32,(_1)))");
static_assert(to_string(blocked_product(Layout<Shape<_32>>{}, Layout<Shape<_4>>{})) ==
              "((_32,_4)):((_1,_32))");
static_assert(to_string(blocked_product(Layout<_32>{}, Layout<Shape<_4>>{})) ==
              "((_32,(_4))):((_1,(_32)))");

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

// The rank is the target's, of one mode too, and of an integer.
static_assert(to_string(tile_to_shape(Layout<_4>{}, Shape<_8>{})) == "((_4,_2)):((_1,_4))");
static_assert(to_string(tile_to_shape(Layout<_4>{}, _8{})) == "((_4,_2)):((_1,_4))");
static_assert(to_string(tile_to_shape(Layout<_4>{}, 8)) == "((_4,2)):((_1,_4))");
static_assert(to_string(tile_to_shape(Layout<Shape<_4>>{}, Shape<_8>{}, LayoutRight{})) ==
              "((_4,_2)):((_1,_4))");
static_assert(to_string(tile_to_shape(Layout<_4>{}, Shape<_8>{}, Step<_1>{})) ==
              "((_4,_2)):((_1,_4))");
static_assert(to_string(tile_to_shape(Layout<_4>{}, Shape<Shape<_2, _4>>{})) ==
              "((_4,_2)):((_1,_4))");

// A layout of `rank` modes of these extents; of one, an integer or a tuple.
constexpr core::layout compact_of(int rank, std::int64_t const* extents, bool tuple) {
  core::layout l;
  if (rank > 1 || tuple) l.open(rank);
  for (int i = 0; i < rank; ++i) l.leaf({core::fixed(extents[i]), core::fixed(0), 0});
  core::arithmetic cx;
  return core::compact_left(cx, l);
}

// Blocks of extents 1 to `most`, repeated 1 to `most` times along each mode of the target: cases in
// which rank, extents or first offset are not as they should be.
constexpr int wrong_shapes(int target_rank, int block_rank, bool tuples, int most) {
  int wrong = 0;
  for (int digits = 0;; ++digits) {
    std::int64_t block[3]{1, 1, 1};
    std::int64_t target[3]{};
    int d = digits;
    for (int i = 0; i < target_rank; ++i) {
      if (i < block_rank) block[i] = 1 + d % most;
      d /= most;
      target[i] = block[i] * (1 + d % most);
      d /= most;
    }
    if (d > 0) break;
    core::arithmetic cx;
    core::layout const l = compact_of(block_rank, block, tuples);
    core::layout const r = core::tile_to_shape(cx, l, compact_of(target_rank, target, tuples),
                                               core::number(core::fixed(0)));
    bool right = !cx.refused() && core::is_tuple(r) && core::rank(r) == target_rank;
    for (int i = 0; right && i < target_rank; ++i)
      right = core::size(cx, r, core::nth(r, i)).value == target[i];
    wrong += !right || core::apply(r, 0) != 0;
  }
  return wrong;
}
static_assert(wrong_shapes(1, 1, false, 4) == 0 && wrong_shapes(1, 1, true, 4) == 0);
static_assert(wrong_shapes(2, 1, false, 3) == 0 && wrong_shapes(2, 1, true, 3) == 0);
static_assert(wrong_shapes(2, 2, true, 3) == 0);
static_assert(wrong_shapes(3, 1, false, 2) == 0 && wrong_shapes(3, 3, true, 2) == 0);

}  // namespace
