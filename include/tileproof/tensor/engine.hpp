// SPDX-License-Identifier: BSL-1.0
//
// Engines: where the elements of a tensor are.
#pragma once

#include <tileproof/tensor/aligned_ptr.hpp>

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
  using element_type = T;
  using value_type = T;

  // Elements of less than a byte share them.
  static constexpr std::size_t used = subbyte<T> ? (N * sizeof_bits_v<T> + 7) / 8 : N;
  static constexpr std::size_t objects = used > 0 ? used : 1;
  static constexpr std::size_t alignment = detail::array_alignment<T>(objects * sizeof(T));
  using iterator = tagged_ptr<rmem_space, aligned_ptr<T, static_cast<int>(alignment)>>;
  using const_iterator = tagged_ptr<rmem_space, aligned_ptr<T const, static_cast<int>(alignment)>>;
  using reference = decltype(*std::declval<iterator const&>());

  alignas(alignment) T storage[objects]{};
  TILEPROOF_HOST_DEVICE constexpr const_iterator begin() const {
    return {{detail::pointer_to_t<T const>{storage}}};
  }
  TILEPROOF_HOST_DEVICE constexpr iterator begin() { return {{detail::pointer_to_t<T>{storage}}}; }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
