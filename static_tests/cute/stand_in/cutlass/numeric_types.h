// SPDX-License-Identifier: BSL-1.0
//
// Stands in for NVIDIA's header of this name, as far as beside_cutlass.cpp reads it: it includes a
// header of CuTe before it defines its types, which CuTe's header gives namespace cute.
#pragma once

#include <cute/util/type_traits.hpp>

#include <cstdint>

namespace cutlass {

struct alignas(2) half_t {
  std::uint16_t storage;
};
struct alignas(2) bfloat16_t {
  std::uint16_t storage;
};
struct alignas(4) tfloat32_t {
  std::uint32_t storage;
};
template <int>
struct float8_base {
  std::uint8_t storage;
};
struct float_e4m3_t : float8_base<0> {};
struct float_e5m2_t : float8_base<1> {};

}  // namespace cutlass
