// SPDX-License-Identifier: BSL-1.0
// expect-error: elements of less than a byte need make_gmem_ptr
#include <tileproof/atom/integer.hpp>
#include <tileproof/tensor/tensor.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
auto packed(int4b_t* p) { return make_tensor(make_gmem_ptr(p), Layout<_8>{}); }
#else
auto packed(int4b_t* p) { return make_tensor(p, Layout<_8>{}); }
#endif
