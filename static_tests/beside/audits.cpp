// SPDX-License-Identifier: BSL-1.0
//
// Audits of tiled copies and tiled MMAs of CuTe, right ones and ones with one mistake each that
// CuTe compiles: the audit names that line and no other.
#include <cute/tensor.hpp>

#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>
#include <tileproof/beside/access.hpp>
#include <tileproof/beside/audit.hpp>
#include <tileproof/beside/audit_copy.hpp>
#include <tileproof/beside/audit_mma.hpp>
#include <tileproof/beside/numbers.hpp>

#include "audits.hpp"

namespace {

using namespace cute;

using async = Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>;
using scalar = Copy_Atom<UniversalCopy<half_t>, half_t>;
template <class Atom, class Threads, class Values>
using tiled = decltype(make_tiled_copy(Atom{}, Threads{}, Values{}));
using rows = tiled<async, Layout<Shape<_16, _8>, Stride<_8, _1>>, Layout<Shape<_1, _8>>>;
// Values of a thread go down a column: no vector of a row-major tile.
using columns = tiled<scalar, Layout<Shape<_16, _8>, Stride<_8, _1>>, Layout<Shape<_4, _1>>>;
// (thread,value) -> element with column 0 of four twice and column 3 never.
using repeated = decltype(make_tiled_copy_impl(
    scalar{}, Layout<Shape<_32, Shape<_2, _2>>, Stride<_1, Stride<_32, _32>>>{}, Shape<_32, _4>{}));

template <class P, class L>
using tensor_of = decltype(make_tensor(std::declval<P>(), std::declval<L>()));
template <class L>
using global = tensor_of<gmem_ptr<half_t*>, L>;
template <class L>
using shared = tensor_of<smem_ptr<half_t*>, L>;
using row_major = Layout<Shape<_64, _64>, Stride<_256, _1>>;
using odd_rows = Layout<Shape<_64, _64>, Stride<Int<257>, _1>>;
using short_rows = Layout<Shape<Int<40>, _64>, Stride<_256, _1>>;
using run_time = Layout<Shape<int, _64>, Stride<int, _1>>;
using swizzled = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
using plain = Layout<Shape<_64, _64>, Stride<_64, _1>>;
using overlapping = Layout<Shape<_64, _64>, Stride<_32, _1>>;
using padded = Layout<Shape<_64, _64>, Stride<Int<72>, _1>>;

using mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>,
                     Tile<_32, _32, _16>>;
using load = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
using load_trans = Copy_Atom<SM75_U16x8_LDSM_T, half_t>;
using wgmma =
    decltype(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}));
// One warp's accumulators as those of two.
using doubled =
    TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _1, _1>, Stride<_1, _0, _0>>,
             Tile<Layout<Shape<_16, _2>, Stride<_1, _0>>, _8, _16>>;

static_assert(tileproof::audit<rows>());
static_assert(tileproof::audit<rows, global<row_major>, shared<swizzled>>());
static_assert(tileproof::audit<mma, swizzled, swizzled, load, load>());
static_assert(tileproof::audit<wgmma, swizzled, swizzled>());
static_assert(!tileproof::audit<repeated>::is_correct());
static_assert(tileproof::audit<mma, plain, swizzled, load, load>::is_correct());
static_assert(!tileproof::audit<mma, plain, swizzled, load, load>::holds());

}  // namespace

int main() {
  expect<rows>("rows");
  expect<rows, global<row_major>, shared<swizzled>>("rows to a swizzled tile");
  expect<rows, global<row_major>, shared<padded>>("rows to a padded tile");
  expect<rows, global<run_time>, shared<swizzled>>("rows of run-time length");
  expect<columns>("columns");
  expect<rows, row_major, swizzled>("layouts in place of tensors");
  expect<repeated>("a column twice", "own every element");
  expect<rows, global<odd_rows>, shared<swizzled>>("rows of 257", "the source: vectors",
                                                   "the source: whole sectors");
  expect<rows, global<short_rows>, shared<swizzled>>("40 rows by 16", "divides the source");
  expect<rows, global<row_major>, shared<overlapping>>("rows that overlap", "one thread writes");
  expect<columns, global<row_major>, shared<plain>>("columns", "the source: whole sectors",
                                                    "the destination: no bank conflict");

  expect<mma>("mma");
  expect<mma, swizzled, swizzled, load, load>("ldmatrix of swizzled tiles");
  expect<mma, padded, padded, load, load>("ldmatrix of padded tiles");
  expect<mma, plain, swizzled, load, load>("ldmatrix of plain rows",
                                           "A: the source: no bank conflict");
  expect<mma, swizzled, overlapping, load, load>(
      "rows of B overlap", "B: every element has a place", "B: the source: no bank conflict");
  expect<mma, swizzled, swizzled>("copies that are not given");
  expect<wgmma, swizzled, swizzled>("wgmma");
  expect<wgmma, plain, swizzled>("wgmma of plain rows", "A: a wgmma descriptor");
  expect<wgmma, swizzled, padded>("wgmma of padded rows", "B: a wgmma descriptor");
  expect<doubled>("two warps with one tile", "threads own every accumulator");
  print(tileproof::audit<mma, plain, swizzled, load, load>());
  return verdict();
}
