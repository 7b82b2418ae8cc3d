// SPDX-License-Identifier: BSL-1.0
//
// Defines the macros that a kernel author may use, TILEPROOF_HOST_DEVICE, TILEPROOF_UNROLL and
// TILEPROOF_ASSERT, and the inline namespace of the build.
#pragma once

// C++17, nvcc's default, stops here with one error. #error alone would let thousands follow; no
// compiler goes on after a header that does not exist.
#if __cplusplus < 202002L
#include <tileproof needs C++20: compile with -std=c++20>
#endif

#include <tileproof/version.hpp>

#include <cassert>

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
// checks; likewise those of a build that defines TILEPROOF_DEVICE_CHECKS.
#if defined(TILEPROOF_DISABLE_PROOFS) && defined(TILEPROOF_DEVICE_CHECKS)
#define TILEPROOF_NAMESPACE v0_no_proofs_device_checks
#elif defined(TILEPROOF_DISABLE_PROOFS)
#define TILEPROOF_NAMESPACE v0_no_proofs
#elif defined(TILEPROOF_DEVICE_CHECKS)
#define TILEPROOF_NAMESPACE v0_device_checks
#else
#define TILEPROOF_NAMESPACE v0
#endif

// TILEPROOF_REQUIRE_DECIDES is defined where `require` decides its property. nvcc compiles a file
// for the host, in cudafe++ and in the host's compiler, and for each architecture. Its pass for an
// architecture instantiates the host's templates too, so one proof there holds for the file; the
// passes for the host take it for granted, which saves a GEMM's file a tenth of its time.
#if !defined(TILEPROOF_DISABLE_PROOFS) && \
    (!defined(__NVCC__) || !defined(__CUDACC__) || defined(__CUDA_ARCH__))
#define TILEPROOF_REQUIRE_DECIDES
#endif

// TILEPROOF_ASSERT(condition) checks a precondition that only a run can see, such as the alignment
// of an address. On the host, and so in the CPU run, it is an assert, which NDEBUG removes. Device
// code has no such check, with or without NDEBUG: an assert there is a call, and ptxas serialises
// wgmma around calls (C7510).
//
// A build that defines TILEPROOF_DEVICE_CHECKS checks in device code too, also with NDEBUG. A false
// condition is a trap: the kernel ends, and CUDA's next call returns an error. A trap is no call,
// so wgmma stays asynchronous. In a constant expression a false condition does not compile, with or
// without that macro.
#if !defined(__CUDA_ARCH__)
#define TILEPROOF_ASSERT(...) assert((__VA_ARGS__))
#elif defined(TILEPROOF_DEVICE_CHECKS)
#define TILEPROOF_ASSERT(...) ((__VA_ARGS__) ? static_cast<void>(0) : __trap())
#else
#define TILEPROOF_ASSERT(...)                                                              \
  (!tileproof::detail::is_in_constant_expression() || (__VA_ARGS__) ? static_cast<void>(0) \
                                                                    : __trap())
namespace tileproof::inline TILEPROOF_NAMESPACE::detail {
// A function, because nvcc warns of the builtin in functions that are not constexpr.
__device__ __forceinline__ constexpr bool is_in_constant_expression() {
  return __builtin_is_constant_evaluated();
}
}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
#endif
