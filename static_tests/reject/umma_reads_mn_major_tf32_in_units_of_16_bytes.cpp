// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_umma<
// expect-error: found<3, 2, 3>
// expect-error: expected<2, 3, 2>
// expect-sentence: tcgen05.mma does not read tfloat32_t as MN-major with the swizzle Sw<3,2,3>;
// expect-sentence: Sw<2,3,2> would do. The layout
// expect-sentence: tile_to_shape(UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>{}, shape) is canonical.
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/canonical.hpp>

using namespace tileproof;

// MN-major elements of 32 bits have an atom of their own.
template <class Atom>
using tile = decltype(tile_to_shape(Atom{}, Shape<_128, _32>{}));
using mn_major_tf32 = canonical_for_umma<UMMA::Major::MN, tfloat32_t>;

#ifdef TILEPROOF_CONTROL
static_assert(require<mn_major_tf32>(tile<UMMA::Layout_MN_SW128_32B_Atom<tfloat32_t>>{}));
#else
static_assert(require<mn_major_tf32>(tile<UMMA::Layout_MN_SW128_Atom<tfloat32_t>>{}));
#endif
