// SPDX-License-Identifier: BSL-1.0
// expect-error: smem_field_is_aligned
// expect-error: of_fields<
// expect-error: smem_A
// expect-error: aligned_to<128>
// expect-error: expected<1024>
#include <tileproof/atom.hpp>

using namespace tileproof;

using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
#ifdef TILEPROOF_CONTROL
struct smem_A : smem_field<half_t, tile> {};
#else
struct smem_A : smem_field<half_t, tile, smem_always, 128> {};
#endif
constexpr auto bytes = smem_allocator<smem_A>::bytes;
