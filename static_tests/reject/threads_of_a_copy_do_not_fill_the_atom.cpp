// SPDX-License-Identifier: BSL-1.0
// expect-error: copy_fills_the_atom
// expect-error: found<16, 8>
// expect-error: expected<32, 8>
// expect-sentence: make_tiled_copy: the copy has 16 threads of 8 values each, and one instruction
// expect-sentence: takes 32 threads of 8 values: both must be multiples
#include <tileproof/atom.hpp>

using namespace tileproof;

// ldmatrix takes 32 threads, and the thread layout has 16.
using atom = Copy_Atom<SM75_U32x4_LDSM_N, half_t>;
using values = Layout<Shape<_1, _8>>;
#ifdef TILEPROOF_CONTROL
auto copies() { return make_tiled_copy(atom{}, Layout<Shape<_16, _2>>{}, values{}); }
#else
auto copies() {
  return make_tiled_copy(atom{}, Layout<Shape<_8, _2>>{}, values{});  // the mistake
}
#endif
