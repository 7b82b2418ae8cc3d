// SPDX-License-Identifier: BSL-1.0
//
// The audit of a kernel of CUTLASS 3.x and 4.x, cutlass::gemm::kernel::GemmUniversal: its mainloop
// and its epilogue, and what neither knows alone, the places and the bytes of shared memory.
//
//   static_assert(audit<GemmKernel>());
#pragma once

#include <tileproof/beside/audit_epilogue.hpp>

#include <cstddef>

// NVIDIA's, which a program without CUTLASS's kernels does not define.
namespace cutlass::gemm {
struct StreamKScheduler;
}

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace aspect {
TILEPROOF_ASPECT(mainloop, "mainloop");
TILEPROOF_ASPECT(epilogue, "epilogue");
TILEPROOF_ASPECT(begins_aligned, "the offset of its tile in shared memory");
TILEPROOF_ASPECT(begins_with_swizzle,
                 "the offset of its tile in shared memory, where the PTX ISA lets a swizzle begin "
                 "(an H200 swizzles by the address, so that another multiple of 128 did)");
TILEPROOF_ASPECT(kernel_shared_bytes, "the bytes of shared memory of a block");
TILEPROOF_ASPECT(turnstile,
                 "stream-k's locks of a tile that three blocks share, deterministic, as "
                 "this library's protocol of them; nothing compares it with the scheduler's code");
}  // namespace aspect

namespace detail {

template <class K>
concept is_gemm_kernel = requires {
  typename K::CollectiveMainloop;
  typename K::CollectiveEpilogue;
  K::SharedStorageSize;
};

// The bytes after which a layout's swizzle repeats, which its place must be a multiple of: with a
// swizzle of 128 bytes 1024 (PTX ISA, "Shared Memory Matrix Layout" and "Swizzling Modes").
template <class L, int Bits>
inline constexpr std::int64_t bytes_of_swizzle = 16;
template <int B, int M, int S, class O, class L, int Bits>
  requires(B > 0)
inline constexpr std::int64_t bytes_of_swizzle<ComposedLayout<Swizzle<B, M, S>, O, L>, Bits> =
    (std::int64_t{1} << (B + M + S)) * Bits / 8;

// The offsets of the mainloop's tiles from the start of shared memory, where the kernel keeps them.
#if defined(__GNUC__) && !defined(__CUDACC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#endif
template <class Storage>
constexpr std::int64_t offset_of_mainloop() {
  using tensors = decltype(std::declval<Storage&>().tensors);
  return static_cast<std::int64_t>(offsetof(Storage, tensors) + offsetof(tensors, mainloop));
}
template <class Tiles>
constexpr std::int64_t offset_of_a() {
  return static_cast<std::int64_t>(offsetof(Tiles, smem_A));
}
template <class Tiles>
constexpr std::int64_t offset_of_b() {
  return static_cast<std::int64_t>(offsetof(Tiles, smem_B));
}
#if defined(__GNUC__) && !defined(__CUDACC__)
#pragma GCC diagnostic pop
#endif

// A kernel of sm_80 keeps its mainloop's storage at the start of shared memory, and names no
// storage of its own.
template <class K>
concept keeps_tiles_of_mainloop = requires(typename K::SharedStorage& s) {
  s.tensors.mainloop.smem_A;
  s.tensors.mainloop.smem_B;
};

// The place of one tile of the mainloop M, Offset bytes from the start of shared memory.
template <class Part, class M, class L, class E, std::int64_t Offset>
constexpr auto lines_of_place() {
  constexpr int bits = static_cast<int>(cute::sizeof_bits<E>::value);
  return audits::of_part<Part>(
      audits::lines<
          audits::claim<aspect::begins_aligned, is_a_multiple_of<moves_by_tma<M> ? 128 : 16>,
                        C<Offset>>,
          audits::practice<aspect::begins_with_swizzle,
                           is_a_multiple_of<bytes_of_swizzle<own_t<L>, bits>>, C<Offset>>>{});
}
template <class K>
constexpr auto lines_of_places() {
  if constexpr (keeps_tiles_of_mainloop<K>) {
    using M = typename K::CollectiveMainloop;
    using tiles = std::remove_reference_t<
        decltype(std::declval<typename K::SharedStorage&>().tensors.mainloop)>;
    constexpr std::int64_t at = offset_of_mainloop<typename K::SharedStorage>();
    constexpr auto place_of_b = lines_of_place<aspect::operand_b, M, typename M::SmemLayoutB,
                                               element_of<false, M>, at + offset_of_b<tiles>()>();
    if constexpr (is_sparse<M>)
      return place_of_b;
    else
      return lines_of_place<aspect::operand_a, M, typename M::SmemLayoutA, element_of<true, M>,
                            at + offset_of_a<tiles>()>() +
             place_of_b;
  } else {
    return audits::lines<>{};
  }
}

// The order in which blocks add up a tile, where the scheduler shares one.
template <class K>
constexpr auto lines_of_scheduler() {
  if constexpr (requires {
                  requires std::is_same_v<typename K::TileSchedulerTag,
                                          cutlass::gemm::StreamKScheduler>;
                }) {
    using M = typename K::CollectiveMainloop;
    using accumulators = decltype(cute::partition_shape_C(
        typename M::TiledMma{}, cute::take<0, 2>(typename M::TileShape{})));
    return audits::lines<audits::model<
        aspect::turnstile,
        cutlass_turnstile_model<3, 128 * 4 * decltype(cute::size(accumulators{}))::value>>>{};
  } else {
    return audits::lines<>{};
  }
}

}  // namespace detail

template <detail::is_gemm_kernel K>
struct audit_of<K> {
  static constexpr auto lines() {
    using namespace detail;
    using M = typename K::CollectiveMainloop;
    using E = typename K::CollectiveEpilogue;
    constexpr int capability = M::DispatchPolicy::ArchTag::kMinComputeCapability;
    return audits::of_part<aspect::mainloop>(audit_of<M>::lines()) +
           audits::of_part<aspect::epilogue>(audit_of<E, typename M::TiledMma>::lines()) +
           lines_of_places<K>() + lines_of_scheduler<K>() +
           audits::lines<audits::claim<aspect::kernel_shared_bytes,
                                       is_at_most<shared_bytes_of_block(capability)>,
                                       C<static_cast<std::int64_t>(K::SharedStorageSize)>>>{};
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
