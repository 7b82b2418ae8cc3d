// SPDX-License-Identifier: BSL-1.0
//
// The copy instructions of a thread and of a warp, as operations and their traits.
//
// An operation moves what SRegisters hold to DRegisters: `copy(source, destination)` takes
// references to the first element of each side that lies in memory, and the registers of one
// thread. Copy_Traits says which bit each (thread, bit of its value) is: SrcLayout of the source,
// DstLayout of the destination, with the same numbers for the same bits.
#pragma once

#include <tileproof/algebra/coordinate.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// ThrID, the threads of an instruction within a warp; SrcLayout and DstLayout, layouts (thread,bit)
// -> bit; RefLayout, the one that a tiled copy is partitioned by.
template <class Operation>
struct Copy_Traits;

// ---- one thread

// Any type whose assignment is a copy: uint128_t moves 16 bytes in one access.
struct alignas(16) uint128_t {
  std::uint64_t low;
  std::uint64_t high;
};

template <class S, class D = S>
struct UniversalCopy {
  static_assert(sizeof(S) == sizeof(D));
  using SRegisters = S[1];
  using DRegisters = D[1];
  TILEPROOF_HOST_DEVICE static constexpr void copy(S const& source, D& destination) {
    destination = static_cast<D>(source);
  }
};

namespace detail {

template <int Bits>
struct thread_copy_traits {
  using ThrID = Layout<_1>;
  using SrcLayout = Layout<Shape<_1, Int<Bits>>>;
  using DstLayout = SrcLayout;
  using RefLayout = SrcLayout;
};

// Row i of the matrices lies with lane i; 128 bits a row. With fewer than four matrices the
// addresses of the other lanes are not looked at: they repeat those that are.
template <int Matrices>
using matrix_rows = std::conditional_t<
    Matrices == 4, Layout<Shape<_32, _128>, Stride<_128, _1>>,
    Layout<Shape<Shape<Int<8 * Matrices>, Int<4 / Matrices>>, _128>, Stride<Stride<_128, _0>, _1>>>;
// PTX ISA, "Warp-level matrix load instruction: ldmatrix": lane t has elements 2 (t % 4) and the
// next of row t / 4 of each matrix; transposed, of column t / 4.
template <int Matrices>
using matrix_fragment =
    Layout<Shape<_32, Shape<_32, Int<Matrices>>>, Stride<_32, Stride<_1, Int<1024>>>>;
template <int Matrices>
using matrix_fragment_transposed = Layout<Shape<Shape<_4, _8>, Shape<_16, _2, Int<Matrices>>>,
                                          Stride<Stride<_256, _16>, Stride<_1, _128, Int<1024>>>>;

template <class Src, class Dst, class Ref>
struct warp_copy_traits {
  using ThrID = Layout<_32>;
  using SrcLayout = Src;
  using DstLayout = Dst;
  using RefLayout = Ref;
};

}  // namespace detail

template <class S, class D>
struct Copy_Traits<UniversalCopy<S, D>> : detail::thread_copy_traits<8 * sizeof(S)> {};

// ---- ldmatrix and stmatrix, 8x8 matrices of 16 bits; sm_75 and sm_90

#if defined(__CUDACC__)
#define TILEPROOF_DEVICE __device__ __forceinline__
#define TILEPROOF_SHARED(REFERENCE) \
  static_cast<std::uint32_t>(__cvta_generic_to_shared(static_cast<void const*>(&(REFERENCE))))
#endif
#if defined(__CUDA_ARCH__)
#define TILEPROOF_ASM(SM, ...)            \
  if constexpr (__CUDA_ARCH__ >= 10 * SM) \
    asm volatile(__VA_ARGS__ : "memory"); \
  else                                    \
    __trap()
