// SPDX-License-Identifier: BSL-1.0
//
// Why a kernel was not launched.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

enum class status : std::uint8_t {
  ok,
  null_pointer,                  // of a tensor that has elements
  negative_size,                 // an extent below 0
  leading_dimension_too_small,   // less than the extent that it steps over
  misaligned_base,               // a pointer is no multiple of the kernel's access width
  misaligned_leading_dimension,  // a leading dimension is none
  size_beyond_index,             // an offset does not fit the kernel's index type
  grid_too_large,                // more blocks than a launch has
  not_launched,                  // the CUDA runtime refused: cudaGetLastError says why
  overlapping_operands,          // an output shares memory with an input
};

// One sentence.
constexpr char const* to_string(status s) {
  switch (s) {
    case status::ok:
      return "ok";
    case status::null_pointer:
      return "a tensor that has elements has a null pointer";
    case status::negative_size:
      return "an extent is negative";
    case status::leading_dimension_too_small:
      return "a leading dimension is less than the extent that it steps over";
    case status::misaligned_base:
      return "a pointer is not a multiple of the kernel's access width";
    case status::misaligned_leading_dimension:
      return "a leading dimension, in bytes, is not a multiple of the kernel's access width";
    case status::size_beyond_index:
      return "an offset does not fit the kernel's index type";
    case status::grid_too_large:
      return "more blocks are needed than a launch has";
    case status::not_launched:
      return "the CUDA runtime did not launch the kernel";
    case status::overlapping_operands:
      return "an output shares memory with an input";
  }
  return "unknown status";
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
