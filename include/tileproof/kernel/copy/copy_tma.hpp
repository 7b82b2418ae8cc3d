// SPDX-License-Identifier: BSL-1.0
//
// copy_tma: copies n elements within global memory by bulk TMA, through shared memory. One thread
// of a block loads a tile and stores it; no element passes through registers.
//
//   status const s = launch_copy<copy_tma<float>>({src, dst, n}, stream);
#pragma once

#include <tileproof/atom/tma/bulk.hpp>
#include <tileproof/kernel/common/tma_protocols.hpp>
#include <tileproof/kernel/common/whole_tiles.hpp>
#include <tileproof/kernel/copy/copy_global.hpp>
#include <tileproof/machine/memory.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Whether a block has a whole tile; and the tile of the elements past the last whole one.
template <int Tile, class At, class Arguments>
TILEPROOF_HOST_DEVICE constexpr bool is_whole_copy(At const& block, Arguments const& args) {
  return is_whole_tile(block, Tile, args.n);
}
template <int Tile, class Arguments>
TILEPROOF_HOST_DEVICE constexpr auto tile_of_rest(Arguments const& args) {
  return args.n / Tile;
}
// A block of the grid has a whole tile, inside the n elements, or that tile.
template <int Tile>
struct rest_is_one_tile {
  static constexpr std::int64_t most = std::int64_t{INT32_MAX} * Tile;
  static constexpr integers::unknown unknowns[] = {
      {"n", 1, most}, {"block", 0, INT32_MAX}, {"element", 0, Tile - 1}};
  template <class I>
  static constexpr bool holds(I const& n, I const& block, I const& element) {
    if (!(block < count_tiles(n, Tile))) return true;
    copy_arguments<int const*, int*, I> const args{nullptr, nullptr, n};
    return is_whole_copy<Tile>(block, args) ? block * I(Tile) + element < n
                                            : block == tile_of_rest<Tile>(args);
  }
};

}  // namespace detail

// Copies by TMA: a block copies a tile of TileBytes bytes; the elements past the last whole tile go
// through registers. Use it for large copies on sm_90.
//
// T is the element type. At most BlocksPerSm blocks run on an SM at a time, since a block has a
// part of its shared memory: 20 tiles of 2 KB under way are enough for the memory's latency, and
// with more, or with a pipeline of tiles in a block, the addresses under way are further apart and
// the copy is slower. Hint tells L2 what to keep of the source: EVICT_LAST makes room for reads at
// the cost of what is written, 1.4 % faster on an H200, and the next kernel finds the end of the
// source in L2 rather than that of the destination.
//
// Refused at compile time: TileBytes that is no multiple of 512. Arguments and refusals:
// check_copy.
template <class T, int TileBytes = 2048, int BlocksPerSm = 20,
          TMA::CacheHintSm90 Hint = TMA::CacheHintSm90::EVICT_LAST>
struct copy_tma {
  static constexpr int threads = 32;
  using element = T;
  static_assert(TileBytes % 512 == 0, "copy_tma: TileBytes must be a multiple of 512");
  // A tile as vectors of 16 bytes, for the elements past the last whole tile.
  using rows = detail::rows_of_vectors<T, detail::consecutive_threads<threads>, TileBytes / 512>;
  using tile = typename rows::tile;  // (BLK)
  using block_tile = tile;
  using smem_layout = Layout<tile>;  // (BLK)

  using protocol = detail::load_and_store<TileBytes>;
  using Tile = typename protocol::Tile;
  // An SM has 228 KB, and 1 KB of them for each block is the system's.
  static constexpr int part_of_sm = 228 * 1024 / BlocksPerSm - 1024;
  using memory = pipeline::memory<protocol, pipeline::bind<Tile, T, smem_layout>>;
  static_assert(BlocksPerSm * (part_of_sm + 1024) <= 228 * 1024);
  struct shared : memory {
    static constexpr std::int64_t bytes = part_of_sm > memory::bytes ? part_of_sm : memory::bytes;
  };

  using gmem = Layout<tile>;  // (BLK)
  using source = typename rows::template source<gmem>;
  using destination = typename rows::template destination<gmem>;
  using proofs =
      theorems<typename detail::copy_of_any_size<copy_tma, T, tile, size(tile{})>::proofs,
               theorem<holds_for_all_integers<detail::rest_is_one_tile<size(tile{})>>>,
               typename rows::template proofs<gmem>, theorem<injective, smem_layout>,
               theorem<fits_in_bytes<shared_bytes_sm90, T>, smem_layout>,
               theorem<sector_efficiency<global_load<128>, T>, source>,
               theorem<sector_efficiency<global_store<128>, T>, destination>>;
  static_assert(proofs::hold);
  static_assert(require<sound_protocol>(protocol{}));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const at = detail::tile_of_copy_block(ctx.block_x());
    if (!detail::is_whole_copy<size(tile{})>(get<0>(at), args)) return copy_rest(ctx, args);

    auto const src = make_tensor(make_gmem_ptr(assume_aligned<16>(args.src)), make_shape(args.n));
    auto const dst = make_tensor(make_gmem_ptr(assume_aligned<16>(args.dst)), make_shape(args.n));
    auto const gS = local_tile(src, tile{}, at);  // (BLK)
    auto const gD = local_tile(dst, tile{}, at);  // (BLK)
    auto const make = [&](auto) {
      return payload<std::remove_cv_t<decltype(gS)>, std::remove_cv_t<decltype(gD)>>{gS, gD};
    };
    pipeline::run_protocol<memory>(ctx, make);
  }

  // The tile of a block.
  template <class Source, class Destination>
  struct payload {
    Source src;
    Destination dst;
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(Tile, Stage const& to, Barrier const& full, int) const {
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, Int<8 * TileBytes>>, T> const bulk;
      copy(bulk.with(full, Hint), src, to);
    }
    template <class Stage>
    TILEPROOF_KERNEL void store(Tile, Stage const& from, int) const {
      copy(Copy_Atom<Copy_Traits<SM90_BULK_COPY_S2G, Int<8 * TileBytes>>, T>{}, from, dst);
    }
  };

  // The elements past the last whole tile.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void copy_rest(Context const& ctx, Arguments const& args) {
    auto const [src, dst, inside, last] = detail::views_of_copy<T, tile>(args);
    auto const at = make_coord(detail::tile_of_rest<size(tile{})>(args));
    auto const thr = typename rows::copy{}.get_slice(ctx.thread());
    auto const tCgS = thr.partition_S(local_tile(src, tile{}, at));              // (VEC,CPY)
    auto tCgD = thr.partition_D(local_tile(dst, tile{}, at));                    // (VEC,CPY)
    auto const tCgI = thr.partition_S(local_tile(inside, tile{}, at))(_0{}, _);  // (CPY)
    auto tCrS = make_fragment_like(tCgS);                                        // (VEC,CPY)
    copy_if(thr, tCgI, tCgS, tCrS);
    copy_if(thr, tCgI, tCrS, tCgD);
    detail::copy_last_elements<T>(ctx.thread(), src, dst, last);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
