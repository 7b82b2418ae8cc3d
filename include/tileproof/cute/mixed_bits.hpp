// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's MixedBits in namespace cute: 32 bits, some of which are known while compiling. The
// bits of StaticInt are 1, those of StaticFlags are known at run time, the others are 0.
//
//   auto m = make_mixed_bits(C<8>{}, i, C<7>{});  // MixedBits<8,7>, 8 | (i & 7)
//   m & C<8>{};                                   // C<8>: no bit of it is unknown
//
// Source: CuTe, swizzle.hpp.
#pragma once

#include <tileproof/cute/functional.hpp>
#include <tileproof/cute/integer.hpp>

#include <cstdint>
#include <cstdio>

namespace cute {

template <std::uint32_t StaticInt, std::uint32_t StaticFlags>
struct MixedBits {
  static_assert(StaticFlags != 0, "MixedBits has a bit that is known at run time");
  static_assert((StaticInt & StaticFlags) == 0, "a bit of MixedBits is static or not, never both");

  std::uint32_t dynamic_int_;  // of the bits of StaticFlags, the others 0

  TILEPROOF_HOST_DEVICE constexpr operator std::uint32_t() const noexcept {
    return StaticInt | dynamic_int_;
  }
};

namespace detail_of_cute {

// The bits of a static integer or of MixedBits that are 1, and those that are known at run time.
template <class T>
struct bits_of {
  static constexpr bool is = false;
};
template <class T>
  requires(tileproof::is_static_v<T> && requires { T::value + 0; })
struct bits_of<T> {
  static constexpr bool is = true;
  static constexpr std::uint32_t ones = static_cast<std::uint32_t>(T::value);
  static constexpr std::uint32_t unknown = 0;
};
template <std::uint32_t S, std::uint32_t F>
struct bits_of<MixedBits<S, F>> {
  static constexpr bool is = true;
  static constexpr std::uint32_t ones = S;
  static constexpr std::uint32_t unknown = F;
};
// Operands of a bitwise operation, one of them MixedBits at least.
template <class A, class B>
concept mixed_with =
    bits_of<A>::is && bits_of<B>::is && (bits_of<A>::unknown | bits_of<B>::unknown) != 0;

// The number `value`, of which the bits Ones are 1, and only the bits Unknown are not known.
template <std::uint32_t Ones, std::uint32_t Unknown>
TILEPROOF_HOST_DEVICE constexpr auto mixed_bits(std::uint32_t value) {
  if constexpr (Unknown == 0)
    return C<Ones>{};
  else
    return MixedBits<Ones, Unknown>{value & Unknown};
}

}  // namespace detail_of_cute

// C<s> | (d & C<f>): static where d is, or where no bit of f is left beside s.
template <class S, class Dynamic, class F>
  requires(detail_of_cute::bits_of<S>::is && detail_of_cute::bits_of<F>::is)
TILEPROOF_HOST_DEVICE constexpr auto make_mixed_bits(S const&, Dynamic const& d, F const&) {
  constexpr std::uint32_t s = detail_of_cute::bits_of<S>::ones;
  constexpr std::uint32_t f = detail_of_cute::bits_of<F>::ones & ~s;
  if constexpr (detail_of_cute::bits_of<Dynamic>::is && !requires { d.dynamic_int_; })
    return C<(s | (detail_of_cute::bits_of<Dynamic>::ones & f))>{};
  else
    return detail_of_cute::mixed_bits<s, f>(static_cast<std::uint32_t>(d));
}

template <class A, class B>
  requires detail_of_cute::mixed_with<A, B>
TILEPROOF_HOST_DEVICE constexpr auto operator&(A const& a, B const& b) {
  using x = detail_of_cute::bits_of<A>;
  using y = detail_of_cute::bits_of<B>;
  return detail_of_cute::mixed_bits<(x::ones & y::ones), ((x::unknown & (y::ones | y::unknown)) |
                                                          (y::unknown & x::ones))>(
      static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b));
}
template <class A, class B>
  requires detail_of_cute::mixed_with<A, B>
TILEPROOF_HOST_DEVICE constexpr auto operator|(A const& a, B const& b) {
  using x = detail_of_cute::bits_of<A>;
  using y = detail_of_cute::bits_of<B>;
  return detail_of_cute::mixed_bits<(x::ones | y::ones),
                                    ((x::unknown | y::unknown) & ~(x::ones | y::ones))>(
      static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
template <class A, class B>
  requires detail_of_cute::mixed_with<A, B>
TILEPROOF_HOST_DEVICE constexpr auto operator^(A const& a, B const& b) {
  using x = detail_of_cute::bits_of<A>;
  using y = detail_of_cute::bits_of<B>;
  constexpr std::uint32_t unknown = x::unknown | y::unknown;
  return detail_of_cute::mixed_bits<((x::ones ^ y::ones) & ~unknown), unknown>(
      static_cast<std::uint32_t>(a) ^ static_cast<std::uint32_t>(b));
}
template <std::uint32_t S, std::uint32_t F, class N>
  requires tileproof::is_static_v<N>
TILEPROOF_HOST_DEVICE constexpr auto operator<<(MixedBits<S, F> const& m, N const&) {
  return detail_of_cute::mixed_bits<(S << N::value), (F << N::value)>(static_cast<std::uint32_t>(m)
                                                                      << N::value);
}
template <std::uint32_t S, std::uint32_t F, class N>
  requires tileproof::is_static_v<N>
TILEPROOF_HOST_DEVICE constexpr auto operator>>(MixedBits<S, F> const& m, N const&) {
  return detail_of_cute::mixed_bits<(S >> N::value), (F >> N::value)>(
      static_cast<std::uint32_t>(m) >> N::value);
}
template <class A, class B>
  requires detail_of_cute::mixed_with<A, B>
TILEPROOF_HOST_DEVICE constexpr bool operator==(A const& a, B const& b) {
  return static_cast<std::uint32_t>(a) == static_cast<std::uint32_t>(b);
}

// The bits of the offset of a coordinate in a layout whose shape and strides are static powers of
// two, so that the modes have no bit in common.
template <class Shape, class Stride, class Coord>
TILEPROOF_HOST_DEVICE constexpr auto to_mixed_bits(Shape const& shape, Stride const& stride,
                                                   Coord const& coord) {
  if constexpr (is_tuple<Shape>::value) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (... ^ to_mixed_bits(get<I>(shape), get<I>(stride), get<I>(coord)));
    }(std::make_index_sequence<tuple_size<Shape>::value>{});
  } else {
    constexpr std::uint32_t reach = static_cast<std::uint32_t>(Shape::value * Stride::value);
    static_assert((reach & (reach - 1)) == 0, "to_mixed_bits: shape and stride are powers of two");
    return make_mixed_bits(C<0>{}, coord * stride, C<((Shape::value - 1) * Stride::value)>{});
  }
}

template <std::uint32_t S, std::uint32_t F>
TILEPROOF_HOST_DEVICE void print(MixedBits<S, F> const& m) {
  std::printf("M_%u|(%u&%u)=%u", S, m.dynamic_int_, F, static_cast<std::uint32_t>(m));
}

}  // namespace cute
