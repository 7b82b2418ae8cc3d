// SPDX-License-Identifier: BSL-1.0
//
// gemm_tensor_cores: a GEMM with warp-level MMA (mma.sync). cp.async fills a multistage buffer of
// swizzled shared-memory tiles; ldmatrix fills registers one k-block ahead.
//
//   global --cp.async--> shared (128,BLK_K,Stages) --ldmatrix--> registers --mma.sync--> C
//
// Use it for f16, bf16 and tf32 on sm_80 and newer, and for elements of 8 bits along k:
//
//   using kernel = gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::k, float>;
//   status const s = launch_gemm<kernel>(args, stream);
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/atom/mma/make_tiled_copy.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/kernel/common/edge.hpp>
#include <tileproof/kernel/common/opaque.hpp>
#include <tileproof/kernel/common/protocols.hpp>
#include <tileproof/kernel/gemm/any_size.hpp>
#include <tileproof/kernel/gemm/frame.hpp>
#include <tileproof/kernel/gemm/k_tiles.hpp>
#include <tileproof/kernel/gemm/proofs.hpp>
#include <tileproof/kernel/gemm/scaled.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tensor/axpby.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// An operand in shared memory: rows of 128 bytes along the contiguous mode, swizzled in units of 16
// bytes, and read as the 8x16-byte matrices of ldmatrix without bank conflicts.
//
// ldmatrix transposes 16-bit elements only, so an mn-major operand of 32-bit elements is loaded one
// by one; its swizzle keeps 8 elements together and separates 4 consecutive k. Elements of 8 bits
// are contiguous along k.
template <class T, major Asked>
struct warp_operand {
  static constexpr int bytes = static_cast<int>(sizeof(T));
  static constexpr int row = 128 / bytes;
  static constexpr bool is_taken = bytes > 1 || Asked == major::k;
  static constexpr major Major = is_taken ? Asked : major::k;  // one error alone
  static constexpr bool by_elements = Major == major::mn && bytes == 4;
  static constexpr int vector_bits = bytes == 1 ? 4 : bytes == 2 ? 3 : 2;
  using block =
      std::conditional_t<Major == major::k, Layout<Shape<_8, Int<row>>, Stride<Int<row>, _1>>,
                         Layout<Shape<Int<row>, _8>, Stride<_1, Int<row>>>>;
  using swizzle = std::conditional_t<by_elements, Swizzle<2, 3, 2>, Swizzle<3, vector_bits, 3>>;
  using smem_atom = decltype(composition(swizzle{}, block{}));

  using instruction = std::conditional_t<
      by_elements, UniversalCopy<std::uint32_t>,
      std::conditional_t<Major == major::k, SM75_U32x4_LDSM_N, SM75_U16x8_LDSM_T>>;
  using smem_copy_atom = Copy_Atom<instruction, T>;

  // The copy from global memory: 128 threads, 16 bytes each, along the contiguous mode.
  static constexpr int vector = 16 / bytes;
  template <int BlockK>
  using gmem_copy = decltype(make_tiled_copy(
      Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, T>{},
      std::conditional_t<Major == major::k,
                         Layout<Shape<Int<128 * vector / BlockK>, Int<BlockK / vector>>,
                                Stride<Int<BlockK / vector>, _1>>,
                         Layout<Shape<Int<row / vector>, Int<128 * vector / row>>>>{},
      std::conditional_t<Major == major::k, Layout<Shape<_1, Int<vector>>>,
                         Layout<Shape<Int<vector>, _1>>>{}));

