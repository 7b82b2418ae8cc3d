// SPDX-License-Identifier: BSL-1.0
//
// Tensors that the algorithms are tried on: of every kind of layout, with elements of every width.
#pragma once

#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/tensor/tensor.hpp>

#include <boost/hana/tuple.hpp>

namespace owners {

using namespace tileproof;
namespace hana = boost::hana;

// All of 24 elements.
constexpr auto layouts = hana::make_tuple(
    Layout<Int<24>>{},                                                           // an integer
    Layout<Shape<Int<24>>, Stride<_3>>{},                                        // gaps
    Layout<Shape<_4, _6>, Stride<_7, _1>>{},                                     // padded
    Layout<Shape<Shape<_2, _3>, _4>, Stride<Stride<_12, _1>, _3>>{},             // nested
    Layout<Shape<_2, _3, _2, _2>, Stride<_6, _2, _1, _12>>{},                    // rank 4
    composition(Swizzle<2, 1, 2>{}, Layout<Shape<_4, _6>, Stride<_8, _1>>{}),    // swizzled
    composition(Swizzle<1, 0, 3>{}, _8{}, Layout<Shape<Shape<_2, _2>, _6>>{}));  // from 8 on

// The elements that memory holds, those that the layout does not reach too.
template <class Tensor>
constexpr auto memory_of(Tensor& t) {
  return make_tensor(t.data(),
                     Layout<Int<static_cast<int>(cosize_v<typename Tensor::layout_type>)>>{});
}

// An owner whose element at index i is 5 i + 1, as far as its type goes.
template <class T, class L>
constexpr auto numbered(L const& layout) {
  auto t = make_tensor<T>(layout);
  for (int i = 0; i < 24; ++i) t(i) = T((5 * i + 1) % 128);
  return t;
}

// Whether F{} holds of an owner of Ts and each layout, each in a constant evaluation of its own.
template <class F, class T, class L>
inline constexpr bool holds = F{}(numbered<T>(L{}));
template <class F, class T, class... Ls>
constexpr bool holds_of_all(hana::tuple<Ls...> const&) {
  return (holds<F, T, Ls> && ...);
}
template <class F, class... Ts>
inline constexpr bool hold = (holds_of_all<F, Ts>(layouts) && ...);

}  // namespace owners
