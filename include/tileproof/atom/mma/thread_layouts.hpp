// SPDX-License-Identifier: BSL-1.0
//
// Defines the layouts that TiledMMA computes: how its threads partition the operands of a tile. Not
// for direct use: TiledMMA and ThrMMA (mma/tiled_mma.hpp) have the public names.
//
//   ThrID of the instruction, AtomLayoutMNK    threads: (V,M,N,K) -> thread index
//   the instruction's ALayout, BLayout, CLayout  thread_value<Operand>: (thread,value) -> element
//   a tensor (M,K,...) and a thread            mma_partition: (V,RestM,RestK,...)
//
// The algorithms are in core/tiled_mma.hpp; lift/ lifts them to types, with the constants of a
// tiling.
#pragma once

#include <tileproof/atom/predicated.hpp>
#include <tileproof/core/tiled_mma.hpp>
#include <tileproof/prove/tiled.hpp>
#include <tileproof/tensor/everywhere.hpp>
#include <tileproof/tensor/local_tile.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The names of refusals: partition_A, _B and _C of a tensor that is no matrix; and a tile of
// make_tiled_mma that the atoms along one mode do not divide.
struct operand_is_a_matrix {
  static constexpr char const* sentences[] = {
      "partition_A, _B, _C: the tensor has {found} mode{|s}, and at least two are expected: (M,K), "
      "(N,K) or (M,N)",
      nullptr};
};
struct atoms_divide_the_tile {
  static constexpr char const* sentences[] = {
      "make_tiled_mma: in mode {in_mode} of (M,N,K) the tile has {found} elements, and the atoms "
      "together have {expected}: the tile needs a multiple of {expected}, or `_`",
      nullptr};
};

namespace detail {

// The operands, each with its two modes of (M,N,K) and its TV layout.
struct operand_a {
  static constexpr int modes[2] = {0, 2};
  template <class Atom>
  using layout = typename Atom::LayoutA_TV;
};
struct operand_b {
  static constexpr int modes[2] = {1, 2};
  template <class Atom>
  using layout = typename Atom::LayoutB_TV;
};
struct operand_c {
  static constexpr int modes[2] = {0, 1};
  template <class Atom>
  using layout = typename Atom::LayoutC_TV;
};

// The scale factors of A and of B, a matrix like these in which a factor stands for each element.
struct operand_sfa : operand_a {
  template <class Atom>
  using layout = typename Atom::SFALayout;
};
struct operand_sfb : operand_b {
  template <class Atom>
  using layout = typename Atom::SFBLayout;
};

// A layout as it is; an integer or shape as its column-major layout.
template <class T>
constexpr auto as_layout(T const& t) {
  if constexpr (is_layout_v<T>)
    return t;
  else
    return make_layout(t);
}

// One mode of a permutation and its size. `_` stands for the Reach elements, in order, that the
// threads cover along the mode.
template <class Mode, int Reach>
struct permuted_mode {
  using type = Mode;
  using size = Int<static_size<Mode>>;
};
template <int Reach>
struct permuted_mode<Underscore, Reach> {
  using type = Int<Reach>;
  using size = Int<Reach>;
};

template <class Tiling, class Operand>
struct operand_of;
template <class Tiling, class Operand>
struct thrfrg_op;
template <class Tiling, class Operand>
struct mma_thread_value_op;

// A tiling: `threads` repeats the instruction's threads over the atoms, `permutation` has a tiler
// for each of M, N and K, `shape` is the size of the tile, (TileM,TileN,TileK).
template <class Atom, class AtomLayoutMNK, class PermutationMNK>
struct mma_tiling {
  using atom = Atom;
  using threads = decltype(tiled_product(typename Atom::ThrID{}, AtomLayoutMNK{}));
  template <std::size_t I>
  using mode = permuted_mode<std::remove_cvref_t<decltype(get<I>(PermutationMNK{}))>,
                             static_size_of_mode<typename Atom::Shape_MNK, I> *
                                 static_size_of_mode<threads, I + 1>>;
  using permutation = Tile<typename mode<0>::type, typename mode<1>::type, typename mode<2>::type>;
  using shape = Shape<typename mode<0>::size, typename mode<1>::size, typename mode<2>::size>;

