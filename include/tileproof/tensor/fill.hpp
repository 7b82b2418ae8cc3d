// SPDX-License-Identifier: BSL-1.0
//
// fill(t, value) and clear(t): write one value to all elements of a tensor. Use clear(tCrC) for the
// accumulators before the main loop.
//
//   clear(tVsV(_, n, _));  // rows of 8 aligned f16 elements: a 128-bit store for each
//
// In global or shared memory, stores are as wide as the layout and the known alignment of the
// pointer allow, at most 128 bits (tensor/widest_access.hpp): through a raw pointer to f16 elements
// they have 16 bits, through make_smem_ptr<16>(p) up to 128. TILEPROOF_REQUIRE_VECTORISED refuses
// the first (copy_is_vectorised).
#pragma once

#include <tileproof/tensor/for_each.hpp>
#include <tileproof/tensor/narrow_access.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The number of elements of one store of a fill: 1 in registers, which have no addresses.
template <class T>
inline constexpr int elements_of_fill = [] {
  if constexpr (is_in_memory_v<T> && can_be_grouped<typename T::value_type>)
    return widest_run<T, T>().elements;
  else
    return 1;
}();

// A V whose every element is v.
template <class V, class T>
TILEPROOF_HOST_DEVICE constexpr V repeated(T const& v) {
  constexpr int bits = sizeof_bits_v<T>;
  std::uint64_t word = __builtin_bit_cast(typename unsigned_of<sizeof(T)>::type, v);
  if constexpr (bits < 64) {
    word &= (std::uint64_t{1} << bits) - 1;
    for (int b = bits; b < 64; b *= 2) word |= word << b;
  }
  if constexpr (sizeof(V) == 16)
    return {word, word};
  else
    return static_cast<V>(word);
}

// One store of a V; the pointer is plain, or the CPU run's substitute.
template <class P, class V>
TILEPROOF_HOST_DEVICE void store_at(P const& p, V const& v) {
  write_as(p, v);
}

}  // namespace detail

// Writes `value`, converted to the element type, to every element.
template <class T, class V>
  requires(is_tensor_v<T>)
TILEPROOF_HOST_DEVICE constexpr void fill(T&& t, V const& value) {
  using tensor = std::remove_cvref_t<T>;
#if defined(TILEPROOF_REQUIRE_VECTORISED)
  detail::require_widest<detail::no_tensor, tensor>();
#endif
  auto const v = detail::converted<typename tensor::value_type>(value);
  constexpr int elements = detail::elements_of_fill<tensor>;
  if constexpr (elements > 1) {
    if (!__builtin_is_constant_evaluated()) {
      constexpr int bytes = elements * sizeof_bits_v<typename tensor::value_type> / 8;
      auto const all = detail::repeated<typename detail::unsigned_of<bytes>::type>(v);
      auto const whole = detail::inner_layout(t.layout());
      auto const order = detail::lift<detail::operation<core::common_order>>(whole, whole);
      detail::for_each_index(size(t) / Int<elements>{}, [&](auto i) {
        detail::store_at(detail::address_of(t, order(i * elements)), all);
      });
      return;
    }
  }
  detail::for_each_index(size(t), [&](auto i) { t(i) = v; });
}

// Writes the value-initialized element, zero for numbers, to every element.
template <class T>
  requires(is_tensor_v<T>)
TILEPROOF_HOST_DEVICE constexpr void clear(T&& t) {
  fill(t, typename std::remove_cvref_t<T>::value_type{});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
