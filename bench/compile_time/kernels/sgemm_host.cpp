// SPDX-License-Identifier: BSL-1.0
//
// The kernel of sgemm_tileproof.cu, as a compiler of the host sees it.
#include "../../../examples/kernels/gemm_partitioned.hpp"
#include "host.hpp"

using namespace tileproof;

void sgemm_nt(gemm_arguments<float const*, float const*, float*, float> const& args) {
  sgemm<major::mn, major::mn>::run(host_context{}, args);
}
