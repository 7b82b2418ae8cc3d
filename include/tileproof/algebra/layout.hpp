// SPDX-License-Identifier: BSL-1.0
//
// Defines Layout<Shape,Stride>, a function from coordinates to offsets, and the functions that make
// one and look at its parts.
//
// Use a Layout wherever index arithmetic stands in a kernel: coordinate (i,j) of the layout below
// lies at offset i + 128 * j.
//
//   auto const a = make_layout(make_shape(_128{}, n), make_stride(_1{}, _128{}));
//   auto const offset = a(3, 5);  // 643
//
// A layout whose integers are all static is an empty type, and its offsets are constants. Extents
// are at least 1, strides may be zero (broadcast), negative, or coordinates (types/basis.hpp). A
// layout has at most core::max_leaves (16) leaves. Source: CuTe documentation, "CuTe Layouts".
#pragma once

#include <tileproof/algebra/compare.hpp>
#include <tileproof/algebra/layout_hana.hpp>
#include <tileproof/algebra/shape.hpp>
#include <tileproof/algebra/shape_arithmetic.hpp>
#include <tileproof/algebra/stride.hpp>
#include <tileproof/core/coalesce.hpp>
#include <tileproof/types/math.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class T>
inline constexpr bool is_leaf_v = true;
template <class... Ts>
inline constexpr bool is_leaf_v<tuple<Ts...>> = false;

// Whether two types have one profile, the common case, without reading either into the core.
template <class S, class D>
inline constexpr bool same_profile = is_leaf_v<S> && is_leaf_v<D>;
template <class... S, class... D>
  requires(sizeof...(S) == sizeof...(D))
inline constexpr bool same_profile<tuple<S...>, tuple<D...>> = (same_profile<S, D> && ...);

// The first leaf of one profile without a partner in the other; -1 for congruent tuples.
template <class Shape, class Stride, bool = same_profile<Shape, Stride>>
inline constexpr int mismatch = -1;
template <class Shape, class Stride>
inline constexpr int mismatch<Shape, Stride, false> =
    first_difference(reading_of<Shape>::value.into, reading_of<Stride>::value.into);

// Base of Layout that refuses (shape_and_stride_congruent) a shape and a stride of different
// profiles, and names the leaf.
template <class Shape, class Stride, int Leaf>
struct congruence
    : no_exact_result<refused<Layout<Shape, Stride>, shape_and_stride_congruent, in_mode<Leaf>>,
                      in_sentence<type_list<Shape, Stride>>> {};
template <class Shape, class Stride>
struct congruence<Shape, Stride, -1> {};

}  // namespace detail

// Maps a coordinate (c0,c1,...) to the sum of c_i * stride_i. Shape and Stride are integer tuples
// with one profile (refused otherwise: shape_and_stride_congruent); Stride defaults to
// column-major. Extents count coordinates, strides and offsets count elements. An object stores the
// run-time leaves only; a static layout is an empty type.
template <class Shape, class Stride = LayoutLeft::Apply<Shape>>
struct Layout : detail::store_of<Shape, Stride>,
                private detail::congruence<Shape, Stride, detail::mismatch<Shape, Stride>> {
  using hana_tag = layout_tag;
  static constexpr int rank = rank_v<Shape>;

  Layout() = default;
  // Makes the layout of a shape and a stride, whose run-time leaves it stores.
  TILEPROOF_HOST_DEVICE constexpr Layout(Shape const& shape, Stride const& stride) {
    detail::put<0>(*this, shape);
    detail::put<detail::leaves_t<Shape>::size>(*this, stride);
  }
  // Makes the layout of a shape where the strides are static.
  TILEPROOF_HOST_DEVICE constexpr explicit Layout(Shape const& shape)
    requires detail::leafless<Stride>
      : Layout(shape, Stride{}) {}

  // The layout itself, as a tensor has it.
  TILEPROOF_HOST_DEVICE constexpr Layout const& layout() const { return *this; }

  // The shape, or its mode I (its mode J, ...).
  template <std::size_t... I>
  TILEPROOF_HOST_DEVICE constexpr auto shape() const {
    return detail::at<I...>(detail::element<Shape, 0>(*this));
  }
  // The stride, or its mode I (its mode J, ...).
  template <std::size_t... I>
  TILEPROOF_HOST_DEVICE constexpr auto stride() const {
    return detail::at<I...>(detail::element<Stride, detail::leaves_t<Shape>::size>(*this));
  }

  // The offset, in elements, of a coordinate: a linear index, one integer for each mode, or a tuple
  // of any profile that the shape refines. With `_` in the coordinate: the layout of the modes that
  // `_` keeps. Static where the layout and the coordinate are. Refused: coordinate_rank_fits; on
  // the host leaves_fit_their_type where the common type of the leaves does not hold the offset.
  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Cs const&... cs) const;

  // composition(*this, other), or by mode for several.
  template <class... Others>
  TILEPROOF_HOST_DEVICE constexpr auto compose(Others const&... others) const;
  // This function of the linear index, read with another shape.
  template <class... Shapes>
  TILEPROOF_HOST_DEVICE constexpr auto with_shape(Shapes const&... shapes) const;
  // tiled_divide(*this, other), or by mode for several.
  template <class... Others>
  TILEPROOF_HOST_DEVICE constexpr auto tile(Others const&... others) const;

  // Pre: the layout is compact. The coordinate that has offset `index`: get_hier_coord congruent to
  // the shape, get_flat_coord with one integer for each mode, get_1d_coord as one linear index.
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_hier_coord(Index const& index) const;
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_flat_coord(Index const& index) const;
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_1d_coord(Index const& index) const;
};

