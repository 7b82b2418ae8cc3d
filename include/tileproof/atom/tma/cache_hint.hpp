// SPDX-License-Identifier: BSL-1.0
//
// Defines the Copy_Traits of TMA loads with a hint for L2, TMA::CacheHintSm90:
//
//   copy(tma.with(barrier, 0, TMA::CacheHintSm90::EVICT_FIRST), tAgA(_, k), tAsA(_, stage));
//
// A hint costs two registers; without one an instruction has none. From PTX ISA,
// ".level::cache_hint".
#pragma once

#include <tileproof/atom/tma/traits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A load that knows its barrier and its hint: what copy() executes.
template <class Box>
struct Copy_Traits<SM90_TMA_LOAD_OP, Box, TMA::CacheHintSm90> : detail::tma_layouts<Box> {
  TmaDescriptor const* descriptor = nullptr;
  std::uint64_t* barrier = nullptr;
  TMA::CacheHintSm90 hint{};

#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const from(src);
    SM90_TMA_LOAD::copy(descriptor, *barrier, hint, detail::shared_place<Box>(dst), from.at);
  }
#endif
};
// A multicast load that knows its barrier, its receivers and its hint.
template <class Box>
struct Copy_Traits<SM90_TMA_LOAD_MULTICAST_OP, Box, TMA::CacheHintSm90> : detail::tma_layouts<Box> {
  TmaDescriptor const* descriptor = nullptr;
  std::uint64_t* barrier = nullptr;
  std::uint16_t blocks = 0;
  TMA::CacheHintSm90 hint{};

#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const from(src);
    SM90_TMA_LOAD_MULTICAST::copy(descriptor, *barrier, blocks, hint,
                                  detail::shared_place<Box>(dst), from.at);
  }
#endif
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
