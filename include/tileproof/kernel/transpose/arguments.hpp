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
#include <tileproof/kernel/common/launch_facts.hpp>
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

namespace detail {

// The integers of a transpose by tiles of Tile, whose accesses have Width elements. A grid has at
// most 2^31 - 1 blocks, and so many tiles.
template <class Tile, int Width, bool IsByTma>
struct integers_of_transpose {
  static constexpr std::int64_t most_m = std::int64_t{INT32_MAX} * size<0>(Tile{});
  static constexpr std::int64_t most_n = std::int64_t{INT32_MAX} * size<1>(Tile{});
  using m = unknown<"m", std::int64_t, at_most<most_m>>;
  using n = unknown<"n", std::int64_t, at_most<most_n>>;
  using ld_in = unknown<"ld_in", std::int64_t, at_least<m{}>, multiple_of<Width>>;
  using ld_out = unknown<"ld_out", std::int64_t, at_least<n{}>, multiple_of<Width>>;
};
// Extents and coordinates of TMA have 32 bits, and what it stores is whole vectors.
template <class Tile, int Width>
struct integers_of_transpose<Tile, Width, true> {
  using m = unknown<"m">;
  using n = unknown<"n", multiple_of<Width>>;
  using ld_in = unknown<"ld_in", std::int64_t, at_least<m{}>, multiple_of<Width>>;
  using ld_out = unknown<"ld_out", std::int64_t, at_least<n{}>, multiple_of<Width>>;
};

template <class Kernel, class T>
status check_transpose_arguments(transpose_arguments<T const*, T*> const& args,
                                 core::text* why) noexcept {
  static_assert(std::is_same_v<T, typename Kernel::element>);
  if (args.m < 0 || args.n < 0) return status::negative_size;
  if (args.m == 0 || args.n == 0) return status::ok;
  if (args.in == nullptr || args.out == nullptr) return status::null_pointer;
  constexpr std::int64_t bytes = Kernel::access_bytes;
  if (reinterpret_cast<std::uintptr_t>(args.in) % bytes != 0 ||
      reinterpret_cast<std::uintptr_t>(args.out) % bytes != 0)
    return status::misaligned_base;
  using of = integers_of_transpose<typename Kernel::tile, bytes / sizeof(T),
                                   requires { Kernel::is_by_tma; }>;
  using m = typename of::m;
  using n = typename of::n;
  status s = check_distance<typename of::ld_in, m>(why, args.ld_in, args.m);
  if (s == status::ok) s = check_distance<typename of::ld_out, n>(why, args.ld_out, args.n);
  if (s != status::ok) return s;
  std::int64_t const blocks = blocks_of_transpose<Kernel>(args);
  if (blocks < 0 || check_grid({blocks}) != status::ok) return status::grid_too_large;
  static_assert(size<0>(typename Kernel::tile{}) <= beyond_edge &&
                size<1>(typename Kernel::tile{}) <= beyond_edge);
  constexpr std::int64_t most = largest_offset<T, std::int64_t>;
  if (!offsets_fit(args.m, args.n, args.ld_in, most) ||
      !offsets_fit(args.n, args.m, args.ld_out, most))
    return status::size_beyond_index;
  return overlap(bytes_of(args.in, args.m, args.n, args.ld_in),
                 bytes_of(args.out, args.n, args.m, args.ld_out))
             ? status::overlapping_operands
             : status::ok;
}

}  // namespace detail

// `ok` where Kernel takes these arguments, else the first of: negative_size, null_pointer,
// misaligned_base; of the input, then of the output leading_dimension_too_small,
// misaligned_leading_dimension and size_beyond_index (an extent is more than a grid of blocks
// covers, or 2^31 or more for a kernel by TMA), of the latter's output misaligned_extent (a column
// is no multiple of 16 bytes); grid_too_large, size_beyond_index (of offsets),
// overlapping_operands. A matrix without elements is `ok`. `why`, where it is not null, gets a
// sentence. A host function that launches nothing and needs no CUDA.
template <class Kernel, class T>
status check_transpose(transpose_arguments<T const*, T*> const& args,
                       core::text* why = nullptr) noexcept {
  return detail::told(why, [&] { return detail::check_transpose_arguments<Kernel>(args, why); });
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
