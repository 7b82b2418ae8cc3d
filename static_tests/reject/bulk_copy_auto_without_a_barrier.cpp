// SPDX-License-Identifier: BSL-1.0
//
// expect-error: SM90_BULK_COPY_AUTO: a load to shared memory needs a barrier:
// expect-error: copy(bulk.with(barrier), src, dst)
#include <tileproof/atom.hpp>

using namespace tileproof;

template <class Bulk>
TILEPROOF_HOST_DEVICE void load(Bulk const& bulk, float const* from, float* to) {
  auto const source = make_tensor(make_gmem_ptr<16>(from), Layout<_256>{});
  copy(bulk, source, make_tensor(make_smem_ptr<16>(to), Layout<_256>{}));  // the mistake
}
#ifdef TILEPROOF_CONTROL
using good = Copy_Traits<SM90_BULK_COPY_AUTO>;
#else
template void load(Copy_Traits<SM90_BULK_COPY_AUTO> const&, float const*, float*);
#endif
