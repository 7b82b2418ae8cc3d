// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's containers in namespace cute: array (the standard library's, cuda::std::array with
// nvcc, so that it works in device code), array_aligned, array_subbyte for elements of less than a
// byte, bit_field. Source: CuTe, container/.
#pragma once

#include <tileproof/cute/math.hpp>

#if defined(__CUDACC__)
#include <cuda/std/array>
#else
#include <array>
#endif

namespace cute {

namespace detail_of_cute {
#if defined(__CUDACC__)
using cuda::std::array;
#else
using std::array;
#endif
}  // namespace detail_of_cute

// N elements of type T, an aggregate, with the members of std::array and clear().
template <class T, std::size_t N>
struct array : detail_of_cute::array<T, N> {
  // Sets each element to T(0).
  TILEPROOF_HOST_DEVICE constexpr void clear() {
    for (std::size_t i = 0; i < N; ++i) (*this)[i] = T(0);
  }
};
template <class T, class... Ts>
array(T, Ts...) -> array<T, 1 + sizeof...(Ts)>;

template <class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr bool operator==(array<T, N> const& a, array<T, N> const& b) {
  for (std::size_t i = 0; i < N; ++i)
    if (!(a[i] == b[i])) return false;
  return true;
}
template <class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr void clear(array<T, N>& a) {
  a.clear();
}
template <class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr void fill(array<T, N>& a, T const& value) {
  for (std::size_t i = 0; i < N; ++i) a[i] = value;
}
template <class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr void swap(array<T, N>& a, array<T, N>& b) {
  auto const kept = a;
  a = b;
  b = kept;
}
// The elements in the opposite order.
template <class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr array<T, N> reverse(array<T, N> const& a) {
  array<T, N> r{};
  for (std::size_t i = 0; i < N; ++i) r[i] = a[N - 1 - i];
  return r;
}
template <std::size_t I, class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr T& get(array<T, N>& a) {
  static_assert(I < N, "get<I>: the array has no element I");
  return a[I];
}
template <std::size_t I, class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr T const& get(array<T, N> const& a) {
  static_assert(I < N, "get<I>: the array has no element I");
  return a[I];
}
template <std::size_t I, class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr T get(array<T, N>&& a) {
  return cute::get<I>(a);
}

// An array that begins at a multiple of Alignment bytes.
template <class T, std::size_t N, std::size_t Alignment = 16>
struct alignas(Alignment) array_aligned : array<T, N> {};

namespace detail_of_cute {

// The reference and the iterator of an element of an array_subbyte: of whole bytes, the usual ones.
template <class T>
struct element_in_array {
  using reference = T&;
  using iterator = T*;
};
template <tileproof::subbyte T>
struct element_in_array<T> {
  using reference = subbyte_reference<T>;
  using iterator = subbyte_iterator<T>;
};

}  // namespace detail_of_cute

// N elements of fewer than 8 bits that share bytes, the first in the lowest bits; elements of whole
// bytes lie side by side. Two threads must not write elements of one byte. It has no data(): use
// raw_pointer_cast(a.begin()).
template <class T, std::size_t N>
struct array_subbyte {
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = typename detail_of_cute::element_in_array<T>::reference;
  using const_reference = typename detail_of_cute::element_in_array<T const>::reference;
  using iterator = typename detail_of_cute::element_in_array<T>::iterator;
  using const_iterator = typename detail_of_cute::element_in_array<T const>::iterator;

  static constexpr std::size_t units = (N * sizeof_bits_v<T> + 8 * sizeof(T) - 1) / (8 * sizeof(T));
  T storage[units > 0 ? units : 1]{};

