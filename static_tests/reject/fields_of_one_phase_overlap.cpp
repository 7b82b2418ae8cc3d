// SPDX-License-Identifier: BSL-1.0
// expect-error: smem_fields_live_apart
// expect-error: of_fields<
// expect-error: smem_A
// expect-error: smem_C
// expect-error: at_byte<8192>
// expect-error: in_phase<1>
#include <tileproof/atom.hpp>

using namespace tileproof;

using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
// The epilogue's tile is stated to lie over the last half of A, which the last k-tile still reads.
struct smem_A : smem_field<half_t, tile, smem_phases<0, 1>> {};
#ifdef TILEPROOF_CONTROL
struct smem_C : smem_field<float, Layout<Shape<_64, _64>>, smem_phases<2>, 128, 8192> {};
#else
struct smem_C : smem_field<float, Layout<Shape<_64, _64>>, smem_phases<1>, 128, 8192> {};
#endif
constexpr auto bytes = smem_allocator<smem_A, smem_C>::bytes;
