// SPDX-License-Identifier: BSL-1.0
#pragma once
#error \
    "<cute/arch/mma_sm120.hpp> is for Blackwell, sm_100 and newer, and not in tileproof: leave the include out, or compile this file with NVIDIA's CuTe and without the forward headers"
