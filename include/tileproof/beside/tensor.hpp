// SPDX-License-Identifier: BSL-1.0
//
// Reads the tensors of NVIDIA's CuTe in place: a tensor, a partition of a ThrCopy or ThrMMA too, is
// an argument of properties and pictures as its layout, with the swizzle of its pointer.
//
//   require<injective>(tCsA);  // in a kernel; the pointer costs nothing
//
// The offsets count from an address at which the swizzle begins, as those of CuTe's
// as_position_independent_swizzle_tensor do. A slice at another offset of a swizzled tile is proved
// as a layout: cute::composition of the tile's.
#pragma once

#include <tileproof/beside/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The layout of a tensor as one layout: that of its pointer's swizzle S and its own.
template <class S, int Bits, class L>
struct layout_of_tensor {
  using type = ComposedLayout<typename swizzle_of_elements<S, Bits>::type, C<0>, own_t<L>>;
  TILEPROOF_HOST_DEVICE static constexpr type from(L const& l) {
    return type{typename swizzle_of_elements<S, Bits>::type{}, C<0>{}, own<L>::from(l)};
  }
};
template <int M, int S, int Bits, class L>
struct layout_of_tensor<cute::Swizzle<0, M, S>, Bits, L> : own<L> {};

template <class Engine, class L>
struct own<cute::Tensor<Engine, L>> {
  using read =
      layout_of_tensor<cute::get_swizzle_t<Engine>,
                       static_cast<int>(cute::sizeof_bits_v<typename Engine::value_type>), L>;
  using type = typename read::type;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::Tensor<Engine, L> const& t) {
    return read::from(t.layout());
  }
};
// Coordinates have no bits and no swizzle.
template <class Engine, class L>
  requires requires { typename Engine::value_type; } &&
           cute::is_tuple<typename Engine::value_type>::value
struct own<cute::Tensor<Engine, L>> : own<L> {
  TILEPROOF_HOST_DEVICE static constexpr own_t<L> from(cute::Tensor<Engine, L> const& t) {
    return own<L>::from(t.layout());
  }
};

template <class Engine, class L>
inline constexpr bool is_foreign_v<cute::Tensor<Engine, L>> = true;

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
