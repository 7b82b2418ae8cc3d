// SPDX-License-Identifier: BSL-1.0
//
// Defines bulk copies: cp.async.bulk, with which TMA moves consecutive bytes without a tensor map.
// sm_90. Use them for one-dimensional data.
//
//   Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, Int<8 * 1024>>, float> atom;  // 1024 bytes
//   if (threadIdx.x == 0) copy(atom.with(barrier), gA, sA);  // 256 floats each
//
// One thread issues the copy; both addresses and the number of bytes are multiples of 16. From PTX
// ISA, "cp.async.bulk" and "cp.async.bulk.prefetch".
#pragma once

#include <tileproof/atom/copy/atom.hpp>
#include <tileproof/atom/tma/barrier.hpp>
#include <tileproof/atom/tma/instruction.hpp>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Brings consecutive bytes to L2: SM90_BULK_COPY_G2S::PREFETCH.
struct bulk_prefetch {
#if defined(__CUDACC__)
  TILEPROOF_DEVICE static void copy([[maybe_unused]] void const* from, [[maybe_unused]] int bytes) {
    TILEPROOF_ASM(
        90, "cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(from)),
        "r"(bytes) : "memory");
  }
#endif
};

}  // namespace detail

// A bulk copy from global to shared memory. The barrier counts its bytes when they have been
// written.
struct SM90_BULK_COPY_G2S {
  using PREFETCH = detail::bulk_prefetch;
#if defined(__CUDACC__)
  // Copies `bytes` bytes; the barrier must expect them (tma/barrier.hpp).
  TILEPROOF_DEVICE static void copy([[maybe_unused]] void const* from,
                                    [[maybe_unused]] std::uint64_t& barrier,
                                    [[maybe_unused]] void* to, [[maybe_unused]] int bytes) {
    TILEPROOF_ASM(90,
                  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                  "[%0], [%1], %2, [%3];" ::"r"(TILEPROOF_SHARED(*static_cast<char*>(to))),
                  "l"(__cvta_generic_to_global(from)), "r"(bytes),
                  "r"(TILEPROOF_SHARED(barrier)) : "memory");
  }
  // CuTe's form, with the address of the barrier.
  TILEPROOF_DEVICE static void copy(void const* from, std::uint64_t* barrier, void* to, int bytes) {
    copy(from, *barrier, to, bytes);
  }
  // Copies as above, with a hint for L2.
  TILEPROOF_DEVICE static void copy([[maybe_unused]] void const* from,
                                    [[maybe_unused]] std::uint64_t& barrier,
                                    [[maybe_unused]] TMA::CacheHintSm90 hint,
                                    [[maybe_unused]] void* to, [[maybe_unused]] int bytes) {
    TILEPROOF_ASM(90,
                  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                  ".L2::cache_hint [%0], [%1], %2, [%3], %4;" ::"r"(
                      TILEPROOF_SHARED(*static_cast<char*>(to))),
                  "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(TILEPROOF_SHARED(barrier)),
                  "l"(static_cast<std::uint64_t>(hint)) : "memory");
  }
#endif
};
// A bulk copy from shared to global memory. Before it, fence_view_async_shared() makes the shared
// memory visible to TMA. Completion is tracked in groups, as for SM90_TMA_STORE.
struct SM90_BULK_COPY_S2G {
#if defined(__CUDACC__)
  TILEPROOF_DEVICE static void copy([[maybe_unused]] void const* from, [[maybe_unused]] void* to,
                                    [[maybe_unused]] int bytes) {
    TILEPROOF_ASM(90,
                  "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                      __cvta_generic_to_global(to)),
                  "r"(TILEPROOF_SHARED(*static_cast<char const*>(from))), "r"(bytes) : "memory");
  }
#endif
};

// The name of a refusal: a bulk copy of no whole 16 bytes.
struct bulk_copy_is_of_16_bytes {
  static constexpr char const* sentences[] = {
      "cp.async.bulk: a copy of {in_bits} bits is asked for, and it must be of a multiple of "
      "{expected}, 16 bytes",
      nullptr};
};

namespace detail {

// The traits of a bulk copy of Bits bits.
template <int Bits>
struct bulk_traits : thread_copy_traits<Bits> {
  static_assert(refuse_unless<(Bits > 0 && Bits % 128 == 0), bulk_copy_is_of_16_bytes,
                              in_bits<Bits>, expected<128>>);
  // The bytes that the copy brings to its barrier.
  static constexpr int bytes = Bits / 8;
};

}  // namespace detail

// Requires one side of a bulk copy of Bytes bytes to be one run of consecutive elements, known to
// be aligned to 16 bytes. Refused as access_width.
template <int Bytes, class E, class L>
TILEPROOF_HOST_DEVICE constexpr bool require_bulk(Tensor<E, L> const&) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
  using T = typename Tensor<E, L>::value_type;
  constexpr int elements = Bytes * 8 / sizeof_bits_v<T>;
  constexpr int run = static_cast<int>(detail::known_run<L>);
  constexpr int aligned_bytes = alignment_v<Tensor<E, L>>;
  if constexpr (run < elements)
    return decltype(detail::stop<contiguous<elements>>(
        static_cast<in_runs_of<run>*>(nullptr)))::value;
  else if constexpr (aligned_bytes == 0 || aligned_bytes % 16 != 0)
    return decltype(detail::stop<aligned<16, T>>(
        static_cast<aligned_to<aligned_bytes>*>(nullptr)))::value;
  else
#endif
    return true;
}

