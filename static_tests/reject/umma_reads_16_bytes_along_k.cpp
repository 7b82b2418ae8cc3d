// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_umma<
// expect-error: in_mode<1>
// expect-sentence: tcgen05.mma: mode 1 of ((_8,_16),(_8,_1)):((_8,_64),(_1,_0)) lacks 8
// expect-sentence: elements to a whole number of instructions
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/canonical.hpp>

using namespace tileproof;

// An instruction of f16 has 16 elements along K.
template <class K>
using tile = decltype(tile_to_shape(UMMA::Layout_K_INTER_Atom<half_t>{}, Shape<_128, K>{}));

#ifdef TILEPROOF_CONTROL
static_assert(require<canonical_for_umma<UMMA::Major::K, half_t>>(tile<_16>{}));
#else
static_assert(require<canonical_for_umma<UMMA::Major::K, half_t>>(tile<_8>{}));  // the mistake
#endif
