// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom.hpp>
#include <tileproof/atom/mma/concepts.hpp>
#include <tileproof/pipeline.hpp>

namespace {

using namespace tileproof;

using load = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
using loads = decltype(make_tiled_copy(load{}, Layout<Shape<_16, _2>, Stride<_1, _16>>{},
                                       Layout<Shape<_1, _8>>{}));
using multiply = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>;
using multiplies = decltype(make_tiled_mma(multiply{}, Layout<Shape<_2, _2, _1>>{}));

static_assert(copy_atom_like<load> && copy_atom_like<loads> && !copy_atom_like<multiply>);
static_assert(mma_atom_like<multiply> && mma_atom_like<multiplies> && !mma_atom_like<loads>);
static_assert(atom_like<load> && atom_like<loads> && atom_like<multiply> && atom_like<multiplies>);
static_assert(!atom_like<Layout<_4, _1>> && !atom_like<SM75_U32x4_LDSM_N> && !atom_like<half_t>);

struct lists {
  using resources = pipeline::resources<>;
  using roles = pipeline::roles<>;
  using loop = pipeline::once;
};
struct no_loop {
  using resources = pipeline::resources<>;
  using roles = pipeline::roles<>;
};
static_assert(pipeline::protocol_like<lists> && !pipeline::protocol_like<no_loop>);

}  // namespace
