// SPDX-License-Identifier: BSL-1.0
//
// Coordinates and indices, slices by `_` and projections by X.
#pragma once

#include <tileproof/algebra/rearrange_layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct slice_op : takes_layouts {
  static constexpr core::sliced run(core::arithmetic& cx, core::layout const& l,
                                    core::layout const& coord) {
    return core::slice(cx, l, coord);
  }
};
struct dice_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& step,
                                    core::layout const& l) {
    return core::dice(cx, l, step);
  }
};
struct slice_ints_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& coord,
                                    core::layout const& t) {
    return core::slice(cx, t, coord).kept;
  }
};
struct crd2idx_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& coord,
                                    core::layout const& shape) {
    return core::number(core::crd2idx(cx, coord, shape));
  }
};
struct idx2crd_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& index,
                                    core::layout const& shape) {
    return core::refine_coordinate(cx, index, {}, shape, {});
  }
};
struct idx2crd_strided_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& index,
                                    core::layout const& l) {
    return core::idx2crd(cx, index.at[0].extent, l);
  }
};
struct crd2crd_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& coord,
                                    core::layout const& from, core::layout const& to) {
    core::integer const index = core::crd2idx(cx, coord, from);
    return core::refine_coordinate(cx, core::number(index), {}, to, {});
  }
};
// One integer for each mode.
struct flat_coordinate_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& index,
                                    core::layout const& l) {
    core::layout const fine = core::idx2crd(cx, index.at[0].extent, l);
    core::layout r;
    if (core::is_tuple(l)) r.open(core::rank(l));
    core::place p = core::first(l);
    for (int i = 0; i < core::rank(l); ++i, p = l.skip(p))
      r.leaf({core::crd2idx(cx, core::subtree(fine, p), core::subtree(l, p)), core::fixed(0), 0});
    return r;
  }
};

template <class T>
inline constexpr bool has_underscore_v = is_underscore<T>::value;
template <class... Ts>
inline constexpr bool has_underscore_v<tuple<Ts...>> = (has_underscore_v<Ts> || ...);

// The arguments of a call as one coordinate.
template <class C>
TILEPROOF_HOST_DEVICE constexpr auto as_coordinate(C const& c) {
  return own<C>::from(c);
}
template <class C0, class C1, class... Cs>
TILEPROOF_HOST_DEVICE constexpr auto as_coordinate(C0 const& c0, C1 const& c1, Cs const&... cs) {
  return make_coord(c0, c1, cs...);
}

// A flat shape indexed by as many integers.
template <class Shape, class Stride, class... Cs>
inline constexpr bool is_flat_access = false;
template <class... Ss, class... Ds, class... Cs>
requires(
    sizeof...(Ss) == sizeof...(Cs) &&
    sizeof...(Ds) ==
        sizeof...(Cs)) inline constexpr bool is_flat_access<tuple<Ss...>, tuple<Ds...>, Cs...> =
    (is_integral_v<Ds> && ...) && (is_integral_v<Cs> && ...);

// Offsets of a static layout in 32 bits, in 64, or in neither.
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

// Static integers stay static; run-time ones become signed, of 64 bits where asked.
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

// Refused on the host where the common type does not hold the offset.
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

template <class Shape, class Stride>
template <class... Cs>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::operator()(Cs const&... cs) const {
  if constexpr ((detail::has_underscore_v<detail::own_t<Cs>> || ...)) {
    return slice(detail::as_coordinate(cs...), *this);
  } else if constexpr (detail::offset_bits_v<Layout> == detail::offset_bits::do_not_fit) {
    return cosize(*this);
  } else if constexpr (detail::is_flat_access<Shape, Stride, detail::own_t<Cs>...>) {
    return detail::flat_offset<detail::offset_bits_v<Layout> == detail::offset_bits::fit_64>(
        stride(), std::index_sequence_for<Cs...>{}, detail::own<Cs>::from(cs)...);
  } else {
    return detail::call_offset<detail::slice_op>(*this, detail::as_coordinate(cs...));
  }
}

