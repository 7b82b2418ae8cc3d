// SPDX-License-Identifier: BSL-1.0
//
// gemm_of_any_size: theorems of a GEMM kernel for every m, n and k, of the tiles that its blocks
// take (tiles_of_block), with unknowns for the extents.
//
//   using proofs = theorems<typename detail::gemm_of_any_size<...>::proofs, ...>;
#pragma once

#include <tileproof/kernel/common/described_layout.hpp>
#include <tileproof/kernel/gemm/block_tiles.hpp>
#include <tileproof/kernel/gemm/frame.hpp>
#include <tileproof/kernel/gemm/k_tiles.hpp>
#include <tileproof/prove/for_all_integers.hpp>
#include <tileproof/prove/injective.hpp>
#include <tileproof/prove/residue_access.hpp>
#include <tileproof/prove/theorem.hpp>
#include <tileproof/tensor/predicate.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The part of a kernel that tiles_of_block and gemm_frame need.
template <class Tiler, major MajorA, major MajorB, class AccessA, class AccessB, class Index>
struct frame_of_tiles : gemm_frame<frame_of_tiles<Tiler, MajorA, MajorB, AccessA, AccessB, Index>,
                                   MajorA, MajorB, AccessA, AccessB, Index> {
  using cta_tiler = Tiler;
  static constexpr int fewest_steps = 0;
};
// The arguments of a GEMM whose operands, and factors, are numbers too.
template <class I>
using gemm_of_integers = gemm_arguments<int, int, int, int, I>;
template <class I>
constexpr gemm_of_integers<I> gemm_of_size(I const& m, I const& n, I const& k) {
  return {m, n, k, 1, 0, I(1), 0, I(1), 0, 0, I(1)};
}
// The integers that a kernel gets are those of the caller, where its index type has them; without a
// product only k and the leading dimensions of A and B are others, 0.
struct arguments_keep_their_integers {
  static constexpr std::int64_t most = std::int64_t{1} << 40;
  static constexpr integers::unknown unknowns[] = {
      {"m", 1, most},         {"n", 1, most},         {"k", 0, most},        {"alpha", 0, 1},
      {"lda", 1, most << 21}, {"ldb", 1, most << 21}, {"ldc", 1, most << 21}};
  template <class I>
  static constexpr bool holds(I const& m, I const& n, I const& k, I const& alpha, I const& lda,
                              I const& ldb, I const& ldc) {
    bool const is_scaled = alpha == I(1);
    bool const has_product = is_scaled && k != I(0);
    gemm_of_integers<I> const given{m, n, k, is_scaled, 0, lda, 0, ldb, 0, 0, ldc};
    auto const g = in_index_type<I>(without_zero_product(given));
    return g.m == m && g.n == n && g.ldc == ldc && g.k == (has_product ? k : I(0)) &&
           g.lda == (has_product ? lda : I(0)) && g.ldb == (has_product ? ldb : I(0)) &&
           (g.alpha == 1) == has_product;
  }
};

struct blocks_have_their_tiles {
  static constexpr integers::unknown unknowns[] = {{"x", 0, INT32_MAX}, {"y", 0, INT32_MAX}};
  template <class I>
  static constexpr bool holds(I const& x, I const& y) {
    auto const at = tile_of_gemm_block<I>(x, y);
    return get<0>(at) == x && get<1>(at) == y;
  }
};

// A place of the pipeline that fetches the k-tile with its own number, or the last one again.
template <class I>
struct place_in_pipeline {
  I place;
  int offset;
  TILEPROOF_HOST_DEVICE constexpr operator I const&() const { return place; }
};
template <bool AreFilling, int Stages>
struct places_have_k_tiles {
  static constexpr int fewest = AreFilling ? Stages : 1;
  static constexpr integers::unknown unknowns[] = {{"k-tiles", fewest, INT32_MAX - 1},
                                                   {"place", 0, INT32_MAX - 1}};
  template <class I>
  static constexpr bool is_right(place_in_pipeline<I> const& n, I const& all) {
    known_steps<AreFilling, Stages, I> const known{all};
    bool const is_inside = n.place < all;
    return known(n) == (is_inside ? n.place : all - I(1)) && known.is_inside(n) == is_inside &&
           known.is_last(n) == !(n.place + I(1) < all);
  }
  template <class I>
  static constexpr bool holds(I const& all, I const& place) {
    for (int offset = 0; offset < Stages - 1; ++offset)  // before the loop, and in it
      if (!is_right<I>({I(offset), offset}, all)) return false;
    return is_right<I>({place, Stages - 1}, all);
  }
};

