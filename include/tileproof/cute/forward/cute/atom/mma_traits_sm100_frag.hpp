// SPDX-License-Identifier: BSL-1.0
#pragma once
#error \
    "<cute/atom/mma_traits_sm100_frag.hpp> is for Blackwell, sm_100 and newer, and not in tileproof: leave the include out, or compile this file with NVIDIA's CuTe and without the forward headers"
