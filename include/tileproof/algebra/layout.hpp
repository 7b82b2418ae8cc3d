// SPDX-License-Identifier: BSL-1.0
//
// Layout<Shape,Stride>: a function from coordinates to offsets, and how to make one.
#pragma once

#include <tileproof/algebra/compare.hpp>
#include <tileproof/algebra/layout_hana.hpp>
#include <tileproof/algebra/shape.hpp>
#include <tileproof/algebra/stride.hpp>
#include <tileproof/core/coalesce.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class T>
inline constexpr bool is_leaf_v = true;
template <class... Ts>
inline constexpr bool is_leaf_v<tuple<Ts...>> = false;

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

template <class Shape, class Stride, int Leaf>
struct congruence
    : no_exact_result<refused<Layout<Shape, Stride>, shape_and_stride_congruent, in_mode<Leaf>>> {};
template <class Shape, class Stride>
struct congruence<Shape, Stride, -1> {};

}  // namespace detail

template <class Shape, class Stride = LayoutLeft::Apply<Shape>>
struct Layout : detail::store_of<Shape, Stride>,
                private detail::congruence<Shape, Stride, detail::mismatch<Shape, Stride>> {
  using hana_tag = layout_tag;
  static constexpr int rank = rank_v<Shape>;

  Layout() = default;
  TILEPROOF_HOST_DEVICE constexpr Layout(Shape const& shape, Stride const& stride) {
    detail::put<0>(*this, shape);
    detail::put<detail::leaves_t<Shape>::size>(*this, stride);
  }
  TILEPROOF_HOST_DEVICE constexpr explicit Layout(Shape const& shape) requires(__is_empty(Stride))
      : Layout(shape, Stride{}) {}

  TILEPROOF_HOST_DEVICE constexpr Layout const& layout() const { return *this; }

  template <std::size_t... I>
  TILEPROOF_HOST_DEVICE constexpr auto shape() const {
    return detail::at<I...>(detail::element<Shape, 0>(*this));
  }
  template <std::size_t... I>
  TILEPROOF_HOST_DEVICE constexpr auto stride() const {
    return detail::at<I...>(detail::element<Stride, detail::leaves_t<Shape>::size>(*this));
  }

  // The offset of a coordinate: one integer for each mode, or a tuple of any profile that the shape
  // refines. With `_` in it: the layout of the modes that `_` keeps.
  template <class... Cs>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Cs const&... cs) const;

  // composition(*this, other), or by mode for several.
  template <class... Others>
  TILEPROOF_HOST_DEVICE constexpr auto compose(Others const&... others) const;
  // The same function, read with another shape.
  template <class... Shapes>
  TILEPROOF_HOST_DEVICE constexpr auto with_shape(Shapes const&... shapes) const;
  // tiled_divide(*this, other), or by mode for several.
  template <class... Others>
  TILEPROOF_HOST_DEVICE constexpr auto tile(Others const&... others) const;

  // Pre: compact. The coordinate that has offset `index`: congruent to the shape; one integer a
  // mode; one integer.
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_hier_coord(Index const& index) const;
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_flat_coord(Index const& index) const;
  template <class Index>
  TILEPROOF_HOST_DEVICE constexpr auto get_1d_coord(Index const& index) const;
};

template <class T>
struct is_layout : std::false_type {};
template <class S, class D>
struct is_layout<Layout<S, D>> : std::true_type {};
template <class T>
struct is_layout<T const> : is_layout<T> {};
template <class T>
inline constexpr bool is_layout_v = is_layout<std::remove_cvref_t<T>>::value;

// ---- making

