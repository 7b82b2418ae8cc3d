// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's debugging functions in namespace cute: thread0, thread, block0, block, for prints of
// one thread, and print_type. Source: CuTe, util/debug.hpp.
//
//   if (cute::thread0()) cute::print(layout);
#pragma once

#include <tileproof/cute/type_traits.hpp>

// CuTe defines the same functions: where its headers follow this one, the compiler stops here, at a
// function that is defined twice. Include CuTe or <tileproof/cute.hpp>, not both.
namespace cute {

// Whether this is block `id` of the grid; thread `id` of block `block_id`. True on the host.
TILEPROOF_HOST_DEVICE bool block([[maybe_unused]] int id) {  // CuTe and tileproof/cute.hpp meet
#if defined(__CUDA_ARCH__)
  return blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y ==
         static_cast<unsigned>(id);
#else
  return true;
#endif
}
TILEPROOF_HOST_DEVICE bool thread([[maybe_unused]] int id, [[maybe_unused]] int block_id) {
#if defined(__CUDA_ARCH__)
  return threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y ==
             static_cast<unsigned>(id) &&
         block(block_id);
#else
  return true;
#endif
}
TILEPROOF_HOST_DEVICE bool thread(int id) { return thread(id, 0); }
TILEPROOF_HOST_DEVICE bool thread0() { return thread(0, 0); }
TILEPROOF_HOST_DEVICE bool block0() { return block(0); }

// The number of decimal digits of an integer, without its sign; 1 for 0.
TILEPROOF_HOST_DEVICE constexpr int num_digits(long long x) {
  int n = 1;
  for (x /= 10; x != 0; x /= 10) ++n;
  return n;
}

// Stops the compilation with the types in its message.
template <class... T>
TILEPROOF_HOST_DEVICE void print_type() {
  static_assert(dependent_false<T...>, "print_type: the types are in this message");
}
template <class... T>
TILEPROOF_HOST_DEVICE void print_type(T&&...) {
  static_assert(dependent_false<T...>, "print_type: the types are in this message");
}

}  // namespace cute