  // The tile of an operand: (TileM,TileK) of A, (TileN,TileK) of B, (TileM,TileN) of C.
  template <class Operand>
  using operand_shape =
      Shape<typename mode<Operand::modes[0]>::size, typename mode<Operand::modes[1]>::size>;

  // The TV layout of one tile, (thread,value) -> element.
  template <class Operand>
  TILEPROOF_HOST_DEVICE static constexpr auto thread_value() {
    return lift<mma_thread_value_op<mma_tiling, Operand>>(threads{},
                                                          Layout<operand_shape<Operand>>{});
  }

  // The number of threads that hold one element: those inside the instruction times those along the
  // mode that the operand lacks.
  template <class Operand>
  static constexpr int owners =
      static_size<typename Operand::template layout<Atom>> /
      (static_size_of_mode<typename Atom::Shape_MNK, Operand::modes[0]> *
       static_size_of_mode<typename Atom::Shape_MNK,
                           Operand::modes[1]>)*static_size_of_mode<threads, 4 - Operand::modes[0] -
                                                                                Operand::modes[1]>;

  // Proves first the thread layout (every_thread_has_one_place), then the permutation
  // (permutes_mode), then that the threads partition each operand (owns_every_element), so that the
  // first error is the cause.
  static constexpr bool is_proved() {
#if defined(TILEPROOF_DISABLE_PROOFS)
    return true;
#else
    if constexpr (!proved<every_thread_has_one_place, threads>)
      return require<every_thread_has_one_place>(threads{});
    else if constexpr (!is_permutation<0>)
      return require<permutes_mode<0>>(order<0>{});
    else if constexpr (!is_permutation<1>)
      return require<permutes_mode<1>>(order<1>{});
    else if constexpr (!is_permutation<2>)
      return require<permutes_mode<2>>(order<2>{});
    else if constexpr (owns<operand_c> && owns<operand_a> && owns<operand_b>)
      return true;
    else if constexpr (constexpr int i = undivided(); i < 3)
      return decltype(stop<atoms_divide_the_tile>(
          static_cast<in_mode<i>*>(nullptr), static_cast<found<extent<i>>*>(nullptr),
          static_cast<expected<atoms<i>>*>(nullptr)))::value;
    else if constexpr (!owns<operand_c>)
      return shared_out<operand_c>();
    else if constexpr (!owns<operand_a>)
      return shared_out<operand_a>();
    else
      return shared_out<operand_b>();
#endif
  }

