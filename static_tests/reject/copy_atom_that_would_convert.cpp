// SPDX-License-Identifier: BSL-1.0
// expect-error: values_have_the_bits_of_the_instruction<
// expect-error: expected<128>
// expect-error: found<8, 256>
// expect-sentence: copy: an instruction of the atom moves 128 bits, which are 8 values of half_t,
// expect-sentence: and 8 of float have 256 bits: an atom converts nothing, and copy(src, dst)
// expect-sentence: without an atom does
#include <tileproof/atom.hpp>

using namespace tileproof;

// f16 elements are loaded into floats.
void load(half_t const* p) {
  auto global = make_tensor(make_gmem_ptr<16>(p), _8{});
  auto registers = make_tensor<float>(_8{});
#ifdef TILEPROOF_CONTROL
  copy(global, registers);
#else
  using atom = Copy_Atom<UniversalCopy<uint128_t>, half_t>;
  copy(atom{}, global, registers);  // the mistake
#endif
}
