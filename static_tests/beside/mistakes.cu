// SPDX-License-Identifier: BSL-1.0
//
// Five audits that do not hold; mistakes.expected has the words of g++ and nvcc through
// tileproof-errors.
#include <cute/tensor.hpp>

#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>

#include <tileproof/beside_cute.hpp>

using namespace cute;

using Swizzled = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
using Rows = Layout<Shape<_64, _64>, Stride<_64, _1>>;
using Overlapping = Layout<Shape<_64, _64>, Stride<_32, _1>>;
using Global = decltype(make_tensor(make_gmem_ptr(static_cast<half_t*>(nullptr)),
                                    Layout<Shape<_64, _64>, Stride<Int<257>, _1>>{}));

using Mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>,
                     Tile<_32, _32, _16>>;
using Ldmatrix = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
using Wgmma =
    decltype(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}));
using Load =
    decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{}));
using Twice =
    decltype(make_tiled_copy_impl(Copy_Atom<UniversalCopy<half_t>, half_t>{},
                                  Layout<Shape<_32, _4>, Stride<_1, _16>>{}, Shape<_32, _4>{}));

static_assert(tileproof::audit<Mma, Rows, Swizzled, Ldmatrix, Ldmatrix>());
static_assert(tileproof::audit<Wgmma, Rows, Swizzled>());
static_assert(tileproof::audit<Twice>());
static_assert(tileproof::audit<Load, Rows, Overlapping>());
static_assert(tileproof::audit<Load, Global, Swizzled>());
