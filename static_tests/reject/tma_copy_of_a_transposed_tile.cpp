// SPDX-License-Identifier: BSL-1.0
// expect-error: canonical_for_tma<
// expect-error: in_mode<0>
// expect-error: shared_stride<64>
// expect-sentence: TMA: mode 0 of (_64,_64):(_64,_1) has the stride 64 in shared memory, and a
// expect-sentence: box has 1
#include <tileproof/atom.hpp>

using namespace tileproof;

auto make(short* p, int m, int n) {
#ifdef TILEPROOF_CONTROL
  auto const global = make_tensor(make_gmem_ptr(p), make_shape(m, n), make_stride(n, _1{}));
#else
  auto const global = make_tensor(make_gmem_ptr(p), make_shape(m, n), make_stride(_1{}, m));
#endif
  return make_tma_copy(SM90_TMA_LOAD{}, global, Layout<Shape<_64, _64>, Stride<_64, _1>>{});
}
