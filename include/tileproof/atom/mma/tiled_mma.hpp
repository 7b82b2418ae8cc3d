// SPDX-License-Identifier: BSL-1.0
//
// TiledMMA: a matrix instruction repeated over threads and values. ThrMMA: the part of one thread.
//
// The operands of a tile are (M,N) for C, (M,K) for A and (N,K) for B. Partitioned, an operand is
// (V,RestM,RestN): the values of one instruction, and how often it is repeated along each mode.
#pragma once

#include <tileproof/atom/mma/atom.hpp>
#include <tileproof/atom/mma/thread_layouts.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class TiledMMA, class Thread>
struct ThrMMA;

// Each mode of AtomLayoutMNK repeats the instruction over other threads. PermutationMNK has, for
// each of M, N and K, the size of the tile that is shared out at once, or a layout, and then the
// tile is what that layout names, in its order; or `_`, for what the threads reach.
//
// Does not compile unless all of the threads [0,size) are used and share out each operand of the
// tile: an element of C belongs to as many threads as AtomLayoutMNK has along K, of A to as many as
// it has along N, of B along M, times those of the instruction itself.
template <class Atom, class AtomLayoutMNK, class PermutationMNK>
struct TiledMMA : Atom {
  using tiling = detail::mma_tiling<Atom, AtomLayoutMNK, PermutationMNK>;
  using AtomShape_MNK = typename Atom::Shape_MNK;
  using AtomThrID = typename Atom::ThrID;
  using ThrLayoutVMNK = typename tiling::threads;  // (ThrV,ThrM,ThrN,ThrK) -> thread index

  static_assert(tiling::is_proved());

  constexpr TiledMMA() = default;
  TILEPROOF_HOST_DEVICE constexpr explicit TiledMMA(Atom const& atom) : Atom(atom) {}

  TILEPROOF_HOST_DEVICE static constexpr ThrLayoutVMNK get_thr_layout_vmnk() { return {}; }

  // The tile that is shared out at once, and mode I of it.
  TILEPROOF_HOST_DEVICE static constexpr typename tiling::shape tile_shape_mnk() { return {}; }
  template <int I>
  TILEPROOF_HOST_DEVICE static constexpr auto tile_size_mnk() {
    return get<I>(typename tiling::shape{});
  }

  // The part of a thread.
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_slice(Index const& thread) const {
    return ThrMMA<TiledMMA, detail::own_t<Index>>{*this, detail::own<Index>::from(thread)};
  }
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_thread_slice(Index const& thread) const {
    return get_slice(thread);
  }

  // ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,...))) of a tensor or layout (M,N,...).
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto thrfrg_C(T const& c) {
    return detail::thrfrg<tiling, detail::operand_c>(c);
  }
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto thrfrg_A(T const& a) {
    return detail::thrfrg<tiling, detail::operand_a>(a);
  }
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto thrfrg_B(T const& b) {
    return detail::thrfrg<tiling, detail::operand_b>(b);
  }

  // (thread index, value) -> element of the tile, by columns.
  TILEPROOF_HOST_DEVICE static constexpr auto get_layoutC_TV() {
    return tiling::template thread_value<detail::operand_c>();
  }
  TILEPROOF_HOST_DEVICE static constexpr auto get_layoutA_TV() {
    return tiling::template thread_value<detail::operand_a>();
  }
  TILEPROOF_HOST_DEVICE static constexpr auto get_layoutB_TV() {
    return tiling::template thread_value<detail::operand_b>();
  }
};

// Tensors (M,N,...) to (V,RestM,RestN,...). Refused unless the tile divides the tensor's extents,
// or `predicated` says that a predicate guards the last tile; run-time extents are checked where a
// condition on run-time leaves is.
template <class TiledMMA, class Thread>
struct ThrMMA : TiledMMA {
  Thread thread{};

  TILEPROOF_HOST_DEVICE constexpr ThrMMA(TiledMMA const& mma, Thread const& t)
      : TiledMMA(mma), thread(t) {}

