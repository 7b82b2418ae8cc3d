// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma<
// expect-error: in_mode<0>
// expect-error: at_coordinate<8>
// expect-error: found<68>
// expect-error: aligned_to<16>
// expect-sentence: wgmma cannot read ((_8,_8),(_8,_2)):((_8,_68),(_1,_1024)) as K-major: in mode
// expect-sentence: 0, coordinate 8 lies 68 elements on, which is no multiple of 16 bytes. The
// expect-sentence: layout tile_to_shape(GMMA::Layout_K_SW32_Atom<half_t>{}, shape) is canonical.
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/wgmma/descriptor.hpp>

using namespace tileproof;

// Groups of 8 rows of 16 bytes, one group after the other.
template <class Group>
using tile =
    Layout<Shape<Shape<_8, _8>, Shape<_8, _2>>, Stride<Stride<_8, Group>, Stride<_1, Int<1024>>>>;

#ifdef TILEPROOF_CONTROL
static_assert(wgmma_descriptor_of<GMMA::Major::K, half_t>(tile<_72>{}).swizzle == 0);
#else
static_assert(wgmma_descriptor_of<GMMA::Major::K, half_t>(tile<Int<68>>{}).swizzle == 0);
#endif
