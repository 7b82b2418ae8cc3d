// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma<
// expect-error: in_mode<0>
// expect-error: at_coordinate<1>
// expect-error: found<1>
// expect-error: expected<64>
// expect-sentence: wgmma cannot read Sw<3,3,3> o _0 o (_64,_16):(_1,_64) as K-major: in mode 0,
// expect-sentence: coordinate 1 lies 1 element on, and a descriptor needs 64. It is MN-major.
#include <tileproof/atom.hpp>

using namespace tileproof;

using atom = GMMA::Layout_MN_SW128_Atom<half_t>;
using tile = decltype(tile_to_shape(atom{}, Shape<_64, _64>{}));

// The operand A of the instruction, from the tile.
template <GMMA::Major A>
auto fragment() {
  using traits = MMA_Traits<SM90_64x64x16_F32F16F16_SS<A, GMMA::Major::K>>;
  half_t* const nowhere = nullptr;
  return traits::make_fragment_a(
      make_tensor(make_smem_ptr<1024>(nowhere), zipped_divide(tile{}, Shape<_64, _16>{})));
}

#ifdef TILEPROOF_CONTROL
auto const a = fragment<GMMA::Major::MN>();
#else
auto const a = fragment<GMMA::Major::K>();
#endif
