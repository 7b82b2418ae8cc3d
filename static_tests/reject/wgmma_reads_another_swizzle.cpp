// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma<
// expect-error: found<3, 4, 3>
// expect-error: expected<3, 3, 3>
// expect-sentence: wgmma has no swizzle Sw<3,4,3> of half_t; Sw<3,3,3> would do. The layout
// expect-sentence: tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, shape) is canonical.
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>

using namespace tileproof;

// The swizzle of 8-bit elements, on f16 elements.
template <int Base>
using tile = ComposedLayout<Swizzle<3, Base, 3>, _0, Layout<Shape<_64, _64>, Stride<_64, _1>>>;

#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(tile<3>{}));
#else
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(tile<4>{}));
#endif
