// SPDX-License-Identifier: BSL-1.0
//
// gemm_small: a GEMM with any warp-level MMA (mma.sync) of sm_70 to sm_89. It holds one k-tile in
// shared memory and copies it element by element.
//
// Use it to see what an instruction requires, and to test one. It is not fast: gemm_tensor_cores
// is.
//
//   using kernel = gemm_small<SM80_16x8x16_F32F16F16F32_TN, major::k, major::mn, float>;
//   status const s = launch_gemm<kernel>(args, stream);
#pragma once

#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/kernel/common/edge.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/gemm/frame.hpp>
#include <tileproof/kernel/gemm/proofs.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tensor/axpby.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A block of 128 threads computes 64x64 elements of C; a k-tile is the k of one instruction, at
// least 8. The four warps execute 2x2 instructions at a time; of m8n8k4, which takes 8 threads,
// 4x4.
//
// Operation is an mma.sync of atom/mma, MajorA and MajorB the contiguous modes of A and B, TC the
// element type of C, Index the type of offsets. Addresses are aligned to an element. Arguments and
// refusals: check_gemm.
template <class Operation, major MajorA, major MajorB, class TC, class Index = int>
struct gemm_small : detail::gemm_frame<gemm_small<Operation, MajorA, MajorB, TC, Index>, MajorA,
                                       MajorB, typename MMA_Traits<Operation>::ElementAVal,
                                       typename MMA_Traits<Operation>::ElementBVal, Index> {
  static constexpr int threads = 128;
  using traits = MMA_Traits<Operation>;
  using TA = typename traits::ElementAVal;
  using TB = typename traits::ElementBVal;
  using Accumulator = typename traits::ElementCVal;

  using atoms = std::conditional_t<size(typename traits::ThrID{}) == 8, Layout<Shape<_4, _4, _1>>,
                                   Layout<Shape<_2, _2, _1>>>;
  static constexpr int atom_k = get<2>(typename traits::Shape_MNK{});
  static constexpr int block_k = atom_k > 8 ? atom_k : 8;
  using cta_tiler = Shape<_64, _64, Int<block_k>>;  // (BLK_M,BLK_N,BLK_K)
  using tiled_mma = decltype(make_tiled_mma(Operation{}, atoms{}));

  static constexpr int fewest_steps = 0;

  using smem_layout = Layout<Shape<_64, Int<block_k>>>;  // (BLK_MN,BLK_K)

  // Consecutive threads read consecutive elements of the contiguous mode.
  template <major Major, class T>
  using tile_copy =
      decltype(make_tiled_copy(Copy_Atom<UniversalCopy<T>, T>{},
                               std::conditional_t<Major == major::mn, Layout<Shape<_16, _8>>,
                                                  Layout<Shape<_16, _8>, Stride<_8, _1>>>{}));

  // Figures that this kernel settles for: loads use 25 % of a sector or more, stores of C 50 %;
  // stores to shared memory have up to 8-way bank conflicts, loads up to 4-way.
  using step = Shape<_64, Int<block_k>>;  // (BLK_MN,BLK_K)
  template <major Major, class T, class Copy, class Elements>
  using proofs_of_operand =
      theorems<detail::proofs_of_fetch<Copy, T, sizeof_bits_v<T>, Major, step, 25, smem_layout>,
               theorem<bank_ways<shared_store<sizeof_bits_v<T>>, T, 8>,
                       detail::destination_of<Copy, smem_layout>>,
               theorem<bank_ways<shared_load<sizeof_bits_v<T>>, T, 4>,
                       detail::source_of<Elements, smem_layout>>>;
  using proofs = theorems<
      proofs_of_operand<MajorA, TA, tile_copy<MajorA, TA>, detail::elements_of_a<tiled_mma, TA>>,
      proofs_of_operand<MajorB, TB, tile_copy<MajorB, TB>, detail::elements_of_b<tiled_mma, TB>>,
      detail::proofs_of_buffers<TA, detail::shared_bytes_unasked, smem_layout, smem_layout>,
      detail::proofs_of_fragments<tiled_mma>,
      detail::proofs_of_c<tiled_mma, TC, Shape<_64, _64>, 50>>;
  static_assert(proofs::hold);

  using protocol = detail::one_tile<threads, true>;
  using A = typename protocol::A;
  using B = typename protocol::B;
  using shared = pipeline::memory<protocol, pipeline::bind<A, TA, smem_layout>,
                                  pipeline::bind<B, TB, smem_layout>>;
  static_assert(require<sound_protocol>(protocol{}));

  // The work of a block; run calls it.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void multiply(Context const& ctx, Arguments const& args) {
    auto const block = detail::tiles_of_block<gemm_small>(ctx.block_x(), ctx.block_y(), args);
    auto const sA = shared::template tensor<A>(ctx);  // (BLK_M,BLK_K)
    auto const sB = shared::template tensor<B>(ctx);  // (BLK_N,BLK_K)

    auto const copy_a = tile_copy<MajorA, TA>{}.get_slice(ctx.thread());
    auto const tAgA = copy_a.partition_S(block.gA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAiA = copy_a.partition_S(block.iA);  // (CPY,CPY_M,CPY_K,k)
    auto const tAsA = copy_a.partition_D(sA);        // (CPY,CPY_M,CPY_K)
    auto tArA = make_fragment_like(tAsA);            // (CPY,CPY_M,CPY_K)
    auto const copy_b = tile_copy<MajorB, TB>{}.get_slice(ctx.thread());
    auto const tBgB = copy_b.partition_S(block.gB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBiB = copy_b.partition_S(block.iB);  // (CPY,CPY_N,CPY_K,k)
    auto const tBsB = copy_b.partition_D(sB);        // (CPY,CPY_N,CPY_K)
    auto tBrB = make_fragment_like(tBsB);            // (CPY,CPY_N,CPY_K)

    auto const mma = tiled_mma{}.get_slice(ctx.thread());
    auto const tCsA = mma.partition_A(sA);              // (MMA,MMA_M,MMA_K)
    auto const tCsB = mma.partition_B(sB);              // (MMA,MMA_N,MMA_K)
    auto tCgC = mma.partition_C(block.gC);              // (MMA,MMA_M,MMA_N)
    auto const tCiC = mma.partition_C(block.iC);        // (MMA,MMA_M,MMA_N)
    auto tCrC = make_fragment_like<Accumulator>(tCgC);  // (MMA,MMA_M,MMA_N)
    clear(tCrC);

    pipeline::payload data{
        pipeline::on_tensor{[&](A) { return tCsA; }, [&](B) { return tCsB; }},
        pipeline::on_destination{[&](A) { return tAsA; }, [&](B) { return tBsB; }},
        pipeline::on_fetch{[&](A, Index k_tile) {
                             copy_or_zero(tAiA(_, _, _, k_tile), tAgA(_, _, _, k_tile), tArA);
                           },
                           [&](B, Index k_tile) {
                             copy_or_zero(tBiB(_, _, _, k_tile), tBgB(_, _, _, k_tile), tBrB);
                           }},
        pipeline::on_write{[&](A, auto const& to, int) { copy(tArA, to); },
                           [&](B, auto const& to, int) { copy(tBrB, to); }},
        pipeline::on_compute{[&](auto const& a, auto const& b) { gemm(mma, a, b, tCrC); }}};
    int const k_tiles = static_cast<int>(size<3>(tAgA));
    pipeline::run_protocol<protocol>(ctx, data, pipeline::step_count{k_tiles});
    axpby(args.alpha, tCrC, args.beta, tCgC, tCiC);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
