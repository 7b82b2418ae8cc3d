// SPDX-License-Identifier: BSL-1.0
//
// fill(t, value) and clear(t): write one value to all elements of a tensor. Use clear(tCrC) for the
// accumulators before the main loop.
#pragma once

#include <tileproof/tensor/for_each.hpp>
#include <tileproof/types/element_kind.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Writes `value`, converted to the element type, to every element.
template <class T, class V>
requires(is_tensor_v<T>) TILEPROOF_HOST_DEVICE constexpr void fill(T&& t, V const& value) {
  using element = typename std::remove_cvref_t<T>::value_type;
  element const v = detail::converted<element>(value);
  detail::for_each_index(size(t), [&](auto i) { t(i) = v; });
}

// Writes the value-initialized element, zero for numbers, to every element.
template <class T>
requires(is_tensor_v<T>) TILEPROOF_HOST_DEVICE constexpr void clear(T&& t) {
  fill(t, typename std::remove_cvref_t<T>::value_type{});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