template <class S, class D>
requires(detail::int_tuple<S> && !is_layout_v<D> && !std::is_same_v<D, LayoutLeft> &&
         !std::is_same_v<D, LayoutRight>) TILEPROOF_HOST_DEVICE
    constexpr auto make_layout(S const& shape, D const& stride) {
  using result = Layout<detail::own_t<S>, detail::own_t<D>>;
  if constexpr (__is_empty(result)) {
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
template <detail::int_tuple S>
TILEPROOF_HOST_DEVICE constexpr auto make_layout(S const& shape, LayoutLeft = {}) {
  auto const own = detail::own<S>::from(shape);
  auto const stride = compact_col_major(own);
  if constexpr (detail::is_no_result_v<decltype(stride)>)
    return stride;
  else
    return make_layout(own, stride);
}
template <detail::int_tuple S>
TILEPROOF_HOST_DEVICE constexpr auto make_layout(S const& shape, LayoutRight) {
  auto const own = detail::own<S>::from(shape);
  auto const stride = compact_row_major(own);
  if constexpr (detail::is_no_result_v<decltype(stride)>)
    return stride;
  else
    return make_layout(own, stride);
}
// The modes are the given layouts.
template <class S, class D, class... Ss, class... Ds>
TILEPROOF_HOST_DEVICE constexpr auto make_layout(Layout<S, D> const& first,
                                                 Layout<Ss, Ds> const&... rest) {
  return make_layout(make_tuple(first.shape(), rest.shape()...),
                     make_tuple(first.stride(), rest.stride()...));
}

namespace detail {

struct identity_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& s) {
    return core::identity(cx, s);
  }
};
struct ordered_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& s,
                                    core::layout const& order) {
    return core::compact_order(cx, s, order);
  }
};
// Compact, in the order of the strides of `l`; modes of stride 0 take no room.
struct like_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    core::layout const filtered = core::filter_zeros(l);
    core::layout r = core::compact_order(cx, filtered, strides_as_ints(l));
    for (int i = 0; i < l.count; ++i) r.at[i].extent = l.at[i].extent;
    return r;
  }
};

}  // namespace detail

// Compact, the mode of the least order the fastest: order (2,1) is row-major.
template <class S, class Order>
TILEPROOF_HOST_DEVICE constexpr auto make_ordered_layout(S const& shape, Order const& order) {
  if constexpr (std::is_same_v<Order, LayoutLeft> || std::is_same_v<Order, LayoutRight>)
    return make_layout(shape, order);
  else
    return detail::call<detail::ordered_op>(detail::own<S>::from(shape),
                                            detail::own<Order>::from(order));
}

// Compact, of the same shape and with the strides in the same order.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto make_layout_like(Layout<S, D> const& l) {
  return detail::call<detail::like_op>(l);
}

// Maps every coordinate to itself: the strides are the basis vectors.
template <class S>
TILEPROOF_HOST_DEVICE constexpr auto make_identity_layout(S const& shape) {
  return detail::call<detail::identity_op>(detail::own<S>::from(shape));
}

// ---- parts

// Mode I (its mode J, ...) of a layout.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto layout(Layout<S, D> const& l) {
  if constexpr (sizeof...(I) == 0)
    return l;
  else
    return make_layout(l.template shape<I...>(), l.template stride<I...>());
}
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto shape(Layout<S, D> const& l) {
  return l.template shape<I...>();
}
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto stride(Layout<S, D> const& l) {
  return l.template stride<I...>();
}
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
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto rank(Layout<S, D> const& l) {
  return rank(l.template shape<I...>());
}
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto depth(Layout<S, D> const& l) {
  return depth(l.template shape<I...>());
}

namespace detail {

struct cosize_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    return core::number(core::cosize(cx, l));
  }
};

}  // namespace detail

// 1 + the largest offset, negative strides counted by their magnitude.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto cosize(Layout<S, D> const& l) {
  return detail::call_ints<detail::cosize_op>(layout<I...>(l));
}
template <class L>
inline constexpr auto cosize_v = decltype(cosize(std::declval<L const&>()))::value;

// Mode I (its mode J, ...) as a layout, for structured bindings: auto const [m, n] = l.
template <std::size_t I, std::size_t... Is, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto get(Layout<S, D> const& l) {
  return layout<I, Is...>(l);
}

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
