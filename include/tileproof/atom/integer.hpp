// SPDX-License-Identifier: BSL-1.0
//
// int4b_t, uint4b_t and uint1b_t: integers of 4 bits and of 1 bit, element types of integer MMAs. A
// value takes one byte; in memory, elements share bytes (tensor/subbyte.hpp).
#pragma once

#include <tileproof/types/sizeof_bits.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The low Bits of a number, in two's complement if Signed. A number out of range keeps its low
// bits.
template <int Bits, bool Signed>
struct small_integer {
  std::uint8_t storage;  // the bits above are 0

  small_integer() = default;
  // Converts from numbers only: a type that converts both to this element and to a number is taken
  // as the element.
  template <class I>
    requires(std::is_arithmetic_v<I> || is_integral_v<I>)
  TILEPROOF_HOST_DEVICE constexpr small_integer(I v)
      : storage(static_cast<std::uint8_t>(static_cast<int>(v) & ((1 << Bits) - 1))) {}
  TILEPROOF_HOST_DEVICE constexpr operator int() const {
    return Signed && (storage >> (Bits - 1)) != 0 ? storage - (1 << Bits) : storage;
  }
};

}  // namespace detail

// Integers in [-8, 7], [0, 15] and [0, 1]. The name of this namespace: types/element_kind.hpp.
inline namespace scheduled_as_cutlass {
struct int4b_t : detail::small_integer<4, true> {
  using small_integer::small_integer;
};
struct uint4b_t : detail::small_integer<4, false> {
  using small_integer::small_integer;
};
struct uint1b_t : detail::small_integer<1, false> {
  using small_integer::small_integer;
};
}  // namespace scheduled_as_cutlass

// The widths in memory, in bits; sizeof is 1 for each of these types.
template <>
struct sizeof_bits<int4b_t> : C<4> {};
template <>
struct sizeof_bits<uint4b_t> : C<4> {};
template <>
struct sizeof_bits<uint1b_t> : C<1> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
