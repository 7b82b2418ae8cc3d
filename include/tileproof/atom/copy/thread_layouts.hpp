// SPDX-License-Identifier: BSL-1.0
//
// Defines the layouts that TiledCopy computes: how its threads partition both sides of a tile. Not
// for direct use: TiledCopy and ThrCopy (copy/tiled_copy.hpp) have the public names.
//
//   places -> threads, places -> values     raked_thread_value: (thread,value) -> place of the tile
//   the instruction's RefLayout, SrcLayout  copy_thread_value: that of one side of the copy
//   a tensor (M,N,...) and a thread         copy_partition: ((value,repetition),RestM,RestN,...)
//
// The algorithms are in core/tiled_copy.hpp; lift/ lifts them to types. A tensor
// whose static extents the tile does not divide is refused, as fits_whole_tiles; with run-time
// extents the host checks it (tile_divides_tensor); `predicated` allows a remainder.
#pragma once

#include <tileproof/algebra/exact.hpp>
#include <tileproof/atom/copy/atom.hpp>
#include <tileproof/atom/predicated.hpp>
#include <tileproof/core/tiled_copy.hpp>
#include <tileproof/prove/tiled.hpp>
#include <tileproof/tensor/everywhere.hpp>
#include <tileproof/tensor/local_tile.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: partition_S or partition_D of a tensor of fewer modes than the copy's
// tile.
struct tensor_has_the_tiles_modes {
  static constexpr char const* sentences[] = {
      "partition_S, partition_D: the tensor has {found} mode{|s}, and the tile of the copy "
      "{expected}",
      nullptr};
};

// The name of a refusal: the threads or the values of a tiled copy are no whole instructions.
struct copy_fills_the_atom {
  static constexpr char const* sentences[] = {
      "make_tiled_copy: the copy has {found:0} thread{|s} of {found:1} value{|s} each, and one "
      "instruction takes {expected:0} thread{|s} of {expected:1} value{|s}: both must be multiples",
      nullptr};
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The partition of a tensor for one thread. Unless Predicated, it requires that the tile divides
// run-time extents.
template <class Tile, bool Predicated>
struct copy_partition_op : takes_tiler {
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& tiler,
                                    core::layout const& l, core::layout const& tv,
                                    core::layout const& index) {
    if (!Predicated) core::require_whole_tiles(cx, l, reading_of<Tile>::value.into);
    return core::copy_partition(cx, l, tiler, tv, index.at[0].extent);
  }
};
// A fragment that another atom partitioned, rearranged for this copy, whose instruction has
// AtomValues values.

// The extents of a tiler's modes, as a shape: (_32:_1,_8:_4) has (_32,_8).
template <class Tiler>
struct tile_extents {
  using type = Shape<Int<static_size<Tiler>>>;
};
template <class... Modes>
struct tile_extents<tuple<Modes...>> {
  using type = Shape<Int<static_size<Modes>>...>;
};

// The tiling of a copy: LayoutTV is (thread,value) -> place of the tile that `Tiler` cuts.
template <class Atom, class LayoutTV, class Tiler>
struct copy_tiling {
  using tv = LayoutTV;
  using tiler = Tiler;
  using tile = typename tile_extents<Tiler>::type;
  // The (thread,(value,repetition)) -> place of one side, the atom's ValLayoutSrc or ValLayoutDst.
  template <class Side>
  using thread_value = decltype(lift<operation<core::copy_thread_value>>(
      LayoutTV{}, typename Atom::ValLayoutRef{}, Side{}));

  // The number of threads that hold one place: 1 unless there are more threads and values than
  // places.
  static constexpr std::int64_t owners =
      static_size<LayoutTV> <= static_size<tile> ? 1 : static_size<LayoutTV> / static_size<tile>;
  // Proves that the threads and values are those of whole instructions (copy_fills_the_atom), and
  // that they partition the tile (owns_every_element).
  static constexpr bool shared_out() {
#if !defined(TILEPROOF_DISABLE_PROOFS)
    constexpr core::layout const& ref = reading_of<typename Atom::ValLayoutRef>::value.into;
    constexpr int threads = size_of_mode(reading_of<LayoutTV>::value.into, 0);
    constexpr int values = size_of_mode(reading_of<LayoutTV>::value.into, 1);
    constexpr int atom_threads = size_of_mode(ref, 0);
    constexpr int atom_values = size_of_mode(ref, 1);
    if constexpr (threads % atom_threads != 0 || values % atom_values != 0)
      return decltype(stop<copy_fills_the_atom>(
          static_cast<found<threads, values>*>(nullptr),
          static_cast<expected<atom_threads, atom_values>*>(nullptr)))::value;
    else
#endif
      return require<owns_every_element<owners>>(LayoutTV{}, tile{});
  }
};

