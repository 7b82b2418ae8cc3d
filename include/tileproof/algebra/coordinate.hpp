// SPDX-License-Identifier: BSL-1.0
//
// Defines the way from coordinates to offsets and back (crd2idx, idx2crd, crd2crd), slices by `_`,
// and projections by X (dice).
//
// Use slice to fix some modes of a layout and keep the others; the call operator l(coord) is the
// offset.
//
//   static_assert(crd2idx(make_coord(_1{}, _2{}), Shape<_4, _8>{}) == Int<9>{});  // 1 + 2 * 4
//   static_assert(idx2crd(Int<9>{}, Shape<_4, _8>{}) == make_coord(_1{}, _2{}));
//
// A coordinate of a shape is a linear index (column-major), one integer for each mode, or any
// profile between that and the shape's own. Refused (coordinate_rank_fits) where a tuple of the
// coordinate has another rank than the mode that it indexes. Coordinates are not checked against
// the extents: an index past the end gives an offset past the end. Source: CuTe documentation,
// "CuTe Layouts", Layout coordinates.
#pragma once

#include <tileproof/algebra/rearrange_layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class T>
inline constexpr bool has_underscore_v = is_underscore<T>::value;
template <class... Ts>
inline constexpr bool has_underscore_v<tuple<Ts...>> = (has_underscore_v<Ts> || ...);

// The arguments of a call as one coordinate: one argument is the coordinate, several are its modes.
template <class C>
TILEPROOF_HOST_DEVICE constexpr auto as_coordinate(C const& c) {
  return own<C>::from(c);
}
template <class C0, class C1, class... Cs>
TILEPROOF_HOST_DEVICE constexpr auto as_coordinate(C0 const& c0, C1 const& c1, Cs const&... cs) {
  return make_coord(c0, c1, cs...);
}

// Whether a flat shape is indexed by one integer for each mode: then the offset is one sum of
// products, and the core is not needed. It is the usual path of an element access in a kernel.
template <class Shape, class Stride, class... Cs>
inline constexpr bool is_flat_access = false;
template <class... Ss, class... Ds, class... Cs>
  requires(sizeof...(Ss) == sizeof...(Cs) && sizeof...(Ds) == sizeof...(Cs))
inline constexpr bool is_flat_access<tuple<Ss...>, tuple<Ds...>, Cs...> =
    (is_integral_v<Ds> && ...) && (is_integral_v<Cs> && ...);

// Whether the offsets of a static layout fit 32 bits, 64 bits, or neither.
enum class offset_bits : std::uint8_t { fit_32, fit_64, do_not_fit };
template <class L>
inline constexpr offset_bits offset_bits_v = [] {
  core::layout const& l = reading_of<L>::value.into;
  core::arithmetic cx;
  std::int64_t const reach = core::all_fixed(l) ? core::cosize(cx, l).value : 0;
  return cx.refused()            ? offset_bits::do_not_fit
         : reach - 1 > INT32_MAX ? offset_bits::fit_64
                                 : offset_bits::fit_32;
}();

// Static integers stay static; run-time ones become signed, with 64 bits where asked.
template <bool Wide, class T>
TILEPROOF_HOST_DEVICE constexpr auto as_offset(T const& v) {
  if constexpr (is_static_integer<T>)
    return v;
  else
    return static_cast<std::conditional_t<Wide, std::int64_t, signed_t<T>>>(v);
}

template <bool Wide, class C, class D>
TILEPROOF_HOST_DEVICE constexpr auto step(C const& c, D const& d) {
  if constexpr (is_constant_v<0, C> || is_constant_v<0, D>)
    return Int<0>{};
  else
    return as_offset<Wide>(c) * as_offset<Wide>(d);
}

