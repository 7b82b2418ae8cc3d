// SPDX-License-Identifier: BSL-1.0
//
// copy_tma: copies n elements within global memory by bulk TMA, through stages of shared memory.
// One thread of a block loads tiles, another one stores them; no element passes through registers.
//
//   status const s = launch_copy<copy_tma<float>>({src, dst, n}, stream);
//
//   loader   tile 0 -> stage 0    tile 1 -> stage 1    tile 2 -> stage 2    tile 3 -> stage 3  ...
//   storer                        stage 0 -> tile 0    stage 1 -> tile 1    ...
#pragma once

#include <tileproof/atom/tma/bulk.hpp>
#include <tileproof/kernel/copy_global.hpp>
#include <tileproof/kernel/tma_protocols.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Copies by TMA: a block copies Steps tiles of TileBytes bytes, one behind the other, through
// Stages stages; the elements behind the last whole tile go through registers. Use it for large
// copies on sm_90.
//
// T is the element type. Refused at compile time: stages that exceed 227 KB, TileBytes that is no
// multiple of 1024. The pipeline is proved (kernel/tma_protocols.hpp). Arguments and refusals:
// check_copy.
template <class T, int TileBytes = 16384, int Stages = 4, int Steps = 16>
struct copy_tma {
  static constexpr int threads = 64;
  using element = T;
  static_assert(TileBytes % 1024 == 0, "copy_tma: TileBytes must be a multiple of 1024");
  // A tile as vectors of 16 bytes, for the elements behind the last whole tile.
  using rows = detail::rows_of_vectors<T, detail::consecutive_threads<threads>, TileBytes / 1024>;
  using tile = typename rows::tile;  // (BLK)
  using block_tile = Shape<Int<Steps * size(tile{})>>;
  using smem_layout = Layout<Shape<Int<size(tile{})>, Int<Stages>>>;  // (BLK,PIPE)

  using protocol = detail::load_and_store<Stages, TileBytes, 1>;
  using stages = typename protocol::Tile;
  using shared = shared_memory<field<T, cosize_v<smem_layout>, 128>,
                               field<std::uint64_t, pipeline::barrier_words<protocol>, 8>>;

  using gmem = Layout<tile>;  // (BLK)
  using source = typename rows::template source<gmem>;
  using destination = typename rows::template destination<gmem>;
  using proofs = theorems<typename rows::template proofs<gmem>, theorem<injective, smem_layout>,
                          theorem<fits_in_bytes<shared_bytes_sm90, T>, smem_layout>,
                          theorem<sector_efficiency<global_load<128>, T>, source>,
                          theorem<sector_efficiency<global_store<128>, T>, destination>>;
  static_assert(proofs::hold);
  static_assert(require<sound_protocol>(protocol{}));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    std::int64_t const first = std::int64_t{ctx.block_x()} * Steps;
    std::int64_t const tiles = args.n / size(tile{}) - first;  // whole ones from there
    int const count = tiles < Steps ? static_cast<int>(tiles) : Steps;

    auto const src = make_tensor(make_gmem_ptr(assume_aligned<16>(args.src)), make_shape(args.n));
    auto const dst = make_tensor(make_gmem_ptr(assume_aligned<16>(args.dst)), make_shape(args.n));
    auto const gS = local_tile(src, tile{}, make_coord(_));                  // (BLK,k)
    auto const gD = local_tile(dst, tile{}, make_coord(_));                  // (BLK,k)
    auto const sT = make_tensor(ctx.shared(shared{}, _0{}), smem_layout{});  // (BLK,PIPE)
    auto const make = [&](auto) {
      return payload<std::remove_cv_t<decltype(gS)>, std::remove_cv_t<decltype(gD)>,
                     std::remove_cv_t<decltype(sT)>>{gS, gD, sT, first};
    };
    pipeline::run_protocol<protocol>(ctx, ctx.shared(shared{}, _1{}), make,
                                     pipeline::step_count{count});
    if (tiles < Steps) copy_rest(ctx, args);
  }

  // The tiles of a block, from tile `first` on.
  template <class Source, class Destination, class Shared>
  struct payload {
    Source src;
    Destination dst;
    Shared shared;
    std::int64_t first;
    TILEPROOF_KERNEL Shared tensor(stages) const { return shared; }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(stages, Stage const& to, Barrier const& full, int n) const {
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, Int<8 * TileBytes>>, T> const bulk;
      copy(bulk.with(*full), src(_, first + n), to);
    }
    template <class Stage>
    TILEPROOF_KERNEL void store(stages, Stage const& from, int n) const {
      copy(Copy_Atom<Copy_Traits<SM90_BULK_COPY_S2G, Int<8 * TileBytes>>, T>{}, from,
           dst(_, first + n));
    }
  };

  // The elements behind the last whole tile.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void copy_rest(Context const& ctx, Arguments const& args) {
    auto const [src, dst, inside] = detail::views_of_copy<T, tile>(args);
    auto const at = make_coord(args.n / size(tile{}));
    auto const thr = typename rows::copy{}.get_slice(ctx.thread());
    auto const tCgS = thr.partition_S(local_tile(src, tile{}, at));              // (VEC,CPY)
    auto tCgD = thr.partition_D(local_tile(dst, tile{}, at));                    // (VEC,CPY)
    auto const tCgI = thr.partition_S(local_tile(inside, tile{}, at))(_0{}, _);  // (CPY)
    auto tCrS = make_fragment_like(tCgS);                                        // (VEC,CPY)
    copy_if(thr, tCgI, tCgS, tCrS);
    copy_if(thr, tCgI, tCrS, tCgD);
    detail::copy_last_elements<T>(ctx.thread(), src, dst);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
