// SPDX-License-Identifier: BSL-1.0
//
// registers_at_launch: the registers that each thread of a block has before setmaxnreg changes
// them; and the register file of an SM. Use it where only these numbers are needed;
// fits_register_file (prove/register_file.hpp) is the property.
//
//   registers_at_launch(384);  // 168
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The registers of an SM, sm_70 to sm_90 (CUDA C++ Programming Guide, "Compute Capabilities").
inline constexpr int registers_of_sm = 65536;

// The most threads of a block, and the most registers of a thread at launch (the same section).
inline constexpr int threads_of_largest_block = 1024;
inline constexpr int registers_of_thread = 255;

namespace detail {

// The threads whose registers a block takes: an SM gives them to four warps at a time, one in each
// of its quarters (cuda_occupancy.h, "Hardware check").
constexpr std::int64_t threads_with_registers(std::int64_t threads) {
  return (threads + 127) / 128 * 128;
}

}  // namespace detail

// The registers of a thread in a kernel with __launch_bounds__(threads, 1): as many as there are
// for each, a multiple of 8, and at most 255. 9 warps have the registers of 12: 168 of 288 threads.
// ptxas 13.0 gives these numbers for sm_90a. 0 for a number of threads that no block has.
constexpr int registers_at_launch(int threads) {
  if (threads < 1 || threads > threads_of_largest_block) return 0;
  auto const r =
      static_cast<int>(registers_of_sm / detail::threads_with_registers(threads) / 8 * 8);
  return r > 248 ? registers_of_thread : r;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
