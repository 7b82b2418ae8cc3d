// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_umma<
// expect-error: found<72>
// expect-error: expected<64>
// expect-sentence: tcgen05.mma cannot read Sw<3,3,3> o _0 o (_128,_64):(_72,_1) as K-major: in mode
// expect-sentence: 0, coordinate 1 lies 72 elements on, and a descriptor needs 64. The layout
// expect-sentence: tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, shape) is canonical.
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/descriptor.hpp>

using namespace tileproof;

// 8 f16 elements of padding between two rows, as for ldmatrix.
template <class Row>
using tile = ComposedLayout<Swizzle<3, 3, 3>, _0, Layout<Shape<_128, _64>, Stride<Row, _1>>>;

#ifdef TILEPROOF_CONTROL
inline constexpr auto a = umma_descriptor_of<UMMA::Major::K, half_t>(tile<_64>{});
#else
inline constexpr auto a = umma_descriptor_of<UMMA::Major::K, half_t>(tile<_72>{});  // the mistake
#endif
