// SPDX-License-Identifier: BSL-1.0
//
// local_tile: the tile of a thread block. local_partition: the share of a thread.
#pragma once

#include <tileproof/core/partition.hpp>
#include <tileproof/tensor/tensor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct inner_partition_op : takes_tiler {
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& l, core::layout const& coord) {
    return core::local_tile(cx, l, tiler, coord, nullptr);
  }
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& l, core::layout const& coord,
                                    core::layout const& step) {
    return core::local_tile(cx, l, tiler, coord, &step);
  }
};
struct outer_partition_op : takes_tiler {
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& l, core::layout const& coord) {
    return core::outer_partition(cx, l, tiler, coord);
  }
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& l, core::layout const& coord,
                                    core::layout const& step) {
    core::layout const tile = core::dice(cx, tiler, step);
    core::layout const at = core::dice(cx, coord, step);
    return cx.refused() ? core::sliced{} : core::outer_partition(cx, l, tile, at);
  }
};
struct local_partition_op : takes_layouts {
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& threads,
                                    core::layout const& l, core::layout const& index) {
    return core::local_partition(cx, l, threads, index.at[0].extent, nullptr);
  }
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& threads,
                                    core::layout const& l, core::layout const& index,
                                    core::layout const& step) {
    return core::local_partition(cx, l, threads, index.at[0].extent, &step);
  }
};

template <class L>
TILEPROOF_HOST_DEVICE constexpr auto inner_layout(L const& l) {
  if constexpr (is_composed_layout<L>::value)
    return l.layout_b();
  else
    return l;
}

// The part of a tensor that an operation on its layout gives. A swizzle stays outside: the offset
// of the part goes in front of it.
template <class Op, class E, class L, class Tile, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto part(Tensor<E, L> const& t, Tile const& tile,
                                          Args const&... args) {
  auto const r =
      call_placed<Op>(own<Tile>::from(tile), inner_layout(t.layout()), own<Args>::from(args)...);
  if constexpr (is_no_result_v<decltype(r)>)
    return r;
  else if constexpr (is_composed_layout<L>::value)
    return view(t.data(), make_composed_layout(t.layout().layout_a(),
                                               sum(t.layout().offset(), r.offset), r.layout));
  else
    return view(t.data() + r.offset, r.layout);
}

}  // namespace detail

// Everything inside the tile at `coord`: (tile modes..., rest modes where coord has `_`...). A Step
// keeps the modes of tiler and coordinate where it has an integer and drops them where it has X.
template <class E, class L, class Tiler, class Coord>
TILEPROOF_HOST_DEVICE constexpr auto inner_partition(Tensor<E, L> const& t, Tiler const& tiler,
                                                     Coord const& coord) {
  return detail::part<detail::inner_partition_op>(t, tiler, coord);
}
template <class E, class L, class Tiler, class Coord, class Proj>
TILEPROOF_HOST_DEVICE constexpr auto inner_partition(Tensor<E, L> const& t, Tiler const& tiler,
                                                     Coord const& coord, Proj const& step) {
  return detail::part<detail::inner_partition_op>(t, tiler, coord, step);
}

// What stands at `coord` in every tile: (tile modes where coord has `_`..., rest modes...).
template <class E, class L, class Tiler, class Coord>
TILEPROOF_HOST_DEVICE constexpr auto outer_partition(Tensor<E, L> const& t, Tiler const& tiler,
                                                     Coord const& coord) {
  return detail::part<detail::outer_partition_op>(t, tiler, coord);
}
template <class E, class L, class Tiler, class Coord, class Proj>
TILEPROOF_HOST_DEVICE constexpr auto outer_partition(Tensor<E, L> const& t, Tiler const& tiler,
                                                     Coord const& coord, Proj const& step) {
  return detail::part<detail::outer_partition_op>(t, tiler, coord, step);
}

// The tile of the block at `coord`.
template <class E, class L, class Tiler, class Coord, class... Proj>
TILEPROOF_HOST_DEVICE constexpr auto local_tile(Tensor<E, L> const& t, Tiler const& tiler,
                                                Coord const& coord, Proj const&... step) {
  static_assert(sizeof...(Proj) <= 1, "local_tile(tensor, tiler, coord, step)");
  return inner_partition(t, tiler, coord, step...);
}

// The share of thread `index` where `threads` maps coordinates to thread indices: its tile repeats
// over the tensor. Refused unless `threads` is a bijection onto [0, size(threads)).
template <class E, class L, class ST, class DT, class Index>
TILEPROOF_HOST_DEVICE constexpr auto local_partition(Tensor<E, L> const& t,
                                                     Layout<ST, DT> const& threads,
                                                     Index const& index) {
  return detail::part<detail::local_partition_op>(t, threads, index);
}
template <class E, class L, class ST, class DT, class Index, class Proj>
TILEPROOF_HOST_DEVICE constexpr auto local_partition(Tensor<E, L> const& t,
                                                     Layout<ST, DT> const& threads,
                                                     Index const& index, Proj const& step) {
  return detail::part<detail::local_partition_op>(t, threads, index, step);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
