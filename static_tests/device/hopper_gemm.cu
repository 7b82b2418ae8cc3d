// SPDX-License-Identifier: BSL-1.0
//
// The GEMM in roles of device_tests/pipeline, and the same kernel with its barriers, stages and
// parities written by hand. tools/compare_loops.py reads the lines that begin with `// loops`.
#include "../../device_tests/pipeline/hopper_gemm.hpp"

// loops hopper11gemm_kernelILi4ELi2E: no more than hopper12gemm_by_handILi4ELi2E
// loops hopper11gemm_kernelILi4ELi1E: no more than hopper12gemm_by_handILi4ELi1E
template <class Kernel>
struct instance {
  static void launch(typename Kernel::arguments const& args) {
    tileproof::run_kernel_in_place<Kernel, typename Kernel::arguments><<<1, Kernel::threads>>>(args);
  }
};
template struct instance<hopper::gemm_kernel<4, 2>>;
template struct instance<hopper::gemm_by_hand<4, 2>>;
template struct instance<hopper::gemm_kernel<4, 1>>;
template struct instance<hopper::gemm_by_hand<4, 1>>;
