// SPDX-License-Identifier: BSL-1.0
//
// local_tile: the part of a tensor that a thread block works on. local_partition: the part of one
// thread. Both are views and copy nothing.
//
//   // mA (M,K) row-major; the block's tiles of 128 x 64, one for each k-tile:
//   auto gA = local_tile(mA, make_tile(_128{}, _64{}), make_coord(blockIdx.x, _));  // (128,64,k)
//   auto tAgA = local_partition(gA(_, _, 0), thread_layout, threadIdx.x);
#pragma once

#include <tileproof/core/partition.hpp>
#include <tileproof/tensor/tensor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The plain layout inside a composed one, which the partition acts on.
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto inner_layout(L const& l) {
  if constexpr (is_composed_layout<L>::value)
    return l.layout_b();
  else
    return l;
}

// The part of a tensor that Op selects from its layout. A swizzle stays outside: the part's offset
// is added to the offset before it.
template <class Op, class E, class L, class Tile, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto part(Tensor<E, L> const& t, Tile const& tile,
                                          Args const&... args) {
  auto const r = lift<Op, give::placed>(own<Tile>::from(tile), inner_layout(t.layout()),
                                        own<Args>::from(args)...);
  if constexpr (is_no_result_v<decltype(r)>)
    return r;
  else if constexpr (is_composed_layout<L>::value)
    return view(t.data(), make_composed_layout(t.layout().layout_a(),
                                               sum(t.layout().offset(), r.offset), r.layout));
  else
    return view(t.data() + r.offset, r.layout);
}

}  // namespace detail

// The inside of the tile at `coord`: a view of shape (tile modes..., rest modes where coord has
// `_`...). A Step selects modes of tiler and coordinate before that: it keeps those where it has an
// integer and drops those where it has X, as CuTe does for A (M,X,K) of an MNK tiler. Refused where
// zipped_divide of the layout is refused.
template <class E, class L, class Tiler, class Coord>
TILEPROOF_HOST_DEVICE constexpr auto inner_partition(Tensor<E, L> const& t, Tiler const& tiler,
                                                     Coord const& coord) {
  return detail::part<detail::by_tiler<core::local_tile, nullptr>>(t, tiler, coord);
}
template <class E, class L, class Tiler, class Coord, class Proj>
TILEPROOF_HOST_DEVICE constexpr auto inner_partition(Tensor<E, L> const& t, Tiler const& tiler,
                                                     Coord const& coord, Proj const& step) {
  return detail::part<detail::by_tiler<core::local_tile>>(t, tiler, coord, step);
}

// The elements at position `coord` of every tile: a view of shape (tile modes where coord has
// `_`..., rest modes...). `step` as for inner_partition.
template <class E, class L, class Tiler, class Coord>
TILEPROOF_HOST_DEVICE constexpr auto outer_partition(Tensor<E, L> const& t, Tiler const& tiler,
                                                     Coord const& coord) {
  return detail::part<detail::by_tiler<core::outer_partition, nullptr>>(t, tiler, coord);
}
template <class E, class L, class Tiler, class Coord, class Proj>
TILEPROOF_HOST_DEVICE constexpr auto outer_partition(Tensor<E, L> const& t, Tiler const& tiler,
                                                     Coord const& coord, Proj const& step) {
  return detail::part<detail::by_tiler<core::outer_partition>>(t, tiler, coord, step);
}

// The tile of a thread block: inner_partition(t, tiler, coord, step). Tiles are counted along each
// mode; coord has one integer a mode, or `_` to keep all tiles of a mode, such as the k-tiles.
template <class E, class L, class Tiler, class Coord, class... Proj>
TILEPROOF_HOST_DEVICE constexpr auto local_tile(Tensor<E, L> const& t, Tiler const& tiler,
                                                Coord const& coord, Proj const&... step) {
  static_assert(sizeof...(Proj) <= 1,
                "local_tile takes at most one projection: local_tile(tensor, tiler, coord, "
                "step)");
  return inner_partition(t, tiler, coord, step...);
}

// A pointer in the place of a tensor is refused.
template <class T, class Tiler, class Coord, class... Proj>
TILEPROOF_HOST_DEVICE constexpr void local_tile(T* const&, Tiler const&, Coord const&,
                                                Proj const&...) {
  static_cast<void>(refuse<a_tensor_is_given<T>>{});
}

// The elements of thread `index`. `threads` is a layout coordinate -> thread; it is laid over the
// tensor as a tile, and a thread owns the elements at its own coordinate in every repetition.
// Result: a view with one mode for each mode of the tensor, or of those that `step` keeps. Example:
// a tensor of 128 x 8, threads (32,8):(1,32): each thread has a 4 x 1 view, rows m, m + 32, m + 64,
// m + 96 of one column. Refused unless `threads` is a bijection onto [0, size(threads)).
template <class E, class L, class ST, class DT, class Index>
TILEPROOF_HOST_DEVICE constexpr auto local_partition(Tensor<E, L> const& t,
                                                     Layout<ST, DT> const& threads,
                                                     Index const& index) {
  return detail::part<detail::swapped<core::local_partition, nullptr>>(t, threads, index);
}
template <class E, class L, class ST, class DT, class Index, class Proj>
TILEPROOF_HOST_DEVICE constexpr auto local_partition(Tensor<E, L> const& t,
                                                     Layout<ST, DT> const& threads,
                                                     Index const& index, Proj const& step) {
  return detail::part<detail::swapped<core::local_partition>>(t, threads, index, step);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
