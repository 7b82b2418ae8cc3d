// SPDX-License-Identifier: BSL-1.0
//
// Defines the macros that a kernel author may use, TILEPROOF_HOST_DEVICE and TILEPROOF_UNROLL, and
// the inline namespace of the build.
#pragma once

#include <tileproof/version.hpp>

#if defined(__CUDACC__)
// Marks a function for host and device code, inlined; plain `inline` without nvcc.
#define TILEPROOF_HOST_DEVICE __host__ __device__ __forceinline__
// Before a loop of constant length: nvcc unrolls it, which array indices need to stay in registers.
#define TILEPROOF_UNROLL _Pragma("unroll")
#else
#define TILEPROOF_HOST_DEVICE inline
#define TILEPROOF_UNROLL
#endif

// A build that defines TILEPROOF_DISABLE_PROOFS skips the checks of run-time conditions. Its names
// stand in another inline namespace, so that the linker never mixes it with a build that keeps the
// checks.
#if defined(TILEPROOF_DISABLE_PROOFS)
#define TILEPROOF_NAMESPACE v0_no_proofs
#else
#define TILEPROOF_NAMESPACE v0
#endif
