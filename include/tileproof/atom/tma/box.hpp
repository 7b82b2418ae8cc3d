// SPDX-License-Identifier: BSL-1.0
//
// Defines tma_box: the box that one TMA instruction moves, as a type, with the place of each
// element in shared memory. make_tma_copy computes it; kernels do not name it.
//
//   a 128x64 tile of f16, K-major, 128-byte swizzle: Extents (64,128), Basis (E<1>,E<0>),
//   the first dimension of the tensor map being k, alignment 1024 bytes, 8192 elements
#pragma once

#include <tileproof/atom/tma/canonical.hpp>
#include <tileproof/prove/equivalent.hpp>
#include <tileproof/tensor/aligned.hpp>
#include <tileproof/types/element_kind.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A box. Extents: its lengths along each dimension of the tensor map, in elements. Basis, congruent
// to the shape of the global tensor: the dimension E<d> of each mode, 8@d of one that is merged
// with a mode of 8. Values: (block, (element of a
// box, instruction)) -> index in the tile. Swizzle: that of the tile, in elements. `blocks` is the
// number of blocks of a cluster that share a box. Lengths: those of the box in shared memory, which
// are longer than Extents where it is padded; what lies between is outside of the tensor.
template <class Element, class Extents, class Basis, class Values, class Swizzle,
          class Lengths = Extents>
struct tma_box {
  using value_type = Element;
  using basis = Basis;
  using values = Values;
  using swizzle = Swizzle;
  static constexpr int rank = rank_v<Extents>;
  static constexpr int blocks = static_cast<int>(decltype(size<0>(Values{}))::value);
  static constexpr int elements = static_cast<int>(decltype(size(Extents{}))::value);
  static constexpr bool is_padded = !std::is_same_v<Lengths, Extents>;
  // The elements of shared memory from its first to its last, with its padding: a load writes them,
  // and a store reads them.
  static constexpr int span = static_cast<int>(decltype(size(Lengths{}))::value);
  // The alignment of its tile in shared memory, in bytes.
  static constexpr int alignment = 128 << Swizzle::num_bits;

  // The lengths along each dimension, as a flat shape.
  static constexpr core::layout extents() { return detail::reading_of<Extents>::value.into; }
  static constexpr core::layout lengths() { return detail::reading_of<Lengths>::value.into; }
  // The layout element of the box -> coordinate of the tensor map, with one axis for each
  // dimension.
  static constexpr core::layout coordinates() {
    core::layout l = extents();
    for (int d = 0; d < l.count; ++d) {
      l.at[d].stride = core::fixed(1);
      l.at[d].axis = d + 1;
    }
    return l;
  }
  // The stride of a dimension in shared memory, before the swizzle, in elements: the product of the
  // lengths before it, but a whole row of the swizzle (32, 64 or 128 bytes) from dimension 1 on.
  static constexpr std::int64_t pitch(int dimension) {
    core::layout const l = lengths();
    std::int64_t p = 1;
    for (int d = 0; d < dimension; ++d)
      p = d == 0 && Swizzle::num_bits > 0 ? (128 << Swizzle::num_bits) / sizeof_bits_v<Element>
                                          : p * l.at[d].extent.value;
    return p;
  }
};

// The name of a refusal: a box begins at an offset in shared memory that is known to be a multiple
// of less than 128 bytes.
struct tma_box_is_aligned {
  static constexpr char const* sentences[] = {
      "TMA: the box is known to begin at a multiple of {aligned_to} bytes from the base of its "
      "tensor, and must begin at a multiple of {expected}: make the strides of stages and tiles "
      "such multiples",
      nullptr};
};
// The name of a refusal: a tile in shared memory is known to be aligned to less than 128 bytes, or
// less than 8 rows of its swizzle.
struct tma_tile_is_aligned {
  static constexpr char const* sentences[] = {
      "TMA: the tile in shared memory is known to be aligned to {aligned_to} bytes, and must be "
      "aligned to {expected} (8 rows of its swizzle, 128 bytes without one): state it with "
      "make_smem_ptr<{expected}>(p), or take the tile from an "
      "smem_allocator",
      nullptr};
};

namespace detail {

// The plan of a tile (tma/plan.hpp), computed once. Pre: canonical_for_tma holds.
template <class Element, int Blocks, class Shared, class Tile>
struct tma_problem {
  static constexpr tma_plan plan =
      canonical_for_tma<Element, Blocks>::plan(mapping_of<Shared>::value, mapping_of<Tile>::value);
};

// Operations for lift that turn the plan's numbers into types: the extents of the box, the basis,
// the values.
template <class Problem, bool IsPadded>
struct tma_extents_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic&, core::layout const&) {
    core::layout r;
    r.open(Problem::plan.rank);
    for (int d = 0; d < Problem::plan.rank; ++d)
      r.leaf({core::fixed(IsPadded ? Problem::plan.length[d] : Problem::plan.extent[d]),
              core::fixed(0), 0});
    return r;
  }
};
// The basis: for each mode of the global tensor's shape, its dimension of the tensor map, and its
// step there where modes are merged.
template <class Problem>
struct tma_basis_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic&, core::layout const& shape) {
    core::layout r = shape;
    for (int leaf = 0; leaf < Problem::plan.modes; ++leaf) {
      int d = 0;
      while (Problem::plan.leaf[d] != Problem::plan.to[leaf]) ++d;
      r.at[leaf] = {shape.at[leaf].extent, core::fixed(Problem::plan.scale[leaf]), d + 1};
    }
    return r;
  }
};
template <class Problem>
struct tma_values_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic&, core::layout const&) {
    return Problem::plan.values;
  }
};

