// SPDX-License-Identifier: BSL-1.0
//
// A name of CuTe that the library does not give, a swizzled pointer: the sentence says what to
// write.
//
// expect-error: make_swizzle_ptr: a swizzle belongs to the layout here, not to the pointer
#include <tileproof/cute.hpp>

using namespace cute;
using tile = Layout<Shape<_8, _64>, Stride<_64, _1>>;

#ifdef TILEPROOF_CONTROL
auto swizzled(half_t* p) {
  return make_tensor(make_smem_ptr(p), composition(Swizzle<3, 3, 3>{}, tile{}));
}
#else
auto swizzled(half_t* p) { return make_tensor(make_swizzle_ptr(p, Swizzle<3, 3, 3>{}), tile{}); }
#endif
