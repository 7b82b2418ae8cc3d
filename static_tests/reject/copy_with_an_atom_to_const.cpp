// SPDX-License-Identifier: BSL-1.0
// expect-error: copy(atom, src, dst): the elements of dst are const; are src and dst swapped?
#include <tileproof/atom.hpp>

using namespace tileproof;

// Source and destination of a copy with an atom in the wrong order.
void load(float const* p) {
  auto global = make_tensor(make_gmem_ptr(p), Layout<_8>{});
  auto registers = make_tensor<float>(Layout<_8>{});
  using atom = Copy_Atom<UniversalCopy<float>, float>;
#ifdef TILEPROOF_CONTROL
  copy(atom{}, global, registers);
#else
  copy(atom{}, registers, global);  // the mistake
#endif
}
