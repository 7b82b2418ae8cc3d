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

// The layout of CuTe of a layout or a tensor; of a tensor with the swizzle of its pointer.
template <class T>
struct cute_layout {
  using type = T;
};
template <class Engine, class L>
struct cute_layout<cute::Tensor<Engine, L>> {
  using swizzle = cute::get_swizzle_t<Engine>;
  using flag =
      cute::smem_ptr_flag_bits<static_cast<int>(cute::sizeof_bits_v<typename Engine::value_type>)>;
  using type =
      std::conditional_t<swizzle::num_bits == 0, L, cute::ComposedLayout<swizzle, flag, L>>;
  TILEPROOF_HOST_DEVICE static constexpr type of(cute::Tensor<Engine, L> const& t) {
    if constexpr (swizzle::num_bits == 0)
      return t.layout();
    else
      return type{swizzle{}, flag{}, t.layout()};
  }
};

template <class Engine, class L>
struct own<cute::Tensor<Engine, L>> {
  using read = cute_layout<cute::Tensor<Engine, L>>;
  using type = own_t<typename read::type>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::Tensor<Engine, L> const& t) {
    return own<typename read::type>::from(read::of(t));
  }
};

template <class Engine, class L>
inline constexpr bool is_foreign_v<cute::Tensor<Engine, L>> = true;

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
