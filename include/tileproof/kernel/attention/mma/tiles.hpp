// SPDX-License-Identifier: BSL-1.0
//
// The tiles of attention_mma: its schedule, its layouts in shared memory and in registers, the
// theorems about them, and steps of a thread on its fragments.
// kernel/attention/mma/attention_mma.hpp brings this header.
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/accumulator_views.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/atom/mma/make_tiled_copy.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/round_to.hpp>
#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/kernel/attention/masks.hpp>
#include <tileproof/kernel/attention/mma/protocol.hpp>
#include <tileproof/kernel/gemm/proofs.hpp>
#include <tileproof/machine/memory.hpp>

#include <cmath>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A block of Warps warps has Rows rows of Q and visits the keys in steps of Keys keys. Shared
// memory has Stages stages of keys, one of which is being filled. BlocksPerSm bounds the registers
// of a thread: 2 blocks of 128 threads have 255 each. EarlySums: see softmax_in_few_registers.
template <int Rows = 128, int Keys = 64, int Stages = 1, int Warps = 4, int BlocksPerSm = 2,
          int EarlySums = 4>
struct attention_mma_schedule {
  static constexpr int block_m = Rows;
  static constexpr int block_n = Keys;
  static constexpr int stages = Stages;
  static constexpr int warps = Warps;
  static constexpr int blocks_per_sm = BlocksPerSm;
  static constexpr int early_sums = EarlySums;
};

namespace detail {

// The schedule of a depth: as many rows and keys as fit the registers of 128 threads, of which an
// SM holds 2 blocks.
template <int D>
using attention_mma_schedule_of = attention_mma_schedule<D == 256 ? 64 : 128, D == 64 ? 96 : 64>;

// T is the type of Q, K, V and O, D the depth of a head.
template <class T, int D, class Schedule>
struct attention_mma_tiles {
  static_assert(std::is_same_v<T, half_t> || std::is_same_v<T, bfloat16_t>,
                "attention_mma: Q, K, V and O are half_t or bfloat16_t");
  static_assert(D == 64 || D == 128 || D == 256,
                "attention_mma: the depth of a head is 64, 128 or 256");
  static_assert(Schedule::block_m % (16 * Schedule::warps) == 0 && Schedule::block_n % 16 == 0,
                "attention_mma: a warp has a multiple of 16 rows, a step a multiple of 16 keys");
  static constexpr int warps = Schedule::warps;
  static constexpr int threads = 32 * warps;
  static constexpr int blocks_per_sm = Schedule::blocks_per_sm;
  static constexpr int block_m = Schedule::block_m;
  static constexpr int block_n = Schedule::block_n;
  static constexpr int stages = Schedule::stages;
  using tile_q = Shape<Int<block_m>, Int<D>>;        // O's too
  using tile_k = Shape<Int<block_n>, Int<D>>;        // K's and V's
  using tile_s = Shape<Int<block_m>, Int<block_n>>;  // S's and P's

  // Rows of 128 bytes, swizzled in chunks of 16 bytes. V is transposed by ldmatrix when it is read.
  using row_atom =
      decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  using sQ_layout = decltype(tile_to_shape(row_atom{}, tile_q{}));  // (BLK_M,D)
  using sK_layout =
      decltype(tile_to_shape(row_atom{}, append(tile_k{}, Int<stages>{})));  // (BLK_N,D,PIPE)
  using sVt_layout = decltype(composition(
      sK_layout{}, Layout<Shape<Int<D>, Int<block_n>, Int<stages>>,
                          Stride<Int<block_n>, _1, Int<D * block_n>>>{}));  // (D,BLK_N,PIPE)
  using sK_stage = first_stage<sK_layout>;                                  // V's too
  using sVt_stage = first_stage<sVt_layout>;
  using protocol = attention_mma_protocol<threads, stages>;
  using shared =
      pipeline::memory<protocol, pipeline::bind<typename protocol::Q, T, sQ_layout>,
                       pipeline::bind<typename protocol::K, T, sK_layout>,
                       pipeline::bind<typename protocol::V, T, sK_layout>,
                       pipeline::reuse<typename protocol::O, typename protocol::Q, T, sQ_layout>>;
  static_assert(require<sound_protocol>(protocol{}));

  // Copies by rows of 64 elements, 16 bytes a thread.
  template <class Operation>
  using copy_of_rows = decltype(make_tiled_copy(
      Copy_Atom<Operation, T>{}, Layout<Shape<Int<threads / 8>, _8>, Stride<_8, _1>>{},
      Layout<Shape<_1, _8>>{}));
  using fetch = copy_of_rows<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>>;
  using store = copy_of_rows<UniversalCopy<uint128_t>>;

