// SPDX-License-Identifier: BSL-1.0
//
// gemm_tiled: a SIMT GEMM (FMA) with tiled copies of 16 bytes an access. It loads the next k-tile
// to registers while it multiplies the current one from shared memory.
//
// Use it to see a pipeline without cp.async; gemm_pipelined has one with it.
//
//   status const s = launch_gemm<gemm_tiled<major::mn, major::k>>(args, stream);
#pragma once

#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/gemm/frame.hpp>
#include <tileproof/kernel/gemm/k_tiles.hpp>
#include <tileproof/kernel/gemm/simt_operand.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tensor/axpby.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A block of 256 threads computes 128x128 elements of C in k-tiles of 8. Thread i + 16 j has the
// 8x8 elements (i + 16 p, j + 16 q), 0 <= p, q < 8.
//
// T is the element type of A, B and C, Index the type of offsets; MajorA and MajorB are the
// contiguous modes of A and B, whose bases and leading dimensions are multiples of 16 bytes.
// Arguments and refusals: check_gemm.
template <major MajorA, major MajorB, class T = float, class Index = int>
struct gemm_tiled : detail::gemm_frame<gemm_tiled<MajorA, MajorB, T, Index>, MajorA, MajorB,
                                       uint128_t, uint128_t, Index> {
  static constexpr int threads = 256;
  using cta_tiler = Shape<_128, _128, _8>;  // (BLK_M,BLK_N,BLK_K)

  using operand_a = detail::simt_operand<T, MajorA, 128, 8, threads, false>;
  using operand_b = detail::simt_operand<T, MajorB, 128, 8, threads, false>;
  static constexpr int fewest_steps = 1;

  using sA_layout = typename operand_a::tile;  // (BLK_M,BLK_K)
  using sB_layout = typename operand_b::tile;  // (BLK_N,BLK_K)
  using tiled_mma = decltype(make_tiled_mma(UniversalFMA<T>{}, Layout<Shape<_16, _16, _1>>{}));

  static constexpr int bits = sizeof_bits_v<T>;
  using reads_of_a = detail::source_of<detail::elements_of_a<tiled_mma, T>, sA_layout>;
  using reads_of_b = detail::source_of<detail::elements_of_b<tiled_mma, T>, sB_layout>;
  using proofs =
      theorems<typename operand_a::proofs, typename operand_b::proofs,
               detail::proofs_of_buffers<T, detail::shared_bytes_unasked, sA_layout, sB_layout>,
               detail::proofs_of_fragments<tiled_mma>,
               theorem<free_of_bank_conflicts<shared_load<bits>, T>, reads_of_a>,
               theorem<free_of_bank_conflicts<shared_load<bits>, T>, reads_of_b>,
               detail::proofs_of_c<tiled_mma, T, Shape<_128, _128>>>;
  static_assert(proofs::hold);

  using protocol = detail::one_tile_ahead<threads>;
  using A = typename protocol::A;
  using B = typename protocol::B;
  using shared =
      pipeline::memory<protocol, pipeline::bind<A, T, sA_layout>, pipeline::bind<B, T, sB_layout>>;
  static_assert(require<sound_protocol>(protocol{}));

  // The work of a block; run calls it.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void multiply(Context const& ctx, Arguments const& args) {
    auto const block = detail::tiles_of_block<gemm_tiled>(ctx.block_x(), ctx.block_y(), args);
    auto const sA = shared::template tensor<A>(ctx);  // (BLK_M,BLK_K)
    auto const sB = shared::template tensor<B>(ctx);  // (BLK_N,BLK_K)

    auto const copy_a = typename operand_a::gmem_copy{}.get_slice(ctx.thread());
    auto const tAgA = copy_a.partition_S(block.gA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAiA = copy_a.partition_S(block.iA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAsA = copy_a.partition_D(sA);        // (CPY,CPY_M,CPY_K)
    auto tArA = make_fragment_like(tAsA);            // (CPY,CPY_M,CPY_K)
    auto const copy_b = typename operand_b::gmem_copy{}.get_slice(ctx.thread());
    auto const tBgB = copy_b.partition_S(block.gB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBiB = copy_b.partition_S(block.iB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBsB = copy_b.partition_D(sB);        // (CPY,CPY_N,CPY_K)
    auto tBrB = make_fragment_like(tBsB);            // (CPY,CPY_N,CPY_K)

    auto const mma = tiled_mma{}.get_slice(ctx.thread());
    auto const tCsA = mma.partition_A(sA);        // (MMA,MMA_M,MMA_K)
    auto const tCsB = mma.partition_B(sB);        // (MMA,MMA_N,MMA_K)
    auto tCgC = mma.partition_C(block.gC);        // (MMA,MMA_M,MMA_N)
    auto const tCiC = mma.partition_C(block.iC);  // (MMA,MMA_M,MMA_N)
    auto tCrC = make_fragment_like<T>(tCgC);      // (MMA,MMA_M,MMA_N)
    clear(tCrC);

    int const steps = static_cast<int>(size<3>(tAgA));
    detail::known_steps<detail::has_whole_tiles<Arguments>, 2> const known{steps};
    pipeline::payload data{
        pipeline::on_tensor{[&](A) { return tCsA; }, [&](B) { return tCsB; }},
        pipeline::on_destination{[&](A) { return tAsA; }, [&](B) { return tBsB; }},
        pipeline::on_fetch{
            [&](A, pipeline::numbered n) {
              Index const step = n;
              if (known.is_inside(n))
                operand_a::fetch(tAiA(_, _, _, step), tAgA(_, _, _, step), tArA, tAsA);
            },
            [&](B, pipeline::numbered n) {
              Index const step = n;
              if (known.is_inside(n))
                operand_b::fetch(tBiB(_, _, _, step), tBgB(_, _, _, step), tBrB, tBsB);
            }},
        pipeline::on_write{[&](A, auto const& to, int) { operand_a::deliver(tArA, to); },
                           [&](B, auto const& to, int) { operand_b::deliver(tBrB, to); }},
        pipeline::on_compute{[&](auto const& a, auto const& b) { gemm(mma, a, b, tCrC); }}};
    pipeline::run_protocol<protocol>(ctx, data, pipeline::step_count{steps});
    axpby(args.alpha, tCrC, args.beta, tCgC, tCiC);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
