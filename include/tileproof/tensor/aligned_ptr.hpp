// SPDX-License-Identifier: BSL-1.0
//
// aligned_ptr<T, Bytes>: a pointer that states in its type that its address is a multiple of Bytes.
// assume_aligned in tensor/aligned.hpp makes one. It lets a copy atom prove that a vector access is
// aligned.
#pragma once

#include <tileproof/tensor/pointer.hpp>
#include <tileproof/types/multiple.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(write_make_gmem_ptr);  // the remedy, in bytes: make_gmem_ptr<16>(p)
TILEPROOF_CLUE(write_make_smem_ptr);  // the remedy, in bytes: make_smem_ptr<16>(p)

// The name of a refusal: a number of bytes that is no alignment, or less than that of every T.
template <class T>
struct alignment_can_be_stated {
  using element_type = T;
  static constexpr char const* sentences[] = {
      "an alignment of {found} bytes is stated, and every {element} lies at a multiple of "
      "{expected}: state a multiple of that",
      "an alignment of {found} bytes is stated, and an alignment is a power of two: 16, for "
      "example",
      nullptr};
};

namespace detail {

// Checks that the address is a multiple of Bytes: layout_error on the host, a trap in device code
// under TILEPROOF_DEVICE_CHECKS.
template <int Bytes, class T>
TILEPROOF_HOST_DEVICE void assume_address(T const* p) {
  std::int64_t const past = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(p) % Bytes);
  assume(past == 0, {core::property::address_is_aligned, 0, 0, past, Bytes});
}

}  // namespace detail

// A pointer to elements of type T whose address is a multiple of Bytes, a power of two. It is one
// pointer at run time. p + i keeps the alignment that is known of the sum: aligned_ptr<float, 16> +
// _4{} is aligned to 16 bytes, + _1{} to 4.
template <class T, int Bytes>
struct aligned_ptr {
  using iterator = detail::pointer_to_t<T>;
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  static_assert(refuse_unless<(Bytes > 0 && (Bytes & (Bytes - 1)) == 0), alignment_can_be_stated<T>,
                              found<Bytes>>);

  iterator it{};

  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator*() const { return *it; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator[](Offset const& i) const {
    return it[i];
  }
  // The sum, aligned to the common divisor of Bytes and the offset in bytes. If that is less than a
  // byte, the result is a plain iterator.
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr auto operator+(Offset const& i) const {
    constexpr std::int64_t step = detail::sum_multiple_v<detail::multiple_v<Offset>, 8 * Bytes>;
    constexpr std::int64_t bits = detail::sum_multiple_v<step * sizeof_bits_v<T>, 8 * Bytes>;
    if constexpr (bits >= 8)
      return aligned_ptr<T, static_cast<int>(bits / 8)>{it + i};
    else
      return it + i;
  }

  // Assignment of a pointer with another known alignment. Where it is less than Bytes, the
  // statement of this type is checked again, as make_gmem_ptr<Bytes>(p) checks it: p = p + n, where
  // n is a run-time integer, is refused on the host (layout_error) if n is out of line, and traps
  // in device code under TILEPROOF_DEVICE_CHECKS. In a constant expression nothing is checked.
  template <class U, int Known>
    requires(std::is_convertible_v<detail::pointer_to_t<U>, iterator>)
  TILEPROOF_HOST_DEVICE constexpr aligned_ptr& operator=(aligned_ptr<U, Known> const& p) {
    if constexpr (Known % Bytes != 0)
      return *this = p.it;
    else
      it = p.it;
    return *this;
  }
  template <class It>
    requires(std::is_same_v<It, iterator>)
  TILEPROOF_HOST_DEVICE constexpr aligned_ptr& operator=(It const& p) {
    if (!__builtin_is_constant_evaluated()) detail::assume_address<Bytes>(raw_pointer_cast(p));
    it = p;
    return *this;
  }
};

namespace detail {

struct recast_ptr_op {
  static constexpr char const* sentences[] = {
      "recast_ptr: the new type needs an address at a multiple of {expected} bytes, and a multiple "
      "of {found} is known; assume_aligned<{expected}>(p) states it",
      nullptr};
};

}  // namespace detail

// The aligned pointer with its memory space, see tensor/pointer.hpp.
template <class T, int Bytes>
TILEPROOF_HOST_DEVICE constexpr tagged_ptr<gmem_space, aligned_ptr<T, Bytes>> make_gmem_ptr(
    aligned_ptr<T, Bytes> const& p) {
  return {p};
}
template <class T, int Bytes>
TILEPROOF_HOST_DEVICE constexpr tagged_ptr<smem_space, aligned_ptr<T, Bytes>> make_smem_ptr(
    aligned_ptr<T, Bytes> const& p) {
  return {p};
}
template <class T, int Bytes>
TILEPROOF_HOST_DEVICE constexpr tagged_ptr<rmem_space, aligned_ptr<T, Bytes>> make_rmem_ptr(
    aligned_ptr<T, Bytes> const& p) {
  return {p};
}

// The raw pointer, without its alignment.
template <class T, int Bytes>
TILEPROOF_HOST_DEVICE constexpr T* raw_pointer_cast(aligned_ptr<T, Bytes> const& p) {
  return raw_pointer_cast(p.it);
}

// A pointer to New at the same address, with the same alignment. Refused, as address_is_aligned, if
// New needs a greater alignment than Bytes.
template <class New, class T, int Bytes>
TILEPROOF_HOST_DEVICE constexpr auto recast_ptr(aligned_ptr<T, Bytes> const& p) {
  constexpr int needed = static_cast<int>(alignof(New));
  if constexpr (Bytes % needed != 0)
    static_cast<void>(
        refuse<detail::recast_ptr_op, address_is_aligned, found<Bytes>, expected<needed>>{});
  using to = std::conditional_t<std::is_const_v<T>, New const, New>;
  return aligned_ptr<to, Bytes>{recast_ptr<New>(p.it)};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
