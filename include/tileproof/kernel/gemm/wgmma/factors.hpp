// SPDX-License-Identifier: BSL-1.0
//
// The numbers that gemm_wgmma multiplies its sums by: alpha and beta, each with the scales of its
// matrices, and the scale of D.
//
//   D = round(by.d * epilogue(by.alpha * A * B + by.beta * C))
#pragma once

#include <tileproof/kernel/gemm/wgmma/arguments.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Scalar is the type of alpha and beta, f32 or int32_t; where IsScaled is false no scale is read.
template <class Scalar, bool IsScaled>
struct wgmma_factors {
  Scalar alpha, beta, d;

  // Reads the scales, C's only where beta is not 0.
  TILEPROOF_HOST_DEVICE static wgmma_factors of(Scalar alpha, Scalar beta,
                                                wgmma_scales const& scales) {
    if constexpr (IsScaled && !std::is_integral_v<Scalar>)
      return {alpha * at(scales.a) * at(scales.b), beta != 0 ? beta * at(scales.c) : 0,
              at(scales.d)};
    else
      return {alpha, beta, 1};
  }
  // x * y; of integers modulo 2^32.
  TILEPROOF_HOST_DEVICE static constexpr Scalar product(Scalar x, Scalar y) {
    if constexpr (std::is_integral_v<Scalar>)
      return static_cast<Scalar>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y));
    else
      return x * y;
  }
  // x * y + z; of integers modulo 2^32.
  TILEPROOF_HOST_DEVICE static constexpr Scalar fma(Scalar x, Scalar y, Scalar z) {
    if constexpr (std::is_integral_v<Scalar>)
      return static_cast<Scalar>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y) +
                                 static_cast<std::uint32_t>(z));
    else
      return x * y + z;
  }

 private:
  TILEPROOF_HOST_DEVICE static Scalar at(float const* scale) {
    return scale == nullptr ? 1.0f : *scale;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
