// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/thread_layouts.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/make_tiled_copy.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/core/tiled_copy.hpp>
#include <tileproof/print/to_string.hpp>

using namespace tileproof;

namespace {

using vectors = Copy_Atom<UniversalCopy<uint128_t>, float>;
using matrices = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;

// ---- as CuTe prints them

using tile_128x8 =
    decltype(make_tiled_copy(vectors{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{}));
static_assert(to_string(tile_128x8::TiledLayout_TV{}) == "(_256,_4):(_4,_1)");
static_assert(std::is_same_v<decltype(tile_shape(tile_128x8{})), Shape<_128, _8>>);
static_assert(to_string(tile_128x8::get_layoutS_TV()) == "(_256,(_4,_1)):(_4,(_1,_0))");
static_assert(to_string(tile_128x8::tidfrg_S(Layout<Shape<_128, _64>>{})) ==
              "(_256,(_4,_1),(_1,_8)):(_4,(_1,_0),(_0,_1024))");
static_assert(size(tile_128x8{}) == 256);

using warps = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{},
                                      Tile<_32, _32, _16>{}));
using copy_a = decltype(make_tiled_copy_A(matrices{}, warps{}));
using copy_b = decltype(make_tiled_copy_B(matrices{}, warps{}));
static_assert(to_string(copy_a::get_layoutS_TV()) ==
              "((_16,_2,_2,_2),(_8,_1)):((_1,_256,_16,_0),(_32,_0))");
static_assert(to_string(copy_a::get_layoutD_TV()) ==
              "((_4,_8,_2,_2),((_2,_2,_2),_1)):((_64,_1,_16,_0),((_32,_8,_256),_0))");
static_assert(to_string(copy_b::get_layoutS_TV()) ==
              "((_8,_2,_2,_2,_2),(_8,_1)):((_1,_256,_16,_0,_8),(_32,_0))");
using fragment_a = decltype(make_fragment_like<half_t>(
    Layout<Shape<Shape<_2, _2, _2>, _4, _4>, Stride<Stride<_1, _512, _8>, Int<2048>, _16>>{}));
static_assert(to_string(copy_a{}.get_slice(0).retile_D(fragment_a{}).layout()) ==
              "((_8,_1),_4,_4):((_1,_0),_32,_8)");

// ---- another copy's source and destination

using by_source = decltype(make_tiled_copy_S(Copy_Atom<UniversalCopy<half_t>, half_t>{}, copy_a{}));
using by_destination =
    decltype(make_tiled_copy_D(Copy_Atom<UniversalCopy<half_t>, half_t>{}, copy_a{}));
static_assert(require<equivalent>(by_source::get_layoutS_TV(), copy_a::get_layoutS_TV()));
static_assert(require<equivalent>(by_destination::get_layoutD_TV(), copy_a::get_layoutD_TV()));

// ---- of offsets: 32 threads of 8 f16 elements along the rows of a row-major tile

using rows = Layout<Shape<_16, _64>, Stride<_64, _1>>;
using cotiled = decltype(make_cotiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{},
                                           Layout<Shape<_32, _8>, Stride<_8, _1>>{}, rows{}));
static_assert(std::is_same_v<decltype(tile_shape(cotiled{})), Shape<_4, _64>>);
template <class Copy, class Data>
constexpr bool has_the_offsets() {
  auto const places = composition(Data{}, typename Copy::Tiler_MN{});
  for (int t = 0; t < 32; ++t)
    for (int v = 0; v < 8; ++v)
      if (places(Copy::get_layoutS_TV()(t, v)) != 8 * t + v) return false;
  return true;
}
static_assert(has_the_offsets<cotiled, rows>());

// ---- replicated: threads along N read what their neighbours read

static_assert(require<owns_every_element<2>>(copy_a::get_layoutD_TV(), Shape<_32, _16>{}));
// They may not write it.
static_assert(!proved<written_by_one_thread, copy_a::TiledLayout_TV>);

}  // namespace
