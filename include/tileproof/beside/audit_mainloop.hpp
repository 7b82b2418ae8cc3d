// SPDX-License-Identifier: BSL-1.0
//
// The audit of a mainloop of CUTLASS 3.x and 4.x, cutlass::gemm::collective::CollectiveMma for
// sm_80 and sm_90: its tiles in shared memory, stages and bytes, TMA boxes, fragments and
// registers.
//
//   static_assert(audit<typename GemmKernel::CollectiveMainloop>());
//
// It reads the members that every such mainloop has (SmemLayoutA, TiledMma, GmemTiledCopyA,
// DispatchPolicy), not its code: barriers are known by the model of the schedule only.
#pragma once

#include <tileproof/atom/tma/canonical.hpp>
#include <tileproof/beside/audit_mma.hpp>
#include <tileproof/beside/model.hpp>
#include <tileproof/beside/numbers.hpp>

// NVIDIA's, which a program without CUTLASS's collectives does not define.
namespace cutlass::gemm {
struct KernelTmaWarpSpecializedPingpong;
}

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace aspect {
TILEPROOF_ASPECT(mma_divides_tile, "the MMA's tile divides the tile of a block");
TILEPROOF_ASPECT(tma_moves, "TMA moves a stage of it in boxes");
TILEPROOF_ASPECT(stage_of_tile, "a stage holds the elements of the block's tile");
TILEPROOF_ASPECT(transaction_bytes, "the bytes of a stage that its barrier expects");
TILEPROOF_ASPECT(stages_fit_storage, "the bytes of its stages, in the field that holds them");
// More accumulators than registers are spilled to local memory: slow, not wrong.
TILEPROOF_ASPECT(accumulator_registers, "the registers of a thread's accumulators");
TILEPROOF_ASPECT(shared_bytes, "the bytes of shared memory");
TILEPROOF_ASPECT(pipeline_of_tma,
                 "the barriers of PipelineTmaAsync for every trip count, as this library's "
                 "protocol of them; nothing compares it with the collective's code");
TILEPROOF_ASPECT(warpgroups_take_turns, "pingpong");
TILEPROOF_ASPECT(blocks_share_tiles,
                 "a cluster, by the axiom that a warpgroup waits for wgmma as one");
TILEPROOF_ASPECT(pipeline_is_not_seen, "the barriers of the pipeline");
TILEPROOF_ASPECT(tile_in_global_is_run_time, "its rows and columns in global memory");
TILEPROOF_ASPECT(elements_are_converted, "how its elements are converted between the registers");
TILEPROOF_ASPECT(elements_are_sparse, "a sparse operand and its metadata");
TILEPROOF_ASPECT(transposed_tile, "transposed in shared memory");
TILEPROOF_ASPECT(transposed_in_place, "the places of the transposed tile, those of the tile");
TILEPROOF_ASPECT(tma_of_part_of_a_byte, "TMA boxes of elements that are not whole bytes");
TILEPROOF_ASPECT(matrix_is_reordered, "TMA boxes of a matrix that is reordered in global memory");
}  // namespace aspect

