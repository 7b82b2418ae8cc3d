// SPDX-License-Identifier: BSL-1.0
// expect-error: umma_operand_is_aligned
// expect-error: aligned_to<128>
// expect-error: expected<1024>
// expect-sentence: tcgen05.mma: the tile of an operand is known to be aligned to 128 bytes, and
// expect-sentence: must be aligned to 1024
#include <tileproof/atom.hpp>
#include <tileproof/atom/umma/descriptor.hpp>

using namespace tileproof;

using tile = decltype(tile_to_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));

// The swizzle has a pattern of 8 rows.
#ifdef TILEPROOF_CONTROL
constexpr int alignment = 1024;
#else
constexpr int alignment = 128;
#endif
std::uint64_t descriptor(half_t* p) {
  auto const a = make_tensor(make_smem_ptr<alignment>(p), tile{});
  return UMMA::make_umma_desc<UMMA::Major::K>(a);  // the mistake
}