  TILEPROOF_HOST_DEVICE static constexpr size_type size() { return N; }
  TILEPROOF_HOST_DEVICE static constexpr size_type max_size() { return N; }
  TILEPROOF_HOST_DEVICE static constexpr bool empty() { return N == 0; }
  TILEPROOF_HOST_DEVICE constexpr iterator begin() { return {storage}; }
  TILEPROOF_HOST_DEVICE constexpr const_iterator begin() const { return {storage}; }
  TILEPROOF_HOST_DEVICE constexpr const_iterator cbegin() const { return {storage}; }
  TILEPROOF_HOST_DEVICE constexpr iterator end() { return begin() + N; }
  TILEPROOF_HOST_DEVICE constexpr const_iterator end() const { return begin() + N; }
  TILEPROOF_HOST_DEVICE constexpr const_iterator cend() const { return begin() + N; }
  TILEPROOF_HOST_DEVICE constexpr reference operator[](size_type i) { return begin()[i]; }
  TILEPROOF_HOST_DEVICE constexpr const_reference operator[](size_type i) const {
    return begin()[i];
  }
  TILEPROOF_HOST_DEVICE constexpr reference at(size_type i) { return (*this)[i]; }
  TILEPROOF_HOST_DEVICE constexpr const_reference at(size_type i) const { return (*this)[i]; }
  TILEPROOF_HOST_DEVICE constexpr reference front() { return (*this)[0]; }
  TILEPROOF_HOST_DEVICE constexpr const_reference front() const { return (*this)[0]; }
  TILEPROOF_HOST_DEVICE constexpr reference back() { return (*this)[N - 1]; }
  TILEPROOF_HOST_DEVICE constexpr const_reference back() const { return (*this)[N - 1]; }
  TILEPROOF_HOST_DEVICE constexpr void fill(T const& value) {
    for (size_type i = 0; i < N; ++i) (*this)[i] = value;
  }
  TILEPROOF_HOST_DEVICE constexpr void clear() { fill(T(0)); }
};
template <class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr void clear(array_subbyte<T, N>& a) {
  a.clear();
}
template <class T, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr void fill(array_subbyte<T, N>& a, T const& value) {
  a.fill(value);
}

// Whether an address is a multiple of N bytes. N is a power of two.
template <int N>
TILEPROOF_HOST_DEVICE bool is_byte_aligned(void const* p) {
  static_assert(cute::has_single_bit(N), "is_byte_aligned: N must be a power of two");
  return (reinterpret_cast<std::uintptr_t>(p) & (N - 1)) == 0;
}
// An empty class of an alignment, to inherit from; Child makes bases distinct.
template <std::size_t Alignment, class Child = void>
struct alignas(Alignment) aligned_struct {};

// No other type: the default of bit_field's last parameter.
class dummy_type {};

// NumBits bits of a structure, from bit BitStart on; members of a union of bit fields see the same
// bits. Other is a type of the size of value_type that the bits can be read as, an enumeration.
//
//   union { std::uint64_t all; bit_field<3, 5> five; } u{};
//   u.five = 31;  // u.all is 0xF8
template <std::uint32_t BitStart, std::uint32_t NumBits, class Other = dummy_type>
struct bit_field {
  static_assert(0 < NumBits && NumBits <= 64, "bit_field: 1 to 64 bits can be stored");
  static constexpr std::uint32_t value_type_bits = NumBits <= 8    ? 8
                                                   : NumBits <= 16 ? 16
                                                   : NumBits <= 32 ? 32
                                                                   : 64;
  using value_type = uint_bit_t<value_type_bits>;
  // The narrowest word that the bits lie in one of; two words of 64 bits where they lie in none.
  static constexpr std::uint32_t last = BitStart + NumBits - 1;
  static constexpr std::uint32_t storage_type_bits = BitStart / 8 == last / 8     ? 8
                                                     : BitStart / 16 == last / 16 ? 16
                                                     : BitStart / 32 == last / 32 ? 32
                                                                                  : 64;
  using storage_type = uint_bit_t<storage_type_bits>;
  static_assert(sizeof(Other) == sizeof(value_type) || std::is_same_v<Other, dummy_type>,
                "bit_field: the last type must be as large as the value");

  static constexpr std::uint32_t N = last / storage_type_bits + 1;
  static constexpr std::uint32_t idx = BitStart / storage_type_bits;
  static constexpr std::uint32_t bit_lo = BitStart % storage_type_bits;
  static constexpr std::uint32_t bit_hi = idx + 1 < N ? storage_type_bits - bit_lo : 0;
  static constexpr value_type mask = static_cast<value_type>(~std::uint64_t{0} >> (64 - NumBits));
  static constexpr storage_type mask_lo =
      static_cast<storage_type>(static_cast<storage_type>(mask) << bit_lo);
  static constexpr storage_type mask_hi =
      bit_hi != 0 ? static_cast<storage_type>(static_cast<storage_type>(mask) >> bit_hi) : 0;

  storage_type data_[N];

  TILEPROOF_HOST_DEVICE constexpr value_type get() const {
    auto r = static_cast<storage_type>((data_[idx] & mask_lo) >> bit_lo);
    if constexpr (bit_hi != 0)
      r = static_cast<storage_type>(r | (data_[idx + 1] & mask_hi) << bit_hi);
    return static_cast<value_type>(r);
  }
  TILEPROOF_HOST_DEVICE constexpr void set(value_type x) {
    auto const bits = static_cast<storage_type>(x & mask);
    data_[idx] = static_cast<storage_type>((data_[idx] & ~mask_lo) | (bits << bit_lo));
    if constexpr (bit_hi != 0)
      data_[idx + 1] = static_cast<storage_type>((data_[idx + 1] & ~mask_hi) | (bits >> bit_hi));
  }
  TILEPROOF_HOST_DEVICE constexpr bit_field& operator=(value_type x) {
    set(x);
    return *this;
  }
  TILEPROOF_HOST_DEVICE constexpr operator value_type() const { return get(); }
  TILEPROOF_HOST_DEVICE constexpr bit_field& operator=(Other const& x)
    requires(!std::is_same_v<Other, dummy_type>)
  {
    return *this = __builtin_bit_cast(value_type, x);
  }
  TILEPROOF_HOST_DEVICE constexpr operator Other() const
    requires(!std::is_same_v<Other, dummy_type>)
  {
    return __builtin_bit_cast(Other, get());
  }
};

}  // namespace cute

template <class T, std::size_t N>
struct std::tuple_size<cute::array<T, N>> : std::integral_constant<std::size_t, N> {};
template <std::size_t I, class T, std::size_t N>
struct std::tuple_element<I, cute::array<T, N>> {
  using type = T;
};
template <class T, std::size_t N, std::size_t A>
struct std::tuple_size<cute::array_aligned<T, N, A>> : std::integral_constant<std::size_t, N> {};
template <std::size_t I, class T, std::size_t N, std::size_t A>
struct std::tuple_element<I, cute::array_aligned<T, N, A>> {
  using type = T;
};