namespace detail {

// The bytes of shared memory that a block may have (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability").
constexpr std::int64_t shared_bytes_of_block(int compute_capability) {
  return compute_capability >= 90   ? 227 * 1024
         : compute_capability == 80 ? 163 * 1024
         : compute_capability == 87 ? 163 * 1024
         : compute_capability > 80  ? 99 * 1024
                                    : 64 * 1024;
}

// A block's tile of global memory, (MN,K): the run-time extents of a matrix with the strides that
// the mainloop takes.
template <class Stride, class MN, class K>
using tma_tile_of_matrix =
    tma_tile<Layout<own_t<decltype(cute::repeat_like(Stride{}, 0))>, own_t<Stride>>, Shape<MN, K>>;

// A mainloop whose A is in registers may take the caller's B as its A, and then names what it has
// itself InternalStrideA, InternalSwappedStrideA, RealSwappedElementA and so on. Its shared memory,
// and SmemLayoutA, are of its own A. TILEPROOF_MEMBER_OF_OPERAND defines NAME_of<IsA, M>, the first
// of the members that M has.
#define TILEPROOF_MEMBER_OF_OPERAND(NAME, FIRST, SECOND, THIRD, LAST)               \
  template <bool IsA, class M>                                                      \
  constexpr auto find_##NAME() {                                                    \
    if constexpr (requires { typename M::FIRST##A; })                               \
      return std::type_identity<                                                    \
          std::conditional_t<IsA, typename M::FIRST##A, typename M::FIRST##B>>{};   \
    else if constexpr (requires { typename M::SECOND##A; })                         \
      return std::type_identity<                                                    \
          std::conditional_t<IsA, typename M::SECOND##A, typename M::SECOND##B>>{}; \
    else if constexpr (requires { typename M::THIRD##A; })                          \
      return std::type_identity<                                                    \
          std::conditional_t<IsA, typename M::THIRD##A, typename M::THIRD##B>>{};   \
    else                                                                            \
      return std::type_identity<                                                    \
          std::conditional_t<IsA, typename M::LAST##A, typename M::LAST##B>>{};     \
  }                                                                                 \
  template <bool IsA, class M>                                                      \
  using NAME##_of = typename decltype(find_##NAME<IsA, M>())::type
TILEPROOF_MEMBER_OF_OPERAND(stride, InternalSwappedStride, SwappedStride, InternalStride, Stride);
TILEPROOF_MEMBER_OF_OPERAND(element, RealSwappedElement, RealInternalElement, InternalElement,
                            Element);
TILEPROOF_MEMBER_OF_OPERAND(smem_copy_atom, SwappedSmemCopyAtom, InternalSmemCopyAtom, SmemCopyAtom,
                            SmemCopyAtom);
TILEPROOF_MEMBER_OF_OPERAND(gmem_copy, InternalGmemTiledCopy, GmemTiledCopy, GmemTiledCopy,
                            GmemTiledCopy);
#undef TILEPROOF_MEMBER_OF_OPERAND

// A sparse mainloop has metadata E beside its A.
template <class M>
concept is_sparse = requires {
  typename M::SmemLayoutE;
  typename M::ElementEMma;
};
// A mainloop with block scales has their tiles beside those of A and B.
template <class M>
concept has_scales = requires { typename M::SmemLayoutSFA; };
// Whether the registers of operand A or B get other elements than shared memory has.
template <bool IsA, class M>
inline constexpr bool is_converted =
    IsA && static_cast<int>(cute::sizeof_bits<element_of<true, M>>::value) !=
               static_cast<int>(cute::sizeof_bits<typename M::TiledMma::ValTypeA>::value);

// The bytes of the elements E of a layout, and of all its places, with gaps.
template <class L, class E>
inline constexpr std::int64_t bytes_of_elements =
    static_cast<std::int64_t>(decltype(cute::size(L{}))::value) *
    static_cast<std::int64_t>(cute::sizeof_bits<E>::value) / 8;
template <class L, class E>
inline constexpr std::int64_t bytes_of_places =
    (static_cast<std::int64_t>(decltype(cute::cosize(L{}))::value) *
         static_cast<std::int64_t>(cute::sizeof_bits<E>::value) +
     7) /
    8;

template <class M>
concept moves_by_tma = requires { M::TmaTransactionBytes; };

// The field of a storage that holds an operand, by CUTLASS's two spellings.
template <bool IsA, class Storage>
constexpr std::int64_t bytes_of_field() {
  if constexpr (IsA && requires(Storage& s) { s.smem_A; })
    return sizeof(std::declval<Storage&>().smem_A);
  else if constexpr (IsA && requires(Storage& s) { s.smem_a; })
    return sizeof(std::declval<Storage&>().smem_a);
  else if constexpr (!IsA && requires(Storage& s) { s.smem_B; })
    return sizeof(std::declval<Storage&>().smem_B);
  else if constexpr (!IsA && requires(Storage& s) { s.smem_b; })
    return sizeof(std::declval<Storage&>().smem_b);
  else
    return 0;
}
template <class M>
struct storage_of {
  using type = typename M::SharedStorage;
};
template <class M>
  requires requires { typename M::TensorStorage; }
struct storage_of<M> {
  using type = typename M::TensorStorage;
};

// Operand A or B of a mainloop: its tile in shared memory and the load into it.
template <bool IsA, class M>
constexpr auto lines_of_stage() {
  using namespace aspect;
  using shared = std::conditional_t<IsA, typename M::SmemLayoutA, typename M::SmemLayoutB>;
  using E = element_of<IsA, M>;
  using stride = std::remove_pointer_t<stride_of<IsA, M>>;
  using load = gmem_copy_of<IsA, M>;
  using tile = own_t<decltype(cute::shape(typename M::TileShape{}))>;
  using MN = decltype(get<IsA ? 0 : 1>(tile{}));
  using K = decltype(get<2>(tile{}));
  using stage = one_stage<shared>;
  constexpr std::int64_t bits = cute::sizeof_bits<E>::value;
  constexpr std::int64_t field = bytes_of_field<IsA, typename storage_of<M>::type>();
  constexpr auto held = audits::lines<
      audits::claim<stage_of_tile,
                    is_equal_to<decltype(size(MN{}))::value* decltype(size(K{}))::value>,
                    C<decltype(cute::size(stage{}))::value>>,
      audits::claim<stages_fit_storage, is_at_most<field>, C<bytes_of_places<shared, E>>>>{};
  if constexpr (!moves_by_tma<M>) {
    using op = accesses_of_copy<load>;
    return held + audit_of<load>::lines() +
           audits::lines<audits::not_seen<tile_in_global_is_run_time>>{} +
           lines_of_end<false, load, stage, typename op::shared_destination>();
  } else if constexpr (cute::is_layout<stride>::value) {
    return held + audits::lines<audits::not_seen<matrix_is_reordered>>{};
  } else if constexpr (bits % 8 != 0) {
    return held + audits::lines<audits::not_seen<tma_of_part_of_a_byte>>{};
  } else {
    constexpr int blocks = [] {
      using cluster = typename M::DispatchPolicy::ClusterShape;
      if constexpr (std::is_same_v<load, cute::SM90_TMA_LOAD_MULTICAST>)
        return static_cast<int>(decltype(cute::size<IsA ? 1 : 0>(cluster{}))::value);
      else
        return 1;
    }();
    return held + audits::lines<audits::claim<tma_moves, canonical_for_tma<E, blocks>, own_t<stage>,
                                              tma_tile_of_matrix<stride, MN, K>>>{};
  }
}

// B as the MMA reads it; a mainloop of elements that wgmma reads K-major only may transpose it
// within shared memory.
template <bool IsA, class M>
struct read_by_mma {
  using type = std::conditional_t<IsA, typename M::SmemLayoutA, typename M::SmemLayoutB>;
};
template <class M>
  requires requires { typename M::GmmaSmemLayoutB; }
struct read_by_mma<false, M> {
  using type = typename M::GmmaSmemLayoutB;
};

// Operand A or B of a mainloop: what the MMA reads, and how it gets there.
template <bool IsA, class M>
constexpr auto lines_of_operand_of_mainloop() {
  using namespace aspect;
  using MMA = typename M::TiledMma;
  using shared = std::conditional_t<IsA, typename M::SmemLayoutA, typename M::SmemLayoutB>;
  using read = typename read_by_mma<IsA, M>::type;
  using V = std::conditional_t<IsA, typename MMA::ValTypeA, typename MMA::ValTypeB>;
  constexpr auto placed =
      audits::lines<audits::claim<place_of_its_own, injective, own_t<shared>>>{};
  if constexpr (IsA && is_sparse<M>)
    return audits::lines<audits::not_seen<elements_are_sparse>>{};
  else if constexpr (is_converted<IsA, M>)
    return placed + audits::lines<audits::not_seen<elements_are_converted>>{} +
           lines_of_stage<IsA, M>();
  else if constexpr (!std::is_same_v<shared, read>)
    return placed +
           audits::of_part<transposed_tile>(
               lines_of_operand<IsA, MMA, read, V, smem_copy_atom_of<IsA, M>>()) +
           audits::lines<audits::claim<
               transposed_in_place,
               is_equal_to<static_cast<std::int64_t>(decltype(cute::cosize(shared{}))::value)>,
               C<static_cast<std::int64_t>(decltype(cute::cosize(read{}))::value)>>>{} +
           lines_of_stage<IsA, M>();
  else
    return lines_of_operand<IsA, MMA, shared, V, smem_copy_atom_of<IsA, M>>() +
           lines_of_stage<IsA, M>();
}

template <class Schedule>
inline constexpr bool is_pingpong =
    std::is_base_of_v<cutlass::gemm::KernelTmaWarpSpecializedPingpong, Schedule>;

// The barriers of a mainloop, where a model of them stands in beside/model.hpp: A and B come by TMA
// and nothing else, and are read by descriptors, by one or two warpgroups, in a cluster along one
// side.
template <class M>
constexpr auto lines_of_pipeline() {
  using namespace aspect;
  using MMA = typename M::TiledMma;
  if constexpr (!moves_by_tma<M> || is_sparse<M> || has_scales<M> ||
                !described_operand<typename MMA::FrgTypeA>::is ||
                !described_operand<typename MMA::FrgTypeB>::is ||
                !requires { typename M::DispatchPolicy::Schedule; }) {
    return audits::lines<audits::not_seen<pipeline_is_not_seen>>{};
  } else {
    using cluster = typename M::DispatchPolicy::ClusterShape;
    constexpr int along_m = decltype(cute::size<0>(cluster{}))::value;
    constexpr int along_n = decltype(cute::size<1>(cluster{}))::value;
    constexpr int consumers = static_cast<int>(decltype(cute::size(MMA{}))::value) / 128;
    constexpr bool in_turn = is_pingpong<typename M::DispatchPolicy::Schedule>;
    constexpr int of_a = bytes_of_elements<one_stage<typename M::SmemLayoutA>, element_of<true, M>>;
    constexpr int of_b =
        bytes_of_elements<one_stage<typename M::SmemLayoutB>, element_of<false, M>>;
    if constexpr (consumers < 1 || consumers > (in_turn ? 1 : 2) || along_m * along_n > 2) {
      return audits::lines<audits::not_seen<pipeline_is_not_seen>>{};
    } else {
      constexpr auto line = audits::lines<audits::model<
          pipeline_of_tma, cutlass_mainloop_model<M::DispatchPolicy::Stages, of_a, of_b, consumers,
                                                  along_m * along_n, (along_n > 1), in_turn>>>{};
      constexpr auto of_cluster = audits::of_part_if < along_m * along_n == 2,
                     blocks_share_tiles > (line);
      return audits::of_part_if<in_turn, warpgroups_take_turns>(of_cluster);
    }
  }
}

template <class M>
concept is_mainloop = requires {
  typename M::DispatchPolicy;
  typename M::TileShape;
  typename M::TiledMma;
  typename M::SmemLayoutA;
  typename M::SmemLayoutB;
  typename M::GmemTiledCopyA;
  typename M::SharedStorage;
};

}  // namespace detail

template <detail::is_mainloop M>
struct audit_of<M> {
  static constexpr auto lines() {
    using namespace detail;
    using namespace aspect;
    using MMA = typename M::TiledMma;
    using tile = own_t<decltype(cute::shape(typename M::TileShape{}))>;
    constexpr int capability = M::DispatchPolicy::ArchTag::kMinComputeCapability;
    constexpr std::int64_t accumulators =
        decltype(size<0>(tile{}) * size<1>(tile{}))::value /
        static_cast<std::int64_t>(decltype(cute::size(MMA{}))::value) *
        cute::sizeof_bits<typename MMA::ValTypeC>::value / 32;
    return audits::lines<audits::claim<mma_divides_tile, tiles_evenly, tile,
                                       decltype(tiled_mma_in_place<MMA>::tile_shape_mnk())>>{} +
           audit_of<MMA>::lines() +
           audits::of_part<operand_a>(lines_of_operand_of_mainloop<true, M>()) +
           audits::of_part<operand_b>(lines_of_operand_of_mainloop<false, M>()) + expected_bytes() +
           audits::lines<
               audits::cost<accumulator_registers, is_at_most<255>, C<accumulators>>,
               audits::claim<shared_bytes, is_at_most<shared_bytes_of_block(capability)>,
                             C<static_cast<std::int64_t>(sizeof(typename M::SharedStorage))>>>{} +
           lines_of_pipeline<M>();
  }

 private:
  static constexpr auto expected_bytes() {
    if constexpr (detail::moves_by_tma<M>) {
      constexpr std::int64_t bytes =
          detail::bytes_of_elements<
              detail::one_stage<typename M::SmemLayoutA>,
              std::conditional_t<detail::is_sparse<M>, typename M::TiledMma::ValTypeA,
                                 detail::element_of<true, M>>> +
          detail::bytes_of_elements<detail::one_stage<typename M::SmemLayoutB>,
                                    detail::element_of<false, M>> +
          bytes_of_metadata() + bytes_of_scales();
      return audits::lines<audits::claim<aspect::transaction_bytes, is_equal_to<bytes>,
                                         C<static_cast<std::int64_t>(M::TmaTransactionBytes)>>>{};
    } else {
      return audits::lines<>{};
    }
  }
  static constexpr std::int64_t bytes_of_metadata() {
    if constexpr (detail::is_sparse<M>)
      return detail::bytes_of_elements<detail::one_stage<typename M::SmemLayoutE>,
                                       typename M::ElementEMma>;
    else
      return 0;
  }
  // The bytes of scales and zero points are taken as the mainloop states them.
  static constexpr std::int64_t bytes_of_scales() {
    if constexpr (requires { M::TmaTransactionBytesExtra; })
      return M::TmaTransactionBytesExtra;
    else if constexpr (requires { M::TmaTransactionBytesSFA + M::TmaTransactionBytesSFB; })
      return M::TmaTransactionBytesSFA + M::TmaTransactionBytesSFB;
    else
      return 0;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
