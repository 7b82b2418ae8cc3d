// SPDX-License-Identifier: BSL-1.0
//
// Copies of which one is narrower than CuTe's. tools/narrow_copies.py compiles this file and counts
// the warnings.
#include <tileproof/atom.hpp>

using namespace tileproof;

TILEPROOF_HOST_DEVICE void copies(half_t* p, int pitch) {
  auto const g = make_tensor(make_gmem_ptr(p), Layout<_8>{});
  auto r = make_tensor<half_t>(Layout<_8>{});
  copy(g, r);  // eight loads of 16 bits, CuTe has one of 128: the warning, once for both calls
  copy(g, r);
  // States its alignment; has no wider access; CuTe assumes nothing of it; states its width.
  copy(make_tensor(make_gmem_ptr<16>(p), Layout<_8>{}), r);
  copy(make_tensor(make_gmem_ptr<4>(p), Layout<_8>{}), r);
  copy(r, make_tensor(make_gmem_ptr(p), Layout<_8, _2>{}));
  copy(r, make_tensor(make_gmem_ptr(p), make_layout(_8{}, pitch)));
  copy(DefaultCopy{}, g, r);
}
#if defined(__CUDACC__)
__global__ void kernel(half_t* p, int pitch) { copies(p, pitch); }
#endif