#else
#define TILEPROOF_ASM(SM, ...) ((void)0)
#endif
#define TILEPROOF_REGISTERS_1 "{%0}"
#define TILEPROOF_REGISTERS_2 "{%0,%1}"
#define TILEPROOF_REGISTERS_4 "{%0,%1,%2,%3}"
#define TILEPROOF_LIST_1(C, x) C(x[0])
#define TILEPROOF_LIST_2(C, x) C(x[0]), C(x[1])
#define TILEPROOF_LIST_4(C, x) C(x[0]), C(x[1]), C(x[2]), C(x[3])
#if defined(__CUDACC__)
#define TILEPROOF_LDMATRIX(N, TRANS)                                        \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] uint128_t const& row,  \
                                    [[maybe_unused]] DRegisters& d) {       \
    TILEPROOF_ASM(75, "ldmatrix.sync.aligned.m8n8.x" #N TRANS               \
                      ".shared.b16 " TILEPROOF_REGISTERS_##N ", [%" #N "];" \
                  : TILEPROOF_LIST_##N("=r", d)                             \
                  : "r"(TILEPROOF_SHARED(row)));                            \
  }
#define TILEPROOF_STMATRIX(N, TRANS)                                              \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] SRegisters const& s,         \
                                    [[maybe_unused]] uint128_t& row) {            \
    TILEPROOF_ASM(90,                                                             \
                  "stmatrix.sync.aligned.m8n8.x" #N TRANS ".shared.b16 [%" #N     \
                  "], " TILEPROOF_REGISTERS_##N ";" ::TILEPROOF_LIST_##N("r", s), \
                  "r"(TILEPROOF_SHARED(row)));                                    \
  }
#else
#define TILEPROOF_LDMATRIX(N, TRANS)
#define TILEPROOF_STMATRIX(N, TRANS)
#endif
#define TILEPROOF_MATRICES(N, HALVES)                                                           \
  struct SM75_U32x##N##_LDSM_N {                                                                \
    using SRegisters = uint128_t[1];                                                            \
    using DRegisters = std::uint32_t[N];                                                        \
    TILEPROOF_LDMATRIX(N, "")                                                                   \
  };                                                                                            \
  template <>                                                                                   \
  struct Copy_Traits<SM75_U32x##N##_LDSM_N>                                                     \
      : detail::warp_copy_traits<detail::matrix_rows<N>, detail::matrix_fragment<N>,            \
                                 detail::matrix_fragment<N>> {};                                \
  struct SM75_U16x##HALVES##_LDSM_T {                                                           \
    using SRegisters = uint128_t[1];                                                            \
    using DRegisters = std::uint32_t[N];                                                        \
    TILEPROOF_LDMATRIX(N, ".trans")                                                             \
  };                                                                                            \
  template <>                                                                                   \
  struct Copy_Traits<SM75_U16x##HALVES##_LDSM_T>                                                \
      : detail::warp_copy_traits<detail::matrix_rows<N>, detail::matrix_fragment_transposed<N>, \
                                 detail::matrix_fragment_transposed<N>> {};                     \
  struct SM90_U32x##N##_STSM_N {                                                                \
    using SRegisters = std::uint32_t[N];                                                        \
    using DRegisters = uint128_t[1];                                                            \
    TILEPROOF_STMATRIX(N, "")                                                                   \
  };                                                                                            \
  template <>                                                                                   \
  struct Copy_Traits<SM90_U32x##N##_STSM_N>                                                     \
      : detail::warp_copy_traits<detail::matrix_fragment<N>, detail::matrix_rows<N>,            \
                                 detail::matrix_fragment<N>> {};                                \
  struct SM90_U16x##HALVES##_STSM_T {                                                           \
    using SRegisters = std::uint32_t[N];                                                        \
    using DRegisters = uint128_t[1];                                                            \
    TILEPROOF_STMATRIX(N, ".trans")                                                             \
  };                                                                                            \
  template <>                                                                                   \
  struct Copy_Traits<SM90_U16x##HALVES##_STSM_T>                                                \
      : detail::warp_copy_traits<detail::matrix_fragment_transposed<N>, detail::matrix_rows<N>, \
                                 detail::matrix_fragment_transposed<N>> {};
