// SPDX-License-Identifier: BSL-1.0
// expect-error: a_tensor_is_given<float>
// expect-sentence: a pointer to float is given where a tensor is expected: write
// expect-sentence: make_tensor(make_gmem_ptr(p), layout), or make_smem_ptr
#include <tileproof/atom.hpp>

using namespace tileproof;

// copy of two pointers.
void copy_row(float* from, float* to) {
#ifdef TILEPROOF_CONTROL
  auto row = make_tensor(make_gmem_ptr<16>(to), Layout<_8>{});
  copy(make_tensor(make_gmem_ptr<16>(from), Layout<_8>{}), row);
#else
  copy(from, to);  // the mistake
#endif
}
