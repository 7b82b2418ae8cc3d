// SPDX-License-Identifier: BSL-1.0
//
// steps: a walk over the k-tiles of an operand, which are the last mode of a tensor (rest...,k).
// Use it in a main loop, where a pointer that moves costs less than an index of each k-tile.
//
//   auto next_a = detail::steps<true, int>(tAgA);  // tAgA: (CPY,CPY_M,CPY_K,k)
//   auto const first = next_a.next(0, false);      // k-tile 0, (CPY,CPY_M,CPY_K)
#pragma once

#include <tileproof/tensor/tensor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Walks over the last mode of a tensor (rest...,k), k-tile by k-tile: by index, or by a pointer
// that moves. Offsets have the type of the stride, or type Index where the stride is static.
template <bool ByPointer, class Index, class T>
class steps_of {
  static constexpr std::size_t k = static_cast<std::size_t>(T::rank) - 1;
  TILEPROOF_HOST_DEVICE static constexpr auto first(T const& t) {
    return view(t.data(), take<0, k>(t.layout()));
  }
  using view_t = decltype(first(std::declval<T const&>()));
  using stride_t = decltype(stride<k>(std::declval<T const&>()));
  using integer = std::conditional_t<__is_empty(stride_t), Index, plain_integer_t<stride_t>>;
  using distance = known_multiple<multiple_v<stride_t>, integer>;

  view_t at_;
  integer stride_;

 public:
  TILEPROOF_HOST_DEVICE constexpr explicit steps_of(T const& t)
      : at_(first(t)), stride_(stride<k>(t)) {}
  // K-tile `step`, a tensor (rest...). Call it once for each k-tile, in order; is_last marks the
  // last.
  TILEPROOF_HOST_DEVICE constexpr view_t next(Index step, bool is_last) {
    view_t const now = at_;
    if constexpr (ByPointer) {
      at_ = view(at_.data() + distance(is_last ? 0 : stride_), at_.layout());
      return now;
    } else {
      return view(now.data() + distance(step * stride_), now.layout());
    }
  }
};
template <bool ByPointer, class Index, class T>
TILEPROOF_HOST_DEVICE constexpr auto steps(T const& t) {
  return steps_of<ByPointer, Index, T>(t);
}

// The k-tile that a multistage GEMM fetches to place n: k-tile n, or the last one again past the
// end of `steps`. AreFilling promises steps >= Stages, so that the Stages - 1 k-tiles that are
// fetched before the loop need no comparison. Pre: steps > 0.
template <bool AreFilling, int Stages, class I = int>
struct known_steps {
  I steps;
  template <class Numbered>
  static TILEPROOF_HOST_DEVICE constexpr bool is_known(Numbered const& n) {
    return AreFilling && n.offset < Stages - 1;
  }
  template <class Numbered>
  TILEPROOF_HOST_DEVICE constexpr I operator()(Numbered const& n) const {
    I const place = n;
    if (is_known(n)) return place;
    return place < steps ? place : steps - I(1);
  }
  // Whether place n has a k-tile of its own.
  template <class Numbered>
  TILEPROOF_HOST_DEVICE constexpr bool is_inside(Numbered const& n) const {
    return is_known(n) || I(n) < steps;
  }
  // Whether the last k-tile is fetched now.
  template <class Numbered>
  TILEPROOF_HOST_DEVICE constexpr bool is_last(Numbered const& n) const {
    return !is_known(n) && (*this)(n) + I(1) == steps;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