  // Theorems about an operand. Fetch copies a Tile of global memory to a stage (BLK_MN,BLK_K) of
  // layout Stage; Read loads it to registers in the order of Fragment, the thread-value layout
  // (thread,value) -> element of the MMA.
  using access = std::conditional_t<by_elements, shared_load<32>, ldmatrix<4>>;
  template <class Fetch, class Read, class Fragment, class Tile, class Stage>
  using proofs =
      theorems<theorem<compact, smem_atom>, proofs_of_fetch<Fetch, T, 128, Major, Tile, 100, Stage>,
               theorem<free_of_bank_conflicts<cp_async_cg, T>, destination_of<Fetch, Stage>,
                       source_of<Fetch, operand_tile<Major, Tile>>>,
               theorem<same_elements, Fragment, typename Read::LayoutD_TV>,
               theorem<access_width<access::value.bits, T>, source_of<Read, Stage>>,
               theorem<free_of_bank_conflicts<access, T>, source_of<Read, Stage>>>;
};

}  // namespace detail

// A block of 128 threads, 2x2 warps, computes TileMN elements of C with mma.sync of m16n8:
// multiples of 32, and of 64 for an mn-major operand of 2 bytes. A k-tile is 128 bytes along k: 64
// f16 elements, or 32 of tf32. If tiles of 128x128 are fewer than SMs, use 128x64 (gemm_mma).
//
// Operation is an m16n8 of atom/mma/sm80.hpp, sm89.hpp or sm120.hpp; MajorA and MajorB are the
// contiguous modes of A and B; TC is the element type of C, Index the type of offsets. A stage of
// 128x128 takes 32 KB of shared memory. A and B, bases and leading dimensions, are multiples of 16
// bytes. Refused at compile time: stages that exceed 227 KB. Other refusals: check_gemm.
template <class Operation, major MajorA, major MajorB, class TC, class Index = int, int Stages = 3,
          class TileMN = Shape<_128, _128>>
