// SPDX-License-Identifier: BSL-1.0
// expect-error: values_have_the_bits_of_the_instruction<
// expect-error: expected<16>
// expect-error: in_bits<32>
// expect-sentence: copy: an instruction of 16 bits moves no whole number of float, which has 32
// expect-sentence: bits: UniversalCopy<float> moves one
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
using access = float;
#else
using access = std::uint16_t;
#endif

void load(float const* p) {
  auto global = make_tensor(make_gmem_ptr(p), _8{});
  auto registers = make_tensor<float>(_8{});
  copy(Copy_Atom<UniversalCopy<access>, float>{}, global, registers);  // the mistake
}
