// SPDX-License-Identifier: BSL-1.0
//
// make_tma_copy, make_tma_atom: the copy of tiles between a global tensor and shared memory.
//
//   auto tma = make_tma_copy(SM90_TMA_LOAD{}, gA, sA_layout, make_shape(_128{}, _64{}));
//   kernel<<<...>>>(tma);                     // kernel(__grid_constant__ decltype(tma) const tma)
//   auto mA = tma.get_tma_tensor(shape(gA));  // and there: the coordinates, to be tiled like gA
//   auto [tAgA, tAsA] = tma_partition(tma, group_modes<0, 2>(sA), group_modes<0, 2>(gA_tiles));
//   if (one thread) copy(tma.with(barrier), tAgA(_, k), tAsA(_, stage));
#pragma once

#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/tma/descriptor.hpp>
#include <tileproof/atom/tma/traits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

#if defined(__CUDACC__)
template <class Op, class Box, class E, class L>
TmaDescriptor describe(Tensor<E, L> const& global) {
  constexpr core::layout extents = Box::extents();
  constexpr core::layout basis = reading_of<typename Box::basis>::value.into;
  mapping const m = mapping_from<L>::make(global.layout());
  tma_geometry g;
  g.address = reinterpret_cast<std::uintptr_t>(raw_pointer_cast(global.data()));
  g.element_bytes = sizeof_bits_v<typename Box::value_type> / 8;
  g.swizzle_bits = Box::swizzle::num_bits;
  g.is_stored = std::is_same_v<Op, SM90_TMA_STORE>;
  g.rank = Box::rank;
  for (int leaf = 0; leaf < g.rank; ++leaf) {
    int const d = basis.at[leaf].axis - 1;
    g.extent[d] = m.of.at[leaf].extent.value;
    g.stride[d] = m.of.at[leaf].stride.value;
    g.box[d] = static_cast<std::uint32_t>(extents.at[d].extent.value);
    g.mode[d] = leaf;
  }
  return make_tma_descriptor(g);
}
#endif

}  // namespace detail

// Of a tensor in global memory, the static layout of a tile in shared memory, and the tile.
// `blocks` of a cluster share each box, of which each of them gets all. Refused unless
// canonical_for_tma; what is not static is checked when it runs, on the host (tma_error).
template <class Op, class E, class G, class S, class Tiler, class Blocks = Int<1>>
auto make_tma_atom(Op const&, [[maybe_unused]] Tensor<E, G> const& global, S const& shared,
                   Tiler const&, Blocks const& = {}) {
  using T = typename Tensor<E, G>::value_type;
  using tile = tma_tile<G, detail::own_t<Tiler>>;
  constexpr int blocks = static_cast<int>(decltype(size(std::declval<Blocks const&>()))::value);
  static_assert(blocks == 1 || std::is_same_v<Op, SM90_TMA_LOAD_MULTICAST>,
                "make_tma_atom: the blocks of a cluster share a box of SM90_TMA_LOAD_MULTICAST");
  if constexpr (!proved<canonical_for_tma<T, blocks>, S, tile>) {
    return require<canonical_for_tma<T, blocks>>(shared, tile{});
  } else {
    using box = typename detail::make_tma_box<T, blocks, G, S, detail::own_t<Tiler>>::type;
    Copy_Traits<Op, box> traits;
#if defined(__CUDACC__)
    traits.descriptor = detail::describe<Op, box>(global);
#endif
    return Copy_Atom<Copy_Traits<Op, box>, T>(traits);
  }
}

// The same as a TiledCopy, whose threads are the blocks.
template <class Op, class E, class G, class S, class Tiler, class Blocks = Int<1>>
auto make_tma_copy(Op const& op, Tensor<E, G> const& global, S const& shared, Tiler const& tiler,
                   Blocks const& blocks = {}) {
  auto const atom = make_tma_atom(op, global, shared, tiler, blocks);
  using made = std::remove_const_t<decltype(atom)>;
  if constexpr (std::is_same_v<made, bool>)  // refused
    return atom;
  else
    return TiledCopy<made, typename made::box::values, detail::own_t<Tiler>>(atom);
}
template <class Op, class E, class G, class S>
auto make_tma_copy(Op const& op, Tensor<E, G> const& global, S const& shared) {
  return make_tma_copy(op, global, shared, product_each(tileproof::shape(shared)));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