// The sum of coordinate times stride. On the host computed in 64 bits and refused
// (leaves_fit_their_type) where the common type does not hold it; device code computes in the
// common type.
template <bool Wide, class Stride, std::size_t... I, class... Cs>
TILEPROOF_HOST_DEVICE constexpr auto flat_offset(Stride const& stride, std::index_sequence<I...>,
                                                 Cs const&... cs) {
  using R = decltype((step<Wide>(cs, get<I>(stride)) + ... + Int<0>{}));
  if constexpr (is_checked && !__is_empty(R)) {
    core::exact r{0, false};
    ((r = exact_sum(r, exact_product(exact_value(cs), exact_value(get<I>(stride))))), ...);
    return fitting<R>(r);
  } else {
    return (step<Wide>(cs, get<I>(stride)) + ... + Int<0>{});
  }
}

}  // namespace detail

// The paths, cheapest first: a slice where the coordinate has `_`; an error where no 64-bit offset
// can exist (cosize is refused and names it); one sum of products for a flat access; otherwise the
// core.
template <class Shape, class Stride>
template <class... Cs>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::operator()(Cs const&... cs) const {
  if constexpr ((detail::has_underscore_v<detail::own_t<Cs>> || ...)) {
    return slice(detail::as_coordinate(cs...), *this);
  } else if constexpr (detail::offset_bits_v<Layout> == detail::offset_bits::do_not_fit) {
    return cosize(*this);
  } else if constexpr (detail::is_flat_access<Shape, Stride, detail::own_t<Cs>...>) {
    return detail::flat_offset < detail::offset_bits_v<Layout> ==
           detail::offset_bits::fit_64 >
               (stride(), std::index_sequence_for<Cs...>{}, detail::own<Cs>::from(cs)...);
  } else {
    return detail::lift<detail::operation<core::slice>, detail::give::offset>(
        *this, detail::as_coordinate(cs...));
  }
}

template <class Shape, class Stride>
template <class Index>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::get_hier_coord(
    Index const& index) const {
  return detail::lift<detail::operation<core::idx2crd>, detail::give::integers>(index, *this);
}
template <class Shape, class Stride>
template <class Index>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::get_flat_coord(
    Index const& index) const {
  return detail::lift<detail::operation<core::idx2crd_by_modes>, detail::give::integers>(index,
                                                                                         *this);
}
// The column-major linear index of a coordinate of `shape`.
template <class Coord, detail::int_tuple S>
TILEPROOF_HOST_DEVICE constexpr auto crd2idx(Coord const& coord, S const& shape) {
  return detail::lift<detail::operation<core::crd2idx>, detail::give::integers>(coord, shape);
}
// The offset of a coordinate in the layout shape:stride.
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto crd2idx(Coord const& coord, S const& shape, D const& stride) {
  return make_layout(shape, stride)(coord);
}
// The offset of a coordinate in l: l(coord).
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto crd2idx(Coord const& coord, Layout<S, D> const& l) {
  return l(coord);
}

template <class Shape, class Stride>
template <class Index>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::get_1d_coord(Index const& index) const {
  return crd2idx(get_hier_coord(index), shape());
}

// The coordinate, congruent to the shape, of a column-major linear index; a coarser coordinate than
// the shape's profile is refined. The last digit of an index is not reduced, so an index past the
// end of the shape stays past the end.
template <class Index, detail::int_tuple S>
TILEPROOF_HOST_DEVICE constexpr auto idx2crd(Index const& index, S const& shape) {
  return detail::lift<detail::operation<core::refine>, detail::give::integers>(index, shape);
}
// The coordinate of the compact layout shape:stride that has the offset `index`: each leaf is
// (index / stride) mod extent.
template <class Index, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto idx2crd(Index const& index, S const& shape, D const& stride) {
  return make_layout(shape, stride).get_hier_coord(index);
}
// The coordinate that has the offset `index` in l. Pre: l is compact.
template <class Index, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto idx2crd(Index const& index, Layout<S, D> const& l) {
  return l.get_hier_coord(index);
}

