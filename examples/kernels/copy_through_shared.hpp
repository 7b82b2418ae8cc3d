// SPDX-License-Identifier: BSL-1.0
//
// Defines copy_through_shared, a copy that shows how the threads of a block exchange data.
//
//   status const s = launch_copy<copy_through_shared<float>>({src, dst, n}, stream);
#pragma once

#include <tileproof/kernel/copy/copy_global.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// Each quarter of a warp (8 threads) has a 128-byte line, and the four lines of a warp lie in the
// four quarters of the row: a thread reads from shared memory what other threads wrote.
template <int Threads>
using spread_warps = Layout<Shape<Shape<_8, Int<Threads / 32>, _4>>, Stride<Stride<_1, _32, _8>>>;

}  // namespace detail

// Copies through shared memory: each thread loads vectors and stores them to shared memory, and
// after one barrier loads vectors that other threads stored. T, Threads and Vectors are as above;
// Threads is a multiple of 32, and at least 64. No bank conflicts (proved). Use it as a pattern for
// the exchange of data between the threads of a block.
template <class T, int Threads = 128, int Vectors = 1>
struct copy_through_shared {
  static constexpr int threads = Threads;
  using element = T;
  using in_rows = detail::rows_of_vectors<T, detail::consecutive_threads<Threads>, Vectors>;
  using out_rows = detail::rows_of_vectors<T, detail::spread_warps<Threads>, Vectors>;
  using tile = typename in_rows::tile;  // (BLK)
  using block_tile = tile;
  using smem_layout = Layout<tile>;  // (BLK)
  static_assert(Threads % 32 == 0 && Threads > 32,
                "copy_through_shared: Threads must be a multiple of 32 above 32");

  using protocol = detail::exchange<Threads>;
  using buffer = typename protocol::Tile;
  using shared = pipeline::memory<protocol, pipeline::bind<buffer, T, smem_layout>>;

  using gmem = Layout<tile>;  // (BLK)
  using in_source = typename in_rows::template source<gmem>;
  using in_destination = typename in_rows::template destination<smem_layout>;
  using out_source = typename out_rows::template source<smem_layout>;
  using out_destination = typename out_rows::template destination<gmem>;
  using proofs = theorems<
      typename detail::copy_of_any_size<copy_through_shared, T, tile, size(block_tile{})>::proofs,
      typename in_rows::template proofs<gmem, smem_layout>,
      typename out_rows::template proofs<smem_layout, gmem>,
      theorem<equivalent, Layout<tile>, Layout<typename out_rows::tile>>,
      theorem<injective, smem_layout>, theorem<sector_efficiency<global_load<128>, T>, in_source>,
      theorem<free_of_bank_conflicts<shared_store<128>, T>, in_destination>,
      theorem<free_of_bank_conflicts<shared_load<128>, T>, out_source>,
      theorem<sector_efficiency<global_store<128>, T>, out_destination>,
      theorem<fits_in_bytes<shared_bytes_sm90, T>, smem_layout>>;
  static_assert(proofs::hold);
  static_assert(require<sound_protocol>(protocol{}));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const [src, dst, inside, last] = detail::views_of_copy<T, tile>(args);

    auto const at = make_coord(std::int64_t{ctx.block_x()});
    auto const gS = local_tile(src, tile{}, at);     // (BLK)
    auto const gD = local_tile(dst, tile{}, at);     // (BLK)
    auto const gI = local_tile(inside, tile{}, at);  // (BLK)

    auto const in = typename in_rows::copy{}.get_slice(ctx.thread());
    auto const tSgS = in.partition_S(gS);           // (VEC,CPY)
    auto const tSgI = in.partition_S(gI)(_0{}, _);  // (CPY)
    auto tSrS = make_fragment_like(tSgS);           // (VEC,CPY)
    auto const out = typename out_rows::copy{}.get_slice(ctx.thread());
    auto const tDgI = out.partition_D(gI)(_0{}, _);  // (CPY)
    auto tDgD = out.partition_D(gD);                 // (VEC,CPY)
    auto tDrD = make_fragment_like(tDgD);            // (VEC,CPY)
    pipeline::payload data{pipeline::on_write{[&](buffer, auto const& sB, int) {
                             copy_if(in, tSgI, tSgS, tSrS);
                             auto tSsB = in.partition_D(sB);  // (VEC,CPY)
                             copy_if(in, tSgI, tSrS, tSsB);
                           }},
                           pipeline::on_read{[&](buffer, auto const& sB, int) {
                             copy_if(out, tDgI, out.partition_S(sB), tDrD);
                             copy_if(out, tDgI, tDrD, tDgD);
                           }}};
    pipeline::run_protocol<shared>(ctx, data);
    if (ctx.block_x() == 0) detail::copy_last_elements<T>(ctx.thread(), src, dst, last);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
