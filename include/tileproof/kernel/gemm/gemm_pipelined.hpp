// SPDX-License-Identifier: BSL-1.0
//
// gemm_pipelined: a multistage SIMT GEMM (FMA). cp.async fills shared memory Stages - 1 k-tiles
// ahead; registers are filled one k ahead of the FMAs.
//
// A k-major operand goes through registers, which transpose it, in place of cp.async.
//
//   status const s = launch_gemm<gemm_pipelined<major::mn, major::mn>>(args, stream);
//
// gemm_simt (gemm/choice.hpp) takes smaller tiles where these would leave SMs idle.
#pragma once

#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/kernel/common/opaque.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/gemm/any_size.hpp>
#include <tileproof/kernel/gemm/frame.hpp>
#include <tileproof/kernel/gemm/k_tiles.hpp>
#include <tileproof/kernel/gemm/simt_operand.hpp>
#include <tileproof/kernel/gemm/simt_schedule.hpp>
#include <tileproof/kernel/gemm/slices.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tensor/axpby.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A block computes BLK_M x BLK_N elements of C in k-tiles of BLK_K, as Schedule says. A lane of a
// warp has 4 consecutive rows of each 32 WarpsM, and 4 consecutive columns of each 16 WarpsN. Warps
// are placed down the rows first; for 2x4 warps:
//
//               columns 0-15 | 16-31  | 32-47  | 48-63
//   rows 0-31   warp 0       | warp 2 | warp 4 | warp 6
//   rows 32-63  warp 1       | warp 3 | warp 5 | warp 7
//
// T is the element type of A, B and C, Index the type of offsets; MajorA and MajorB are the
// contiguous modes of A and B, whose bases and leading dimensions are multiples of 16 bytes.
// Refused at compile time: stages and sums of slices beyond 227 KB. Other refusals: check_gemm.
template <major MajorA, major MajorB, class T = float, class Index = int,
          class Schedule = simt_schedule_of_many_tiles<MajorA, MajorB>>
