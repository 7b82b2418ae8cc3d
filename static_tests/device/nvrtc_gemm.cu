// SPDX-License-Identifier: BSL-1.0
//
// The largest kernels, for tools/compare_nvrtc.py.
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

using namespace tileproof;

// kernel gemm_wgmma: but for addresses
using hopper = gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t>;
using hopper_arguments = hopper::arguments<bfloat16_t const*>;
template __global__ void tileproof::run_kernel_in_place<hopper, hopper_arguments>(
    __grid_constant__ hopper_arguments const);

// kernel gemm_tensor_cores: but for addresses
using ampere = gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::k, float>;
using ampere_arguments = gemm_arguments<half_t const*, half_t const*, float*, float>;
template __global__ void tileproof::run_kernel<ampere, ampere_arguments>(ampere_arguments const);