// Whether T is a Layout or a ComposedLayout.
template <class T>
struct is_layout : std::false_type {};
template <class S, class D>
struct is_layout<Layout<S, D>> : std::true_type {};
template <class T>
struct is_layout<T const> : is_layout<T> {};
template <class T>
inline constexpr bool is_layout_v = is_layout<std::remove_cvref_t<T>>::value;

// The name of a refusal: a T stands where a shape or a stride is expected.
template <class T>
struct integers_are_given {
  using element_type = T;
  static constexpr char const* sentences[] = {
      "an extent and a stride are integers or tuples of them, and a {element} is given: write an "
      "int, a static integer such as _8, or make_shape(m, n)",
      nullptr};
};

// ---- making

// The layout shape:stride. Integers and tuples of Hana and the standard library become the
// library's own. Refused (shape_and_stride_congruent) unless both have one profile.
template <class S, class D>
  requires(detail::int_tuple<S> && !is_layout_v<D> && !std::is_same_v<D, LayoutLeft> &&
           !std::is_same_v<D, LayoutRight>)
TILEPROOF_HOST_DEVICE constexpr auto make_layout(S const& shape, D const& stride) {
  using result = Layout<detail::own_t<S>, detail::own_t<D>>;
  if constexpr (detail::no_integer<D>) {
    return refuse<integers_are_given<D>>{};
  } else if constexpr (__is_empty(result)) {
    return result{};
  } else if constexpr (std::is_same_v<result, Layout<S, D>>) {
    result r{};  // by hand: the constructor is a function more for each type
    detail::putter<detail::leaf_kind_v<S>>::template put<0>(&r, &shape);
    detail::putter<detail::leaf_kind_v<D>>::template put<detail::leaves_t<S>::size>(&r, &stride);
    return r;
  } else {
    return result(detail::own<S>::from(shape), detail::own<D>::from(stride));
  }
}
// A number that is no integer, or a pointer, is refused (integers_are_given).
template <detail::no_integer S, class... D>
TILEPROOF_HOST_DEVICE constexpr auto make_layout(S const&, D const&...) {
  return refuse<integers_are_given<S>>{};
}
// The column-major layout of a shape.
template <detail::int_tuple S>
TILEPROOF_HOST_DEVICE constexpr auto make_layout(S const& shape, LayoutLeft = {}) {
  auto const own = detail::own<S>::from(shape);
  auto const stride = compact_col_major(own);
  if constexpr (detail::is_no_result_v<decltype(stride)>)
    return stride;
  else
    return make_layout(own, stride);
}
// The row-major layout of a shape.
template <detail::int_tuple S>
TILEPROOF_HOST_DEVICE constexpr auto make_layout(S const& shape, LayoutRight) {
  auto const own = detail::own<S>::from(shape);
  auto const stride = compact_row_major(own);
  if constexpr (detail::is_no_result_v<decltype(stride)>)
    return stride;
  else
    return make_layout(own, stride);
}
// The layout whose modes are the given layouts.
template <class S, class D, class... Ss, class... Ds>
TILEPROOF_HOST_DEVICE constexpr auto make_layout(Layout<S, D> const& first,
                                                 Layout<Ss, Ds> const&... rest) {
  return make_layout(make_tuple(first.shape(), rest.shape()...),
                     make_tuple(first.stride(), rest.stride()...));
}

