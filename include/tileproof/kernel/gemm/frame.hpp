// SPDX-License-Identifier: BSL-1.0
//
// gemm_frame: the base of every GEMM kernel. It has the constants that check_gemm and launch_gemm
// read, and run, the entry of a block.
//
//   template <major MajorA, major MajorB>
//   struct kernel : detail::gemm_frame<kernel<MajorA, MajorB>, MajorA, MajorB, float, float, int> {
//     static constexpr int threads = 256;
//     static constexpr int fewest_steps = 0;
//     using cta_tiler = Shape<_128, _128, _8>;  // (BLK_M,BLK_N,BLK_K)
//
//     template <class Context, class Arguments>
//     TILEPROOF_KERNEL static void multiply(Context const& ctx, Arguments const& args);
//   };
#pragma once

#include <tileproof/kernel/common/whole_tiles.hpp>
#include <tileproof/kernel/gemm/block_tiles.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Whether whole tiles cover what block (block_x, block_y) reads and writes.
template <class Kernel, class B, class Arguments>
TILEPROOF_HOST_DEVICE constexpr bool is_whole_block(B const& block_x, B const& block_y,
                                                    Arguments const& args) {
  using tiler = typename Kernel::cta_tiler;
  return is_whole_tile(block_x, tile_extent<tiler, 0>, args.m) &&
         is_whole_tile(block_y, tile_extent<tiler, 1>, args.n) && has_whole_steps<Kernel>(args.k);
}

// The base of Kernel, a GEMM whose operands A and B are contiguous along MajorA and MajorB, read
// from global memory by accesses as wide as AccessA and AccessB, with offsets of type Index. Kernel
// has fewest_steps, the number of k-tiles that its pipeline requires where there are no predicates,
// and multiply, the work of a block.
template <class Kernel, major MajorA, major MajorB, class AccessA, class AccessB, class Index>
struct gemm_frame {
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  static constexpr int access_bytes_a = static_cast<int>(sizeof(AccessA));
  static constexpr int access_bytes_b = static_cast<int>(sizeof(AccessB));
  using index = Index;

  // The entry of a block. It calls multiply with integers of type Index. A block whose tiles lie
  // inside the problem gets extents that are multiples of the tile by type, and so no predicates,
  // where BLK_K divides k and there are at least fewest_steps k-tiles.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    // The lambda steers nvcc's inlining: without it gemm_tiled takes 33 % more machine code (13.0).
    auto const multiply = [&](auto const& g) { Kernel::multiply(ctx, g); };
    if constexpr (has_whole_tiles<Arguments>) {
      multiply(args);
    } else {
      using tiler = typename Kernel::cta_tiler;
      if (is_whole_block<Kernel>(ctx.block_x(), ctx.block_y(), args))
        multiply(whole_tiles<Index, tiler>(args));
      else
        multiply(in_index_type<Index>(args));
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
