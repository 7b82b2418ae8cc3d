// SPDX-License-Identifier: BSL-1.0
//
// Defines tma_partition, the part of a global tensor and of shared memory that one block copies,
// and create_tma_multicast_mask, the blocks that receive it.
#pragma once

#include <tileproof/atom/copy/atom.hpp>
#include <tileproof/atom/tma/box.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The part of one block: tensors ((element,instruction),Rest...) of global coordinates and of
// shared memory, with names as in a structured binding.
template <class G, class S>
struct tma_parts {
  G global;
  S shared;
};

namespace detail {

template <class Values, class Block, std::size_t... Rest, class E, class L>
TILEPROOF_HOST_DEVICE constexpr auto tma_part(Tensor<E, L> const& t, Block const& block,
                                              std::index_sequence<Rest...>) {
  auto const shared_out = composition(t, make_tile(Values{}, (static_cast<void>(Rest), _)...));
  return shared_out(make_coord(make_coord(block, _), (static_cast<void>(Rest), _)...));
}
// Refuses (injective) a tensor ((element,instruction),Rest...) in which a padded box meets another
// one, such as that of the next stage: a load writes its padding too.
template <class Box, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void require_room_of_padding(Tensor<E, L> const&) {
  if constexpr (Box::is_padded)
    require<injective>(prepend(replace<0>(L{}, layout<0, 1>(L{})), Layout<Int<Box::span>>{}));
}

}  // namespace detail

// The part of a block. Both tensors are (tile,Rest...) with the tile as one mode; the one in shared
// memory must be known to be aligned to its swizzle's period (assume_aligned), otherwise it is
// refused. `blocks` maps a block's coordinate in the cluster to its number among the blocks that
// share a box; without it, one block takes all.
template <class Op, class Box, class T, class Coord, class SB, class DB, class SE, class SL,
          class GE, class GL>
TILEPROOF_HOST_DEVICE constexpr auto tma_partition(Copy_Atom<Copy_Traits<Op, Box>, T> const&,
                                                   Coord const& block, Layout<SB, DB> const& blocks,
                                                   Tensor<SE, SL> const& shared,
                                                   Tensor<GE, GL> const& global) {
  using values = typename Box::values;
  detail::require_place_of_tile<Box>(shared);
  auto const number = blocks(block);
  auto const g = detail::tma_part<values>(global, number, std::make_index_sequence<GL::rank - 1>{});
  auto const s = detail::tma_part<values>(shared, number, std::make_index_sequence<SL::rank - 1>{});
  detail::require_room_of_padding<Box>(s);
  return tma_parts<std::remove_const_t<decltype(g)>, std::remove_const_t<decltype(s)>>{g, s};
}
template <class Op, class Box, class T, class SE, class SL, class GE, class GL>
TILEPROOF_HOST_DEVICE constexpr auto tma_partition(Copy_Atom<Copy_Traits<Op, Box>, T> const& atom,
                                                   Tensor<SE, SL> const& shared,
                                                   Tensor<GE, GL> const& global) {
  return tma_partition(atom, Int<0>{}, Layout<_1, _0>{}, shared, global);
}

// The mask of a multicast: bit i is set if block i of the cluster is one of those that the `_` in
// the coordinate stands for. Example: blocks (2,1):(1,0), coordinate (_,0): 0b11.
template <class S, class D, class Coord>
TILEPROOF_HOST_DEVICE constexpr std::uint16_t create_tma_multicast_mask(Layout<S, D> const& blocks,
                                                                        Coord const& coord) {
  auto const kept = slice_and_offset(coord, blocks);
  unsigned mask = 0;
  for (int i = 0; i < static_cast<int>(size(get<0>(kept))); ++i)
    mask |= 1U << static_cast<int>(get<0>(kept)(i));
  return static_cast<std::uint16_t>(mask << static_cast<int>(get<1>(kept)));
}
// The mask of the blocks that differ from `coord` in the given modes only: with <1>, that of (1,_)
// for the coordinate (1,2).
template <int Mode, int... Modes, class S, class D, class Coord>
TILEPROOF_HOST_DEVICE constexpr std::uint16_t create_tma_multicast_mask(Layout<S, D> const& blocks,
                                                                        Coord const& coord) {
  auto const open = replace<Mode>(coord, _);
  if constexpr (sizeof...(Modes) > 0)
    return create_tma_multicast_mask<Modes...>(blocks, open);
  else
    return create_tma_multicast_mask(blocks, open);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
