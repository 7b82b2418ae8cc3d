// SPDX-License-Identifier: BSL-1.0
// expect-error: smem_field_is_aligned
// expect-error: of_fields<
// expect-error: smem_A
// expect-error: aligned_to<128>
// expect-error: expected<1024>
// expect-sentence: smem_allocator: a field is known to lie at a multiple of 128 bytes and needs a
// expect-sentence: multiple of 1024: leave its alignment and its offset to the allocator
#include <tileproof/atom.hpp>

using namespace tileproof;

using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
#ifdef TILEPROOF_CONTROL
struct smem_A : smem_field<half_t, tile> {};
#else
struct smem_A : smem_field<half_t, tile, smem_always, 128> {};
#endif
static_assert(smem_allocator<smem_A>::bytes > 0);
