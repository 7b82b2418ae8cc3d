// SPDX-License-Identifier: BSL-1.0
//
// Engines: where the elements of a tensor are.
#pragma once

#include <tileproof/tensor/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Elements that live elsewhere.
template <class Iterator>
struct ViewEngine {
  using iterator = Iterator;
  using reference = decltype(*std::declval<Iterator const&>());
  using element_type = detail::element_of<Iterator>;
  using value_type = std::remove_cv_t<element_type>;
  static_assert(!std::is_pointer_v<Iterator> || sizeof_bits_v<element_type> >= 8,
                "elements of less than a byte: make_gmem_ptr, make_smem_ptr or make_rmem_ptr");

  Iterator storage{};
  TILEPROOF_HOST_DEVICE constexpr Iterator const& begin() const { return storage; }
};

namespace detail {

// The alignment of `bytes` bytes that hold objects of type T, for accesses of up to 16 bytes.
template <class T>
constexpr std::size_t array_alignment(std::size_t bytes) {
  std::size_t n = bytes & (0 - bytes);
  if (n > 16) n = 16;
  return n > alignof(T) ? n : alignof(T);
}

}  // namespace detail

// N elements that the tensor owns: registers, in a kernel. Aligned for accesses as wide as their
// number allows, at most 16 bytes.
template <class T, std::size_t N>
struct ArrayEngine {
  using iterator = rmem_ptr<T>;
  using reference = decltype(*std::declval<iterator const&>());
  using element_type = T;
  using value_type = T;

  // Elements of less than a byte share them.
  static constexpr std::size_t used = subbyte<T> ? (N * sizeof_bits_v<T> + 7) / 8 : N;
  static constexpr std::size_t objects = used > 0 ? used : 1;
  alignas(detail::array_alignment<T>(objects * sizeof(T))) T storage[objects]{};
  TILEPROOF_HOST_DEVICE constexpr rmem_ptr<T const> begin() const { return make_rmem_ptr(storage); }
  TILEPROOF_HOST_DEVICE constexpr rmem_ptr<T> begin() { return make_rmem_ptr(storage); }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
