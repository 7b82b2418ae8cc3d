// SPDX-License-Identifier: BSL-1.0
//
// Gives NVIDIA's elements of less than a byte their width: sizeof_bits_v<cutlass::int4b_t> is 4, as
// cute::sizeof_bits says.
#pragma once

#include <tileproof/beside/versions.hpp>
#include <tileproof/types/sizeof_bits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <class T>
  requires(std::is_class_v<T> && cute::sizeof_bits<T>::value % 8 != 0)
struct sizeof_bits<T> : C<static_cast<int>(cute::sizeof_bits<T>::value)> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
