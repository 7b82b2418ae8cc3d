// SPDX-License-Identifier: BSL-1.0
//
// What every transpose here takes, what it refuses, and its launch.
#pragma once

#include <tileproof/algebra/shape.hpp>
#include <tileproof/kernel/launch.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// in is m x n, out is n x m, both by columns; leading dimensions in elements. The two do not
// overlap.
template <class P, class Q>
struct transpose_arguments {
  std::int64_t m;
  std::int64_t n;
  P in;
  std::int64_t ld_in;
  Q out;
  std::int64_t ld_out;
};

// The blocks of a launch; -1 where they are more than 64 bits count.
template <class Kernel, class P, class Q>
constexpr std::int64_t blocks_of_transpose(transpose_arguments<P, Q> const& args) noexcept {
  constexpr std::int64_t m = size<0>(typename Kernel::tile{});
  constexpr std::int64_t n = size<1>(typename Kernel::tile{});
  std::int64_t const rows = args.m / m + (args.m % m != 0);
  std::int64_t const columns = args.n / n + (args.n % n != 0);
  std::int64_t blocks = 0;
  return core::mul_overflows(rows, columns, blocks) ? -1 : blocks;
}

// What a kernel cannot take.
template <class Kernel, class T>
status check_transpose(transpose_arguments<T const*, T*> const& args) noexcept {
  static_assert(std::is_same_v<T, typename Kernel::element>);
  constexpr std::int64_t bytes = Kernel::access_bytes;
  if (args.m < 0 || args.n < 0) return status::negative_size;
  if (args.m == 0 || args.n == 0) return status::ok;
  if (args.in == nullptr || args.out == nullptr) return status::null_pointer;
  if (args.ld_in < args.m || args.ld_out < args.n) return status::leading_dimension_too_small;
  if (reinterpret_cast<std::uintptr_t>(args.in) % bytes != 0 ||
      reinterpret_cast<std::uintptr_t>(args.out) % bytes != 0)
    return status::misaligned_base;
  constexpr std::int64_t vector = bytes / static_cast<std::int64_t>(sizeof(T));
  if (args.ld_in % vector != 0 || args.ld_out % vector != 0)
    return status::misaligned_leading_dimension;
  std::int64_t const blocks = blocks_of_transpose<Kernel>(args);
  return blocks < 0 || blocks > INT32_MAX ? status::grid_too_large : status::ok;
}

#if defined(__CUDACC__)
// launch_transpose<transpose_vectorised<float>>({m, n, in, ld_in, out, ld_out}, stream). Checks the
// arguments and launches.
template <class Kernel, class T = typename Kernel::element>
status launch_transpose(transpose_arguments<T const*, T*> const& args,
                        cudaStream_t stream) noexcept {
  if (status const s = check_transpose<Kernel>(args); s != status::ok) return s;
  return launch<Kernel>({blocks_of_transpose<Kernel>(args), 1, 1}, args, stream);
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
