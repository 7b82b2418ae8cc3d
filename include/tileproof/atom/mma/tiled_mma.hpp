// SPDX-License-Identifier: BSL-1.0
//
// TiledMMA: an MMA atom repeated over more threads and more values, so that it covers a tile.
// ThrMMA: the partitions of one thread. Both are CuTe's.
//
//   // 4 warps, 2 along M and 2 along N, each m16n8k16: a tile of 32 x 16 x 16 at a time.
//   auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{});
//   auto thr_mma = mma.get_slice(threadIdx.x);
//   auto tCgC = thr_mma.partition_C(gC);           // (V,RestM,RestN)
//   auto tCrA = thr_mma.partition_fragment_A(sA);  // (V,RestM,RestK), registers
//
// Operand C is (M,N), A is (M,K), B is (N,K). A partitioned operand is (V,RestM,RestN): V the
// values of one instruction, the others its repetitions along each mode.
#pragma once

#include <tileproof/atom/mma/atom.hpp>
#include <tileproof/atom/mma/thread_layouts.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class TiledMMA, class Thread>
struct ThrMMA;

// An atom tiled over threads and values. Each mode of AtomLayoutMNK, a layout (M,N,K) -> atom,
// repeats the atom over other threads. PermutationMNK has one entry for each of M, N and K: the
// size of the tile that is partitioned at once; or a layout, which also permutes the tile's
// elements; or `_`, the default, for the extent that the threads cover.
//
// Refused unless threads [0,size) are all used and partition each operand of the tile completely.
// Several threads may hold the same element: of C, as many as AtomLayoutMNK has along K; of A,
// along N; of B, along M; each times the copies inside the instruction. The proof runs once for
// each type, while compiling.
template <class Atom, class AtomLayoutMNK,
          class PermutationMNK = Tile<Underscore, Underscore, Underscore>>
struct TiledMMA : Atom {
  using tiling = detail::mma_tiling<Atom, AtomLayoutMNK, PermutationMNK>;
  using AtomShape_MNK = typename Atom::Shape_MNK;
  using AtomThrID = typename Atom::ThrID;
  using AtomLayoutA_TV = typename Atom::LayoutA_TV;
  using AtomLayoutB_TV = typename Atom::LayoutB_TV;
  using AtomLayoutC_TV = typename Atom::LayoutC_TV;
  using ThrLayoutVMNK = typename tiling::threads;  // (ThrV,ThrM,ThrN,ThrK) -> thread index

  static_assert(tiling::is_proved());

  constexpr TiledMMA() = default;
  TILEPROOF_HOST_DEVICE constexpr explicit TiledMMA(Atom const& atom) : Atom(atom) {}

  // The layout of threads: (ThrV,ThrM,ThrN,ThrK) -> thread index. 2 x 2 warps have
  // (32,2,2,1):(1,32,64,0). ThrV counts the threads of an atom.
  TILEPROOF_HOST_DEVICE static constexpr ThrLayoutVMNK get_thr_layout_vmnk() { return {}; }

  // The shape (M,N,K) of the tile that is partitioned at once, and its mode I.
  TILEPROOF_HOST_DEVICE static constexpr typename tiling::shape tile_shape_mnk() { return {}; }
  template <int I>
  TILEPROOF_HOST_DEVICE static constexpr auto tile_size_mnk() {
    return get<I>(typename tiling::shape{});
  }

  // The partitions of thread `thread`, an integer in [0, size(mma)).
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_slice(Index const& thread) const {
    return ThrMMA<TiledMMA, detail::own_t<Index>>{*this, detail::own<Index>::from(thread)};
  }
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_thread_slice(Index const& thread) const {
    return get_slice(thread);
  }

  // The tensor or layout (M,N,...) as ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,...))): threads first,
  // then the values of each.
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

  // The TV layout of one tile: (thread index, value) -> element, column-major.
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

// The partitions of one thread: tensors (M,N,...) to views (V,RestM,RestN,...). Refused unless the
// tile divides the tensor's extents; with the argument `predicated` it need not, since a predicate
// guards the last tile. Run-time extents are checked on the host, and by an assert in device code.
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

