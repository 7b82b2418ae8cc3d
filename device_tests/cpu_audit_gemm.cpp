// SPDX-License-Identifier: BSL-1.0
#include "audit_on_cpu.hpp"

#include "audit_gemm_cases.hpp"