// The k-tiles of a multistage GEMM whose tiles have predicates, and of one whose tiles are whole.
template <int Stages>
using k_tiles_of_any_size =
    theorems<theorem<holds_for_all_integers<places_have_k_tiles<false, Stages>>>,
             theorem<holds_for_all_integers<places_have_k_tiles<true, Stages>>>>;

// Where the launcher takes whole tiles they are the problem, and where a block takes them they are
// inside it: no element of the block lies beyond the extents that the types promise.
template <class Frame>
struct whole_problems_are_whole {
  using tiler = typename Frame::cta_tiler;
  static constexpr std::int64_t most = std::int64_t{1} << 40;
  static constexpr integers::unknown unknowns[] = {{"m", 1, most}, {"n", 1, most}, {"k", 0, most}};
  template <class I>
  static constexpr bool holds(I const& m, I const& n, I const& k) {
    return !is_whole_problem<Frame>(gemm_of_size(m, n, k)) ||
           (whole_extent(m, tile_extent<tiler, 0>) == m &&
            whole_extent(n, tile_extent<tiler, 1>) == n &&
            whole_extent(k, tile_extent<tiler, 2>) == k);
  }
};
template <class Frame>
struct whole_blocks_are_inside {
  using tiler = typename Frame::cta_tiler;
  static constexpr std::int64_t most = std::int64_t{1} << 40;
  static constexpr integers::unknown unknowns[] = {{"m", 1, most},
                                                   {"n", 1, most},
                                                   {"k", 0, most},
                                                   {"block x", 0, INT32_MAX},
                                                   {"block y", 0, INT32_MAX},
                                                   {"row", 0, tile_extent<tiler, 0> - 1},
                                                   {"column", 0, tile_extent<tiler, 1> - 1}};
  template <class I>
  static constexpr bool holds(I const& m, I const& n, I const& k, I const& x, I const& y,
                              I const& row, I const& column) {
    constexpr std::int64_t bm = tile_extent<tiler, 0>, bn = tile_extent<tiler, 1>;
    return !is_whole_block<Frame>(x, y, gemm_of_size(m, n, k)) ||
           (x * I(bm) + row < whole_extent(m, bm) && y * I(bn) + column < whole_extent(n, bn) &&
            whole_extent(k, tile_extent<tiler, 2>) == k);
  }
};

// An offset that a kernel computes, with coordinates up to beyond_edge past an operand that
// check_matrix accepts, is at most largest_offset.
template <class T, class Index>
struct accepted_offsets_fit {
  static constexpr std::int64_t most = largest_offset<T, Index>;
  static constexpr std::int64_t longest = sizeof(Index) == 8 ? std::int64_t{1} << 60 : INT32_MAX;
  static constexpr integers::unknown unknowns[] = {
      {"along", 1, longest}, {"across", 1, longest}, {"ld", 1, longest}};
  template <class I>
  static constexpr bool holds(I const& along, I const& across, I const& ld) {
    return !offsets_fit(along, across, ld, most) ||
           ld * (across + I(beyond_edge)) + (along + I(beyond_edge)) <= I(most);
  }
};

