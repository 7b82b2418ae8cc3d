// SPDX-License-Identifier: BSL-1.0
//
// Layouts, taken apart and put together mode by mode, as integer tuples are
// (algebra/rearrange.hpp).
#pragma once

#include <tileproof/algebra/layout.hpp>
#include <tileproof/algebra/rearrange.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto flatten(Layout<S, D> const& l) {
  return make_layout(flatten(l.shape()), flatten(l.stride()));
}
template <std::size_t B, std::size_t E, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto take(Layout<S, D> const& l) {
  return make_layout(take<B, E>(l.shape()), take<B, E>(l.stride()));
}
template <std::size_t... I, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto select(Layout<S, D> const& l) {
  return make_layout(select<I...>(l.shape()), select<I...>(l.stride()));
}
template <std::size_t B, std::size_t E, class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto group(Layout<S, D> const& l) {
  return make_layout(group<B, E>(l.shape()), group<B, E>(l.stride()));
}
template <class S, class D, class SX = Int<1>, class DX = Int<0>>
TILEPROOF_HOST_DEVICE constexpr auto append(Layout<S, D> const& l, Layout<SX, DX> const& x = {}) {
  return make_layout(append(l.shape(), x.shape()), append(l.stride(), x.stride()));
}
template <std::size_t N, class S, class D, class SX = Int<1>, class DX = Int<0>>
TILEPROOF_HOST_DEVICE constexpr auto append(Layout<S, D> const& l, Layout<SX, DX> const& x = {}) {
  return make_layout(append<N>(l.shape(), x.shape()), append<N>(l.stride(), x.stride()));
}
template <class S, class D, class SX = Int<1>, class DX = Int<0>>
TILEPROOF_HOST_DEVICE constexpr auto prepend(Layout<S, D> const& l, Layout<SX, DX> const& x = {}) {
  return make_layout(prepend(l.shape(), x.shape()), prepend(l.stride(), x.stride()));
}
template <std::size_t N, class S, class D, class SX = Int<1>, class DX = Int<0>>
TILEPROOF_HOST_DEVICE constexpr auto prepend(Layout<S, D> const& l, Layout<SX, DX> const& x = {}) {
  return make_layout(prepend<N>(l.shape(), x.shape()), prepend<N>(l.stride(), x.stride()));
}
template <std::size_t N, class S, class D, class SX, class DX>
TILEPROOF_HOST_DEVICE constexpr auto replace(Layout<S, D> const& l, Layout<SX, DX> const& x) {
  return make_layout(replace<N>(l.shape(), x.shape()), replace<N>(l.stride(), x.stride()));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