namespace detail {

// Whether the modes of two static shapes have the same sizes, one by one.
template <class From, class To>
consteval bool modes_have_equal_sizes() {
  if constexpr (is_tuple_v<From> && is_tuple_v<To> && is_static_v<From> && is_static_v<To>) {
    if constexpr (rank_v<From> == rank_v<To>)
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return ((static_cast<std::int64_t>(size<I>(From{})) ==
                 static_cast<std::int64_t>(size<I>(To{}))) &&
                ...);
      }(indices_of<From>{});
  }
  return false;
}

}  // namespace detail

// The coordinate of shape `to` with the linear index that `coord` has in shape `from`. Where the
// modes of two static shapes have the same sizes, mode by mode: a static element of `coord` stays
// static.
template <class Coord, class From, class To>
TILEPROOF_HOST_DEVICE constexpr auto crd2crd(Coord const& coord, From const& from, To const& to) {
  if constexpr (is_tuple_v<Coord> && detail::modes_have_equal_sizes<From, To>()) {
    static_assert(rank_v<Coord> == rank_v<From>,
                  "crd2crd: the coordinate must have as many modes as the shape");
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return make_tuple(crd2crd(get<I>(coord), get<I>(from), get<I>(to))...);
    }(detail::indices_of<From>{});
  } else {
    return detail::lift<detail::operation<core::crd2crd>, detail::give::integers>(coord, from, to);
  }
}

// The modes of an integer tuple that `_` keeps: slice((_,1), (4,8)) is (4).
template <class Coord, class T>
  requires(detail::int_tuple<T>)
TILEPROOF_HOST_DEVICE constexpr auto slice(Coord const& coord, T const& t) {
  return detail::lift<detail::operation<core::slice_tuple>, detail::give::integers>(coord, t);
}
// The layout of the modes that `_` keeps; slice_and_offset gives the offset of the others, too.
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto slice(Coord const& coord, Layout<S, D> const& l) {
  auto const r = detail::lift<detail::operation<core::slice>, detail::give::placed>(l, coord);
  if constexpr (detail::is_no_result_v<decltype(r)>)
    return r;
  else
    return r.layout;
}

// The modes of an integer tuple at which the projection `step` has an integer; those at X are
// dropped: dice(Step<_1,X,_1>, (BLK_M,BLK_N,BLK_K)) is (BLK_M,BLK_K), the tile of A in a GEMM.
// Refused (projection_rank_fits) where `step` has another rank.
template <class Proj, class T>
  requires(detail::int_tuple<T>)
TILEPROOF_HOST_DEVICE constexpr auto dice(Proj const& step, T const& t) {
  return detail::lift<detail::swapped<core::dice>, detail::give::integers>(step, t);
}
// The layout of the modes at which the projection has an integer.
template <class Proj, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto dice(Proj const& step, Layout<S, D> const& l) {
  return detail::lift<detail::swapped<core::dice>>(step, l);
}

// The pair (layout of the modes that `_` keeps, offset of the fixed modes): a tensor slices by
// adding the offset to its pointer. The offset is an integer, or a coordinate where strides are
// basis vectors.
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto slice_and_offset(Coord const& coord, Layout<S, D> const& l) {
  auto const r = detail::lift<detail::operation<core::slice>, detail::give::placed>(l, coord);
  if constexpr (detail::is_no_result_v<decltype(r)>)
    return r;
  else
    return make_tuple(r.layout, r.offset);
}

// The pair (l, offset of `coord`): l seen from coord. A tensor adds the offset to its pointer, so
// that its element 0 is the element at coord.
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto domain_offset(Coord const& coord, Layout<S, D> const& l) {
  if constexpr (detail::offset_bits_v<Layout<S, D>> == detail::offset_bits::do_not_fit)
    return make_tuple(l, l(coord));
  else
    return make_tuple(
        l, detail::lift<detail::operation<core::slice>, detail::give::offset_with_fact>(l, coord));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
