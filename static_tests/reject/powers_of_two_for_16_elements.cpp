// SPDX-License-Identifier: BSL-1.0
// expect-error: no MMA_Traits describe this operation
#include <tileproof/atom.hpp>
#include <tileproof/atom/mma/atom.hpp>
#include <tileproof/atom/mma/sm120.hpp>

using namespace tileproof;
using namespace tileproof::SM120::BLOCKSCALED;

// CuTe has this type; its instruction takes two of four factors.
#ifdef TILEPROOF_CONTROL
using op = SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t, float, float_ue8m0_t, 32>;
#else
using op = SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t, float, float_ue8m0_t, 16>;
#endif
static_assert(MMA_Atom<op>::SFVecSize != 0);
