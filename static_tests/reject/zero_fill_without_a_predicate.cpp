// SPDX-License-Identifier: BSL-1.0
// expect-error: a copy with zero fill
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/atom/copy/sm80.hpp>

using namespace tileproof;

template <class Op>
void load(float const* p, float* shared) {
  auto const src = make_tensor(make_gmem_ptr(p), Shape<_1, _4>{});
  auto const dst = make_tensor(make_smem_ptr(shared), Shape<_1, _4>{});
  copy(Copy_Atom<Op, float>{}, src, dst);
}
#ifdef TILEPROOF_CONTROL
template void load<UniversalCopy<float>>(float const*, float*);
#else
template void load<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<float>>(float const*, float*);
#endif
