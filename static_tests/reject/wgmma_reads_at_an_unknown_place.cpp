// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_operand_is_aligned
// expect-error: canonical_for_wgmma<
// expect-error: aligned_to<2>
// expect-error: expected<1024>
// expect-error: write_make_smem_ptr<1024>
// expect-sentence: wgmma: the tile of an operand is known to be aligned to 2 bytes, and must be
// expect-sentence: aligned to 1024 (8 rows of its swizzle, 16 bytes without one): state it with
// expect-sentence: make_smem_ptr<1024>(p), or take the tile from an smem_allocator
#include <tileproof/atom.hpp>

using namespace tileproof;

using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
using traits = MMA_Traits<SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>>;

// A swizzled tile, 16 bytes after the start of shared memory.
auto fragment(half_t* memory) {
#ifdef TILEPROOF_CONTROL
  auto const p = make_smem_ptr<1024>(memory);
#else
  auto const p = make_smem_ptr(memory + 8);
#endif
  return traits::make_fragment_a(make_tensor(p, zipped_divide(tile{}, Shape<_64, _16>{})));
}