 private:
  // A permutation given as an integer n means n elements in order.
  template <std::size_t I>
  using order = decltype(as_layout(typename mode<I>::type{}));
  template <std::size_t I>
  static constexpr bool is_permutation = proved<permutes_mode<static_cast<int>(I)>, order<I>>;
  template <class Operand>
  static constexpr bool owns = proved<owns_every_element<owners<Operand>>,
                                      decltype(thread_value<Operand>()), operand_shape<Operand>>;
  template <class Operand>
  static constexpr bool shared_out() {
    return require<owns_every_element<owners<Operand>>>(thread_value<Operand>(),
                                                        operand_shape<Operand>{});
  }
  // The extent of mode I, that of the atoms along it, and the first mode that they do not divide,
  // or 3.
  template <int I>
  static constexpr int extent = static_cast<int>(static_size<order<I>>);
  template <int I>
  static constexpr int atoms = static_cast<int>(static_size_of_mode<typename Atom::Shape_MNK, I> *
                                                static_size_of_mode<threads, I + 1>);
  static constexpr int undivided() {
    if (extent<0> % atoms<0> != 0) return 0;
    if (extent<1> % atoms<1> != 0) return 1;
    return extent<2> % atoms<2> != 0 ? 2 : 3;
  }
};

// The parameters of an operand for the core, from the types. Computed once for each tiling and
// operand.
template <class Tiling, class Operand>
constexpr core::mma_operand read_operand() {
  core::mma_operand r;
  r.atom = core::detail::by_mode_0(
      reading_of<typename Operand::template layout<typename Tiling::atom>>::value.into);
  core::layout const shape = tiler_reading_of<typename Tiling::atom::Shape_MNK>::value.into;
  core::layout const permutation = tiler_reading_of<typename Tiling::permutation>::value.into;
  r.atom_shape.open(2);
  r.permutation.open(2);
  for (int i = 0; i < 2; ++i) {
    r.modes[i] = Operand::modes[i];
    r.atom_shape.copy(shape, core::nth(shape, r.modes[i]));
    r.permutation.copy(permutation, core::nth(permutation, r.modes[i]));
  }
  return r;
}
template <class Tiling, class Operand>
struct operand_of {
  static constexpr core::mma_operand value = read_operand<Tiling, Operand>();
};

// The right inverse of the thread layout: thread index -> (V,M,N,K).
constexpr core::layout inverse_of(core::layout const& threads) {
  core::arithmetic cx;
  return core::right_inverse(cx, threads);
}
// inverse_of the threads of a tiling, as a constant.
template <class Tiling>
struct threads_by_index {
  static constexpr core::layout value =
      inverse_of(reading_of<typename Tiling::threads>::value.into);
};

// Operations on layouts for lift: thrfrg, the TV layout of a tile, the partition of a thread
// (which, without a predicate, requires that the tile divides run-time extents).
template <class Tiling, class Operand>
struct thrfrg_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& threads,
                                    core::layout const& l) {
    return core::thrfrg(cx, l, operand_of<Tiling, Operand>::value, threads);
  }
};
template <class Tiling, class Operand>
struct mma_thread_value_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& threads,
                                    core::layout const& tile) {
    return core::mma_thread_value(cx, tile, operand_of<Tiling, Operand>::value, threads,
                                  threads_by_index<Tiling>::value);
  }
};
template <class Tiling, class Operand, bool Predicated>
struct mma_partition_op : takes_layouts {
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& threads,
                                    core::layout const& l, core::layout const& index) {
    if (!Predicated)
      core::require_whole_tiles(
          cx, l, reading_of<typename Tiling::template operand_shape<Operand>>::value.into);
    return core::mma_partition(cx, l, operand_of<Tiling, Operand>::value, threads,
                               threads_by_index<Tiling>::value, index.at[0].extent);
  }
};

// All partitions of a layout or tensor: ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,...))). A swizzle
// stays in front.
template <class Tiling, class Operand, class T>
TILEPROOF_HOST_DEVICE constexpr auto thrfrg(T const& t) {
  if constexpr (is_tensor_v<T>)
    return view_unless_refused(t.data(), thrfrg<Tiling, Operand>(t.layout()));
  else if constexpr (is_composed_layout<T>::value)
    return outside(t, thrfrg<Tiling, Operand>(t.layout_b()));
  else
    return lift<thrfrg_op<Tiling, Operand>>(typename Tiling::threads{}, t);
}

// The partition of `thread`: a view (V,RestM,RestN,...). Refused (fits_whole_tiles) where the tile
// leaves a remainder of static extents, unless the argument `predicated` is given.
template <class Tiling, class Operand, class E, class L, class Thread, class... Predicated>
TILEPROOF_HOST_DEVICE constexpr auto mma_partition(Tensor<E, L> const& t, Thread const& thread,
                                                   Predicated const&...) {
  if constexpr (L::rank < 2) {
    static_cast<void>(refuse<operand_is_a_matrix, found<static_cast<int>(L::rank)>>{});
    return t;
  } else {
    constexpr bool guarded = sizeof...(Predicated) > 0;
    using extents = std::remove_cvref_t<decltype(t.shape())>;
    if constexpr (!guarded && __is_empty(extents))
      require<fits_whole_tiles>(Tiling::template thread_value<Operand>(),
                                typename Tiling::template operand_shape<Operand>{}, extents{});
    return part<mma_partition_op<Tiling, Operand, guarded>>(t, typename Tiling::threads{}, thread);
  }
}
template <class Tiling, class Operand, class... Args>
TILEPROOF_HOST_DEVICE constexpr everywhere mma_partition(everywhere, Args const&...) {
  return {};
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
