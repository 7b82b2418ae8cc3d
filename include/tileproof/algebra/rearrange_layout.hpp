// SPDX-License-Identifier: BSL-1.0
//
// Defines flatten, take, select, group, append, prepend and replace for layouts: each does to the
// shape and to the stride what algebra/rearrange.hpp does to a tuple.
//
//   static_assert(select<1, 0>(Layout<Shape<_4, _8>, Stride<_1, _4>>{}) ==
//                 Layout<Shape<_8, _4>, Stride<_4, _1>>{});
#pragma once

#include <tileproof/algebra/layout.hpp>
#include <tileproof/algebra/rearrange.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The layout of the same leaves with no nested modes; the same function of the linear index.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto flatten(Layout<S, D> const& l) {
  return make_layout(flatten(l.shape()), flatten(l.stride()));
}
// The layout of modes [B,E).
template <std::size_t B, std::size_t E, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto take(Layout<S, D> const& l) {
  return make_layout(take<B, E>(l.shape()), take<B, E>(l.stride()));
}
// The layout of modes I, J, ..., in this order: select<1, 0> transposes a matrix.
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto select(Layout<S, D> const& l) {
  return make_layout(select<I...>(l.shape()), select<I...>(l.stride()));
}
// The layout with modes [B,E) gathered into one mode; the same function of the linear index.
template <std::size_t B, std::size_t E, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto group(Layout<S, D> const& l) {
  return make_layout(group<B, E>(l.shape()), group<B, E>(l.stride()));
}
// The layout with mode x appended; without an argument a mode _1:_0, which changes no offset.
template <class S, class D, class SX = Int<1>, class DX = Int<0>>
TILEPROOF_HOST_DEVICE constexpr auto append(Layout<S, D> const& l, Layout<SX, DX> const& x = {}) {
  return make_layout(append(l.shape(), x.shape()), append(l.stride(), x.stride()));
}
// append<N>: the layout with as many modes x appended as make the rank N.
template <std::size_t N, class S, class D, class SX = Int<1>, class DX = Int<0>>
TILEPROOF_HOST_DEVICE constexpr auto append(Layout<S, D> const& l, Layout<SX, DX> const& x = {}) {
  return make_layout(append<N>(l.shape(), x.shape()), append<N>(l.stride(), x.stride()));
}
// The layout with mode x before its modes; _1:_0 without an argument.
template <class S, class D, class SX = Int<1>, class DX = Int<0>>
TILEPROOF_HOST_DEVICE constexpr auto prepend(Layout<S, D> const& l, Layout<SX, DX> const& x = {}) {
  return make_layout(prepend(l.shape(), x.shape()), prepend(l.stride(), x.stride()));
}
// prepend<N>: the layout with as many modes x before its own as make the rank N.
template <std::size_t N, class S, class D, class SX = Int<1>, class DX = Int<0>>
TILEPROOF_HOST_DEVICE constexpr auto prepend(Layout<S, D> const& l, Layout<SX, DX> const& x = {}) {
  return make_layout(prepend<N>(l.shape(), x.shape()), prepend<N>(l.stride(), x.stride()));
}
// The layout with x in place of mode N.
template <std::size_t N, class S, class D, class SX, class DX>
TILEPROOF_HOST_DEVICE constexpr auto replace(Layout<S, D> const& l, Layout<SX, DX> const& x) {
  return make_layout(replace<N>(l.shape(), x.shape()), replace<N>(l.stride(), x.stride()));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
