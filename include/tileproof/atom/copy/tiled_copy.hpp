// SPDX-License-Identifier: BSL-1.0
//
// TiledCopy: a copy instruction repeated over the threads and values of a tile. ThrCopy: the part
// of one thread.
#pragma once

#include <tileproof/atom/copy/thread_layouts.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class TiledCopy, class Thread>
struct ThrCopy;

// LayoutTV maps (thread,value) to a place, by columns, of the tile that Tiler cuts. Does not
// compile unless every place belongs to one thread, or to as many as LayoutTV has for each.
template <class Atom, class LayoutTV, class Tiler>
struct TiledCopy : Atom {
  using tiling = detail::copy_tiling<Atom, LayoutTV, Tiler>;
  using Tiler_MN = Tiler;
  using TiledLayout_TV = LayoutTV;
  using atom_type = Atom;
  // (thread,(value,repetition)) -> place, of the source and of the destination.
  using LayoutS_TV = typename tiling::template thread_value<typename Atom::ValLayoutSrc>;
  using LayoutD_TV = typename tiling::template thread_value<typename Atom::ValLayoutDst>;

  static_assert(tiling::shared_out());

  constexpr TiledCopy() = default;
  TILEPROOF_HOST_DEVICE constexpr explicit TiledCopy(Atom const& atom) : Atom(atom) {}

  // The part of a thread.
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_slice(Index const& thread) const {
    return ThrCopy<TiledCopy, detail::own_t<Index>>{*this, detail::own<Index>::from(thread)};
  }
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_thread_slice(Index const& thread) const {
    return get_slice(thread);
  }

  // (thread,(value,repetition),(RestM,RestN,...)) of a tensor or layout (M,N,...).
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto tidfrg_S(T const& source) {
    return detail::tidfrg<tiling, LayoutS_TV>(source);
  }
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto tidfrg_D(T const& destination) {
    return detail::tidfrg<tiling, LayoutD_TV>(destination);
  }
  // What a thread holds, partitioned (V,RestM,RestN,...) by something else, as this copy partitions
  // it: a tensor of registers, or its layout. Pre: its values are, V at a time, the values of
  // TiledLayout_TV.
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto retile(T&& t) {
    return detail::retile<tiling, Atom::NumValSrc>(t);
  }

  TILEPROOF_HOST_DEVICE static constexpr LayoutS_TV get_layoutS_TV() { return {}; }
  TILEPROOF_HOST_DEVICE static constexpr LayoutD_TV get_layoutD_TV() { return {}; }
};

// Tensors (M,N,...) to ((value,repetition),RestM,RestN,...). Refused unless the tile divides the
// tensor's extents, or `predicated` says that a predicate guards the last tile; run-time extents
// are checked where a condition on run-time leaves is.
template <class TiledCopy, class Thread>
struct ThrCopy : TiledCopy {
  Thread thread{};

  TILEPROOF_HOST_DEVICE constexpr ThrCopy(TiledCopy const& copy, Thread const& t)
      : TiledCopy(copy), thread(t) {}