  template <class T, class... Predicated>
  TILEPROOF_HOST_DEVICE constexpr auto partition_C(T const& c, Predicated const&... p) const {
    return detail::mma_partition<typename TiledMMA::tiling, detail::operand_c>(c, thread, p...);
  }
  template <class T, class... Predicated>
  TILEPROOF_HOST_DEVICE constexpr auto partition_A(T const& a, Predicated const&... p) const {
    return detail::mma_partition<typename TiledMMA::tiling, detail::operand_a>(a, thread, p...);
  }
  template <class T, class... Predicated>
  TILEPROOF_HOST_DEVICE constexpr auto partition_B(T const& b, Predicated const&... p) const {
    return detail::mma_partition<typename TiledMMA::tiling, detail::operand_b>(b, thread, p...);
  }

  // Registers for the thread's part.
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto partition_fragment_C(T const& c) const {
    return TiledMMA::make_fragment_C(partition_C(c));
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto partition_fragment_A(T const& a) const {
    return TiledMMA::make_fragment_A(partition_A(a));
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto partition_fragment_B(T const& b) const {
    return TiledMMA::make_fragment_B(partition_B(b));
  }
};

// A TiledMMA of an operation or an atom; one atom and its own tile where nothing else is said.
template <class Op, class AtomLayoutMNK = Layout<Shape<_1, _1, _1>>,
          class PermutationMNK = Tile<Underscore, Underscore, Underscore>>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_mma(Op const&, AtomLayoutMNK const& = {},
                                                    PermutationMNK const& = {}) {
  return make_tiled_mma(MMA_Atom<Op>{}, AtomLayoutMNK{}, detail::own_t<PermutationMNK>{});
}
template <class Op, class AtomLayoutMNK = Layout<Shape<_1, _1, _1>>,
          class PermutationMNK = Tile<Underscore, Underscore, Underscore>>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_mma(MMA_Atom<Op> const& atom,
                                                    AtomLayoutMNK const& = {},
                                                    PermutationMNK const& = {}) {
  using layout = decltype(append<3>(AtomLayoutMNK{}, Layout<_1, _0>{}));
  using permutation = decltype(append<3>(PermutationMNK{}, _));
  return TiledMMA<MMA_Atom<Op>, layout, permutation>(atom);
}

template <int I, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto tile_size(TiledMMA<Atom, L, P> const&) {
  return TiledMMA<Atom, L, P>::template tile_size_mnk<I>();
}
template <class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto tile_shape(TiledMMA<Atom, L, P> const&) {
  return TiledMMA<Atom, L, P>::tile_shape_mnk();
}
// The number of threads.
template <class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto size(TiledMMA<Atom, L, P> const&) {
  return size(typename TiledMMA<Atom, L, P>::ThrLayoutVMNK{});
}

// The shape of a thread's part of an operand of shape (M,N,...), the same for every thread, and
// registers for it.
#define TILEPROOF_PARTITION_SHAPE(X)                                                        \
  template <class Atom, class L, class P, class S>                                          \
  TILEPROOF_HOST_DEVICE constexpr auto partition_shape_##X(TiledMMA<Atom, L, P> const& mma, \
                                                           S const& shape_of_operand) {     \
    return shape(mma.get_slice(Int<0>{}).partition_##X(                                     \
        make_tensor(counting_iterator<int>{}, make_layout(shape_of_operand))));             \
  }
TILEPROOF_PARTITION_SHAPE(A)
TILEPROOF_PARTITION_SHAPE(B)
TILEPROOF_PARTITION_SHAPE(C)
#undef TILEPROOF_PARTITION_SHAPE
template <class Atom, class L, class P, class S>
TILEPROOF_HOST_DEVICE constexpr auto partition_fragment_C(TiledMMA<Atom, L, P> const& mma,
                                                          S const& shape_mn) {
  return make_tensor<typename Atom::ValTypeC>(partition_shape_C(mma, shape_mn));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
