// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/gemm/gemm_tensor_cores.hpp instead.
#pragma once

#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>