struct gemm_pipelined : detail::gemm_frame<gemm_pipelined<MajorA, MajorB, T, Index, Schedule>,
                                           MajorA, MajorB, uint128_t, uint128_t, Index> {
  static constexpr int slices = Schedule::slices;
  static constexpr int stages = Schedule::stages;
  static constexpr int slice_threads = 32 * Schedule::warps_m * Schedule::warps_n;
  static constexpr int threads = slices * slice_threads;
  static constexpr int fewest_steps = stages;
  static constexpr int block_m = Schedule::block_m;
  static constexpr int block_n = Schedule::block_n;
  static constexpr int block_k = Schedule::block_k;
  using cta_tiler = Shape<Int<block_m>, Int<block_n>, Int<block_k>>;  // (BLK_M,BLK_N,BLK_K)

  using operand_a = detail::simt_operand<T, MajorA, block_m, block_k, threads, true>;
  using operand_b = detail::simt_operand<T, MajorB, block_n, block_k, threads, true>;

  template <class Tile>
  using stages_of = decltype(make_layout(layout<0>(Tile{}), layout<1>(Tile{}),
                                         Layout<Int<stages>, Int<(cosize_v<Tile> + 3) / 4 * 4>>{}));
  using sA_layout = stages_of<typename operand_a::tile>;  // (BLK_M,BLK_K,PIPE)
  using sB_layout = stages_of<typename operand_b::tile>;  // (BLK_N,BLK_K,PIPE)

  static constexpr int warps_m = Schedule::warps_m;
  static constexpr int warps_n = Schedule::warps_n;
  // The lanes of a warp, 8 along m and 4 along n. If no operand is transposed, they are in the
  // order of m. Otherwise lanes l and l ^ 1 share rows of A, lanes l and l ^ 2 share columns of B,
  // and a load of 128 bits takes 2 wavefronts, not 4. On an H200 at 4096 this order makes TN 6 %
  // faster, and would make NT 1.4 % slower.
  static constexpr bool is_turned = MajorA == major::k || MajorB == major::k;
  using lanes_m = std::conditional_t<is_turned, Layout<_8, _2>, Layout<_8, _1>>;
  using lanes_n =
      std::conditional_t<is_turned, Layout<Shape<_2, _2>, Stride<_1, _16>>, Layout<_4, _8>>;
  template <class Slices>
  using threads_of =
      decltype(make_layout(make_layout(lanes_m{}, Layout<Int<warps_m>, _32>{}),
                           make_layout(lanes_n{}, Layout<Int<warps_n>, Int<32 * warps_m>>{}),
                           Layout<Slices, Int<slice_threads>>{}));
  template <int Threads>
  using fours = Layout<Shape<Int<Threads>, _4>, Stride<_4, _1>>;
  template <class Slices>
  using mma_of = decltype(make_tiled_mma(UniversalFMA<T>{}, threads_of<Slices>{},
                                         Tile<fours<8 * warps_m>, fours<4 * warps_n>, Slices>{}));
  using tiled_mma = mma_of<Int<slices>>;
  using slice_mma = mma_of<_1>;  // the threads of one slice

  // The fragment of C of a thread, and the shared memory by which slices exchange it.
  static constexpr int values_m = block_m / (8 * warps_m);
  static constexpr int values_n = block_n / (4 * warps_n);
  using sums = detail::slice_sums<T, values_m * values_n, slice_threads, slices>;
  using sums_layout = typename sums::layout;  // (vectors,THREAD,from,chunk)

  // A thread loads its 4 rows of A, and 4 columns of B, for one k with an access each. C is not
  // known to be aligned, so a thread stores its rows one by one: 25 % of a sector at a time.
  using reads_of_a =
      detail::source_of<detail::elements_of_a<tiled_mma, T>, detail::first_stage<sA_layout>>;
  using reads_of_b =
      detail::source_of<detail::elements_of_b<tiled_mma, T>, detail::first_stage<sB_layout>>;
  using any_size = detail::gemm_of_any_size<
      T, T, T, detail::frame_of_tiles<cta_tiler, MajorA, MajorB, uint128_t, uint128_t, Index>>;
  using proofs = theorems<
      typename any_size::proofs, detail::k_tiles_of_any_size<stages>, typename operand_a::proofs,
      typename operand_b::proofs,
      detail::proofs_of_buffers<T, shared_bytes_sm90, sA_layout, sB_layout>,
      detail::stages_are_alike<T, 16, sA_layout>, detail::stages_are_alike<T, 16, sB_layout>,
      detail::proofs_of_fragments<tiled_mma>, theorem<access_width<128, T>, reads_of_a, reads_of_b>,
      theorem<free_of_bank_conflicts<shared_load<128>, T>, reads_of_a>,
      theorem<free_of_bank_conflicts<shared_load<128>, T>, reads_of_b>,
      detail::proofs_of_c<slice_mma, T, Shape<Int<block_m>, Int<block_n>>, 25>,
      std::conditional_t<
          (slices > 1),
          theorems<typename sums::proofs,
                   theorem<fits_in_bytes<shared_bytes_sm90, T>, sA_layout, sB_layout, sums_layout>>,
          theorems<>>>;
  static_assert(proofs::hold);

  // The protocol of a block with predicates of A and B of these types.
  template <class InsideA, class InsideB>
  using protocol_of =
      detail::multistage<threads, stages, block_k / slices, operand_a::template way<InsideA>,
                         operand_b::template way<InsideB>, false, slices>;
  using known = protocol_of<detail::everywhere, detail::everywhere>;
  static_assert(require<sound_protocol>(known{}));
  using shared = pipeline::memory<known, pipeline::bind<typename known::A, T, sA_layout>,
                                  pipeline::bind<typename known::B, T, sB_layout>,
                                  pipeline::bind<typename known::Parts, T, sums_layout>>;

  // The work of a block; run calls it.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void multiply(Context const& ctx, Arguments const& args) {
    auto const block = detail::tiles_of_block<gemm_pipelined>(ctx.block_x(), ctx.block_y(), args);
    auto const sA = shared::template tensor<typename known::A>(ctx);  // (BLK_M,BLK_K,PIPE)
    auto const sB = shared::template tensor<typename known::B>(ctx);  // (BLK_N,BLK_K,PIPE)

    auto const copy_a = typename operand_a::gmem_copy{}.get_slice(ctx.thread());
    auto const tAgA = copy_a.partition_S(block.gA);       // (CPY,CPY_M,CPY_K,k)
    auto const tAiA = copy_a.partition_S(block.iA);       // (CPY,CPY_M,CPY_K,k)
    auto const tAsA = copy_a.partition_D(sA);             // (CPY,CPY_M,CPY_K,PIPE)
    auto tArA = make_fragment_like(tAsA(_, _, _, _0{}));  // (CPY,CPY_M,CPY_K)
    auto const copy_b = typename operand_b::gmem_copy{}.get_slice(ctx.thread());
    auto const tBgB = copy_b.partition_S(block.gB);       // (CPY,CPY_N,CPY_K,k)
    auto const tBiB = copy_b.partition_S(block.iB);       // (CPY,CPY_N,CPY_K,k)
    auto const tBsB = copy_b.partition_D(sB);             // (CPY,CPY_N,CPY_K,PIPE)
    auto tBrB = make_fragment_like(tBsB(_, _, _, _0{}));  // (CPY,CPY_N,CPY_K)

    auto const mma = tiled_mma{}.get_slice(ctx.thread());
    auto const tCsA = mma.partition_A(sA);                       // (MMA,MMA_M,MMA_K,PIPE)
    auto const tCsB = mma.partition_B(sB);                       // (MMA,MMA_N,MMA_K,PIPE)
    auto tCrA = make_tensor<T>(Shape<_1, Int<values_m>, _2>{});  // (MMA,MMA_M,2)
    auto tCrB = make_tensor<T>(Shape<_1, Int<values_n>, _2>{});  // (MMA,MMA_N,2)
    int const slice = ctx.thread() / slice_threads;
    auto const store = slice_mma{}.get_slice(ctx.thread() % slice_threads);
    auto tCrC = store.partition_fragment_C(block.gC);  // (MMA,MMA_M,MMA_N)
    auto const tCsC = shared::template tensor<typename known::Parts>(ctx)(
        _, ctx.thread() % slice_threads, _, _);  // (vectors,from,chunk)
    clear(tCrC);

    int const steps = static_cast<int>(size<3>(tAgA));
    // Moving pointers: with indices, an H100 took 9 % longer for mn-major operands.
    auto next_a = detail::steps<true, Index>(detail::opaque(tAgA));  // (CPY,CPY_M,CPY_K)
    auto next_b = detail::steps<true, Index>(detail::opaque(tBgB));  // (CPY,CPY_N,CPY_K)
    constexpr bool is_whole = detail::has_whole_tiles<Arguments>;
    using protocol = protocol_of<decltype(block.iA), decltype(block.iB)>;
    using A = typename protocol::A;
    using B = typename protocol::B;
    using Parts = typename protocol::Parts;
    detail::known_steps<is_whole, stages> const known{steps};
    auto const fetch_a = [&](pipeline::numbered n, auto const& to) {
      Index const step = known(n);
      operand_a::fetch(tAiA(_, _, _, step), next_a.next(step, known.is_last(n)), tArA, to);
    };
    auto const fetch_b = [&](pipeline::numbered n, auto const& to) {
      Index const step = known(n);
      operand_b::fetch(tBiB(_, _, _, step), next_b.next(step, known.is_last(n)), tBrB, to);
    };
    pipeline::payload data{
        pipeline::on_tensor{[&](A) { return tCsA; }, [&](B) { return tCsB; },
                            [&](Parts) { return tCsC; }},
        pipeline::on_destination{[&](A) { return tAsA; }, [&](B) { return tBsB; },
                                 [&](Parts) { return tCsC; }},
        pipeline::on_fetch{[&](A, auto n) { fetch_a(n, 0); }, [&](B, auto n) { fetch_b(n, 0); }},
        pipeline::on_copy{[&](A, auto const& to, auto n) { fetch_a(n, to); },
                          [&](B, auto const& to, auto n) { fetch_b(n, to); }},
        pipeline::on_write{[&](A, auto const& to, int) { operand_a::deliver(tArA, to); },
                           [&](B, auto const& to, int) { operand_b::deliver(tBrB, to); },
                           [&](Parts, auto const& to, int) { sums::write(tCrC, to, slice); }},
        pipeline::on_read{
            [&](A, auto const& from, int, int k) { copy(from(_, _, k), tCrA(_, _, k % 2)); },
            [&](B, auto const& from, int, int k) { copy(from(_, _, k), tCrB(_, _, k % 2)); },
            [&](Parts, auto const& from, int) { sums::add(tCrC, from, slice); }},
        // Goes down one column and up the next, so that an FMA reuses the element of B of the one
        // before. In the order of gemm(), an H200 took 2.5 % longer.
        pipeline::on_compute{[&](int k) {
          TILEPROOF_UNROLL
          for (int n = 0; n < values_n; ++n) {
            TILEPROOF_UNROLL
            for (int i = 0; i < values_m; ++i) {
              int const m = n % 2 ? values_m - 1 - i : i;
              mma.call(tCrC(_, m, n), tCrA(_, m, k % 2), tCrB(_, n, k % 2), tCrC(_, m, n));
            }
          }
        }}};
    if (is_whole || steps > 0)
      pipeline::run_protocol<protocol>(ctx, data, pipeline::step_count{steps});
    // C is partitioned after the loop: partitioned before it, with A and B, an H100 took 2 to 4 %
    // longer.
    auto tCgC = store.partition_C(block.gC);        // (MMA,MMA_M,MMA_N)
    auto const tCiC = store.partition_C(block.iC);  // (MMA,MMA_M,MMA_N)
    if constexpr (slices == 1)
      axpby(args.alpha, tCrC, args.beta, tCgC, tCiC);
    else
      sums::for_each_chunk([&](auto c) {
        if (slice != c.value) return;
        auto to = sums::columns_of(tCgC, c);
        axpby(args.alpha, sums::columns_of(tCrC, c), args.beta, to, sums::columns_of(tCiC, c));
      });
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
