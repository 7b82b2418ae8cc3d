// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_operand_begins_in_line
// expect-error: canonical_for_wgmma<
// expect-error: aligned_to<2>
// expect-error: expected<16>
// expect-sentence: wgmma: an operand is known to begin at a multiple of 2 bytes in its tile, and
// expect-sentence: a descriptor states multiples of 16
#include <tileproof/atom.hpp>

using namespace tileproof;

using atom = GMMA::Layout_K_SW128_Atom<half_t>;
using traits = MMA_Traits<SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>>;

// The operand begins `first` elements after the start of the swizzle.
#ifdef TILEPROOF_CONTROL
using offset = multiple_of<8, int>;
#else
using offset = int;
#endif
auto fragment(half_t* memory, offset first) {
  auto const rows = make_layout(Layout<Shape<_64, _16>, Stride<_64, _1>>{}, Layout<_1, _0>{});
  return traits::make_fragment_a(make_tensor(
      make_smem_ptr<1024>(memory), make_composed_layout(Swizzle<3, 3, 3>{}, first, rows)));
}
