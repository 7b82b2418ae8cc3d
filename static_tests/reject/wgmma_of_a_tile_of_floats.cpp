// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_operand_has_width
// expect-error: in_bits<32>
// expect-error: expected<16>
// expect-sentence: have 32 bits, and the instruction
#include <tileproof/atom.hpp>

using namespace tileproof;

// The instruction multiplies f16, and the tile has floats.
using operation = SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>;
template <class T>
using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, Shape<_64, _64>{}));
template <class T>
auto stage(T* p) {
  return make_tensor(make_smem_ptr<1024>(p), tile<T>{});
}
#ifdef TILEPROOF_CONTROL
auto fragment(half_t* p) {
  return make_tiled_mma(operation{}).get_slice(0).partition_fragment_A(stage(p));
}
#else
auto fragment(float* p) {
  return make_tiled_mma(operation{}).get_slice(0).partition_fragment_A(stage(p));  // the mistake
}
#endif
