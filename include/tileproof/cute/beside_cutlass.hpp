// SPDX-License-Identifier: BSL-1.0
//
// Includes <tileproof/cute.hpp> for a program that keeps its includes of <cute/...>: each header of
// cute/forward is this one. NVIDIA's own headers <cutlass/...> may stand beside it, where they are
// on the include path after cute/forward:
//
//   #include <cute/tensor.hpp>          // this library
//   #include <cutlass/numeric_types.h>  // NVIDIA's
//   static_assert(std::is_same_v<cute::half_t, cutlass::half_t>);
//
// As in CuTe, the floating-point element types of namespace cute are then cutlass's, which this
// library takes by their bits (types/element_kind.hpp). Programs compare the two with is_same, and
// convert pointers to one into pointers to the other. Without NVIDIA's headers they are this
// library's own.
#pragma once

#if defined(__has_include)
#if __has_include(<cutlass/numeric_types.h>)
#define TILEPROOF_CUTE_BESIDE_CUTLASS
// Declared only: NVIDIA's header, which defines them, may be the one that includes this one.
namespace cutlass {
struct half_t;
struct bfloat16_t;
struct tfloat32_t;
struct float_e4m3_t;
struct float_e5m2_t;
struct float_e2m1_t;
struct float_e2m3_t;
struct float_e3m2_t;
struct float_ue4m3_t;
struct float_ue8m0_t;
}  // namespace cutlass
#endif
#endif

#include <tileproof/cute.hpp>

#if defined(TILEPROOF_CUTE_BESIDE_CUTLASS)

#include <cstddef>
#include <cstdint>
#include <iostream>

// Names of CuTe's headers for Blackwell that NVIDIA's headers for Hopper mention. This library has
// no Blackwell: they are declared and have no definition.
namespace cute {

namespace UMMA {
enum class MXF8F6F4Format : std::uint8_t;
enum class MXF4Format : std::uint8_t;
}  // namespace UMMA
struct SM100_TMA_2SM_LOAD;
struct SM100_TMA_2SM_LOAD_MULTICAST;
struct SM100_TMA_LOAD_2D_GATHER4;
struct SM100_TMA_LOAD_MULTICAST_2D_GATHER4;
struct SM100_TMA_STORE_2D_SCATTER4;
struct SM100_TMEM_LOAD_16dp256b1x;
struct SM100_TMEM_LOAD_32dp32b32x;

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)
// True if a grid can be launched in clusters of the preferred shape where they fit and of the
// fallback's elsewhere: both have at most 32 blocks and one depth, and each shape divides the next
// larger one. cutlass::ClusterLauncher calls it. Source: CuTe, arch/cluster_sm100.hpp.
inline bool initialize_preferred_cluster_launch(void const*, dim3 const& grid,
                                                dim3 const& preferred, dim3 const& fallback) {
  auto const blocks = [](dim3 const& c) { return std::uint64_t{c.x} * c.y * c.z; };
  auto const is_cluster = [&](dim3 const& c) { return blocks(c) >= 1 && blocks(c) <= 32; };
  auto const divides = [](dim3 const& part, dim3 const& whole) {
    return whole.x % part.x == 0 && whole.y % part.y == 0 && whole.z % part.z == 0;
  };
  bool const is_right = is_cluster(preferred) && is_cluster(fallback) && grid.y <= 65536 &&
                        grid.z <= 65536 && divides(preferred, grid) &&
                        divides(fallback, preferred) && preferred.z == fallback.z;
  if (!is_right)
    std::cout << "initialize_preferred_cluster_launch: these clusters do not divide the grid\n";
  return is_right;
}
#endif

}  // namespace cute

namespace cutlass::detail {

// The alignment in bytes of a tile in shared memory with this layout, 8 rows of its swizzle: 1024,
// 512 or 256 for rows of 128, 64 or 32 bytes, otherwise 128. NVIDIA's function of this name
// (cutlass/detail/layout.hpp) counts the swizzle in bytes, and here it counts elements, 16 bytes of
// which stay together; this overload is the more specialised one.
template <int B, int M, int S, class Offset, class L>
TILEPROOF_HOST_DEVICE constexpr std::size_t alignment_for_swizzle(
    tileproof::ComposedLayout<tileproof::Swizzle<B, M, S>, Offset, L> const&) {
  return B == 0 ? 128 : std::size_t{1} << (B + (M > 4 ? M : 4) + (S < 0 ? -S : S));
}

}  // namespace cutlass::detail

#include <cutlass/numeric_types.h>
#if __has_include(<cutlass/arch/synclog.hpp>)
#include <cutlass/arch/synclog.hpp>
#endif

#endif
