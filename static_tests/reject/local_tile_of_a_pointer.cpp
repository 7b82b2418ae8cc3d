// SPDX-License-Identifier: BSL-1.0
// expect-error: a_tensor_is_given<float>
// expect-sentence: a pointer to float is given where a tensor is expected: write
#include <tileproof/tileproof.hpp>

using namespace tileproof;

// local_tile of a pointer.
auto tile(float* p) {
#ifdef TILEPROOF_CONTROL
  return local_tile(make_tensor(p, Shape<_64, _64>{}), Shape<_8, _8>{}, make_coord(0, 0));
#else
  return local_tile(p, Shape<_8, _8>{}, make_coord(0, 0));  // the mistake
#endif
}