// The compact layout of a shape in which the mode with the least number in `order` has stride 1:
// order (2,1) is row-major. `order` is a tuple of integers, LayoutLeft or LayoutRight. Refused as
// compact_order is.
template <class S, class Order>
TILEPROOF_HOST_DEVICE constexpr auto make_ordered_layout(S const& shape, Order const& order) {
  if constexpr (std::is_same_v<Order, LayoutLeft> || std::is_same_v<Order, LayoutRight>)
    return make_layout(shape, order);
  else
    return detail::lift<detail::operation<core::compact_order>>(shape, order);
}

// The compact layout of the same shape with the strides in the same order, modes of stride 0 kept
// at 0: the layout of a register fragment that stands for a tile in memory.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto make_layout_like(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::compact_like>>(l);
}

// The layout that maps every coordinate to itself: its strides are the basis vectors E<0>, E<1>,
// ... Partition and slice it as the tensor is, to know which coordinate of the tensor each element
// has (predicates).
template <class S>
TILEPROOF_HOST_DEVICE constexpr auto make_identity_layout(S const& shape) {
  return detail::lift<detail::operation<core::identity>>(shape);
}

// ---- parts

// Mode I (its mode J, ...) of a layout, as a layout; the layout itself without an index.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto layout(Layout<S, D> const& l) {
  if constexpr (sizeof...(I) == 0)
    return l;
  else
    return make_layout(l.template shape<I...>(), l.template stride<I...>());
}
// The shape of a layout, or of its mode I.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto shape(Layout<S, D> const& l) {
  return l.template shape<I...>();
}
// The stride of a layout, or of its mode I.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto stride(Layout<S, D> const& l) {
  return l.template stride<I...>();
}
// The number of coordinates of a layout, or of its mode I. Refused on the host
// (leaves_fit_their_type) where the common type of the extents does not hold it.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto size(Layout<S, D> const& l) {
  if constexpr (sizeof...(I) > 0)
    return size(l.template shape<I...>());
  else if constexpr (__is_empty(S))
    return static_int<detail::static_product<S>>{};
  else
    return detail::product_of_leaves<detail::static_product<S>>(
        std::make_index_sequence<detail::leaves_t<S>::size>{}, l);
}
// The number of modes of a layout, or of its mode I, as a static integer: no extent is read, so
// that rank(l) is a constant where l is not one, too.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto rank(Layout<S, D> const& l) {
  return decltype(rank(l.template shape<I...>())){};
}
// The levels of nesting of the shape, or of its mode I, as a static integer.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto depth(Layout<S, D> const& l) {
  return decltype(depth(l.template shape<I...>())){};
}

// The length of the interval that the offsets lie in: 1 + the sum of (extent - 1) * |stride|. A
// buffer for a layout of non-negative strides needs cosize elements. Refused: integers_fit_64_bits;
// on the host leaves_fit_their_type.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto cosize(Layout<S, D> const& l) {
  return detail::lift<detail::operation<core::cosize>, detail::give::integers>(layout<I...>(l));
}
// The cosize of a static layout as a number.
template <class L>
inline constexpr auto cosize_v = decltype(cosize(std::declval<L const&>()))::value;

// Mode I (its mode J, ...) as a layout.
template <std::size_t I, std::size_t... Is, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto get(Layout<S, D> const& l) {
  return layout<I, Is...>(l);
}

// Whether shapes and strides are equal. Layouts that are the same function may differ: compare them
// coalesced, or with prove/equivalent.hpp.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto operator==(Layout<SA, DA> const& a, Layout<SB, DB> const& b) {
  return detail::equal_tuples(a.shape(), b.shape()) && detail::equal_tuples(a.stride(), b.stride());
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

template <class S, class D>
struct std::tuple_size<tileproof::Layout<S, D>>
    : std::integral_constant<std::size_t, static_cast<std::size_t>(tileproof::rank_v<S>)> {};
template <std::size_t I, class S, class D>
struct std::tuple_element<I, tileproof::Layout<S, D>> {
  using type = decltype(tileproof::layout<I>(std::declval<tileproof::Layout<S, D> const&>()));
};
