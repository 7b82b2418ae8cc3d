// SPDX-License-Identifier: BSL-1.0
//
// One kernel, the sgemm of article 002, NT, and its launch: for whole tiles, as CuTe's.
#include "../../../examples/kernels/gemm_partitioned.hpp"

using namespace tileproof;

status sgemm_nt(gemm_arguments<float const*, float const*, float*, float> const& args,
                cudaStream_t stream) {
  using kernel = sgemm<major::mn, major::mn>;
  auto const whole = detail::whole_tiles<kernel::index, kernel::cta_tiler>(args);
  return launch<kernel>({args.m / 128, args.n / 128, 1}, whole, stream);
}
