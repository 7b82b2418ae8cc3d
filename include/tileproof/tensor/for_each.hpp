// SPDX-License-Identifier: BSL-1.0
//
// for_each over the elements of a tensor, and what the algorithms of its kind share: they go by
// columns, through index 0, 1, ... of the shape, and unroll where the size is static.
#pragma once

#include <tileproof/tensor/tensor.hpp>

#include <cassert>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The tensors of an algorithm; their shapes may differ.
struct same_number_of_elements;

namespace detail {

// Registers must be unrolled to be registers, and no thread has more of them.
inline constexpr int most_unrolled = 1024;

template <class N, class F>
TILEPROOF_HOST_DEVICE constexpr void for_each_index(N const& n, F const& f) {
  using index = decltype(n + 0);
  if constexpr (!is_static_v<N>) {
    for (index i = 0; i < n; ++i) f(i);
  } else if constexpr (N::value > most_unrolled) {
    for (index i = 0; i < N::value; ++i) f(i);
  } else {
    TILEPROOF_UNROLL
    for (index i = 0; i < N::value; ++i) f(i);
  }
}

// Refused where the static sizes of two tensors differ. Pre: run-time sizes do not.
template <class A, class B>
TILEPROOF_HOST_DEVICE constexpr void require_same_size([[maybe_unused]] A const& a,
                                                       [[maybe_unused]] B const& b) {
  using sa = decltype(size(a));
  using sb = decltype(size(b));
  if constexpr (is_static_v<sa> && is_static_v<sb>) {
    using refusal = refused<same_number_of_elements, found<sa::value>, expected<sb::value>>;
    if constexpr (sa::value != sb::value) static_cast<void>(no_exact_result<refusal>{});
  } else {
    assert(static_cast<std::int64_t>(size(a)) == static_cast<std::int64_t>(size(b)) &&
           "tileproof: the tensors have different numbers of elements");
  }
}

}  // namespace detail

// f(element) for every element, which f may write.
template <class T, class F>
requires(is_tensor_v<T>) TILEPROOF_HOST_DEVICE constexpr void for_each(T&& t, F&& f) {
  detail::for_each_index(size(t), [&](auto i) { f(t(i)); });
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
