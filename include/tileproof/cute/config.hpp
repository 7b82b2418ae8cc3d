// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's macros with CuTe's meaning: CUTE_HOST_DEVICE, CUTE_UNROLL, CUTE_STATIC_ASSERT_V
// and their like. <tileproof/cute.hpp> includes it.
//
// It refuses to stand beside CuTe itself: both define namespace cute, and one program unit can have
// one of them only.
#pragma once

#if defined(CUTE_HOST_DEVICE) || defined(CUTE_STATIC_V)
#error "tileproof/cute.hpp and NVIDIA's <cute/...> are in one file: include one of the two only"
#endif

#include <tileproof/config.hpp>

#define TILEPROOF_CUTE_CONFIG  // this library stands in CuTe's place (beside/versions.hpp)

#include <cassert>
#include <cstdio>
#include <cstdlib>

// Functions for host and device, for the device, for the host; inlined.
#define CUTE_HOST_DEVICE TILEPROOF_HOST_DEVICE
#if defined(__CUDACC__)
#define CUTE_DEVICE __forceinline__ __device__
#define CUTE_HOST __forceinline__ __host__
#else
#define CUTE_DEVICE inline
#define CUTE_HOST inline
#endif
#define CUTE_HOST_RTC CUTE_HOST

// Before a loop: unroll it, or do not.
#if defined(__CUDA_ARCH__) || defined(__clang__)
#define CUTE_UNROLL _Pragma("unroll")
#define CUTE_NO_UNROLL _Pragma("unroll 1")
#else
#define CUTE_UNROLL
#define CUTE_NO_UNROLL
#endif

// Before the type of a constant at namespace scope that device code reads.
#if defined(__CUDA_ARCH__)
#define CUTE_INLINE_CONSTANT static const __device__
#else
#define CUTE_INLINE_CONSTANT static constexpr
#endif

// Before a kernel's parameter that is passed by value and read by address, such as a TMA
// descriptor.
#if defined(__CUDACC__)
#define CUTE_GRID_CONSTANT_SUPPORTED
#endif
#if defined(__CUDA_ARCH__)
#define CUTE_GRID_CONSTANT_ENABLED
#define CUTE_GRID_CONSTANT __grid_constant__
#else
#define CUTE_GRID_CONSTANT
#endif

// Marks the end of a chain of `if constexpr` in which every branch returns.
#define CUTE_GCC_UNREACHABLE __builtin_unreachable()

#define CUTE_STL_NAMESPACE std

// The value of a static integer by its type; assertions on values, and on static integers.
#define CUTE_STATIC_V(x) decltype(x)::value
#define CUTE_STATIC_ASSERT static_assert
#define CUTE_STATIC_ASSERT_V(x, ...) static_assert(decltype(x)::value __VA_OPT__(, ) __VA_ARGS__)

// For a branch that this build must not reach: prints the text x and stops. On the device it traps.
#if defined(__CUDA_ARCH__)
#define CUTE_INVALID_CONTROL_PATH(x) \
  std::printf(x);                    \
  __trap()
#else
#define CUTE_INVALID_CONTROL_PATH(x) \
  std::printf(x);                    \
  std::abort()
#endif

// The alignment of a class, in bytes.
#define CUTE_ALIGNAS(n) alignas(n)

// printf, on the device with the block and the thread in front.
#if !defined(__CUDA_ARCH__)
#define CUTE_LOG(format, ...) std::printf(format __VA_OPT__(, ) __VA_ARGS__)
#else
#define CUTE_LOG(format, ...)                                                           \
  std::printf("[block (%d,%d,%d), thread (%d,%d,%d)]: " format, blockIdx.x, blockIdx.y, \
              blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z __VA_OPT__(, ) __VA_ARGS__)
#endif
// CUTE_LOG where DEBUG is defined, otherwise nothing.
#if defined(DEBUG)
#define CUTE_LOG_DEBUG(format, ...) CUTE_LOG(format __VA_OPT__(, ) __VA_ARGS__)
#else
#define CUTE_LOG_DEBUG(format, ...)
#endif

// Stops the program with a message where the CUDA call e fails. Needs the CUDA runtime.
#define CUTE_ERROR_EXIT(e)                                                        \
  do {                                                                            \
    cudaError_t const cute_error = (e);                                           \
    if (cute_error != cudaSuccess) {                                              \
      std::fprintf(stderr, "<%s:%d> %s:\n    %s: %s\n", __FILE__, __LINE__, #e,   \
                   cudaGetErrorName(cute_error), cudaGetErrorString(cute_error)); \
      std::fflush(stderr);                                                        \
      std::exit(1);                                                               \
    }                                                                             \
  } while (0)
#define CUTE_CHECK_ERROR(e) CUTE_ERROR_EXIT(e)
// CUTE_ERROR_EXIT of the last launch, and of what ran until now: it waits for the device.
#define CUTE_CHECK_LAST()                     \
  do {                                        \
    CUTE_ERROR_EXIT(cudaPeekAtLastError());   \
    CUTE_ERROR_EXIT(cudaDeviceSynchronize()); \
  } while (0)