  template <class T, class... Predicated>
  TILEPROOF_HOST_DEVICE constexpr auto partition_S(T const& source, Predicated const&... p) const {
    return detail::copy_partition<typename TiledCopy::tiling, typename TiledCopy::LayoutS_TV>(
        source, thread, p...);
  }
  // Refused where two threads would write one element of memory: while compiling for a static
  // layout; on the host, for the extents and strides that it has, for one with run-time leaves.
  // There `predicated` says that a predicate decides what is written, and nothing is checked: a
  // launcher asks is_injective(layout of the whole matrix) (algebra/exact.hpp).
  template <class T, class... Predicated>
  TILEPROOF_HOST_DEVICE constexpr auto partition_D(T const& destination,
                                                   Predicated const&... p) const {
    detail::require_one_writer<typename TiledCopy::tiling>(destination, p...);
    return detail::copy_partition<typename TiledCopy::tiling, typename TiledCopy::LayoutD_TV>(
        destination, thread, p...);
  }
  // Registers that were partitioned by a TiledMMA, as this copy partitions them.
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto retile_S(T&& t) const {
    return TiledCopy::retile(t);
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto retile_D(T&& t) const {
    return TiledCopy::retile(t);
  }
};

// Of (thread,value) -> place of the tile that `tiler` cuts.
template <class Op, class T, class LayoutTV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_impl(Copy_Atom<Op, T> const& atom,
                                                          LayoutTV const&, Tiler const&) {
  return TiledCopy<Copy_Atom<Op, T>, LayoutTV, detail::own_t<Tiler>>(atom);
}

// Of threads, place -> thread, and the values of each, place -> value, both (M,N,...): the values
// of a thread lie together, the threads around them. Does not compile unless each (thread,value)
// has one element and each element has one.
template <class Op, class T, class ST, class DT, class SV = _1, class DV = _0>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy(Copy_Atom<Op, T> const& atom,
                                                     Layout<ST, DT> const& threads,
                                                     Layout<SV, DV> const& values = {}) {
  using property = every_owner_has_one_element;
  if constexpr (!proved<property, Layout<ST, DT>, Layout<SV, DV>>) {
    static_assert(require<property>(Layout<ST, DT>{}, Layout<SV, DV>{}));  // the first error
    return require<property>(threads, values);
  } else {
    auto const tv = detail::call<detail::raked_thread_value_op>(threads, values);
    using places = decltype(raked_product(threads, values));
    using tile = decltype(product_each(shape(places{})));
    return make_tiled_copy_impl(atom, tv, tile{});
  }
}

// With the tile of a tiled MMA's operand, and each value where the MMA has it.
template <class Op, class T, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_A(Copy_Atom<Op, T> const& atom,
                                                       TiledMMA<Atom, L, P> const& mma) {
  return make_tiled_copy_impl(atom, mma.get_layoutA_TV(),
                              make_shape(tile_size<0>(mma), tile_size<2>(mma)));
}
template <class Op, class T, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_B(Copy_Atom<Op, T> const& atom,
                                                       TiledMMA<Atom, L, P> const& mma) {
  return make_tiled_copy_impl(atom, mma.get_layoutB_TV(),
                              make_shape(tile_size<1>(mma), tile_size<2>(mma)));
}
template <class Op, class T, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_C(Copy_Atom<Op, T> const& atom,
                                                       TiledMMA<Atom, L, P> const& mma) {
  return make_tiled_copy_impl(atom, mma.get_layoutC_TV(),
                              make_shape(tile_size<0>(mma), tile_size<1>(mma)));
}
// With each value where another tiled copy has it in its source, or in its destination.
template <class Op, class T, class Atom, class TV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_S(Copy_Atom<Op, T> const& atom,
                                                       TiledCopy<Atom, TV, Tiler> const& copy) {
  return make_tiled_copy_impl(atom, copy.get_layoutS_TV(), Tiler{});
}
template <class Op, class T, class Atom, class TV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_D(Copy_Atom<Op, T> const& atom,
                                                       TiledCopy<Atom, TV, Tiler> const& copy) {
  return make_tiled_copy_impl(atom, copy.get_layoutD_TV(), Tiler{});
}

namespace detail {

// Of the data's coordinates that tv names, (thread,value) -> index of a coordinate: the tile of
// them by mode, and the place in it.
template <class TV, class Data, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto cotiler(std::index_sequence<I...>) {
  using extents = decltype(product_each(shape(Data{})));
  // Which coordinates of mode I there are.
  return make_tile(filter(composition(
      make_layout(extents{}, replace<I>(repeat<sizeof...(I)>(Int<0>{}), Int<1>{})), TV{}))...);
}

}  // namespace detail

// Of (thread,value) -> offset and a static layout of data, coordinate -> offset: the copy in which
// each (thread,value) has the coordinate of its offset. Does not compile unless the data has all of
// these offsets.
template <class Op, class T, class TV, class Data>
TILEPROOF_HOST_DEVICE constexpr auto make_cotiled_copy(Copy_Atom<Op, T> const& atom, TV const&,
                                                       Data const&) {
  using coordinates = decltype(composition(left_inverse(Data{}), TV{}));
  if constexpr (detail::is_no_result_v<coordinates>) {
    return coordinates{};
  } else if constexpr (!proved<equivalent, TV, decltype(composition(Data{}, coordinates{}))>) {
    return require<equivalent>(TV{}, composition(Data{}, coordinates{}));
  } else {
    constexpr std::size_t rank = static_cast<std::size_t>(Data::rank);
    using tiler = decltype(detail::cotiler<coordinates, Data>(std::make_index_sequence<rank>{}));
    using places = decltype(composition(make_layout(product_each(shape(Data{}))), tiler{}));
    return make_tiled_copy_impl(atom, composition(left_inverse(places{}), coordinates{}), tiler{});
  }
}

template <class Atom, class TV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto size(TiledCopy<Atom, TV, Tiler> const&) {
  return size<0>(TV{});
}
template <class Atom, class TV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto tile_shape(TiledCopy<Atom, TV, Tiler> const&) {
  return typename TiledCopy<Atom, TV, Tiler>::tiling::tile{};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
