// SPDX-License-Identifier: BSL-1.0
//
// The audit of an epilogue of CUTLASS 3.x and 4.x,
// cutlass::epilogue::collective::CollectiveEpilogue: the tiles of C and D in shared memory, their
// TMA boxes and bytes. With the TiledMMA whose accumulators it stores, the accesses of its
// registers too, which the audit of a GemmUniversal asks for:
//
//   static_assert(audit<CollectiveEpilogue>());
//   static_assert(audit<CollectiveEpilogue, TiledMma>());
//
// An epilogue without tiles in shared memory has nothing that can be seen in its type.
#pragma once

#include <tileproof/beside/audit_mainloop.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace aspect {
TILEPROOF_ASPECT(operand_c, "C");
TILEPROOF_ASPECT(operand_d, "D");
TILEPROOF_ASPECT(registers_to_shared, "accumulators to shared memory");
TILEPROOF_ASPECT(shared_to_registers, "shared memory to registers");
TILEPROOF_ASPECT(epilogue_divides_tile, "the epilogue's tile divides the tile of a block");
TILEPROOF_ASPECT(epilogue_is_direct,
                 "stores straight from registers, whose matrix has run-time strides");
}  // namespace aspect

namespace detail {

template <class E>
concept is_epilogue = requires {
  typename E::DispatchPolicy;
  typename E::ElementC;
  typename E::StrideD;
  typename E::ThreadEpilogueOp;
  typename E::SharedStorage;
};
template <class E>
concept is_epilogue_by_tma = is_epilogue<E> && requires {
  typename E::EpilogueTile;
  typename E::SmemLayoutAtomD;
  typename E::CopyOpS2G;
  E::TmaTransactionBytes;
};

// A tile of C or D in shared memory, one stage, as the epilogue makes it.
template <class Atom, class EpilogueTile>
using epilogue_stage =
    decltype(cute::tile_to_shape(Atom{}, cute::product_each(cute::shape(EpilogueTile{}))));

// One matrix of the epilogue, by TMA.
template <class Element, class Stride, class Atom, class EpilogueTile>
constexpr auto lines_of_matrix() {
  using namespace aspect;
  using stage = epilogue_stage<Atom, EpilogueTile>;
  using tile = own_t<decltype(cute::product_each(cute::shape(EpilogueTile{})))>;
  return audits::lines<
      audits::claim<place_of_its_own, injective, own_t<stage>>,
      audits::claim<tma_moves, canonical_for_tma<Element>, own_t<stage>,
                    tma_tile_of_matrix<std::remove_pointer_t<Stride>, decltype(get<0>(tile{})),
                                       decltype(get<1>(tile{}))>>>{};
}

// The accesses between the registers of the accumulators and a stage in shared memory.
template <bool IsLoad, class E, class MMA, class Op, class Element, class Atom>
constexpr auto lines_of_registers() {
  using in_accumulators = decltype(cute::make_tiled_copy_C_atom(typename E::CopyAtomC{}, MMA{}));
  using Copy = decltype(cute::make_tiled_copy_S(cute::Copy_Atom<Op, Element>{}, in_accumulators{}));
  using stage = epilogue_stage<Atom, typename E::EpilogueTile>;
  using op = accesses_of_copy<Copy>;
  if constexpr (IsLoad)
    return audits::of_part<aspect::shared_to_registers>(
        lines_of_end<true, Copy, stage, typename op::shared_source>());
  else
    return audits::of_part<aspect::registers_to_shared>(
        lines_of_end<false, Copy, stage, typename op::shared_destination>());
}

}  // namespace detail

template <detail::is_epilogue E>
  requires(!detail::is_epilogue_by_tma<E>)
struct audit_of<E> {
  static constexpr auto lines() {
    return audits::lines<audits::not_seen<aspect::epilogue_is_direct>>{};
  }
};
template <detail::is_epilogue E, class... Args>
  requires(!detail::is_epilogue_by_tma<E>)
struct audit_of<E, cute::TiledMMA<Args...>> : audit_of<E> {};

template <detail::is_epilogue_by_tma E>
struct audit_of<E> {
  static constexpr auto lines() {
    using namespace aspect;
    using block = detail::own_t<decltype(cute::shape(typename E::CtaTileMNK{}))>;
    using tile =
        detail::own_t<decltype(cute::product_each(cute::shape(typename E::EpilogueTile{})))>;
    return audits::lines<audits::claim<epilogue_divides_tile, tiles_evenly,
                                       decltype(select<0, 1>(block{})), tile>>{} +
           matrix_c() + matrix_d();
  }

 private:
  static constexpr auto matrix_c() {
    using namespace detail;
    if constexpr (std::is_void_v<typename E::ElementC>) {
      return audits::lines<>{};
    } else {
      constexpr std::int64_t bytes =
          bytes_of_elements<epilogue_stage<typename E::SmemLayoutAtomC, typename E::EpilogueTile>,
                            typename E::ElementC>;
      return audits::of_part<aspect::operand_c>(
          lines_of_matrix<typename E::ElementC, typename E::StrideC, typename E::SmemLayoutAtomC,
                          typename E::EpilogueTile>() +
          audits::lines<audits::claim<aspect::transaction_bytes, is_equal_to<bytes>,
                                      C<static_cast<std::int64_t>(E::TmaTransactionBytes)>>>{});
    }
  }
  static constexpr auto matrix_d() {
    if constexpr (std::is_void_v<typename E::ElementD>)
      return audits::lines<>{};
    else
      return audits::of_part<aspect::operand_d>(
          detail::lines_of_matrix<typename E::ElementD, typename E::StrideD,
                                  typename E::SmemLayoutAtomD, typename E::EpilogueTile>());
  }
};
template <detail::is_epilogue_by_tma E, class... Args>
struct audit_of<E, cute::TiledMMA<Args...>> {
  using MMA = cute::TiledMMA<Args...>;
  static constexpr auto lines() { return audit_of<E>::lines() + load_of_c() + store_of_d(); }

 private:
  static constexpr auto load_of_c() {
    if constexpr (std::is_void_v<typename E::ElementC>)
      return audits::lines<>{};
    else
      return audits::of_part<aspect::operand_c>(
          detail::lines_of_registers<true, E, MMA, typename E::CopyOpS2R, typename E::ElementC,
                                     typename E::SmemLayoutAtomC>());
  }
  static constexpr auto store_of_d() {
    if constexpr (std::is_void_v<typename E::ElementD>)
      return audits::lines<>{};
    else
      return audits::of_part<aspect::operand_d>(
          detail::lines_of_registers<false, E, MMA, typename E::CopyOpR2S, typename E::ElementD,
                                     typename E::SmemLayoutAtomD>());
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
