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

// `ok` where Kernel takes these arguments, else the first of: negative_size, null_pointer,
// misaligned_base (an address that is not a multiple of 16 bytes), grid_too_large,
// overlapping_operands (the ranges overlap and differ). A copy of no elements is `ok`. A host
// function that launches nothing and needs no CUDA.
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
  // The bytes of a grid that fits do not overflow 64 bits.
  if (args.src != args.dst && detail::overlap(detail::bytes_of(args.src, args.n, 1, args.n),
                                              detail::bytes_of(args.dst, args.n, 1, args.n)))
    return status::overlapping_operands;
  return status::ok;
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
