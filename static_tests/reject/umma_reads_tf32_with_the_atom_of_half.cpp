// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_umma<
// expect-error: found<3, 3, 3>
// expect-error: expected<3, 2, 3>
// expect-sentence: tcgen05.mma does not read tfloat32_t as K-major with the swizzle Sw<3,3,3>;
// expect-sentence: Sw<3,2,3> would do
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/canonical.hpp>

using namespace tileproof;
using UMMA::Major;

template <class T>
using tile = decltype(tile_to_shape(UMMA::Layout_K_SW128_Atom<T>{}, Shape<_128, _64>{}));

#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_umma<Major::K, tfloat32_t>>(tile<tfloat32_t>{}));
#else
static_assert(require<canonical_for_umma<Major::K, tfloat32_t>>(tile<half_t>{}));  // the mistake
#endif
