// SPDX-License-Identifier: BSL-1.0
//
// TiledCopy: a copy atom repeated over the threads and values of a tile. ThrCopy: the partitions of
// one thread. Both are CuTe's.
//
//   // 256 threads, 32 x 8, 8 half_t each along K: a tile of 32 x 64.
//   auto tiled_copy = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
//                                     Layout<Shape<_32, _8>, Stride<_8, _1>>{},
//                                     Layout<Shape<_1, _8>>{});
//   auto thr_copy = tiled_copy.get_slice(threadIdx.x);
//   auto tAgA = thr_copy.partition_S(gA);  // ((V,R),RestM,RestK), a view of global memory
//   auto tAsA = thr_copy.partition_D(sA);
//   copy(tiled_copy, tAgA, tAsA);
#pragma once

#include <tileproof/atom/copy/thread_layouts.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class TiledCopy, class Thread>
struct ThrCopy;

// An atom tiled over threads and values. LayoutTV maps (thread,value) to a place, column-major, of
// the tile that Tiler cuts out of a tensor. Refused unless every place belongs to exactly
// size(LayoutTV) / size(tile) of the (thread,value), one in most copies (owns_every_element).
template <class Atom, class LayoutTV, class Tiler>
struct TiledCopy : Atom {
  using tiling = detail::copy_tiling<Atom, LayoutTV, Tiler>;
  using Tiler_MN = Tiler;
  using TiledLayout_TV = LayoutTV;
  using atom_type = Atom;
  // The TV layouts of the source and the destination: (thread,(value,repetition)) -> place of the
  // tile.
  using LayoutS_TV = typename tiling::template thread_value<typename Atom::ValLayoutSrc>;
  using LayoutD_TV = typename tiling::template thread_value<typename Atom::ValLayoutDst>;

  static_assert(tiling::shared_out());

  constexpr TiledCopy() = default;
  TILEPROOF_HOST_DEVICE constexpr explicit TiledCopy(Atom const& atom) : Atom(atom) {}

  // The partitions of thread `thread`, an integer in [0, size(tiled_copy)).
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_slice(Index const& thread) const {
    return ThrCopy<TiledCopy, detail::own_t<Index>>{*this, detail::own<Index>::from(thread)};
  }
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_thread_slice(Index const& thread) const {
    return get_slice(thread);
  }

  // The tensor or layout (M,N,...) as (thread,(value,repetition),(RestM,RestN,...)).
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto tidfrg_S(T const& source) {
    return detail::tidfrg<tiling, LayoutS_TV>(source);
  }
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto tidfrg_D(T const& destination) {
    return detail::tidfrg<tiling, LayoutD_TV>(destination);
  }
  // A thread's registers, which something else such as a TiledMMA partitioned as
  // (V,RestM,RestN,...), in the order of this copy: a tensor or its layout. Example: fragments of A
  // with V = (2,2,2), for ldmatrix.x4: ((8,1),RestM,RestK). Pre: its values, V at a time, are the
  // values of TiledLayout_TV.
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto retile(T&& t) {
    return detail::retile<tiling, Atom::NumValSrc>(t);
  }

  TILEPROOF_HOST_DEVICE static constexpr LayoutS_TV get_layoutS_TV() { return {}; }
  TILEPROOF_HOST_DEVICE static constexpr LayoutD_TV get_layoutD_TV() { return {}; }
};

// The partitions of one thread: tensors (M,N,...) to views ((value,repetition),RestM,RestN,...).
// Refused unless the tile divides the tensor's extents; with the argument `predicated` it need not,
// since a predicate guards the last tile. Run-time extents are checked on the host, and by an
// assert in device code.
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
  // The partition of the destination. Refused if two threads would write one element of memory:
  // while compiling for a static layout; on the host at run time for one with run-time leaves. With
  // `predicated` the latter check is left to the launcher, since a predicate decides what is
  // written: is_injective(layout of the whole matrix) (algebra/exact.hpp).
  template <class T, class... Predicated>
  TILEPROOF_HOST_DEVICE constexpr auto partition_D(T const& destination,
                                                   Predicated const&... p) const {
    detail::require_one_writer<typename TiledCopy::tiling>(destination, p...);
    return detail::copy_partition<typename TiledCopy::tiling, typename TiledCopy::LayoutD_TV>(
        destination, thread, p...);
  }
  // Registers that a TiledMMA partitioned, in the order of this copy: use them as the source or
  // destination of a copy between fragments and shared memory.
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto retile_S(T&& t) const {
    return TiledCopy::retile(t);
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto retile_D(T&& t) const {
    return TiledCopy::retile(t);
  }
};