  using operation = std::conditional_t<std::is_same_v<T, half_t>, SM80_16x8x16_F32F16F16F32_TN,
                                       SM80_16x8x16_F32BF16BF16F32_TN>;
  using tiled_mma = decltype(make_tiled_mma(operation{}, Layout<Shape<Int<warps>, _1, _1>>{},
                                            Tile<Int<16 * warps>, _16, _16>{}));
  using read_q = decltype(make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, T>{}, tiled_mma{}));
  using read_k = decltype(make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, T>{}, tiled_mma{}));
  using read_v = decltype(make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, T>{}, tiled_mma{}));
  using write_o =
      decltype(make_tiled_copy_C(Copy_Atom<UniversalCopy<std::uint32_t>, T>{}, tiled_mma{}));

  using acc_s_layout = decltype(partition_fragment_C(tiled_mma{}, tile_s{}).layout());
  using acc_o_layout = decltype(partition_fragment_C(tiled_mma{}, tile_q{}).layout());
  using S_rows = decltype(accumulator_by_rows(acc_s_layout{}));  // (row,column)
  using O_rows = decltype(accumulator_by_rows(acc_o_layout{}));
  using P_layout = decltype(accumulator_as_operand_a(acc_s_layout{}));  // (MMA,MMA_M,MMA_K)
  static constexpr int rows = decltype(size<0>(S_rows{}))::value;       // of a thread

  // (thread,value) -> element of S, and of operand A of P V: the same registers, in another order.
  using s_of_thread = decltype(tiled_mma::thrfrg_C(Layout<tile_s>{}));  // (thr,(MMA,(M,N)))
  using p_of_thread = decltype(tiled_mma::thrfrg_A(Layout<tile_s>{}));  // (thr,(MMA,(M,K)))
  using s_as_p = decltype(make_layout(
      layout<0>(s_of_thread{}), accumulator_as_operand_a(make_layout(
                                    layout<1, 0>(s_of_thread{}), layout<1, 1, 0>(s_of_thread{}),
                                    layout<1, 1, 1>(s_of_thread{})))));
  // (thread,value) -> row of S, and the same for the first of four neighbouring lanes.
  using row_of_thread = decltype(tiled_mma::thrfrg_C(Layout<tile_s, Stride<_1, _0>>{}));
  using first_of_four = Layout<Shape<_4, Int<threads / 4>>, Stride<_0, _4>>;

  template <class Tile, class Memory>
  using proofs_of_rows =
      theorems<theorem<injective, Memory>,
               proofs_of_fetch<fetch, T, 128, major::k, Tile, 100, Memory>,
               theorem<free_of_bank_conflicts<cp_async_cg, T>, destination_of<fetch, Memory>,
                       source_of<fetch, operand_tile<major::k, Tile>>>>;
  template <class Read, class Access, class Fragment, class Memory>
  using proofs_of_read =
      theorems<theorem<same_elements, Fragment, typename Read::LayoutD_TV>,
               theorem<access_width<128, T>, source_of<Read, Memory>>,
               theorem<free_of_bank_conflicts<Access, T>, source_of<Read, Memory>>>;
  using proofs = theorems<
      // Q, K and V to shared memory
      proofs_of_rows<tile_q, sQ_layout>, proofs_of_rows<tile_k, sK_stage>,
      stages_are_alike<T, 1024, sK_layout>,
      theorem<equivalent, decltype(select<1, 0>(sK_stage{})), sVt_stage>,
      theorem<fits_in_bytes<shared_bytes_sm80, T>, sQ_layout, sK_layout, sK_layout>,
      // to fragments, which cover S and O
      proofs_of_fragments<tiled_mma>,
      proofs_of_read<read_q, ldmatrix<4>, decltype(tiled_mma::get_layoutA_TV()), sQ_layout>,
      proofs_of_read<read_k, ldmatrix<4>, decltype(tiled_mma::get_layoutB_TV()), sK_stage>,
      proofs_of_read<read_v, ldmatrix_trans<4>, decltype(tiled_mma::get_layoutB_TV()), sVt_stage>,
      theorem<owns_every_element<>, s_of_thread, tile_s>,
      theorem<owns_every_element<>, decltype(tiled_mma::thrfrg_C(Layout<tile_q>{})), tile_q>,
      theorem<compact, S_rows>, theorem<compact, O_rows>, theorem<compact, P_layout>,
      // a row of a thread lies in four neighbouring lanes
      theorem<equivalent, row_of_thread,
              decltype(composition(row_of_thread{}, make_tile(first_of_four{}, _)))>,
      // the accumulator of S is operand A of P V, register for register
      theorem<same_elements, p_of_thread, s_as_p>,
      // which tiles of keys are visited, and which need masks, for every length
      attention_masks_are_exact<block_n>,
      // O through shared memory
      theorem<owns_every_element<>, destination_of<write_o, Layout<tile_q>>, tile_q>,
      theorem<access_width<32, T>, destination_of<write_o, sQ_layout>>,
      theorem<free_of_bank_conflicts<shared_store<32>, T>, destination_of<write_o, sQ_layout>>,
      theorem<owns_every_element<>, source_of<store, Layout<tile_q>>, tile_q>,
      theorem<free_of_bank_conflicts<shared_load<128>, T>, source_of<store, sQ_layout>>,
      theorem<sector_efficiency<global_store<128>, T>,
              destination_of<store, operand_tile<major::k, tile_q>>>>;
  static_assert(proofs::hold);

  // ---- steps of a thread
  static constexpr int ahead = 2;  // pairs of n, loaded before they are multiplied
  // The stage of a buffer that has one stage.
  template <class Parts>
  TILEPROOF_KERNEL static auto of_stages(Parts const& t) {
    if constexpr (stages == 1)
      return t(_, _, _, _0{});
    else
      return t;
  }
  // C += A B^T for the k-blocks of A, (V,M,K), and the pairs of n of B, (V,N,K): K k-blocks of
  // Pairs pairs each. load_a(k) and load_b(pair, k) fill the registers of A and B. A is loaded one
  // k-block ahead, B `ahead` pairs ahead, so few registers are live at a time. The k-blocks are
  // taken in the order 0, K / Runs, ..., 1, K / Runs + 1, ...: k-blocks that are a run apart have
  // the same swizzle, and so share an address register.
  template <int K, int Pairs, int Runs, class Mma, class A, class B, class C, class LoadA,
            class LoadB>
  TILEPROOF_KERNEL static void multiply(Mma const& mma, A const& a, B const& b, C& c,
                                        LoadA const& load_a, LoadB const& load_b) {
    auto const b_pairs = logical_divide(b, make_tile(_, _2{}, _));  // (V,(2,N/2),K)
    auto const c_pairs =
        make_tensor(c.data(), logical_divide(c.layout(), make_tile(_, _, _2{})));  // (V,M,(2,N/2))
    auto const k_of = [](int i) { return i % Runs * (K / Runs) + i / Runs; };
    load_a(0);
    TILEPROOF_UNROLL
    for (int s = 0; s < ahead; ++s) load_b(s % Pairs, k_of(s / Pairs));
    TILEPROOF_UNROLL
    for (int s = 0; s < K * Pairs; ++s) {
      int const k = k_of(s / Pairs);
      int const pair = s % Pairs;
      if (pair == 0 && s + Pairs < K * Pairs) load_a(k_of(s / Pairs + 1));
      if (s + ahead < K * Pairs) load_b((s + ahead) % Pairs, k_of((s + ahead) / Pairs));
      gemm(mma, a(_, _, k), b_pairs(_, make_coord(_, pair), k), c_pairs(_, _, make_coord(_, pair)));
    }
  }
  template <class From, class To>
  TILEPROOF_KERNEL static void round_pairs(From const& from, To const& to) {
    TILEPROOF_UNROLL
    for (int m = 0; m < size<1>(from); ++m) TILEPROOF_UNROLL
    for (int i = 0; i < 8; i += 2) round_pair(from(i, m), from(i + 1, m), &to(i, m));
  }
  // Scores of keys that a row does not see become -infinity. `key` is the first of the tile.
  template <class Coordinates, class Scores>
  TILEPROOF_KERNEL static void mask_scores(attention_keys const& keys, int first_row, int key,
                                           Coordinates const& at, Scores& S) {
    TILEPROOF_UNROLL
    for (int i = 0; i < rows; ++i) {
      int const row = first_row + static_cast<int>(get<0>(at(i, 0)));
      int const first = keys.first_of(row) - key;
      int const end = keys.end_of(row) - key;
      TILEPROOF_UNROLL
      for (int c = 0; c < block_n / 4; ++c) {
        int const column = static_cast<int>(get<1>(at(i, c)));
        if (column < first || column >= end) S(i, c) = -INFINITY;
      }
    }
  }
};

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
