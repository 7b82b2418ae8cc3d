// SPDX-License-Identifier: BSL-1.0
//
// What is known about addresses: pointers aligned by assumption, and the alignment of a tensor.
#pragma once

#include <tileproof/tensor/tensor.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A pointer to elements of type T whose address is a multiple of Bytes, a power of two. Costs what
// the pointer costs.
template <class T, int Bytes>
struct aligned_ptr {
  using iterator = detail::pointer_to_t<T>;
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  static_assert(Bytes > 0 && (Bytes & (Bytes - 1)) == 0, "aligned_ptr: a power of two");

  iterator it{};

  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator*() const { return *it; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator[](Offset const& i) const {
    return it[i];
  }
  // Aligned to what Bytes and the offset's bytes have in common; less than a byte is forgotten.
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr auto operator+(Offset const& i) const {
    constexpr std::int64_t step = detail::sum_multiple_v<detail::multiple_v<Offset>, 8 * Bytes>;
    constexpr std::int64_t bits = detail::sum_multiple_v<step * sizeof_bits_v<T>, 8 * Bytes>;
    if constexpr (bits >= 8)
      return aligned_ptr<T, static_cast<int>(bits / 8)>{it + i};
    else
      return it + i;
  }
};

namespace detail {

struct recast_ptr_op;

template <int Bytes, class T>
TILEPROOF_HOST_DEVICE void assume_address(T const* p) {
  std::int64_t const past = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(p) % Bytes);
  assume(past == 0, {core::property::address_is_aligned, 0, 0, past, Bytes});
}

}  // namespace detail

// p as a pointer whose address is a multiple of Bytes: checked on the host, an assert in device
// code.
template <int Bytes, class T>
TILEPROOF_HOST_DEVICE auto assume_aligned(T* p) {
  static_assert(Bytes % alignof(T) == 0, "assume_aligned: less than every T is aligned to");
  detail::assume_address<Bytes>(p);
  return aligned_ptr<T, Bytes>{detail::pointer_to_t<T>{p}};
}
template <int Bytes, class Space, class T>
TILEPROOF_HOST_DEVICE auto assume_aligned(tagged_ptr<Space, T*> const& p) {
  return tagged_ptr<Space, aligned_ptr<T, Bytes>>{assume_aligned<Bytes>(p.it)};
}

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

template <class T, int Bytes>
TILEPROOF_HOST_DEVICE constexpr T* raw_pointer_cast(aligned_ptr<T, Bytes> const& p) {
  return raw_pointer_cast(p.it);
}

// Refused where a New needs a greater alignment than is known.
template <class New, class T, int Bytes>
TILEPROOF_HOST_DEVICE constexpr auto recast_ptr(aligned_ptr<T, Bytes> const& p) {
  constexpr int needed = static_cast<int>(alignof(New));
  if constexpr (Bytes % needed != 0)
    static_cast<void>(
        no_exact_result<
            refused<detail::recast_ptr_op, address_is_aligned, found<Bytes>, expected<needed>>>{});
  using to = std::conditional_t<std::is_const_v<T>, New const, New>;
  return aligned_ptr<to, Bytes>{recast_ptr<New>(p.it)};
}

namespace detail {

// The largest power of two, in bits, that an iterator's address is known to be a multiple of.
template <class It>
inline constexpr std::int64_t alignment_bits = 1;
template <class T>
inline constexpr std::int64_t alignment_bits<T*> = 8 * alignof(T);
template <class T>
inline constexpr std::int64_t alignment_bits<subbyte_iterator<T>> = sizeof_bits_v<T>;
template <class T, int Bytes>
inline constexpr std::int64_t alignment_bits<aligned_ptr<T, Bytes>> = 8 * Bytes;
template <class Space, class It>
inline constexpr std::int64_t alignment_bits<tagged_ptr<Space, It>> = alignment_bits<It>;

template <class It>
inline constexpr std::int64_t alignment_bits<ViewEngine<It>> = alignment_bits<It>;
template <class T, std::size_t N>
inline constexpr std::int64_t alignment_bits<ArrayEngine<T, N>> = 8 * alignof(ArrayEngine<T, N>);

// What the offset of coordinate 0 is known to be a multiple of; 0 where it is 0. A swizzle moves a
// run-time offset, but not its low bits.
template <class L>
inline constexpr std::int64_t first_offset_multiple = 1;
template <class S, class D>
inline constexpr std::int64_t first_offset_multiple<Layout<S, D>> = 0;
template <int B, int M, int S, class O, class L>
inline constexpr std::int64_t first_offset_multiple<ComposedLayout<Swizzle<B, M, S>, O, L>> =
    B == 0 ? multiple_v<O> : sum_multiple_v<multiple_v<O>, (std::int64_t{1} << M)>;
template <int B, int M, int S, auto V, class L>
inline constexpr std::int64_t first_offset_multiple<ComposedLayout<Swizzle<B, M, S>, C<V>, L>> =
    multiple_v<decltype(Swizzle<B, M, S>{}(C<V>{}))>;

template <class E, class L>
inline constexpr std::int64_t alignment_bits<Tensor<E, L>> =
    sum_multiple_v<alignment_bits<E>, sum_multiple_v<first_offset_multiple<L>, alignment_bits<E>> *
                                          sizeof_bits_v<typename Tensor<E, L>::value_type>>;

}  // namespace detail

// The largest power of two, in bytes, that the address of element 0 of a tensor (or of what an
// iterator points to) is known to be a multiple of: by the language for a raw pointer, by its type
// for an aligned_ptr, by the alignment of the storage where the tensor owns its elements. 0 where
// nothing is known, or less than a byte. Whether the elements that follow are in line is a property
// of the layout: access_width<Bits, Element, alignment_v<Tensor>>.
template <class T>
inline constexpr int alignment_v = static_cast<int>(detail::alignment_bits<std::remove_cvref_t<T>> /
                                                    8);

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
