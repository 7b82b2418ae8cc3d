// SPDX-License-Identifier: BSL-1.0
//
// The kernels of twins.hpp, compiled by CuTe.
#include "twins.hpp"

#include <cute/tensor.hpp>

namespace bench {

template <library, class T>
CUTE_HOST_DEVICE auto aligned(T* p) {
  return cute::make_gmem_ptr(p);
}
template <library, class T>
CUTE_HOST_DEVICE auto aligned_smem(T* p) {
  return cute::make_smem_ptr(p);
}
template <library>
CUTE_HOST_DEVICE int whole_vectors(int stride) {
  return stride;
}

}  // namespace bench

#include "attention.hpp"
#include "sgemm.hpp"

namespace bench {

template cute_kernel sgemm_2<library::cute, false>();
template cute_kernel sgemm_2<library::cute, true>();
template cute_kernel sgemm_sm70<library::cute, false>();
template cute_kernel sgemm_sm70<library::cute, true>();
template attention_kernel attention<library::cute, 64, false>();
template attention_kernel attention<library::cute, 64, true>();
template attention_kernel attention<library::cute, 128, false>();
template attention_kernel attention<library::cute, 128, true>();

}  // namespace bench
