// SPDX-License-Identifier: BSL-1.0
// expect-error: copy_fills_the_atom
// expect-error: found<128, 4>
// expect-error: expected<1, 8>
// expect-sentence: make_tiled_copy: the copy has 128 threads of 4 values each, and one instruction
// expect-sentence: takes 1 thread of 8 values: both must be multiples
#include <tileproof/atom.hpp>

using namespace tileproof;

// An access of 128 bits holds 8 f16 elements, and the value layout has 4.
using atom = Copy_Atom<UniversalCopy<uint128_t>, half_t>;
using threads = Layout<Shape<_32, _4>>;
#ifdef TILEPROOF_CONTROL
auto copies() { return make_tiled_copy(atom{}, threads{}, Layout<Shape<_1, _8>>{}); }
#else
auto copies() {
  return make_tiled_copy(atom{}, threads{}, Layout<Shape<_1, _4>>{});  // the mistake
}
#endif
