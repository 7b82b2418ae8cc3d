// SPDX-License-Identifier: BSL-1.0
//
// `status`, the result of an argument check or a launcher, and `to_string`, which gives it as a
// sentence.
//
// check_copy, check_transpose and check_gemm return a status and launch nothing; launch_copy,
// launch_transpose and launch_gemm return one and launch if it is `ok`:
//
//   if (status const s = launch_gemm<kernel>(args, stream); s != status::ok)
//     std::puts(to_string(s));
//
// The first condition that does not hold is returned, in the order that each check states.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The outcome of a check or a launch: `ok`, or the condition that does not hold.
enum class status : std::uint8_t {
  ok,
  null_pointer,                  // a tensor that has elements is at address 0
  negative_size,                 // an extent is below 0
  leading_dimension_too_small,   // it is less than the extent that it steps over
  misaligned_base,               // a pointer is not a multiple of the access width, in bytes
  misaligned_leading_dimension,  // a leading dimension, in bytes, is not a multiple of it
  size_beyond_index,             // an extent or an offset is more than the kernel counts
  grid_too_large,                // more blocks than a launch can have
  not_launched,                  // the CUDA runtime refused: cudaGetLastError has the reason
  overlapping_operands,          // an output shares a byte with an input, or with its other batches
  grid_not_of_clusters,          // an extent of the grid is no multiple of the cluster's
  tensor_map_refused,            // a tensor cannot be described to TMA: try_make_tma_copy says why
  misaligned_extent,             // a row or column that TMA stores is no multiple of 16 bytes
  scale_not_taken,               // a scale of elements of more than 8 bits, or where D is int32
  scale_not_positive,            // the scale of scores is not a positive number
  heads_do_not_divide,           // the heads of Q are no multiple of those of K and V
};

// The status in words: one English sentence without a full stop, in static memory.
constexpr char const* to_string(status s) {
  switch (s) {
    case status::ok: return "ok";
    case status::null_pointer: return "a tensor that has elements has a null pointer";
    case status::negative_size: return "an extent is negative";
    case status::leading_dimension_too_small:
      return "a leading dimension is less than the extent that it steps over";
    case status::misaligned_base: return "a pointer is not a multiple of the kernel's access width";
    case status::misaligned_leading_dimension:
      return "a leading dimension, in bytes, is not a multiple of the kernel's access width";
    case status::size_beyond_index: return "an extent or an offset is more than the kernel counts";
    case status::grid_too_large: return "more blocks are needed than a launch has";
    case status::not_launched: return "the CUDA runtime did not launch the kernel";
    case status::overlapping_operands:
      return "an output shares memory with an input, or one of its batches with another";
    case status::grid_not_of_clusters: return "the grid does not consist of whole clusters";
    case status::tensor_map_refused: return "TMA cannot address a tensor";
    case status::misaligned_extent:
      return "a contiguous extent, in bytes, is not a multiple of what TMA stores, 16";
    case status::scale_not_taken:
      return "only 8-bit tensors have scales, and none where D is int32";
    case status::scale_not_positive:
      return "the scale of the scores is not a positive, finite number";
    case status::heads_do_not_divide:
      return "the heads of Q are not a multiple of the heads of K and V";
  }
  return "unknown status";
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
