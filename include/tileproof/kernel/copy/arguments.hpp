// SPDX-License-Identifier: BSL-1.0
//
// The arguments of the copy kernels (kernel/copy/copy_global.hpp), the check of them, and the
// launcher.
//
//   copy_arguments<float const*, float*> const args{src, dst, n};
//   status const s = launch_copy<copy_async<float>>(args, stream);
#pragma once

#include <tileproof/algebra/shape_arithmetic.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/kernel/common/launch_facts.hpp>
#include <tileproof/kernel/common/operand_memory.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The copy dst[i] = src[i] for 0 <= i < n, in elements. P points to the source and Q to the
// destination, both to elements of one type. The two ranges are the same, or have no byte in
// common. N is the type of n; for theorems of every n it is an unknown.
template <class P, class Q, class N = std::int64_t>
struct copy_arguments {
  P src;
  Q dst;
  N n;
};
template <class P, class Q, class N>
copy_arguments(P, Q, N) -> copy_arguments<P, Q>;

// The number of blocks that cover n elements. Pre: n is not negative.
template <class Kernel, class Arguments>
TILEPROOF_HOST_DEVICE constexpr auto blocks_of_copy(Arguments const& args) noexcept
    -> decltype(ceil_div(args.n, typename Kernel::block_tile{})) {
  return ceil_div(args.n, typename Kernel::block_tile{});
}

namespace detail {

// The integer of a copy whose blocks have BlockTile elements: a grid has at most 2^31 - 1 blocks.
template <std::int64_t BlockTile>
struct integers_of_copy {
  using n = unknown<"n", std::int64_t, at_most<INT32_MAX * BlockTile>>;
};
template <class Kernel, class T>
status check_copy_arguments(copy_arguments<T const*, T*> const& args, core::text* why) noexcept {
  static_assert(std::is_same_v<T, typename Kernel::element>);
  if (args.n == 0) return status::ok;
  using n = typename integers_of_copy<size(typename Kernel::block_tile{})>::n;
  if (status const s = check_extents<n>(why, args.n); s != status::ok) return s;
  if (args.src == nullptr || args.dst == nullptr) return status::null_pointer;
  if (reinterpret_cast<std::uintptr_t>(args.src) % 16 != 0 ||
      reinterpret_cast<std::uintptr_t>(args.dst) % 16 != 0)
    return status::misaligned_base;
  // The bytes of so many elements do not overflow 64 bits.
  if (args.src != args.dst &&
      overlap(bytes_of(args.src, args.n, 1, args.n), bytes_of(args.dst, args.n, 1, args.n)))
    return status::overlapping_operands;
  return status::ok;
}

}  // namespace detail

// `ok` where Kernel takes these arguments, else the first of: negative_size, size_beyond_index
// (more than a grid of blocks copies), null_pointer, misaligned_base (an address that is not a
// multiple of 16 bytes), overlapping_operands (the ranges overlap and differ). A copy of no
// elements is `ok`. `why`, where it is not null, gets a sentence. A host function that launches
// nothing and needs no CUDA.
template <class Kernel, class T>
status check_copy(copy_arguments<T const*, T*> const& args, core::text* why = nullptr) noexcept {
  return detail::told(why, [&] { return detail::check_copy_arguments<Kernel>(args, why); });
}

#if defined(__CUDACC__)
// Checks the arguments and launches Kernel. Asynchronous. Result: a status of check_copy or of
// launch.
template <class Kernel, class T = typename Kernel::element>
status launch_copy(copy_arguments<T const*, T*> const& args, cudaStream_t stream) noexcept {
  if (status const s = check_copy<Kernel>(args); s != status::ok) return s;
  return launch<Kernel>({blocks_of_copy<Kernel>(args), 1, 1}, args, stream);
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