// The TiledCopy with the TV layout LayoutTV, (thread,value) -> place of the tile that `tiler` cuts.
template <class Op, class T, class LayoutTV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_impl(Copy_Atom<Op, T> const& atom,
                                                          LayoutTV const&, Tiler const&) {
  return TiledCopy<Copy_Atom<Op, T>, LayoutTV, detail::own_t<Tiler>>(atom);
}

// Refuses threads or values that are no layouts.
template <class Op, class T, class Threads, class Values = Layout<_1, _0>>
  requires(!is_layout_v<Threads> || !is_layout_v<Values>)
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy(Copy_Atom<Op, T> const& atom, Threads const&,
                                                     Values const& = {}) {
  static_assert(is_layout_v<Threads> && is_layout_v<Values>,
                "make_tiled_copy: threads and values are layouts, Layout<Shape<_32,_8>>{}, and a "
                "shape or another type is given");
  return atom;
}

// The TiledCopy of a thread layout, place -> thread, and a value layout, place -> value, both
// (M,N,...). The values of a thread are adjacent, the threads are arranged around them: the tile
// has the product of both shapes. Refused unless each (thread,value) has exactly one element of the
// tile (every_owner_has_one_element).
template <class Op, class T, class ST, class DT, class SV = _1, class DV = _0>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy(Copy_Atom<Op, T> const& atom,
                                                     Layout<ST, DT> const& threads,
                                                     Layout<SV, DV> const& values = {}) {
  using property = every_owner_has_one_element;
  if constexpr (!proved<property, Layout<ST, DT>, Layout<SV, DV>>) {
    static_assert(require<property>(Layout<ST, DT>{}, Layout<SV, DV>{}));  // the first error
    return require<property>(threads, values);
  } else {
    auto const tv = detail::lift<detail::operation<core::raked_thread_value>>(threads, values);
    using places = decltype(raked_product(threads, values));
    using tile = decltype(product_each(shape(places{})));
    return make_tiled_copy_impl(atom, tv, tile{});
  }
}

// The TiledCopy with the TV layout of another copy's source, or destination.
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

// The tiler that cuts the coordinates named by TV out of the data, mode by mode.
template <class TV, class Data, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto cotiler(std::index_sequence<I...>) {
  using extents = decltype(product_each(shape(Data{})));
  // The coordinates of mode I that occur.
  return make_tile(filter(composition(
      make_layout(extents{}, replace<I>(tuple_repeat<sizeof...(I)>(Int<0>{}), Int<1>{})),
      TV{}))...);
}

}  // namespace detail

// The TiledCopy in which each (thread,value) copies the coordinate that has its offset, for data
// that threads own by address: TV is (thread,value) -> offset, Data a static layout coordinate ->
// offset. Refused unless the data contains all of these offsets (equivalent).
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

// The extent of the tile that is partitioned at once, or of its mode I.
template <std::size_t... I, class Atom, class TV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto tile_size(TiledCopy<Atom, TV, Tiler> const&) {
  return size<I...>(typename TiledCopy<Atom, TV, Tiler>::tiling::tile{});
}
// The number of threads; and the tile's shape.
template <class Atom, class TV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto size(TiledCopy<Atom, TV, Tiler> const&) {
  return size<0>(TV{});
}
template <class Atom, class TV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto tile_shape(TiledCopy<Atom, TV, Tiler> const&) {
  return typename TiledCopy<Atom, TV, Tiler>::tiling::tile{};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
