// SPDX-License-Identifier: BSL-1.0
//
// assume_aligned(p), make_gmem_ptr<Bytes>(p), make_smem_ptr<Bytes>(p): pointers that state their
// alignment in their types. alignment_v<Tensor>: the alignment that is known of a tensor, in bytes.
// A 128-bit copy needs 16; a raw float* is known to have 4.
//
//   auto gA = make_tensor(make_gmem_ptr<16>(a), layout);
//   static_assert(alignment_v<decltype(gA)> == 16);
#pragma once

#include <tileproof/tensor/aligned_ptr.hpp>
#include <tileproof/tensor/tensor.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The pointer p as an aligned_ptr whose address is a multiple of Bytes. Checked: on the host a
// violation is refused as address_is_aligned, in device code it traps under
// TILEPROOF_DEVICE_CHECKS. Refused (static_assert) if every T has a greater alignment than Bytes.
template <int Bytes, class T>
TILEPROOF_HOST_DEVICE auto assume_aligned(T* p) {
  static_assert(refuse_unless<(Bytes % alignof(T) == 0), alignment_can_be_stated<T>, found<Bytes>,
                              expected<int{alignof(T)}>>);
  detail::assume_address<Bytes>(p);
  return aligned_ptr<T, Bytes>{detail::pointer_to_t<T>{p}};
}
template <int Bytes, class Space, class It>
TILEPROOF_HOST_DEVICE auto assume_aligned(tagged_ptr<Space, It> const& p) {
  using pointer = decltype(assume_aligned<Bytes>(raw_pointer_cast(p)));
  return tagged_ptr<Space, pointer>{assume_aligned<Bytes>(raw_pointer_cast(p))};
}
// A view of the tensor whose data() states the alignment, for a partition of a tensor whose strides
// state none:
//
//   copy(tiled_copy, assume_aligned<16>(S(_, m)), D(_, m));  // each S(_, m) begins in line
//
// A tensor that is known to be aligned to Bytes is returned as a view and not checked.
template <int Bytes, class E, class L>
TILEPROOF_HOST_DEVICE auto assume_aligned(Tensor<E, L> const& t);

// make_gmem_ptr<16>(p) is make_gmem_ptr(assume_aligned<16>(p)): a pointer to global memory that
// states in its type that its address is a multiple of Bytes bytes, checked as assume_aligned
// checks. make_smem_ptr<1024>(p) is the same for shared memory. p is a T*, or ArrayEngine::begin()
// of an engine that lies in this memory. In a constant expression, which has no addresses, nothing
// is checked.
#define TILEPROOF_MAKE_ALIGNED_PTR(NAME, SPACE)                                         \
  template <int Bytes, class T>                                                         \
  TILEPROOF_HOST_DEVICE constexpr tagged_ptr<SPACE, aligned_ptr<T, Bytes>> NAME(T* p) { \
    static_assert(refuse_unless<(Bytes % alignof(T) == 0), alignment_can_be_stated<T>,  \
                                found<Bytes>, expected<int{alignof(T)}>>);              \
    if (!__builtin_is_constant_evaluated()) detail::assume_address<Bytes>(p);           \
    return {aligned_ptr<T, Bytes>{detail::pointer_to_t<T>{p}}};                         \
  }                                                                                     \
  template <int Bytes, class It>                                                        \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(tagged_ptr<rmem_space, It> const& p) {      \
    return NAME<Bytes>(raw_pointer_cast(p));                                            \
  }
TILEPROOF_MAKE_ALIGNED_PTR(make_gmem_ptr, gmem_space)
TILEPROOF_MAKE_ALIGNED_PTR(make_smem_ptr, smem_space)
#undef TILEPROOF_MAKE_ALIGNED_PTR

namespace detail {

// The address of the element at coordinate i: a pointer, or the CPU run's substitute for one. Pre:
// the element starts at a byte.
template <class T, class I>
  requires(is_tensor_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto address_of(T& t, I const& i) {
  return raw_pointer_cast(t.data() + t.layout()(i));
}

// The largest power of two, in bits, of which an iterator's address is known to be a multiple.
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

// A known divisor of the offset of coordinate 0, in elements; 0 if that offset is 0. A swizzle
// moves a run-time offset but keeps its low M bits.
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

// A known divisor of the offset before a swizzle, in elements; 0 where the offset is 0.
template <class L>
inline constexpr std::int64_t first_multiple = 0;
template <class A, class O, class B>
inline constexpr std::int64_t first_multiple<ComposedLayout<A, O, B>> = multiple_v<O>;

template <class E, class L>
inline constexpr std::int64_t alignment_bits<Tensor<E, L>> =
    sum_multiple_v<alignment_bits<E>, sum_multiple_v<first_offset_multiple<L>, alignment_bits<E>> *
                                          sizeof_bits_v<typename Tensor<E, L>::value_type>>;

}  // namespace detail

// The alignment in bytes that is known of element 0 of a tensor, or of an iterator's element: a
// power of two. It follows from the language for a raw pointer, from the type of an aligned_ptr,
// from the storage of a tensor that owns its elements. 0 if nothing is known, or less than a byte.
// Alignment of the elements after the first is a property of the layout: access_width<Bits,
// Element, alignment_v<Tensor>>.
template <class T>
inline constexpr int alignment_v =
    static_cast<int>(detail::alignment_bits<std::remove_cvref_t<T>> / 8);

template <int Bytes, class E, class L>
TILEPROOF_HOST_DEVICE auto assume_aligned(Tensor<E, L> const& t) {
  if constexpr (alignment_v<decltype(t.data())> % Bytes == 0)
    return make_tensor(t.data(), t.layout());
  else
    return make_tensor(assume_aligned<Bytes>(t.data()), t.layout());
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