namespace detail {

// Requires both sides of a bulk load of Bytes bytes to be what one instruction moves.
template <int Bytes, class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr void require_bulk_load(Src const& src, Dst const& dst) {
  static_assert(is_gmem_v<Src> && is_smem_v<Dst>,
                "SM90_BULK_COPY_G2S: the copy must go from global to shared memory");
  require_bulk<Bytes>(src);
  require_bulk<Bytes>(dst);
}
#if defined(__CUDACC__)
// A bulk load that a barrier counts, with a hint for L2 or without.
template <int Bytes, class Src, class Dst, class... Hint>
__device__ void bulk_load(Src const& src, Dst const& dst, std::uint64_t& barrier,
                          Hint const&... hint) {
  require_bulk_load<Bytes>(src, dst);
  SM90_BULK_COPY_G2S::copy(&src(0), barrier, hint..., &dst(0), Bytes);
}
#endif

}  // namespace detail

// A bulk load with its barrier: atom.with(barrier) returns it.
struct SM90_BULK_COPY_G2S_OP : SM90_BULK_COPY_G2S {};

// The traits with a barrier and a hint for L2.
template <class Bits>
struct Copy_Traits<SM90_BULK_COPY_G2S_OP, Bits, TMA::CacheHintSm90>
    : detail::bulk_traits<Bits::value> {
  std::uint64_t* barrier = nullptr;
  TMA::CacheHintSm90 hint{};

#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    detail::bulk_load<Bits::value / 8>(src, dst, *barrier, hint);
  }
#endif
};
// The traits with a barrier.
template <class Bits>
struct Copy_Traits<SM90_BULK_COPY_G2S_OP, Bits> : detail::bulk_traits<Bits::value> {
  std::uint64_t* barrier = nullptr;

#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    detail::bulk_load<Bits::value / 8>(src, dst, *barrier);
  }
#endif
};
#if !defined(__CUDACC__)
// The load of a kernel on the CPU; B is a checked pointer or reference to the barrier.
template <class Bits, class B>
struct Copy_Traits<SM90_BULK_COPY_G2S_OP, Bits, B> : detail::bulk_traits<Bits::value> {
  B barrier;

  template <class Src, class Dst>
  void copy_unpack(Src const& src, Dst const& dst) const {
    detail::require_bulk_load<Bits::value / 8>(src, dst);
    cpu::bulk_load_on_cpu(raw_pointer_cast(address_of(src, 0)),
                          raw_pointer_cast(address_of(dst, 0)), barrier, Bits::value / 8);
  }
};
#endif
// The traits without one. Bits, a static integer such as Int<8 * bytes>, is the size of the copy.
// atom.with(barrier) returns the atom to copy with.
template <class Bits>
struct Copy_Traits<SM90_BULK_COPY_G2S, Bits> : detail::bulk_traits<Bits::value> {
  // Prefetches what one copy moves: prefetch(atom, t) calls it (copy/prefetch.hpp). On the CPU it
  // has no effect.
#if defined(__CUDACC__)
  template <class Src>
  __device__ void prefetch_unpack(Src const& src) const {
    static_assert(is_gmem_v<Src>, "prefetch: the tensor must be in global memory (make_gmem_ptr)");
    require_bulk<Bits::value / 8>(src);
    SM90_BULK_COPY_G2S::PREFETCH::copy(&src(0), Bits::value / 8);
  }
#else
  template <class Src>
  void prefetch_unpack(Src const& src) const {
    static_assert(is_gmem_v<Src>, "prefetch: the tensor must be in global memory (make_gmem_ptr)");
    require_bulk<Bits::value / 8>(src);
  }
#endif
  TILEPROOF_HOST_DEVICE constexpr Copy_Traits<SM90_BULK_COPY_G2S_OP, Bits> with(
      std::uint64_t& barrier) const {
    return {{}, &barrier};
  }
  // By a pointer to the barrier. In a kernel on the CPU, by a checked pointer or reference.
  template <class B>
    requires(!std::is_same_v<B, std::uint64_t>)
  TILEPROOF_HOST_DEVICE constexpr auto with(B const& barrier) const {
#if defined(__CUDACC__)
    return with(*raw_pointer_cast(barrier));
#else
    return Copy_Traits<SM90_BULK_COPY_G2S_OP, Bits, B>{{}, barrier};
#endif
  }
  // By a pointer to the barrier, with a hint for L2, which has no effect on the CPU.
  template <class B>
  TILEPROOF_HOST_DEVICE constexpr auto with(B const& barrier,
                                            [[maybe_unused]] TMA::CacheHintSm90 hint) const {
#if defined(__CUDACC__)
    return Copy_Traits<SM90_BULK_COPY_G2S_OP, Bits, TMA::CacheHintSm90>{
        {}, raw_pointer_cast(barrier), hint};
#else
    return with(barrier);
#endif
  }
};
// The traits of a bulk store; it needs no barrier.
template <class Bits>
struct Copy_Traits<SM90_BULK_COPY_S2G, Bits> : detail::bulk_traits<Bits::value> {
#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    static_assert(is_smem_v<Src> && is_gmem_v<Dst>,
                  "SM90_BULK_COPY_S2G: the copy must go from shared to global memory");
    require_bulk<Bits::value / 8>(src);
    require_bulk<Bits::value / 8>(dst);
    SM90_BULK_COPY_S2G::copy(&src(0), &dst(0), Bits::value / 8);
  }
#else
  template <class Src, class Dst>
  void copy_unpack(Src const& src, Dst const& dst) const {
    static_assert(is_smem_v<Src> && is_gmem_v<Dst>,
                  "SM90_BULK_COPY_S2G: the copy must go from shared to global memory");
    require_bulk<Bits::value / 8>(src);
    require_bulk<Bits::value / 8>(dst);
    cpu::bulk_store_on_cpu(raw_pointer_cast(address_of(src, 0)),
                           raw_pointer_cast(address_of(dst, 0)), Bits::value / 8);
  }
#endif
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
