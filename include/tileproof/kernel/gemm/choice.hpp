// SPDX-License-Identifier: BSL-1.0
//
// gemm_choice: a list of GEMM kernels with different tiles. launch_gemm takes the one that suits
// the problem and the GPU. gemm_simt and gemm_mma are ready to use.
//
//   // Single precision; A and B as BLAS's TN. 4096 x 4096: tiles of 128x256; 1024 x 1024: 64x128.
//   status const s = launch_gemm<major::k, major::k>(args, stream);
//   // f16 by mma.sync
//   using kernel = gemm_mma<SM80_16x8x16_F32F16F16F32_TN, major::k, major::k, float>;
//   status const t = launch_gemm<kernel>(args, stream);
#pragma once

#include <tileproof/kernel/gemm/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm/gemm_tensor_cores.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// GEMM kernels of the same operands. The kernel that is fastest on large problems comes first.
template <class... Kernels>
struct gemm_choice {};

namespace detail {

// The estimated time of a kernel on `multiprocessors` SMs that run one block each at a time: the
// elements of C that one SM computes, which is the number of turns times the elements of a tile.
// Unlike the model of choose_wgmma (kernel/gemm/wgmma/choice.hpp) it ignores k and the launch,
// since these kernels differ only in their tiles; both count turns by tiles_of. Example: 1024 x
// 1024 on 132 SMs is 32768 with tiles of 128x256 (32 blocks), and 8192 with tiles of 64x128 (128
// blocks).
template <class Kernel>
constexpr std::int64_t elements_of_multiprocessor(std::int64_t m, std::int64_t n,
                                                  std::int64_t multiprocessors) noexcept {
  constexpr std::int64_t block_m = tile_extent<typename Kernel::cta_tiler, 0>;
  constexpr std::int64_t block_n = tile_extent<typename Kernel::cta_tiler, 1>;
  std::int64_t const tiles = tiles_of(m, block_m) * tiles_of(n, block_n);
  return tiles_of(tiles, multiprocessors) * block_m * block_n;
}

}  // namespace detail

// The index of the kernel that launch_gemm takes from a choice, for a C of m x n on a GPU with
// `multiprocessors` SMs. It takes the first kernel, unless another one needs less than 7/8 of its
// time by elements_of_multiprocessor: a small tile reads its operands more often, and takes about
// 1/8 longer for an element. Above 2^20 rows or columns it takes the first. Pre: m and n are not
// negative, multiprocessors is positive.
template <class... Kernels>
constexpr int number_of_choice(gemm_choice<Kernels...>, std::int64_t m, std::int64_t n,
                               std::int64_t multiprocessors) noexcept {
  constexpr std::int64_t most = std::int64_t{1} << 20;
  if (m > most || n > most) return 0;
  std::int64_t const times[] = {
      detail::elements_of_multiprocessor<Kernels>(m, n, multiprocessors)...};
  int best = 0;
  for (int i = 1; i < static_cast<int>(sizeof...(Kernels)); ++i)
    if (8 * times[i] < 7 * times[0] && times[i] < times[best]) best = i;
  return best;
}

// The SIMT GEMM (FMA): tiles of 128x256; or, if these are few, of 64x128 with four slices of k.
template <major MajorA, major MajorB, class T = float, class Index = int>
using gemm_simt = gemm_choice<
    gemm_pipelined<MajorA, MajorB, T, Index>,
    gemm_pipelined<MajorA, MajorB, T, Index, simt_schedule_of_few_tiles<MajorA, MajorB>>>;

// The GEMM with warp-level MMA: tiles of 128x128 in 3 stages; or, if these are few, of 128x64 in 4.
template <class Operation, major MajorA, major MajorB, class TC, class Index = int>
using gemm_mma =
    gemm_choice<gemm_tensor_cores<Operation, MajorA, MajorB, TC, Index>,
                gemm_tensor_cores<Operation, MajorA, MajorB, TC, Index, 4, Shape<_128, _64>>>;

#if defined(__CUDACC__)
namespace detail {

template <class... Kernels, class Arguments>
status launch_choice(gemm_choice<Kernels...> choice, Arguments const& g,
                     cudaStream_t stream) noexcept {
  int device = 0;
  int multiprocessors = 0;
  if (g.m < 0 || g.n < 0) return status::negative_size;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device) !=
          cudaSuccess)
    return status::not_launched;
  int const number = number_of_choice(choice, g.m, g.n, multiprocessors);
  status s = status::ok;
  int i = 0;
  static_cast<void>(((i++ == number && (s = launch_gemm<Kernels>(g, stream), true)) || ...));
  return s;
}

template <class Kernel>
inline constexpr bool is_choice = false;
template <class... Kernels>
inline constexpr bool is_choice<gemm_choice<Kernels...>> = true;

}  // namespace detail

// Launches the kernel of a gemm_choice that suits the problem and the current device, see
// number_of_choice. Result: as of launch_gemm of that kernel.
template <class Choice, class A, class B, class C, class Scalar>
  requires(detail::is_choice<Choice>)
status launch_gemm(gemm_arguments<A const*, B const*, C*, Scalar> const& g,
                   cudaStream_t stream) noexcept {
  return detail::launch_choice(Choice{}, g, stream);
}

// The GEMM of single precision without a kernel's name: gemm_simt.
template <major MajorA, major MajorB>
status launch_gemm(gemm_arguments<float const*, float const*, float*, float> const& g,
                   cudaStream_t stream) noexcept {
  return launch_gemm<gemm_simt<MajorA, MajorB>>(g, stream);
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
