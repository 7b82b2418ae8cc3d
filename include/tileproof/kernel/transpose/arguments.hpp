// SPDX-License-Identifier: BSL-1.0
//
// The arguments of the transpose kernels (kernel/transpose/transpose.hpp), the check of them, and
// the launcher.
//
//   transpose_arguments<float const*, float*> const args{m, n, in, ld_in, out, ld_out};
//   status const s = launch_transpose<transpose_vectorised<float>>(args, stream);
#pragma once

#include <tileproof/algebra/shape_arithmetic.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/kernel/common/operand_memory.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The transpose out(j,i) = in(i,j). in is m x n and out is n x m, both column-major; leading
// dimensions are in elements. The two have no byte in common. M, N, LdIn and LdOut are the types of
// the integers; for theorems of every size they are unknowns.
template <class P, class Q, class M = std::int64_t, class N = M, class LdIn = M, class LdOut = M>
struct transpose_arguments {
  M m;
  N n;
  P in;
  LdIn ld_in;
  Q out;
  LdOut ld_out;
};
template <class M, class N, class P, class LdIn, class Q, class LdOut>
transpose_arguments(M, N, P, LdIn, Q, LdOut) -> transpose_arguments<P, Q>;

namespace detail {

// The tiles of the matrix, along m and along n.
template <class Tile, class Arguments>
constexpr auto tiles_of_transpose(Arguments const& args) noexcept {
  return ceil_div(make_shape(args.m, args.n), Tile{});
}

}  // namespace detail

// The number of blocks that cover the matrix; -1 where 64 bits do not count them.
template <class Kernel, class P, class Q>
constexpr std::int64_t blocks_of_transpose(transpose_arguments<P, Q> const& args) noexcept {
  auto const tiles = detail::tiles_of_transpose<typename Kernel::tile>(args);
  std::int64_t blocks = 0;
  return core::mul_overflows(get<0>(tiles), get<1>(tiles), blocks) ? -1 : blocks;
}

// `ok` where Kernel takes these arguments, else the first of: negative_size, null_pointer,
// leading_dimension_too_small, misaligned_base, misaligned_leading_dimension, of a kernel by TMA
// size_beyond_index (an extent is 2^31 or more) and misaligned_extent (a column of the output is no
// multiple of 16 bytes), grid_too_large, size_beyond_index, overlapping_operands. A matrix without
// elements is `ok`. A host function that launches nothing and needs no CUDA.
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
  if constexpr (requires { Kernel::is_by_tma; }) {
    if (args.m > INT32_MAX || args.n > INT32_MAX) return status::size_beyond_index;
    if (args.n % vector != 0) return status::misaligned_extent;
  }
  std::int64_t const blocks = blocks_of_transpose<Kernel>(args);
  if (blocks < 0 || check_grid({blocks}) != status::ok) return status::grid_too_large;
  using detail::beyond_edge;
  static_assert(size<0>(typename Kernel::tile{}) <= beyond_edge &&
                size<1>(typename Kernel::tile{}) <= beyond_edge);
  constexpr std::int64_t most = detail::largest_offset<T, std::int64_t>;
  if (!detail::offsets_fit(args.m, args.n, args.ld_in, most) ||
      !detail::offsets_fit(args.n, args.m, args.ld_out, most))
    return status::size_beyond_index;
  if (detail::overlap(detail::bytes_of(args.in, args.m, args.n, args.ld_in),
                      detail::bytes_of(args.out, args.n, args.m, args.ld_out)))
    return status::overlapping_operands;
  return status::ok;
}

#if defined(__CUDACC__)
// Checks the arguments and launches Kernel. Asynchronous. Result: a status of check_transpose or of
// launch.
template <class Kernel, class T = typename Kernel::element>
status launch_transpose(transpose_arguments<T const*, T*> const& args,
                        cudaStream_t stream) noexcept {
  if (status const s = check_transpose<Kernel>(args); s != status::ok) return s;
  return launch<Kernel>({blocks_of_transpose<Kernel>(args), 1, 1}, args, stream);
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
