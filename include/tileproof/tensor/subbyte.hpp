// SPDX-License-Identifier: BSL-1.0
//
// Elements of less than a byte in memory: int4b_t, uint4b_t, uint1b_t (atom/integer.hpp) share
// bytes, the first element in the lowest bits. Element i of b bits occupies bits b * i % 8 upwards
// of byte b * i / 8: element 3 of 4 bits is the high half of byte 1 (PTX ISA, "Matrix
// multiply-accumulate operation": the fragments of .s4, .u4 and .b1).
#pragma once

#include <tileproof/types/sizeof_bits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A type whose values have fewer than 8 bits. A value is an object of one byte, its bits the lowest
// ones. In memory an object of that type is a byte that holds several elements.
template <class T>
concept subbyte = sizeof_bits_v<T> < 8;

// A reference to the element at one bit position of a byte. Reading and writing changes only its
// own bits, but a write reads the byte first: two threads must not write elements of the same byte.
// Assignment writes the element, never the reference.
template <subbyte T>
struct subbyte_reference {
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  // The type of a value in arithmetic.
  using number_type = decltype(+std::declval<value_type const&>());
  static constexpr bool is_const = std::is_const_v<T>;
  static constexpr unsigned mask = 255U >> (8 - sizeof_bits_v<T>);

  TILEPROOF_HOST_DEVICE constexpr subbyte_reference(T* b, int first) : byte(b), bit(first) {}
  subbyte_reference(subbyte_reference const&) = default;

  TILEPROOF_HOST_DEVICE constexpr operator value_type() const {
    return as_value(bits_of(*byte) >> bit & mask);
  }
  TILEPROOF_HOST_DEVICE constexpr operator number_type() const { return +operator value_type(); }
  TILEPROOF_HOST_DEVICE constexpr subbyte_reference const& operator=(value_type const& v) const
    requires(!is_const)
  {
    *byte = as_value((bits_of(*byte) & ~(mask << bit)) | (bits_of(v) & mask) << bit);
    return *this;
  }
  TILEPROOF_HOST_DEVICE constexpr subbyte_reference const& operator=(
      subbyte_reference const& other) const
    requires(!is_const)
  {
    return *this = static_cast<value_type>(other);
  }

 private:
  T* byte;
  int bit;

  TILEPROOF_HOST_DEVICE static constexpr unsigned bits_of(value_type const& v) {
    return __builtin_bit_cast(std::uint8_t, v);
  }
  TILEPROOF_HOST_DEVICE static constexpr value_type as_value(unsigned bits) {
    return __builtin_bit_cast(value_type, static_cast<std::uint8_t>(bits));
  }
};

// A pointer that counts elements. `bit` is the position in its byte at which the element starts, 0
// to 7; p + i carries into the byte, also for negative i.
//
//   subbyte_iterator<int4b_t>{p} + 3 is {p + 1, 4}: the high half of byte 1
template <subbyte T>
struct subbyte_iterator {
  static_assert(sizeof(T) == 1 && 8 % sizeof_bits_v<T> == 0,
                "subbyte_iterator: the element's width must divide 8 bits");

  T* byte{};
  int bit = 0;

  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using reference = subbyte_reference<T>;

  TILEPROOF_HOST_DEVICE constexpr reference operator*() const { return {byte, bit}; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr reference operator[](Offset const& i) const {
    return *(*this + i);
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr subbyte_iterator operator+(Offset const& i) const {
    constexpr int bits = sizeof_bits_v<T>;
    constexpr int in_byte = 8 / bits;
    constexpr int log = in_byte == 2 ? 1 : in_byte == 4 ? 2 : 3;
    auto const bytes = i >> Int<log>{};  // rounded down
    int const to = bit + bits * static_cast<int>(i & Int<in_byte - 1>{});
    return {byte + (bytes + (to >> 3)), to & 7};
  }
  friend constexpr bool operator==(subbyte_iterator const&, subbyte_iterator const&) = default;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