TILEPROOF_MATRICES(1, 2)
TILEPROOF_MATRICES(2, 4)
TILEPROOF_MATRICES(4, 8)
#undef TILEPROOF_MATRICES
#undef TILEPROOF_LDMATRIX
#undef TILEPROOF_STMATRIX

// ---- cp.async from global to shared memory, of 4, 8 or 16 bytes; sm_80

#if defined(__CUDACC__)
#define TILEPROOF_CP_ASYNC(CACHE)                                                                \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] S const& source,                            \
                                    [[maybe_unused]] D& destination) {                           \
    TILEPROOF_ASM(                                                                               \
        80,                                                                                      \
        "cp.async." CACHE ".shared.global [%0], [%1], %2;" ::"r"(TILEPROOF_SHARED(destination)), \
        "l"(__cvta_generic_to_global(static_cast<void const*>(&source))), "n"(sizeof(S)));       \
  }                                                                                              \
  /* Zeros where `inside` is false: then nothing is read. */                                     \
  TILEPROOF_DEVICE static void copy([[maybe_unused]] S const& source,                            \
                                    [[maybe_unused]] D& destination,                             \
                                    [[maybe_unused]] bool inside) {                              \
    TILEPROOF_ASM(80,                                                                            \
                  "cp.async." CACHE                                                              \
                  ".shared.global [%0], [%1], %2, %3;" ::"r"(TILEPROOF_SHARED(destination)),     \
                  "l"(__cvta_generic_to_global(static_cast<void const*>(&source))),              \
                  "n"(sizeof(S)), "r"(inside ? static_cast<int>(sizeof(S)) : 0));                \
  }
#else
#define TILEPROOF_CP_ASYNC(CACHE)
#endif
// Through L1.
template <class S, class D = S>
struct SM80_CP_ASYNC_CACHEALWAYS {
  static_assert(sizeof(S) == sizeof(D));
  static_assert(sizeof(S) == 4 || sizeof(S) == 8 || sizeof(S) == 16,
                "cp.async.ca moves 4, 8 or 16 bytes");
  using SRegisters = S[1];
  using DRegisters = D[1];
  TILEPROOF_CP_ASYNC("ca")
};
// Past L1.
template <class S, class D = S>
struct SM80_CP_ASYNC_CACHEGLOBAL {
  static_assert(sizeof(S) == sizeof(D));
  static_assert(sizeof(S) == 16, "cp.async.cg moves 16 bytes");
  using SRegisters = S[1];
  using DRegisters = D[1];
  TILEPROOF_CP_ASYNC("cg")
};
#undef TILEPROOF_CP_ASYNC
template <class S, class D>
struct Copy_Traits<SM80_CP_ASYNC_CACHEALWAYS<S, D>> : detail::thread_copy_traits<8 * sizeof(S)> {};
template <class S, class D>
struct Copy_Traits<SM80_CP_ASYNC_CACHEGLOBAL<S, D>> : detail::thread_copy_traits<8 * sizeof(S)> {};

#if defined(__CUDACC__)
// Ends a group of cp.async; waits until at most N groups are on their way.
TILEPROOF_DEVICE void cp_async_fence() { TILEPROOF_ASM(80, "cp.async.commit_group;" ::); }
template <int N>
TILEPROOF_DEVICE void cp_async_wait() {
  TILEPROOF_ASM(80, "cp.async.wait_group %0;" ::"n"(N));
}
#undef TILEPROOF_DEVICE
#undef TILEPROOF_SHARED
#endif
#undef TILEPROOF_ASM
#undef TILEPROOF_REGISTERS_1
#undef TILEPROOF_REGISTERS_2
#undef TILEPROOF_REGISTERS_4
#undef TILEPROOF_LIST_1
#undef TILEPROOF_LIST_2
#undef TILEPROOF_LIST_4

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
