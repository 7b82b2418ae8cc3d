// SPDX-License-Identifier: BSL-1.0
//
// The kernel of f16_tileproof.cu, as a compiler of the host sees it.
#include "host.hpp"

#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

using namespace tileproof;

void f16_tn(gemm_arguments<half_t const*, half_t const*, half_t*, float> const& args) {
  using kernel = gemm_tensor_cores<SM80_16x8x16_F16F16F16F16_TN, major::k, major::k, half_t>;
  kernel::run(host_context{}, args);
}
