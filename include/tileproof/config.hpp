// SPDX-License-Identifier: BSL-1.0
//
// Macros that a kernel author may use, and the inline namespace of the build.
#pragma once

#include <tileproof/version.hpp>

#if defined(__CUDACC__)
#define TILEPROOF_HOST_DEVICE __host__ __device__ __forceinline__
#define TILEPROOF_UNROLL _Pragma("unroll")
#else
#define TILEPROOF_HOST_DEVICE inline
#define TILEPROOF_UNROLL
#endif

// A build that defines TILEPROOF_DISABLE_PROOFS skips the checks of run-time conditions. It lives in a
// namespace of its own, so that the linker never mixes it with a build that keeps them.
#if defined(TILEPROOF_DISABLE_PROOFS)
#define TILEPROOF_NAMESPACE v0_no_proofs
#else
#define TILEPROOF_NAMESPACE v0
#endif
