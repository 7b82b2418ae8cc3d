// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's ways to tile that the library has no name of its own for: TV_Tiler,
// make_tiled_copy_C_atom, AutoFilter, and the operation of a traits type. Source: CuTe,
// atom/partitioner.hpp, atom/copy_atom.hpp, algorithm/copy.hpp, atom/mma_traits.hpp.
#pragma once

#include <tileproof/cute/traits.hpp>
#include <tileproof/cute/tuple_edit.hpp>

namespace cute {

// The operation that traits describe: MMA_Op<MMA_Traits<Op>>::type is Op.
template <class Traits>
struct MMA_Op {};
template <class Op, class... Args>
struct MMA_Op<MMA_Traits<Op, Args...>> {
  using type = Op;
};
template <class Op, class... Args>
struct MMA_Op<tileproof::MMA_Traits<Op, Args...>> {
  using type = Op;
};
template <class Traits>
struct CPY_Op {};
template <class Op, class... Args>
struct CPY_Op<Copy_Traits<Op, Args...>> {
  using type = Op;
};
template <class Op, class... Args>
struct CPY_Op<tileproof::Copy_Traits<Op, Args...>> {
  using type = Op;
};

// A partition without an instruction: LayoutTV, (thread,value) -> place of the tile that Tiler
// cuts. Nothing is proved of it; TiledCopy and TiledMMA prove that each place has its owner.
//
//   auto tiler = make_tiler_impl(Layout<Shape<_4, _2>>{}, Shape<_8>{});
//   auto mine = tiler.get_slice(thread).partition(tensor);  // (values,Rest)
template <class LayoutTV, class Tiler>
struct TV_Tiler {
  using Tiler_MN = Tiler;
  using TiledLayout_TV = LayoutTV;

  // The tensor or layout (M,N,...) as ((threads,values),(RestM,RestN,...)).
  template <class T>
  TILEPROOF_HOST_DEVICE static constexpr auto apply(T const& t) {
    return tileproof::zipped_divide(t, Tiler{}).compose(LayoutTV{}, tileproof::_);
  }

  template <class SliceCoord>
  struct TV_Partitioner {
    SliceCoord coord_;

    // The values of the thread, and the tiles: (values,RestM,RestN,...).
    template <class T>
    TILEPROOF_HOST_DEVICE constexpr auto partition(T&& t) const {
      auto const tiled = tileproof::make_tensor(t.data(), apply(t.layout()));
      return tiled(coord_, tileproof::repeat<tileproof::rank_v<T>>(tileproof::_));
    }
  };
  template <class SliceCoord>
  TILEPROOF_HOST_DEVICE static constexpr auto get_slice(SliceCoord const& coord) {
    return TV_Partitioner<SliceCoord>{coord};
  }
};
template <class LayoutTV, class Tiler>
TILEPROOF_HOST_DEVICE constexpr auto make_tiler_impl(LayoutTV const&, Tiler const&) {
  return TV_Tiler<LayoutTV, Tiler>{};
}

// The smallest TiledCopy that takes values of C in the order of a TiledMMA: each thread has the
// values of one copy instruction. For epilogues that store the tile in parts.
template <class Op, class T, class Atom, class L, class P>
TILEPROOF_HOST_DEVICE constexpr auto make_tiled_copy_C_atom(
    tileproof::Copy_Atom<Op, T> const& atom, tileproof::TiledMMA<Atom, L, P> const& mma) {
  auto const whole = mma.get_layoutC_TV();
  auto const values = Int<tileproof::Copy_Atom<Op, T>::NumValSrc>{};
  static_assert(decltype(values)::value <= decltype(tileproof::size<1>(whole))::value,
                "make_tiled_copy_C_atom: the copy takes more values than a thread has of C");
  auto const taken = tileproof::composition(
      whole, tileproof::make_layout(tileproof::make_shape(tileproof::size<0>(whole), values)));
  // In each mode of the MMA's tile, the places that are taken; and (thread,value) -> their index.
  auto const tile =
      tileproof::make_shape(tileproof::tile_size<0>(mma), tileproof::tile_size<1>(mma));
  auto const rows = tileproof::make_layout(tile, tileproof::make_stride(Int<1>{}, Int<0>{}));
  auto const columns = tileproof::make_layout(tile, tileproof::make_stride(Int<0>{}, Int<1>{}));
  auto const tiler =
      tileproof::make_tile(tileproof::filter(tileproof::composition(rows, taken)),
                           tileproof::filter(tileproof::composition(columns, taken)));
  auto const places = tileproof::composition(tileproof::make_layout(tile), tiler);
  return tileproof::make_tiled_copy_impl(
      atom, tileproof::composition(tileproof::left_inverse(places), taken), tiler);
}

// A copy that writes each element of the destination once: where modes of it repeat an element
// (stride 0), only their coordinate 0 is copied. copy(AutoFilter(op), src, dst).
template <class Base>
struct AutoFilter {
  Base const& base;
  TILEPROOF_HOST_DEVICE constexpr AutoFilter(Base const& b) : base(b) {}
};
template <class Op, class ES, class LS, class ED, class LD>
TILEPROOF_HOST_DEVICE constexpr void copy(AutoFilter<Op> const& op, Tensor<ES, LS> const& src,
                                          Tensor<ED, LD>& dst) {
  if constexpr (tileproof::is_static_v<LD>) {
    auto const repeated = tileproof::nullspace(dst.layout());
    auto const whole = tileproof::make_tensor(dst.data(), dst.layout());
    auto part = tileproof::zipped_divide(whole, repeated)(Int<0>{}, tileproof::_);
    tileproof::copy(op.base, tileproof::zipped_divide(src, repeated)(Int<0>{}, tileproof::_), part);
  } else {
    tileproof::copy(op.base, src, dst);
  }
}
template <class Op, class ES, class LS, class ED, class LD>
TILEPROOF_HOST_DEVICE constexpr void copy(AutoFilter<Op> const& op, Tensor<ES, LS> const& src,
                                          Tensor<ED, LD>&& dst) {
  cute::copy(op, src, dst);
}

}  // namespace cute
