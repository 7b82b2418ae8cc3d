// SPDX-License-Identifier: BSL-1.0
// expect-error: gemm_tensor_cores: elements of 8 bits are contiguous along k
#include <tileproof/atom.hpp>
#include <tileproof/atom/mma/sm120.hpp>
#include <tileproof/atom/mma/sm89.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

// ldmatrix transposes no bytes.
using op = SM89_16x8x32_F32E4M3E4M3F32_TN;
#ifdef TILEPROOF_CONTROL
using kernel = gemm_tensor_cores<op, major::k, major::k, float>;
#else
using kernel = gemm_tensor_cores<op, major::mn, major::k, float>;
#endif
static_assert(kernel::threads == 128);
