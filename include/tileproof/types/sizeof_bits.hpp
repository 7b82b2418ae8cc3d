// SPDX-License-Identifier: BSL-1.0
//
// Defines sizeof_bits<T>: the width of an element type in bits. Use it where elements may be
// narrower than a byte: sizeof(int4b_t) is 1, and sizeof_bits_v<int4b_t> is 4.
#pragma once

#include <tileproof/types/int.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The width of an element in bits; element types narrower than a byte specialize it
// (atom/integer.hpp).
template <class T>
struct sizeof_bits : C<static_cast<int>(sizeof(T) * 8)> {};
template <class T>
struct sizeof_bits<T const> : sizeof_bits<T> {};
// The width of an element in bits, as a number.
template <class T>
inline constexpr int sizeof_bits_v = sizeof_bits<T>::value;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
