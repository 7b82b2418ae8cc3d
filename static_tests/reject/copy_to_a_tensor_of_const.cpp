// SPDX-License-Identifier: BSL-1.0
// expect-error: copy(src, dst): the elements of dst are const; are src and dst swapped?
#include <tileproof/atom.hpp>

using namespace tileproof;

// The arguments of copy are swapped: the source is const.
void load(float const* p) {
  auto g = make_tensor(make_gmem_ptr<16>(p), Shape<_8>{});
  auto r = make_tensor<float>(Shape<_8>{});
#ifdef TILEPROOF_CONTROL
  copy(g, r);
#else
  copy(r, g);  // the mistake
#endif
}
