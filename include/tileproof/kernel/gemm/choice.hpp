// SPDX-License-Identifier: BSL-1.0
//
// gemm_choice: GEMM kernels that differ in their tiles, of which launch_gemm takes the one that
// suits the problem and the GPU. gemm_simt and gemm_mma are choices that are ready to use.
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

// GEMM kernels of the same operands, the one that is fastest on many tiles first.
template <class... Kernels>
struct gemm_choice {};

namespace detail {

// The time of a kernel on `multiprocessors` SMs that take one block each at a time, in elements of
// C of an SM: the turns that they need, times a tile. It knows no k and no launch, as the model of
// choose_wgmma does (kernel/gemm/wgmma/choice.hpp), since these kernels differ in their tiles
// alone; the count of turns is the same tiles_of. Example: 1024 x 1024 on 132 SMs is 32768 with
// tiles of 128x256 (32 blocks), and 8192 with tiles of 64x128 (128 blocks).
template <class Kernel>
constexpr std::int64_t elements_of_multiprocessor(std::int64_t m, std::int64_t n,
                                                  std::int64_t multiprocessors) noexcept {
  constexpr std::int64_t block_m = tile_extent<typename Kernel::cta_tiler, 0>;
  constexpr std::int64_t block_n = tile_extent<typename Kernel::cta_tiler, 1>;
  std::int64_t const tiles = tiles_of(m, block_m) * tiles_of(n, block_n);
  return tiles_of(tiles, multiprocessors) * block_m * block_n;
}

}  // namespace detail

// The number of the kernel of a choice that launch_gemm takes for a C of m x n on a GPU of so many
// SMs: the first, unless another one leaves so many SMs less idle that it takes less than 7/8 of
// its time by elements_of_multiprocessor; a small tile reads its operands more often, and takes
// about 1/8 longer for an element. Beyond 2^20 rows or columns it is the first. Pre: m and n are
// not negative, multiprocessors is positive.
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

// The SIMT GEMM (FMA): tiles of 128x256, or of 64x128 by four slices of k where these are few.
template <major MajorA, major MajorB, class T = float, class Index = int>
using gemm_simt = gemm_choice<
    gemm_pipelined<MajorA, MajorB, T, Index>,
    gemm_pipelined<MajorA, MajorB, T, Index, simt_schedule_of_few_tiles<MajorA, MajorB>>>;

// The GEMM with warp-level MMA: tiles of 128x128 in 3 stages, or of 128x64 in 4 where these are
// few.
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
