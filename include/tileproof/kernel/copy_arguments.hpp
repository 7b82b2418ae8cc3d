// SPDX-License-Identifier: BSL-1.0
//
// What every copy here takes, what it refuses, and its launch.
#pragma once

#include <tileproof/algebra/shape.hpp>
#include <tileproof/kernel/launch.hpp>
#include <tileproof/kernel/operand_memory.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// dst[i] = src[i] for i < n; src and dst are the same or do not overlap. P and Q point to elements
// of one type.
template <class P, class Q>
struct copy_arguments {
  P src;
  Q dst;
  std::int64_t n;
};

// The blocks of a launch.
template <class Kernel, class P, class Q>
constexpr std::int64_t blocks_of_copy(copy_arguments<P, Q> const& args) noexcept {
  return detail::tiles_of(args.n, size(typename Kernel::block_tile{}));
}

// Why a kernel cannot take these arguments: `ok`, or in this order negative_size, null_pointer,
// misaligned_base, grid_too_large, overlapping_operands.
template <class Kernel, class T>
status check_copy(copy_arguments<T const*, T*> const& args) noexcept {
  static_assert(std::is_same_v<T, typename Kernel::element>);
  if (args.n < 0) return status::negative_size;
  if (args.n == 0) return status::ok;
  if (args.src == nullptr || args.dst == nullptr) return status::null_pointer;
  if (reinterpret_cast<std::uintptr_t>(args.src) % 16 != 0 ||
      reinterpret_cast<std::uintptr_t>(args.dst) % 16 != 0)
    return status::misaligned_base;
  if (status const s = check_grid({blocks_of_copy<Kernel>(args)}); s != status::ok) return s;
  // A grid that fits has so few elements that 64 bits count their bytes.
  if (args.src != args.dst && detail::overlap(detail::bytes_of(args.src, args.n, 1, args.n),
                                              detail::bytes_of(args.dst, args.n, 1, args.n)))
    return status::overlapping_operands;
  return status::ok;
}

#if defined(__CUDACC__)
// launch_copy<copy_async<float>>({src, dst, n}, stream). Checks the arguments and launches.
template <class Kernel, class T = typename Kernel::element>
status launch_copy(copy_arguments<T const*, T*> const& args, cudaStream_t stream) noexcept {
  if (status const s = check_copy<Kernel>(args); s != status::ok) return s;
  return launch<Kernel>({blocks_of_copy<Kernel>(args), 1, 1}, args, stream);
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