struct gemm_tensor_cores
    : detail::gemm_frame<gemm_tensor_cores<Operation, MajorA, MajorB, TC, Index, Stages, TileMN>,
                         MajorA, MajorB, uint128_t, uint128_t, Index> {
  static constexpr int threads = 128;
  using TA = typename MMA_Traits<Operation>::ElementAVal;
  using TB = typename MMA_Traits<Operation>::ElementBVal;
  using Accumulator = typename MMA_Traits<Operation>::ElementCVal;
  static constexpr int block_k = 128 / static_cast<int>(sizeof(TA));
  static constexpr int block_m = decltype(size<0>(TileMN{}))::value;
  static constexpr int block_n = decltype(size<1>(TileMN{}))::value;
  using tile_a = Shape<Int<block_m>, Int<block_k>>;                   // (BLK_M,BLK_K)
  using tile_b = Shape<Int<block_n>, Int<block_k>>;                   // (BLK_N,BLK_K)
  using cta_tiler = Shape<Int<block_m>, Int<block_n>, Int<block_k>>;  // (BLK_M,BLK_N,BLK_K)

  static constexpr int fewest_steps = Stages;

  using operand_a = detail::warp_operand<TA, MajorA>;
  using operand_b = detail::warp_operand<TB, MajorB>;
  static_assert(operand_a::is_taken && operand_b::is_taken,
                "gemm_tensor_cores: elements of 8 bits are contiguous along k, because ldmatrix "
                "transposes 16-bit elements only: major::k");
  using sA_layout = decltype(tile_to_shape(
      typename operand_a::smem_atom{},
      Shape<Int<block_m>, Int<block_k>, Int<Stages>>{}));  // (BLK_M,BLK_K,PIPE)
  using sB_layout = decltype(tile_to_shape(
      typename operand_b::smem_atom{},
      Shape<Int<block_n>, Int<block_k>, Int<Stages>>{}));  // (BLK_N,BLK_K,PIPE)

  using gmem_copy_a = typename operand_a::template gmem_copy<block_k>;
  using gmem_copy_b = typename operand_b::template gmem_copy<block_k>;

  // A k-block: 32 bytes along k, which are one or two instructions and whole matrices of ldmatrix.
  using mma_k = Int<32 / static_cast<int>(sizeof(TA))>;
  using tiled_mma =
      decltype(make_tiled_mma(Operation{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, mma_k>{}));
  using smem_copy_a =
      decltype(make_tiled_copy_A(typename operand_a::smem_copy_atom{}, tiled_mma{}));
  using smem_copy_b =
      decltype(make_tiled_copy_B(typename operand_b::smem_copy_atom{}, tiled_mma{}));

  // Stages begin at multiples of the swizzle's period, 1024 bytes. An m16n8 fragment has 8
  // consecutive rows of C: half a sector of 16-bit elements.
  static constexpr int sectors_of_c = sizeof_bits_v<TC> < 32 ? 50 : 100;
  using any_size = detail::gemm_of_any_size<
      TA, TB, TC, detail::frame_of_tiles<cta_tiler, MajorA, MajorB, uint128_t, uint128_t, Index>>;
  using proofs = theorems<
      typename any_size::proofs, detail::k_tiles_of_any_size<Stages>,
      typename detail::factors_of_any_size<cta_tiler, Index, decltype(tiled_mma{}.get_slice(0)),
                                           typename any_size::m, typename any_size::n,
                                           typename any_size::k>::proofs,
      typename operand_a::template proofs<gmem_copy_a, smem_copy_a,
                                          decltype(tiled_mma::get_layoutA_TV()), tile_a,
                                          detail::first_stage<sA_layout>>,
      typename operand_b::template proofs<gmem_copy_b, smem_copy_b,
                                          decltype(tiled_mma::get_layoutB_TV()), tile_b,
                                          detail::first_stage<sB_layout>>,
      detail::proofs_of_buffers<TA, shared_bytes_sm90, sA_layout, sB_layout>,
      detail::stages_are_alike<TA, 1024, sA_layout>, detail::stages_are_alike<TB, 1024, sB_layout>,
      detail::proofs_of_fragments<tiled_mma>,
      detail::proofs_of_c<tiled_mma, TC, Shape<Int<block_m>, Int<block_n>>, sectors_of_c>>;
  static_assert(proofs::hold);

  // The protocol of a block with predicates of A and B of these types.
  template <class InsideA, class InsideB>
  using protocol_of =
      detail::multistage<threads, Stages, block_k / mma_k::value, detail::by_cp_async_of<InsideA>,
                         detail::by_cp_async_of<InsideB>, true>;
  using known = protocol_of<detail::everywhere, detail::everywhere>;
  static_assert(require<sound_protocol>(known{}));
  using shared = pipeline::memory<known, pipeline::bind<typename known::A, TA, sA_layout>,
                                  pipeline::bind<typename known::B, TB, sB_layout>>;

  // The work of a block; run calls it.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void multiply(Context const& ctx, Arguments const& args) {
    auto const block =
        detail::tiles_of_block<gemm_tensor_cores>(ctx.block_x(), ctx.block_y(), args);
    auto const sA = shared::template tensor<typename known::A>(ctx);  // (BLK_M,BLK_K,PIPE)
    auto const sB = shared::template tensor<typename known::B>(ctx);  // (BLK_N,BLK_K,PIPE)

    auto const copy_a = gmem_copy_a{}.get_slice(ctx.thread());
    auto const tAgA = detail::opaque(copy_a.partition_S(block.gA));  // (CPY,CPY_M,CPY_K,k)
    auto const tAiA = copy_a.partition_S(block.iA);                  // (CPY,CPY_M,CPY_K,k)
    auto const tAsA = copy_a.partition_D(sA);                        // (CPY,CPY_M,CPY_K,PIPE)
    auto const copy_b = gmem_copy_b{}.get_slice(ctx.thread());
    auto const tBgB = detail::opaque(copy_b.partition_S(block.gB));  // (CPY,CPY_N,CPY_K,k)
    auto const tBiB = copy_b.partition_S(block.iB);                  // (CPY,CPY_N,CPY_K,k)
    auto const tBsB = copy_b.partition_D(sB);                        // (CPY,CPY_N,CPY_K,PIPE)

    auto const mma = tiled_mma{}.get_slice(ctx.thread());
    auto tCgC = mma.partition_C(block.gC);              // (MMA,MMA_M,MMA_N)
    auto const tCiC = mma.partition_C(block.iC);        // (MMA,MMA_M,MMA_N)
    auto tCrA = mma.partition_fragment_A(sA(_, _, 0));  // (MMA,MMA_M,MMA_K)
    auto tCrB = mma.partition_fragment_B(sB(_, _, 0));  // (MMA,MMA_N,MMA_K)
    auto tCrC = make_fragment_like<Accumulator>(tCgC);  // (MMA,MMA_M,MMA_N)
    clear(tCrC);
    auto factors =
        detail::factors_of_gemm<cta_tiler, Index>(mma, ctx.block_x(), ctx.block_y(), args);

    auto const read_a = smem_copy_a{}.get_slice(ctx.thread());
    auto const tXsA = read_a.partition_S(sA);  // (CPY,CPY_M,CPY_K,PIPE)
    auto tXrA = read_a.retile_D(tCrA);         // (CPY,CPY_M,CPY_K)
    auto const read_b = smem_copy_b{}.get_slice(ctx.thread());
    auto const tXsB = read_b.partition_S(sB);  // (CPY,CPY_N,CPY_K,PIPE)
    auto tXrB = read_b.retile_D(tCrB);         // (CPY,CPY_N,CPY_K)

    // The instructions of one k-block: (MMA,MMA_M,(MMA_K,CPY_K)) and (MMA,MMA_N,(MMA_K,CPY_K)).
    constexpr auto blocks = make_tile(_, _, size<2>(tCrA) / size<2>(tXrA));
    auto const tCrA_k = logical_divide(tCrA, blocks);
    auto const tCrB_k = logical_divide(tCrB, blocks);

    int const steps = static_cast<int>(size<3>(tAgA));
    constexpr bool is_whole = detail::has_whole_tiles<Arguments>;
    using protocol = protocol_of<decltype(block.iA), decltype(block.iB)>;
    using A = typename protocol::A;
    using B = typename protocol::B;
    detail::known_steps<is_whole, Stages> const known{steps};
    pipeline::payload data{
        pipeline::on_tensor{[&](A) { return tXsA; }, [&](B) { return tXsB; }},
        pipeline::on_destination{[&](A) { return tAsA; }, [&](B) { return tBsB; }},
        pipeline::on_copy{[&](A, auto const& to, pipeline::numbered n) {
                            Index const step = known(n);
                            copy_inside(copy_a, tAiA(_, _, _, step), tAgA(_, _, _, step), to);
                          },
                          [&](B, auto const& to, pipeline::numbered n) {
                            // With tiles that divide the problem, a branch was faster than another
                            // copy of the last k-tile.
                            if (is_whole && !known.is_inside(n)) return;
                            Index const step = known(n);
                            copy_inside(copy_b, tBiB(_, _, _, step), tBgB(_, _, _, step), to);
                          }},
        pipeline::on_write{[](auto, auto const&, int) {}},  // on_copy has stored these
        pipeline::on_read{
            [&](A, auto const& from, int, int k) { copy(read_a, from(_, _, k), tXrA(_, _, k)); },
            [&](B, auto const& from, int, int k) {
              copy(read_b, from(_, _, k), tXrB(_, _, k));
              factors.read(k);
            }},
        pipeline::on_compute{[&](int k) {
          factors.gemm(mma, tCrA_k(_, _, make_coord(_, k)), tCrB_k(_, _, make_coord(_, k)), tCrC,
                       k);
        }}};
    if (is_whole || steps > 0)
      pipeline::run_protocol<protocol>(ctx, data, pipeline::step_count{steps});
    axpby(args.alpha, tCrC, args.beta, tCgC, tCiC);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
