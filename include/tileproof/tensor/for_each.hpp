// SPDX-License-Identifier: BSL-1.0
//
// for_each(tensor, f): calls f for every element. The header also holds the loop that fill,
// transform, reduce and axpby share: elements are visited column-major, by index 0, 1, ... of the
// shape, and the loop is unrolled where the size is static.
//
//   for_each(rC, [](float& c) { c = c > 0.f ? c : 0.f; });
#pragma once

#include <tileproof/tensor/tensor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: two tensors of an algorithm must have the same number of elements; their
// shapes may differ.
struct same_number_of_elements {
  static constexpr char const* sentences[] = {
      "the first tensor has {found} elements and the second {expected}: copy, transform and axpby "
      "need as many in both",
      nullptr};
};

namespace detail {

// The largest static size that is unrolled, in elements. Registers must be unrolled to stay
// registers, and no thread has more.
inline constexpr int most_unrolled = 1024;

// True if a loop over a size of type N is unrolled.
template <class N>
inline constexpr bool is_unrolled = false;
template <class N>
  requires(is_static_v<N>)
inline constexpr bool is_unrolled<N> = N::value <= most_unrolled;

// Calls f(0), f(1), ..., f(n - 1). The index has the type of n, or of its value; a static n of at
// most most_unrolled is unrolled, so that registers are indexed by constants.
template <class N, class F>
TILEPROOF_HOST_DEVICE constexpr void for_each_index(N const& n, F const& f) {
  using index = decltype(n + 0);
  if constexpr (is_unrolled<N>) {
    TILEPROOF_UNROLL
    for (index i = 0; i < N::value; ++i) f(i);
  } else {
    auto const end = n + 0;
    for (index i = 0; i < end; ++i) f(i);
  }
}

// True for two static sizes that differ.
template <class N, class M>
inline constexpr bool sizes_differ = false;
template <class N, class M>
  requires(is_static_v<N> && is_static_v<M>)
inline constexpr bool sizes_differ<N, M> = N::value != M::value;

// Refuses two tensors whose static sizes differ. Run-time sizes are compared by TILEPROOF_ASSERT.
template <class Property = same_number_of_elements, class A, class B>
TILEPROOF_HOST_DEVICE constexpr void require_same_size([[maybe_unused]] A const& a,
                                                       [[maybe_unused]] B const& b) {
  using sa = decltype(size(a));
  using sb = decltype(size(b));
  if constexpr (is_static_v<sa> && is_static_v<sb>) {
    using refusal = refused<Property, found<sa::value>, expected<sb::value>>;
    if constexpr (sa::value != sb::value) static_cast<void>(no_exact_result<refusal>{});
  } else {
    TILEPROOF_ASSERT(static_cast<std::int64_t>(size(a)) == static_cast<std::int64_t>(size(b)) &&
                     "tileproof: the tensors have different numbers of elements");
  }
}

}  // namespace detail

// Calls f(element) for each element, column-major. f may write the element.
template <class T, class F>
  requires(is_tensor_v<T>)
TILEPROOF_HOST_DEVICE constexpr void for_each(T&& t, F&& f) {
  detail::for_each_index(size(t), [&](auto i) { f(t(i)); });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
