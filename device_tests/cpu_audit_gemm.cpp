// SPDX-License-Identifier: BSL-1.0
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "audit_on_cpu.hpp"

#include "audit_gemm_cases.hpp"
