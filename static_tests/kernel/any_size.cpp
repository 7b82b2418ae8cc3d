// SPDX-License-Identifier: BSL-1.0
//
// The theorems of GEMM kernels for every size: they hold for tiles of every kind, and of a tile
// that is not whole some element is outside.
#include <tileproof/kernel/common/described_layout.hpp>
#include <tileproof/kernel/common/whole_tiles.hpp>
#include <tileproof/kernel/gemm/any_size.hpp>

namespace {

using namespace tileproof;

template <class Tiler, major A, major B, class Index, class T = float>
using of_tiles =
    detail::gemm_of_any_size<T, T, float,
                             detail::frame_of_tiles<Tiler, A, B, uint128_t, uint128_t, Index>>;
static_assert(of_tiles<Shape<_128, _128, _16>, major::mn, major::mn, int>::proofs::hold);
static_assert(of_tiles<Shape<_64, _96, _8>, major::k, major::mn, std::int64_t>::proofs::hold);
static_assert(of_tiles<Shape<_32, _32, _64>, major::mn, major::k, int, half_t>::proofs::hold);

// An unknown extent has no tile without a predicate; a multiple of the tile has no other.
using tiles = of_tiles<Shape<_128, _128, _16>, major::mn, major::k, int>;
static_assert(std::is_same_v<tiles::bounds<decltype(tiles::tiles::iA)>, Shape<tiles::m, tiles::k>>);

using detail::is_described_layout;
static_assert(proved<is_described_layout<Shape<tiles::m, tiles::k>>, Shape<tiles::m, tiles::k>>);
static_assert(!proved<is_described_layout<Shape<tiles::m, tiles::k>>, Shape<tiles::k, tiles::m>>);

static_assert(proved<holds_for_all_integers<detail::whole_tiles_are_inside<128>>>);
static_assert(detail::is_whole_tile(1, 64, 128) && !detail::is_whole_tile(1, 64, 127));

}  // namespace
