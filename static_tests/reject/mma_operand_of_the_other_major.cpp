// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_wgmma
// expect-error: in_mode<0>
// expect-error: expected<64>
// expect-sentence: wgmma cannot read Sw<3,3,3> o _0 o (_64,_16):(_1,_64) as K-major: in mode 0,
// expect-sentence: coordinate 1 lies 1 element on, and a descriptor needs 64. It is MN-major.
#include <tileproof/atom.hpp>

using namespace tileproof;

using K = std::integral_constant<GMMA::Major, GMMA::Major::K>;
using mma = decltype(make_tiled_mma(SM90_64x64x16_F32F16F16_SS<K::value, K::value>{}));
#ifdef TILEPROOF_CONTROL
using atom = GMMA::Layout_K_SW128_Atom<half_t>;
#else
using atom = GMMA::Layout_MN_SW128_Atom<half_t>;
#endif

// The tile of A is M-major, and the instruction reads it as K-major.
void multiply(half_t* shared) {
  auto const tile = tile_to_shape(atom{}, Shape<_64, _64>{});
  auto const sA = make_tensor(make_smem_ptr<1024>(shared), tile);
  auto const thread = mma{}.get_slice(0);
  static_cast<void>(thread.make_fragment_A(thread.partition_A(sA)));  // the mistake
}
