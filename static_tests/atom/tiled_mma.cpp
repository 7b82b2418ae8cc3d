// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/mma/sm70.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/mma/thread_layouts.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/atom/predicated.hpp>
#include <tileproof/core/tiled_mma.hpp>
#include <tileproof/print/to_string.hpp>

using namespace tileproof;

namespace {

// ---- as CuTe prints them

using warps = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{},
                                      Tile<_32, _32, _16>{}));
static_assert(to_string(warps::get_layoutC_TV()) ==
              "((_4,_8,_2,_2),((_2,_2),(_1,_2))):((_64,_1,_16,_256),((_32,_8),(_0,_512)))");
static_assert(to_string(warps::get_layoutA_TV()) ==
              "((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))");
static_assert(to_string(warps::get_layoutB_TV()) ==
              "((_4,_8,_2,_2),((_2,_2),(_2,_1))):((_64,_1,_0,_8),((_32,_256),(_16,_0)))");
static_assert(
    to_string(warps::thrfrg_A(Layout<Shape<_128, _64>>{})) ==
    "(((_4,_8),(_2,_1)),((_2,_2,_2),(_4,_4))):(((_256,_1),(_16,_0)),((_128,_8,_1024),(_32,"
    "_2048)))");
static_assert(size(warps{}) == 128);
static_assert(std::is_same_v<decltype(tile_shape(warps{})), Shape<_32, _32, _16>>);

using volta =
    decltype(make_tiled_mma(SM70_8x8x4_F32F16F16F32_NT{}, Layout<Shape<_2, _2>>{},
                            Tile<Layout<Shape<_4, _4, _2>, Stride<_1, _8, _4>>, _32, _4>{}));
static_assert(
    to_string(volta::get_layoutC_TV()) ==
    "(((_2,_2),(_2,_2),_2),((_2,_2,_2),(_2,_2))):(((_1,_64),(_16,_256),_8),((_32,_2,_128),("
    "_4,_512)))");
static_assert(to_string(volta::get_layoutA_TV()) ==
              "((_4,(_2,_2),_2),(_4,(_2,_1))):((_32,(_16,_0),_8),(_1,(_4,_0)))");
static_assert(to_string(volta::get_layoutB_TV()) ==
              "((_4,(_2,_2),_2),(_4,(_2,_1))):((_32,(_0,_8),_4),(_1,(_16,_0)))");

using scalar = decltype(make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16, _1>>{}));
static_assert(to_string(scalar::get_layoutC_TV()) == "(_256,(_1,(_1,_1))):(_1,(_0,(_0,_0)))");
static_assert(to_string(scalar::get_layoutA_TV()) ==
              "((_16,_16),(_1,(_1,_1))):((_1,_0),(_0,(_0,_0)))");
static_assert(to_string(partition_fragment_C(scalar{}, Shape<_128, _128>{}).layout()) ==
              "(_1,_8,_8):(_0,_1,_8)");

// ---- the rest of a mode beyond the permutation: one mode, or two where the stride is run-time

using taller = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{},
                                       Tile<_64, _32, _16>{}));
template <class Stride>
using share_of_c = decltype(shape(taller{}.get_slice(0).partition_C(
    make_tensor(counting_iterator<int>{}, Layout<Shape<_128, _64>, Stride>{}))));
static_assert(std::is_same_v<share_of_c<Stride<_64, _1>>, Shape<Shape<_2, _2>, _4, _4>>);
static_assert(std::is_same_v<share_of_c<Stride<int, _1>>, Shape<Shape<_2, _2>, Shape<_2, _2>, _4>>);

// ---- a tile that the permutation does not fit, with a predicate

constexpr auto ragged = make_tensor(counting_iterator<int>{}, Layout<Shape<Int<100>, _32>>{});
static_assert(std::is_same_v<decltype(shape(warps{}.get_slice(0).partition_C(ragged, predicated))),
                             Shape<Shape<_2, _2>, _4, _2>>);
static_assert(!proved<fits_whole_tiles, decltype(warps::get_layoutC_TV()), Shape<_32, _32>,
                      Shape<Int<100>, _32>>);
constexpr auto outside =
    prove<fits_whole_tiles>(warps::get_layoutC_TV(), Shape<_32, _32>{}, Shape<Int<100>, _32>{});
static_assert(outside(clue::in_mode) == 0 && outside(clue::found) == 100 &&
              outside(clue::expected) == 32 && outside(clue::outside_element) == 100);
// Element 100 is row 4 of the last tile: of the first warp, whose lane 16 has it as value 0.
static_assert(outside(clue::at_thread) == 16 && outside(clue::at_value) == 0);

// ---- CuTe's names of what it was made of

static_assert(std::is_same_v<warps::AtomThrID, MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>::ThrID>);

}  // namespace
