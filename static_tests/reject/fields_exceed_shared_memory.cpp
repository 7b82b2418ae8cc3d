// SPDX-License-Identifier: BSL-1.0
// expect-error: smem_fits
// expect-error: in_bytes<262144>
// expect-error: expected<232448>
// expect-sentence: smem_allocator: the fields need 262144 bytes and the memory has 232448: use
// expect-sentence: fewer stages or smaller tiles, or state phases that do not meet
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using stages = _7;
#else
using stages = _8;
#endif
// 16 KiB a stage for each of A and B; a block has 227 KiB.
using tiles =
    decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, stages>{}));
struct smem_A : smem_field<half_t, tiles> {};
struct smem_B : smem_field<half_t, tiles> {};
static_assert(smem_allocator<smem_A, smem_B>::bytes > 0);
