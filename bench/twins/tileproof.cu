// SPDX-License-Identifier: BSL-1.0
//
// The kernels of twins.hpp, compiled by tileproof.
#include "twins.hpp"

#include <tileproof/cute.hpp>

namespace bench {

template <library, class T>
CUTE_HOST_DEVICE auto aligned(T* p) {
  return cute::make_gmem_ptr<16>(p);
}
template <library, class T>
CUTE_HOST_DEVICE auto aligned_smem(T* p) {
  return cute::make_smem_ptr<128>(p);
}
template <library>
CUTE_HOST_DEVICE auto whole_vectors(int stride) {
  return tileproof::assume_multiple_of<4>(stride);
}

}  // namespace bench

#include "attention.hpp"
#include "sgemm.hpp"

namespace bench {

template cute_kernel sgemm_2<library::tileproof, false>();
template cute_kernel sgemm_2<library::tileproof, true>();
template cute_kernel sgemm_sm70<library::tileproof, false>();
template cute_kernel sgemm_sm70<library::tileproof, true>();
template attention_kernel attention<library::tileproof, 64, false>();
template attention_kernel attention<library::tileproof, 64, true>();
template attention_kernel attention<library::tileproof, 128, false>();
template attention_kernel attention<library::tileproof, 128, true>();

}  // namespace bench
