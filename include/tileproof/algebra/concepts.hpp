// SPDX-License-Identifier: BSL-1.0
//
// Defines the concepts of the algebra's arguments: layout_like, static_layout and tiler_like. The
// names end in _like, since atom and tiler are names that kernels give to their own types.
//
// Constrain templates of your own with them: an argument of another kind is then refused at the
// call.
//
//   template <static_layout L>
//   constexpr int bytes_of(L const& l) { return 4 * cosize(l); }
#pragma once

#include <tileproof/algebra/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A Layout or a ComposedLayout: Layout<_4, _1>, and composition(Swizzle<3,3,3>{}, l); with
// <tileproof/beside_cute.hpp> NVIDIA's too.
template <class T>
concept layout_like = is_layout_v<detail::own_t<std::remove_cvref_t<T>>>;

// A layout without run-time leaves. It is an empty type, and its numbers are known while compiling:
// Layout<_4, _1>, but not Layout<int, _1>.
template <class T>
concept static_layout = layout_like<T> && __is_empty(detail::own_t<std::remove_cvref_t<T>>);

// A tiler cuts a layout by mode: an integer n (the tile n:1), `_` (the whole mode), or a tuple of
// these and of layouts, such as Tile<_4, Layout<_8, _2>>. The elements of a tuple are looked at
// where it is read.
template <class T>
concept tiler_like = detail::int_tuple<T> || is_underscore<T>::value;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