// All partitions of a layout or tensor: (thread,(value,repetition),(RestM,RestN,...)). A swizzle
// stays in front.
template <class Tiling, class Side, class T>
TILEPROOF_HOST_DEVICE constexpr auto tidfrg(T const& t) {
  if constexpr (is_tensor_v<T>)
    return view_unless_refused(t.data(), tidfrg<Tiling, Side>(t.layout()));
  else if constexpr (is_composed_layout<T>::value)
    return outside(t, tidfrg<Tiling, Side>(t.layout_b()));
  else
    return lift<by_tiler<core::tidfrg>>(typename Tiling::tiler{}, t, Side{});
}

// The partition of `thread`: a view ((value,repetition),RestM,RestN,...). Refused
// (fits_whole_tiles) where the tile leaves a remainder, unless the argument `predicated` is given.
// `everywhere`, the predicate that is true, is its own partition.
template <class Tiling, class Side, class E, class L, class Thread, class... Predicated>
TILEPROOF_HOST_DEVICE constexpr auto copy_partition(Tensor<E, L> const& t, Thread const& thread,
                                                    Predicated const&...) {
  constexpr int rank = static_cast<int>(rank_v<typename Tiling::tile>);
  if constexpr (L::rank < rank) {
    static_cast<void>(
        refuse<tensor_has_the_tiles_modes, found<static_cast<int>(L::rank)>, expected<rank>>{});
    return t;
  } else {
    constexpr bool guarded = sizeof...(Predicated) > 0;
    using extents = std::remove_cvref_t<decltype(t.shape())>;
    if constexpr (!guarded && __is_empty(extents))
      require<fits_whole_tiles>(Side{}, typename Tiling::tile{}, extents{});
    return part<copy_partition_op<typename Tiling::tile, guarded>>(t, typename Tiling::tiler{},
                                                                   Side{}, thread);
  }
}
template <class Tiling, class Side, class... Args>
TILEPROOF_HOST_DEVICE constexpr everywhere copy_partition(everywhere, Args const&...) {
  return {};
}

// Checks a layout with run-time leaves on the host: throws layout_error (one_writer_an_element,
// one_writer_decided) where two threads would write one element. In device code it is not called.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Tiling, class L>
TILEPROOF_HOST_DEVICE constexpr void check_one_writer(L const& l) {
  core::layout const tensor = layout_with_values(l);
  if (is_empty_layout(tensor)) return;
  core::arithmetic cx;
  core::require_one_writer(cx, tensor, tiler_reading_of<typename Tiling::tiler>::value.into,
                           reading_of<typename Tiling::tv>::value.into);
  if (cx.why.what == core::property::one_writer_an_element ||
      cx.why.what == core::property::one_writer_decided)
    fail(cx.why);  // what else is wrong, the partition itself refuses
}

// Refuses a destination in memory in which two threads would write one element. The threads' places
// are distinct; so are the elements of a static layout that the tile divides, and on the host those
// of a layout with run-time leaves. A swizzle is one to one, so it is left out.
template <class Tiling, class E, class L, class... Predicated>
TILEPROOF_HOST_DEVICE constexpr void require_one_writer(Tensor<E, L> const& t,
                                                        Predicated const&...) {
  if constexpr (is_gmem_v<Tensor<E, L>> || is_smem_v<Tensor<E, L>>) {
    using extents = std::remove_cvref_t<decltype(t.shape())>;
    constexpr bool is_static = __is_empty(L);
    if constexpr (is_static && proved<fits_whole_tiles, typename Tiling::tv, typename Tiling::tile,
                                      std::conditional_t<is_static, extents, Shape<_1>>>) {
      using all = decltype(tidfrg<Tiling, typename Tiling::tv>(L{}));
      require<written_by_one_thread>(all{});
    } else {
      require<written_by_one_thread>(typename Tiling::tv{});
      using inner = std::remove_cvref_t<decltype(inner_layout(t.layout()))>;
      if constexpr (is_checked && !__is_empty(inner) && sizeof...(Predicated) == 0)
        check_one_writer<Tiling>(inner_layout(t.layout()));
    }
  }
}

// The view of a fragment (V,RestM,RestN,...) as the values that this copy moves. The tensor's
// registers are not moved.
template <class Tiling, int AtomValues, class T>
TILEPROOF_HOST_DEVICE constexpr auto retile(T&& t) {
  auto const r = lift<swapped<core::retile, AtomValues>, give::placed>(
      typename Tiling::tile{}, t.layout(), typename Tiling::tv{});
  if constexpr (is_no_result_v<decltype(r)>)
    return r;
  else if constexpr (is_layout_v<T>)
    return r.layout;
  else
    return view(t.data() + r.offset, r.layout);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