template <class Shape, class Stride>
template <class Index>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::get_hier_coord(
    Index const& index) const {
  return detail::call_ints<detail::idx2crd_strided_op>(index, *this);
}
template <class Shape, class Stride>
template <class Index>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::get_flat_coord(
    Index const& index) const {
  return detail::call_ints<detail::flat_coordinate_op>(index, *this);
}
// The index, by columns, of a coordinate of a shape; with strides, its offset.
template <class Coord, detail::int_tuple S>
TILEPROOF_HOST_DEVICE constexpr auto crd2idx(Coord const& coord, S const& shape) {
  return detail::call_ints<detail::crd2idx_op>(detail::own<Coord>::from(coord),
                                               detail::own<S>::from(shape));
}
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto crd2idx(Coord const& coord, S const& shape, D const& stride) {
  return make_layout(shape, stride)(coord);
}
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto crd2idx(Coord const& coord, Layout<S, D> const& l) {
  return l(coord);
}

template <class Shape, class Stride>
template <class Index>
TILEPROOF_HOST_DEVICE constexpr auto Layout<Shape, Stride>::get_1d_coord(Index const& index) const {
  return crd2idx(get_hier_coord(index), shape());
}

// The coordinate, congruent to the shape, of an index by columns (or of a coarser coordinate). With
// strides: of an offset of that compact layout.
template <class Index, detail::int_tuple S>
TILEPROOF_HOST_DEVICE constexpr auto idx2crd(Index const& index, S const& shape) {
  return detail::call_ints<detail::idx2crd_op>(detail::own<Index>::from(index),
                                               detail::own<S>::from(shape));
}
template <class Index, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto idx2crd(Index const& index, S const& shape, D const& stride) {
  return make_layout(shape, stride).get_hier_coord(index);
}
template <class Index, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto idx2crd(Index const& index, Layout<S, D> const& l) {
  return l.get_hier_coord(index);
}

// A coordinate of one shape as the coordinate of another that has the same index by columns.
template <class Coord, class From, class To>
TILEPROOF_HOST_DEVICE constexpr auto crd2crd(Coord const& coord, From const& from, To const& to) {
  return detail::call_ints<detail::crd2crd_op>(
      detail::own<Coord>::from(coord), detail::own<From>::from(from), detail::own<To>::from(to));
}

// The modes of a tuple or layout that `_` keeps.
template <class Coord, class T>
requires(detail::int_tuple<T>) TILEPROOF_HOST_DEVICE
    constexpr auto slice(Coord const& coord, T const& t) {
  return detail::call_ints<detail::slice_ints_op>(coord, t);
}
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto slice(Coord const& coord, Layout<S, D> const& l) {
  auto const r = detail::call_placed<detail::slice_op>(l, coord);
  if constexpr (detail::is_no_result_v<decltype(r)>)
    return r;
  else
    return r.layout;
}

// The modes that a projection keeps: those where it has an integer and not X.
template <class Proj, class T>
requires(detail::int_tuple<T>) TILEPROOF_HOST_DEVICE
    constexpr auto dice(Proj const& step, T const& t) {
  return detail::call_ints<detail::dice_op>(step, t);
}
template <class Proj, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto dice(Proj const& step, Layout<S, D> const& l) {
  return detail::call<detail::dice_op>(step, l);
}

// (the kept modes, the offset of the fixed ones)
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto slice_and_offset(Coord const& coord, Layout<S, D> const& l) {
  auto const r = detail::call_placed<detail::slice_op>(l, coord);
  if constexpr (detail::is_no_result_v<decltype(r)>)
    return r;
  else
    return make_tuple(r.layout, r.offset);
}

// (the layout as seen from `coord`, the offset of `coord`)
template <class Coord, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto domain_offset(Coord const& coord, Layout<S, D> const& l) {
  if constexpr (detail::offset_bits_v<Layout<S, D>> == detail::offset_bits::do_not_fit)
    return make_tuple(l, l(coord));
  else
    return make_tuple(
        l, detail::call_offset<detail::slice_op, true>(l, detail::own<Coord>::from(coord)));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