  // The scale factors of A and B, for an instruction that takes some (atom/mma/scale_factors.hpp):
  // the tensors have the shapes of A and B, with a stride of 0 among elements that share a factor,
  // and so have the registers.
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto partition_SFA(T const& a) const {
    return detail::mma_partition<typename TiledMMA::tiling, detail::operand_sfa>(a, thread);
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto partition_SFB(T const& b) const {
    return detail::mma_partition<typename TiledMMA::tiling, detail::operand_sfb>(b, thread);
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto partition_fragment_SFA(T const& a) const {
    return make_fragment_like<typename TiledMMA::ValTypeSF>(partition_SFA(a));
  }
  template <class T>
  TILEPROOF_HOST_DEVICE constexpr auto partition_fragment_SFB(T const& b) const {
    return make_fragment_like<typename TiledMMA::ValTypeSF>(partition_SFB(b));
  }

  // Registers with the shape of the thread's partition. For operands that wgmma reads from shared
  // memory they are descriptors.
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

// The name of a refusal: a layout in the place of the permutation, which permutes M alone. Before
// CUTLASS 3.4 the third argument of make_tiled_mma repeated values, Layout<Shape<_1,_2,_1>>.
struct layout_permutes_whole_atoms {
  static constexpr char const* sentences[] = {
      "make_tiled_mma: a layout as third argument permutes the tile along M, and it has {found} "
      "element{|s} where the atoms have {expected}: write the extents of the tile, "
      "Tile<_32,_32,_16>, in place of the repeated values of CUTLASS before 3.4",
      nullptr};
};

namespace detail {

// The atoms along M, N and K as a layout of three modes.
template <class AtomLayoutMNK>
struct atoms_along_mnk {
  static_assert(is_layout_v<AtomLayoutMNK>,
                "make_tiled_mma: the atoms along M, N and K are a layout, Layout<Shape<_2,_2>>{}, "
                "and a shape or another type is given");
  using type = Layout<Shape<_1, _1, _1>>;
};
template <class S, class D>
struct atoms_along_mnk<Layout<S, D>> {
  using type = decltype(append<3>(Layout<S, D>{}, Layout<_1, _0>{}));
};
// The permutation as a tile of three modes. A layout alone permutes M, as in CuTe.
template <class Atom, class Atoms, class PermutationMNK>
struct permutation_mnk {
  using type = decltype(append<3>(PermutationMNK{}, _));
};
template <class Atom, class Atoms, class S, class D>
struct permutation_mnk<Atom, Atoms, Layout<S, D>> {
  static constexpr int extent =
      static_cast<int>(decltype(size<0>(typename Atom::Shape_MNK{}) * size<0>(Atoms{}))::value);
  static constexpr int elements = static_cast<int>(decltype(size(Layout<S, D>{}))::value);
  static_assert(refuse_unless<(elements % extent == 0), layout_permutes_whole_atoms,
                              found<elements>, expected<extent>>);
  using type = Tile<std::conditional_t<elements % extent == 0, Layout<S, D>, Underscore>,
                    Underscore, Underscore>;
};
template <class Atom, class AtomLayoutMNK, class PermutationMNK,
          class Atoms = typename atoms_along_mnk<AtomLayoutMNK>::type>
using tiled_mma_of =
    TiledMMA<Atom, Atoms, typename permutation_mnk<Atom, Atoms, PermutationMNK>::type>;

}  // namespace detail

// The TiledMMA of an operation or an atom. AtomLayoutMNK and PermutationMNK default to one atom and
// its own tile.
template <class Op, class AtomLayoutMNK = Layout<Shape<_1, _1, _1>>,
          class PermutationMNK = Tile<Underscore, Underscore, Underscore>>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_mma(Op const&, AtomLayoutMNK const& = {},
                                                    PermutationMNK const& = {}) {
  return detail::tiled_mma_of<MMA_Atom<Op>, AtomLayoutMNK, detail::own_t<PermutationMNK>>{};
}
template <class Op, class AtomLayoutMNK = Layout<Shape<_1, _1, _1>>,
          class PermutationMNK = Tile<Underscore, Underscore, Underscore>>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_mma(MMA_Atom<Op> const& atom,
                                                    AtomLayoutMNK const& = {},
                                                    PermutationMNK const& = {}) {
  return detail::tiled_mma_of<MMA_Atom<Op>, AtomLayoutMNK, PermutationMNK>(atom);
}

// The tile that is partitioned at once: extent I of (M,N,K), and the whole shape.
template <int I, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto tile_size(TiledMMA<Atom, L, P> const&) {
  return TiledMMA<Atom, L, P>::template tile_size_mnk<I>();
}
template <class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto tile_shape(TiledMMA<Atom, L, P> const&) {
  return TiledMMA<Atom, L, P>::tile_shape_mnk();
}
// The number of threads, a static integer.
template <class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto size(TiledMMA<Atom, L, P> const&) {
  return size(typename TiledMMA<Atom, L, P>::ThrLayoutVMNK{});
}

// The shape of a thread's partition of an operand with shape (M,N,...), the same for every thread;
// and registers for it. Example: C of 64 x 32 with the TiledMMA at the top is ((2,2),2,2): 4 values
// of an atom, 2 repetitions along M and 2 along N. Pre: the tile divides the shape.
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