// A GEMM of elements TA, TB and TC whose blocks take tiles of Tiler, (BLK_M,BLK_N,BLK_K). Accesses
// of A and B are made of elements that a predicate admits one by one (copy_inside takes a vector
// only where its last element is inside), and those of C too; blocks without predicates have whole
// tiles. Theorems: the tiles are those of the matrices that the arguments describe, no access
// leaves its matrix, each element of C belongs to one tile of the grid, and no two of them share an
// offset.
template <class TA, class TB, class TC, class Frame>
struct gemm_of_any_size {
  using index = typename Frame::index;
  using tiler = typename Frame::cta_tiler;
  template <class T, int Bytes>
  static constexpr int in_access = 8 * Bytes / sizeof_bits_v<T>;
  static constexpr bool mn_a = Frame::major_a == major::mn, mn_b = Frame::major_b == major::mn;
  using of = integers_of_gemm<Frame::major_a, Frame::major_b, in_access<TA, Frame::access_bytes_a>,
                              in_access<TB, Frame::access_bytes_b>, index>;
  using m = typename of::m;
  using n = typename of::n;
  using k = typename of::k;
  using lda = typename of::lda;
  using ldb = typename of::ldb;
  using ldc = typename of::ldc;
  using arguments = decltype(in_index_type<index>(
      gemm_arguments<TA const*, TB const*, TC*, float, lda, m, n, k, ldb, ldc>{}));
  using tiles = decltype(tiles_of_block<Frame>(0, 0, std::declval<arguments const&>()));

  template <bool IsMN, class MN, class LD>
  using operand = Layout<Shape<MN, k>, std::conditional_t<IsMN, Stride<_1, LD>, Stride<LD, _1>>>;
  using A = operand<mn_a, m, lda>;
  using B = operand<mn_b, n, ldb>;
  using C = Layout<Shape<m, n>, Stride<_1, ldc>>;
  template <class Tensor>
  using layout_of = std::remove_cvref_t<decltype(std::declval<Tensor>().layout())>;
  template <class Matrix, class... Modes>
  using tile_of =
      layout_of<decltype(local_tile(make_tensor(static_cast<TC*>(nullptr), Matrix{}), tiler{},
                                    make_coord(index{}, index{}, _), Step<Modes...>{}))>;
  template <std::size_t I, std::size_t J>
  using tile = Shape<std::tuple_element_t<I, tiler>, std::tuple_element_t<J, tiler>>;
  template <class Inside>
  using bounds = typename bounds_of_predicate<Inside>::type;

  using proofs = theorems<
      theorem<is_described_layout<tile_of<A, _1, X, _1>>, layout_of<decltype(tiles::gA)>>,
      theorem<is_described_layout<tile_of<B, X, _1, _1>>, layout_of<decltype(tiles::gB)>>,
      theorem<is_described_layout<tile_of<C, _1, _1, X>>, layout_of<decltype(tiles::gC)>>,
      theorem<has_index_type<tuple<index, index, Underscore>,
                             decltype(tile_of_gemm_block<index>(0, 0))>>,
      theorem<is_described_layout<Shape<m, k>>, bounds<decltype(tiles::iA)>>,
      theorem<is_described_layout<Shape<n, k>>, bounds<decltype(tiles::iB)>>,
      theorem<is_described_layout<Shape<m, n>>, bounds<decltype(tiles::iC)>>,
      theorem<accesses_stay_inside<>, Shape<m, k>, tile<0, 2>, bounds<decltype(tiles::iA)>>,
      theorem<accesses_stay_inside<>, Shape<n, k>, tile<1, 2>, bounds<decltype(tiles::iB)>>,
      theorem<accesses_stay_inside<>, Shape<m, n>, tile<0, 1>, bounds<decltype(tiles::iC)>>,
      theorem<tiles_cover, Shape<m, n>, tile<0, 1>>, theorem<injective, C>,
      theorem<holds_for_all_integers<accepted_offsets_fit<TA, index>>>,
      theorem<holds_for_all_integers<accepted_offsets_fit<TB, index>>>,
      theorem<holds_for_all_integers<accepted_offsets_fit<TC, index>>>,
      theorem<
          is_described_layout<std::remove_cvref_t<decltype(ceil_div(Shape<m, n>{}, tile<0, 1>{}))>>,
          decltype(tiles_of_gemm<Frame>(std::declval<arguments const&>()))>,
      theorem<holds_for_all_integers<arguments_keep_their_integers>>,
      theorem<holds_for_all_integers<blocks_have_their_tiles>>,
      theorem<holds_for_all_integers<whole_problems_are_whole<Frame>>>,
      theorem<holds_for_all_integers<whole_blocks_are_inside<Frame>>>>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
