// SPDX-License-Identifier: BSL-1.0
//
// The audit of a TiledMMA, alone or with the tiles of A and B in shared memory, and, where
// registers are loaded from them, with the Copy_Atoms that load:
//
//   static_assert(audit<TiledMma>());
//   static_assert(audit<TiledMma, SmemLayoutA, SmemLayoutB>());                // wgmma descriptors
//   static_assert(audit<TiledMma, SmemLayoutA, SmemLayoutB, CopyA, CopyB>());  // ldmatrix
//
// A copy is void where the operand is read by descriptors.
#pragma once

#include <tileproof/atom/wgmma/canonical.hpp>
#include <tileproof/beside/audit_copy.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace aspect {
TILEPROOF_ASPECT(operand_a, "A");
TILEPROOF_ASPECT(operand_b, "B");
TILEPROOF_ASPECT(owns_accumulators, "threads own every accumulator of the MMA's tile once");
TILEPROOF_ASPECT(owns_operand, "threads hold every element of the MMA's tile, each equally often");
TILEPROOF_ASPECT(place_of_its_own, "every element has a place of its own in shared memory");
TILEPROOF_ASPECT(wgmma_reads, "a wgmma descriptor describes its tile in shared memory");
TILEPROOF_ASPECT(operand_is_run_time, "its tile, whose extents or strides are run-time integers");
TILEPROOF_ASPECT(loads_are_not_given, "how its registers are loaded from shared memory");
}  // namespace aspect

namespace detail {

// The major of the operand that a descriptor reads; `is` is false for an operand in registers.
template <class Fragment>
struct described_operand {
  static constexpr bool is = false;
};
template <cute::GMMA::Major M>
struct described_operand<cute::GMMA::smem_desc<M>> {
  static constexpr bool is = true;
  static constexpr GMMA::Major major = M == cute::GMMA::Major::K ? GMMA::Major::K : GMMA::Major::MN;
};

// The first two modes of a tile, (MN,K): one stage of several.
template <class L>
using one_stage = decltype(cute::take<0, 2>(typename cute_layout<L>::type{}));

// The load of a fragment from a tile in shared memory.
template <class Copy, class Shared>
constexpr auto lines_of_shared_load() {
  return audit_of<Copy>::lines() + lines_of_end<true, Copy, one_stage<Shared>,
                                                typename accesses_of_copy<Copy>::shared_source>();
}

// One operand in shared memory: E the element there.
template <bool IsA, class MMA, class Shared, class E, class CopyAtom>
constexpr auto lines_of_operand() {
  using namespace aspect;
  using fragment = std::conditional_t<IsA, typename MMA::FrgTypeA, typename MMA::FrgTypeB>;
  using described = described_operand<fragment>;
  if constexpr (!__is_empty(own_t<Shared>)) {
    return audits::lines<audits::not_seen<operand_is_run_time>>{};
  } else {
    constexpr auto placed =
        audits::lines<audits::claim<place_of_its_own, injective, own_t<Shared>>>{};
    if constexpr (described::is) {
      return placed +
             audits::lines<audits::claim<wgmma_reads, canonical_for_wgmma<described::major, E>,
                                         own_t<Shared>>>{};
    } else if constexpr (std::is_void_v<CopyAtom>) {
      return placed + audits::lines<audits::not_seen<loads_are_not_given>>{};
    } else {
      constexpr auto copy = [] {
        if constexpr (IsA)
          return decltype(cute::make_tiled_copy_A(CopyAtom{}, MMA{})){};
        else
          return decltype(cute::make_tiled_copy_B(CopyAtom{}, MMA{})){};
      };
      return placed + lines_of_shared_load<decltype(copy()), Shared>();
    }
  }
}

}  // namespace detail

template <class... Args>
struct audit_of<cute::TiledMMA<Args...>> {
  using MMA = cute::TiledMMA<Args...>;
  static constexpr auto lines() {
    using in_place = detail::tiled_mma_in_place<MMA>;
    using tile = decltype(in_place::tile_shape_mnk());
    using A = decltype(in_place::get_layoutA_TV());
    using B = decltype(in_place::get_layoutB_TV());
    using C = decltype(in_place::get_layoutC_TV());
    using MN = decltype(select<0, 1>(tile{}));
    using MK = decltype(select<0, 2>(tile{}));
    using NK = decltype(select<1, 2>(tile{}));
    return audits::lines<
        audits::claim<aspect::owns_accumulators, owns_every_element<>, C, MN>,
        audits::line_of_part<aspect::operand_a, detail::owns_equally<aspect::owns_operand, A, MK>>,
        audits::line_of_part<aspect::operand_b,
                             detail::owns_equally<aspect::owns_operand, B, NK>>>{};
  }
};
template <class... Args, class SharedA, class SharedB>
struct audit_of<cute::TiledMMA<Args...>, SharedA, SharedB>
    : audit_of<cute::TiledMMA<Args...>, SharedA, SharedB, void, void> {};
template <class... Args, class SharedA, class SharedB, class CopyA, class CopyB>
struct audit_of<cute::TiledMMA<Args...>, SharedA, SharedB, CopyA, CopyB> {
  using MMA = cute::TiledMMA<Args...>;
  static constexpr auto lines() {
    using namespace detail;
    return audit_of<MMA>::lines() +
           audits::of_part<aspect::operand_a>(
               lines_of_operand<true, MMA, SharedA, typename MMA::ValTypeA, CopyA>()) +
           audits::of_part<aspect::operand_b>(
               lines_of_operand<false, MMA, SharedB, typename MMA::ValTypeB, CopyB>());
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
