// SPDX-License-Identifier: BSL-1.0
//
// The sgemm of article 002, NT, and its launch: for whole tiles, and for all other problems.
#include "../../../examples/kernels/gemm_partitioned.hpp"

using namespace tileproof;

status sgemm_nt(gemm_arguments<float const*, float const*, float*, float> const& args,
                cudaStream_t stream) {
  return launch_gemm<sgemm<major::mn, major::mn>>(args, stream);
}