// The swizzle in front of a layout in shared memory; one that moves nothing for a plain layout.
template <class Shared>
struct swizzle_of {
  using type = Swizzle<0, 4, 3>;
};
template <class A, class O, class B>
struct swizzle_of<ComposedLayout<A, O, B>> {
  using type = A;
};

// The box of one instruction of a tile: Global is the layout in global memory, Shared that in
// shared memory, Tiler cuts the tile, Blocks share it.
template <class Element, int Blocks, class Global, class Shared, class Tiler>
struct make_tma_box {
  using problem = tma_problem<Element, Blocks, Shared, tma_tile<Global, Tiler>>;
  using shape = std::remove_cvref_t<decltype(tileproof::shape(std::declval<Global const&>()))>;
  using type =
      tma_box<Element, decltype(lift<tma_extents_op<problem, false>, give::integers>(Int<1>{})),
              std::remove_cvref_t<
                  decltype(lift<tma_basis_op<problem>>(std::declval<shape const&>()).stride())>,
              decltype(lift<tma_values_op<problem>>(Int<1>{})), typename swizzle_of<Shared>::type,
              decltype(lift<tma_extents_op<problem, true>, give::integers>(Int<1>{}))>;
};

// The layout of a box in shared memory: element -> offset.
template <class Box, class = std::make_index_sequence<Box::rank>>
struct tma_place;
template <class Box, std::size_t... D>
struct tma_place<Box, std::index_sequence<D...>> {
  using type = Layout<Shape<static_int<Box::extents().at[D].extent.value>...>,
                      Stride<static_int<Box::pitch(static_cast<int>(D))>...>>;
};

// True if a tensor of coordinates is exactly one box, in the order in which the instruction moves
// it.
template <class Box, class L>
constexpr bool are_coordinates_of_box() {
  core::arithmetic cx;
  return __is_empty(L) &&
         core::coalesce(cx, reading_of<L>::value.into) == core::coalesce(cx, Box::coordinates());
}
template <class Box, class L>
inline constexpr bool is_box_of_coordinates = are_coordinates_of_box<Box, L>();

// Refuses a tile in shared memory that is not known to start at a multiple of 128 bytes and of its
// swizzle's period (8 rows): tma_tile_is_aligned, with the alignment that is known and the one that
// is required. make_smem_ptr<1024>(p) states it; so does a field of an smem_allocator.
template <class Box, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void require_place_of_tile(Tensor<E, L> const&) {
  static_assert(is_smem_v<Tensor<E, L>>,
                "tileproof: TMA needs a tile in shared memory (make_smem_ptr)");
#if !defined(TILEPROOF_DISABLE_PROOFS)
  using T = typename Box::value_type;
  constexpr int known = alignment_v<E>;  // of the base, which a swizzle stays in front of
  if constexpr (known == 0 || known % Box::alignment != 0)
    static_cast<void>(decltype(stop<tma_tile_is_aligned>(
        static_cast<canonical_for_tma<T, Box::blocks>*>(nullptr),
        static_cast<aligned_to<known>*>(nullptr), static_cast<expected<Box::alignment>*>(nullptr),
        static_cast<write_make_smem_ptr<Box::alignment>*>(nullptr)))::value);
#endif
}
// Refuses (equivalent) a tensor in shared memory whose layout is not that of the box.
template <class Box, class E, class L>
TILEPROOF_HOST_DEVICE constexpr void require_box_in_shared(Tensor<E, L> const& t) {
  using T = typename Box::value_type;
  static_assert(same_element<typename Tensor<E, L>::value_type, T>,
                "tileproof: the tensor must have the element type of the tensor map");
  require_place_of_tile<Box>(t);
  using inner = std::remove_cvref_t<decltype(inner_layout(std::declval<L const&>()))>;
  require<equivalent>(composition(typename Box::swizzle{}, typename tma_place<Box>::type{}),
                      composition(typename swizzle_of<L>::type{}, inner{}));
  constexpr int bytes = static_cast<int>(sum_multiple_v<first_multiple<L>, 128> * sizeof(T));
  static_assert(refuse_unless<(bytes % 128 == 0), tma_box_is_aligned, aligned_to<(bytes & -bytes)>,
                              expected<128>>);
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
