// SPDX-License-Identifier: BSL-1.0
//
// gemm_partitioned: the SIMT GEMM (FMA) of article 002 (docs/sources.md), of any element type,
// partitioned by local_partition alone. sgemm: that GEMM of float.
//
// Use it to see a whole kernel without tiled copies and tiled MMAs; gemm_tiled has both.
//
//   status const s = launch_gemm<gemm_partitioned<major::mn, major::k, double>>(args, stream);
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/kernel/common/edge.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/gemm/frame.hpp>
#include <tileproof/kernel/gemm/k_tiles.hpp>
#include <tileproof/kernel/gemm/proofs.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tensor/axpby.hpp>

#include <concepts>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A block of 256 threads computes 128x128 elements of C in k-tiles of 8. Thread i + 16 j has the
// 8x8 elements (i + 16 p, j + 16 q), 0 <= p, q < 8.
//
// T is the element type of A, B and C, Index the type of offsets; MajorA and MajorB are the
// contiguous modes of A and B. Addresses are aligned to an element. Arguments and refusals:
// check_gemm.
template <major MajorA, major MajorB, class T = float, class Index = int>
struct gemm_partitioned
    : detail::gemm_frame<gemm_partitioned<MajorA, MajorB, T, Index>, MajorA, MajorB, T, T, Index> {
  static constexpr int threads = 256;
  static constexpr int fewest_steps = 0;

  using cta_tiler = Shape<_128, _128, _8>;  // (BLK_M,BLK_N,BLK_K)

  // Consecutive threads read consecutive elements of the contiguous mode. A k-major operand is
  // transposed on its way to shared memory: there its columns are padded by 4 elements.
  template <major Major>
  using copy_threads = std::conditional_t<Major == major::mn, Layout<Shape<_32, _8>>,
                                          Layout<Shape<_32, _8>, Stride<_8, _1>>>;
  template <major Major>
  using smem_layout = std::conditional_t<Major == major::mn, Layout<Shape<_128, _8>>,
                                         Layout<Shape<_128, _8>, Stride<_1, Int<132>>>>;
  using tA = copy_threads<MajorA>;        // (THR_M,THR_K) -> thread
  using tB = copy_threads<MajorB>;        // (THR_N,THR_K) -> thread
  using tC = Layout<Shape<_16, _16>>;     // (THR_M,THR_N) -> thread
  using sA_layout = smem_layout<MajorA>;  // (BLK_M,BLK_K)
  using sB_layout = smem_layout<MajorB>;  // (BLK_N,BLK_K)

  // The partition of a Tile over a thread layout: (thread,value) -> offset.
  template <class Tile, class Threads>
  using shares = decltype(composition(zipped_divide(Tile{}, product_each(shape(Threads{}))),
                                      make_tile(right_inverse(Threads{}), _)));
  // The loads from shared memory: (thread,value) -> offset, where all threads with one row (or one
  // column) of C load the same element.
  template <class Tile, class Rows>
  using shared_reads = decltype(composition(
      zipped_divide(Tile{}, Shape<_16>{}), make_tile(composition(Rows{}, right_inverse(tC{})), _)));

  // Source and destination of a copy have one partition. Elements of 8 bytes take two banks.
  static constexpr int bits = sizeof_bits_v<T>;
  using step = Shape<_128, _8>;         // (BLK_MN,BLK_K)
  using tile_of_c = Shape<_128, _128>;  // (BLK_M,BLK_N)
  template <major Major, class Threads, class Smem>
  using proofs_of_operand = theorems<
      theorem<owns_every_element<>, shares<Layout<step>, Threads>, step>,
      theorem<sector_efficiency<global_load<bits>, T>,
              shares<detail::operand_tile<Major, step>, Threads>>,
      theorem<bank_ways<shared_store<bits>, T, (bits > 32 ? 2 : 1)>, shares<Smem, Threads>>>;
  using proofs =
      theorems<proofs_of_operand<MajorA, tA, sA_layout>, proofs_of_operand<MajorB, tB, sB_layout>,
               detail::proofs_of_buffers<T, detail::shared_bytes_unasked, sA_layout, sB_layout>,
               theorem<free_of_bank_conflicts<shared_load<bits>, T>,
                       shared_reads<sA_layout, Layout<Shape<_16, _16>, Stride<_1, _0>>>>,
               theorem<free_of_bank_conflicts<shared_load<bits>, T>,
                       shared_reads<sB_layout, Layout<Shape<_16, _16>, Stride<_0, _1>>>>,
               theorem<owns_every_element<>, shares<Layout<tile_of_c>, tC>, tile_of_c>,
               theorem<sector_efficiency<global_store<bits>, T>,
                       shares<detail::columns_apart<tile_of_c>, tC>>>;
  static_assert(proofs::hold);

  using protocol = detail::one_tile<threads>;
  using A = typename protocol::A;
  using B = typename protocol::B;
  using shared =
      pipeline::memory<protocol, pipeline::bind<A, T, sA_layout>, pipeline::bind<B, T, sB_layout>>;
  static_assert(require<sound_protocol>(protocol{}));

  // The work of a block; run calls it.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void multiply(Context const& ctx, Arguments const& args) {
    auto const block = detail::tiles_of_block<gemm_partitioned>(ctx.block_x(), ctx.block_y(), args);
    auto const sA = shared::template tensor<A>(ctx);  // (BLK_M,BLK_K)
    auto const sB = shared::template tensor<B>(ctx);  // (BLK_N,BLK_K)

    int const thread = ctx.thread();
    auto const tAgA = local_partition(block.gA, tA{}, thread);  // (THR_M,THR_K,k)
    auto const tAiA = local_partition(block.iA, tA{}, thread);  // (THR_M,THR_K,k)
    auto const tAsA = local_partition(sA, tA{}, thread);        // (THR_M,THR_K)
    auto const tBgB = local_partition(block.gB, tB{}, thread);  // (THR_N,THR_K,k)
    auto const tBiB = local_partition(block.iB, tB{}, thread);  // (THR_N,THR_K,k)
    auto const tBsB = local_partition(sB, tB{}, thread);        // (THR_N,THR_K)

    auto const tCsA = local_partition(sA, tC{}, thread, Step<_1, X>{});         // (THR_M,BLK_K)
    auto const tCsB = local_partition(sB, tC{}, thread, Step<X, _1>{});         // (THR_N,BLK_K)
    auto tCgC = local_partition(block.gC, tC{}, thread, Step<_1, _1>{});        // (THR_M,THR_N)
    auto const tCiC = local_partition(block.iC, tC{}, thread, Step<_1, _1>{});  // (THR_M,THR_N)
    auto tCrC = make_tensor<T>(Shape<_8, _8>{});                                // (THR_M,THR_N)
    clear(tCrC);

    int const k_tiles = static_cast<int>(size<2>(tAgA));
    // The k-tiles of an mn-major operand are 8 ld elements apart: a pointer moves over them.
    auto next_a = detail::steps < MajorA == major::mn, Index > (tAgA);  // (THR_M,THR_K)
    auto next_b = detail::steps < MajorB == major::mn, Index > (tBgB);  // (THR_N,THR_K)
    pipeline::payload data{
        pipeline::on_tensor{[&](A) { return tCsA; }, [&](B) { return tCsB; }},
        pipeline::on_destination{[&](A) { return tAsA; }, [&](B) { return tBsB; }},
        pipeline::on_write{[&](A, auto const& to, Index k_tile) {
                             copy_or_zero(tAiA(_, _, k_tile), next_a.next(k_tile, false), to);
                           },
                           [&](B, auto const& to, Index k_tile) {
                             copy_or_zero(tBiB(_, _, k_tile), next_b.next(k_tile, false), to);
                           }},
        // (THR_M,THR_N) += (THR_M,BLK_K) * (THR_N,BLK_K)
        pipeline::on_compute{[&](auto const& a, auto const& b) { gemm(a, b, tCrC); }}};
    pipeline::run_protocol<protocol>(ctx, data, pipeline::step_count{k_tiles});
    axpby(args.alpha, tCrC, args.beta, tCgC, tCiC);
  }
};

// gemm_partitioned of float, by its BLAS name. T is float, and no other type compiles.
template <major MajorA, major MajorB, std::same_as<float> T = float, class Index = int>
using sgemm = gemm_partitioned<MajorA, MajorB, T, Index>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
