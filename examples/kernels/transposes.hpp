// SPDX-License-Identifier: BSL-1.0
//
// Three transposes on the way to transpose_vectorised: transpose_naive without shared memory,
// transpose_padded and transpose_swizzled through it. Use them to see what each step gains.
//
//   status const s = launch_transpose<transpose_padded<float>>({m, n, in, ld, out, ld_out}, stream);
#pragma once

#include <tileproof/kernel/transpose/transpose.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// A row-major tile whose rows are padded by one bank: 4 bytes, or one element if that is larger.
template <class Tile>
using padded_rows = Layout<
    typename Tile::tile,
    Stride<Int<size<1>(typename Tile::tile{}) + (Tile::bits < 32 ? 32 / Tile::bits : 1)>, _1>>;

}  // namespace detail

// Transposes without shared memory: each thread loads columns and stores rows, so a store uses one
// element of each 32-byte sector. A theorem states that figure.
//
// T is the element type, BlockM x BlockN the tile, Threads the size of a block. Use it as a
// baseline. Arguments and refusals: check_transpose.
template <class T, int BlockM = 32, int BlockN = 32, int Threads = 256>
struct transpose_naive {
  static constexpr int threads = Threads;
  static constexpr int access_bytes = static_cast<int>(sizeof(T));
  static constexpr int bits = 8 * access_bytes;
  using element = T;
  using shared = shared_memory<>;
  using shape_of = detail::transposed_tile<T, 1, BlockM, BlockN, Threads>;
  using tile = typename shape_of::tile;  // (BLK_M,BLK_N)
  using readers = typename shape_of::readers;
  using output = decltype(shape_of::read::tidfrg_D(detail::rows_apart<tile>{}));
  using proofs =
      theorems<typename shape_of::proofs_of_reads, theorem<access_width<bits, T>, output>,
               theorem<sector_efficiency<global_store<bits>, T, 100 * access_bytes / 32>, output>>;
  static_assert(proofs::hold);

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const whole = make_shape(args.m, args.n);
    auto const mI = make_tensor(make_gmem_ptr(args.in), whole, make_stride(_1{}, args.ld_in));
    auto const mO = make_tensor(make_gmem_ptr(args.out), whole, make_stride(args.ld_out, _1{}));
    auto const inside = make_predicate_tensor(whole, tile{});

    auto const at = detail::tile_of_block(ctx.block_x(), args, tile{});
    auto const read = typename shape_of::read{}.get_slice(ctx.thread());
    auto const tIgI = read.partition_S(local_tile(mI, tile{}, at));        // (CPY,CPY_M,CPY_N)
    auto const tIgP = read.partition_S(local_tile(inside, tile{}, at));    // (CPY,CPY_M,CPY_N)
    auto tIgO = read.partition_D(local_tile(mO, tile{}, at), predicated);  // (CPY,CPY_M,CPY_N)
    auto tIrI = make_fragment_like(tIgI);                                  // (CPY,CPY_M,CPY_N)
    copy_if(tIgP, tIgI, tIrI);
    copy_if(tIgP, tIrI, tIgO);
  }
};

// Transposes through shared memory with rows padded by one bank: no bank conflicts (proved).
// Parameters are those of transpose_naive.
template <class T, int BlockM = 64, int BlockN = 64, int Threads = 512>
struct transpose_padded
    : detail::transpose_through_shared<detail::transposed_tile<T, 1, BlockM, BlockN, Threads>,
                                       detail::padded_rows> {};

// Transposes through swizzled shared memory: no bank conflicts (proved), no padding. Parameters are
// those of transpose_naive.
template <class T, int BlockM = 64, int BlockN = 64, int Threads = 512>
struct transpose_swizzled
    : detail::transpose_through_shared<detail::transposed_tile<T, 1, BlockM, BlockN, Threads>,
                                       detail::swizzled_rows> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
