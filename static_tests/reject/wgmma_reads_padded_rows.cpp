// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma<
// expect-error: in_mode<0>
// expect-error: at_coordinate<1>
// expect-error: found<72>
// expect-error: expected<64>
// expect-error: write_layout_atom_of_bytes<128>
// expect-sentence: wgmma cannot read Sw<3,3,3> o _0 o (_64,_64):(_72,_1) as K-major: in mode 0,
// expect-sentence: coordinate 1 lies 72 elements on, and a descriptor needs 64. The layout
// expect-sentence: tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, shape) is canonical.
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>

using namespace tileproof;

// Rows of 128 bytes, 8 of them swizzled; 8 f16 elements of padding between two rows, as for
// ldmatrix.
template <class Row>
using tile = ComposedLayout<Swizzle<3, 3, 3>, _0, Layout<Shape<_64, _64>, Stride<Row, _1>>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(tile<_64>{}));
#else
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(tile<_72>{}));
#endif
