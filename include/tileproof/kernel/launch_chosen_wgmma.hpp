// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp instead.
#pragma once

#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>
