// SPDX-License-Identifier: BSL-1.0
//
// The tiles of attention_wgmma: its schedules, its layouts in shared memory and in registers, and
// the theorems about them. kernel/attention/wgmma/attention_wgmma.hpp brings this header.
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/sm90.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/atom/mma/make_tiled_copy.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/wgmma/accumulator_views.hpp>
#include <tileproof/atom/wgmma/canonical.hpp>
#include <tileproof/atom/wgmma/layouts.hpp>
#include <tileproof/atom/wgmma/select.hpp>
#include <tileproof/context/context.hpp>
#include <tileproof/kernel/attention/exponentials.hpp>
#include <tileproof/kernel/attention/masks.hpp>
#include <tileproof/kernel/attention/wgmma/protocol.hpp>
#include <tileproof/kernel/attention/wgmma/transpose.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/prove.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A step has BlockN keys; keys and values have Stages stages. Consumers: 2 or, of 16-bit elements
// at depth 64, 3 warpgroups compute, with 64 rows each. Turns: where they take turns, so that the
// softmax of one runs during the others' wgmma (ping-pong). A turn at the exponentials ends before
// the last Late of the BlockN / 4 exponentials that a thread has in a row.
using detail::attention_turns;
template <int BlockN = 128, int Stages = 2, attention_turns Turns = attention_turns::at_wgmma,
          int Late = 8, int Consumers = 2>
struct attention_schedule {
  static constexpr int block_n = BlockN;
  static constexpr int stages = Stages;
  static constexpr attention_turns turns = Turns;
  static constexpr int late = Late;
  static constexpr int consumers = Consumers;
};

// The schedules that were the fastest on average among those tried, for lengths of 1024 to 16384
// (docs/attention.md; of e4m3 at depth 128, 192 keys a step are faster from 8192 keys on).
template <class T, int D>
using attention_schedule_for = std::conditional_t<
    D == 256,
    attention_schedule<64, 2, sizeof(T) == 2 ? attention_turns::none : attention_turns::at_wgmma>,
    std::conditional_t<
        D == 128,
        std::conditional_t<sizeof(T) == 2, attention_schedule<128, 2, attention_turns::at_wgmma>,
                           attention_schedule<128, 3, attention_turns::at_exponentials, 16>>,
        std::conditional_t<sizeof(T) == 2,
                           attention_schedule<128, 3, attention_turns::at_wgmma, 8, 3>,
                           attention_schedule<192, 2, attention_turns::at_exponentials, 24>>>>;

namespace detail {

// Rows of 128 bytes, swizzled, or of 64 where a row has no more.
template <class T, int Elements>
using attention_rows =
    std::conditional_t<(Elements * static_cast<int>(sizeof(T)) >= 128),
                       GMMA::Layout_K_SW128_Atom<T>, GMMA::Layout_K_SW64_Atom<T>>;

// Stores O from registers to shared memory, Columns columns at a time. T is the type of V. Where it
// has 16 bits, stmatrix writes swizzled rows of 128 bytes; where it has 8, the accumulator's
// columns are in order_of_columns, so that a thread has four neighbours, which it stores at once.
// Half a warp stores four rows, which are in different banks if a row has 32 bytes.
template <class T, class TO, int Columns>
struct attention_output {
  using element = TO;
  static constexpr bool is_8bit = sizeof(T) == 1;
  using tile = Shape<_64, Int<Columns>>;
  using mma =
      decltype(make_tiled_mma(GMMA::rs_op_selector<TO, TO, float, Shape<_64, Int<Columns>, _16>,
                                                   GMMA::Major::K, GMMA::Major::MN>()));
  using acc_layout = decltype(partition_fragment_C(mma{}, tile{}).layout());
  static constexpr int values = Columns / 2;  // of a thread
  using row_atom =
      std::conditional_t<is_8bit, GMMA::Layout_K_SW32_Atom<TO>, attention_rows<TO, Columns>>;
  // 64 rows and 16 columns: thread (q,g,warp), values (4 columns,2 rows).
  using tv = Layout<Shape<Shape<_4, _8, _4>, Shape<_4, _2>>,
                    Stride<Stride<_256, _1, _16>, Stride<_64, _8>>>;
  using store = std::conditional_t<
      is_8bit, TiledCopy<Copy_Atom<UniversalCopy<std::uint64_t>, TO>, tv, Shape<_64, _16>>,
      decltype(make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, TO>{}, mma{}))>;
  // The registers in the order in which they are rounded and stored -> those of the accumulator.
  using order = std::conditional_t<is_8bit,
                                   Layout<Shape<Shape<Shape<_2, _2>, _2>, _1, Int<Columns / 16>>,
                                          Stride<Stride<Stride<_4, _1>, _2>, _0, _8>>,
                                   acc_layout>;
  using columns = std::conditional_t<is_8bit, order_of_columns<Columns>, Layout<Int<Columns>>>;
  // (thread,value) -> element of O: of the accumulator, and of the copy.
  using elements =
      decltype(make_layout(Layout<_64>{}, composition(Layout<Int<Columns>, _64>{}, columns{})));
  using acc_of_thread = decltype(mma::thrfrg_C(elements{}));
  using values_of_thread = decltype(make_layout(layout<0>(acc_of_thread{}),
                                                composition(layout<1>(acc_of_thread{}), order{})));
  using stored_of_thread = decltype(store::tidfrg_S(Layout<tile>{}));
  using row_of_value = Layout<Shape<_2, _2, Int<Columns / 8>>, Stride<_0, _1, _0>>;

  template <class To>
  using places = decltype(store::tidfrg_D(To{}));
  template <class To>
  using bank_proofs = std::conditional_t<
      is_8bit,
      theorems<theorem<access_width<64, TO>, places<To>>,
               theorem<free_of_bank_conflicts<shared_store<64>, TO>, places<To>>>,
      theorems<theorem<access_width<128, TO>, places<To>>,
               theorem<free_of_bank_conflicts<stmatrix<4>, TO>, places<To>>>>;
  template <class To>
  using proofs =
      theorems<theorem<owns_every_element<>, decltype(store::tidfrg_D(Layout<tile>{})), tile>,
               theorem<same_elements, stored_of_thread, values_of_thread>, bank_proofs<To>>;
};

// T is the type of Q, K and V, TO that of O, D the depth of a head.
template <class T, int D, class Schedule, class TO>
struct attention_tiles {
  static_assert(std::is_same_v<T, half_t> || std::is_same_v<T, bfloat16_t> ||
                    std::is_same_v<T, float_e4m3_t>,
                "attention_wgmma: Q, K and V are half_t, bfloat16_t or float_e4m3_t");
  static_assert(std::is_same_v<T, TO> ? sizeof(T) == 2
                                      : sizeof(T) == 1 && (std::is_same_v<TO, half_t> ||
                                                           std::is_same_v<TO, bfloat16_t>),
                "attention_wgmma: O has the type of V, or half_t or bfloat16_t where V is e4m3");
  static_assert(D == 64 || D == 128 || D == 256,
                "attention_wgmma: the depth of a head is 64, 128 or 256");
  using element = T;
  using element_o = TO;
  static constexpr int bytes = static_cast<int>(sizeof(T));
  static constexpr int depth = D;
  static constexpr bool is_8bit = bytes == 1;
  static constexpr int consumers = Schedule::consumers;
  static constexpr int block_m = 64 * consumers;
  static constexpr int block_n = Schedule::block_n;
  static constexpr int threads = 128 * (consumers + 1);
  static constexpr int k_of_mma = 32 / bytes;
  static constexpr int columns = D == 256 ? 64 : D;  // of a piece of O
  // Whether P V sums up the rows of P too: V has 8 columns of ones after its own, the fewest that
  // wgmma takes. At the other depths it is not faster (64), or no instruction has as many (256).
  static constexpr bool sums_by_mma = is_8bit && D == 128;
  static constexpr int columns_of_vt = D + (sums_by_mma ? 8 : 0);
  using tile_q = Shape<_64, Int<D>>;                // of a consumer
  using tile_k = Shape<Int<block_n>, Int<D>>;       // K's and V's
  using tile_o = Shape<_64, Int<columns>>;          // a piece of a consumer's
  using tile_acc = Shape<_64, Int<columns_of_vt>>;  // of P V
  static constexpr attention_numbers numbers{
      .stages = Schedule::stages,
      .stages_q = D * bytes == 512 ? 1 : 2,
      .bytes_of_q = pipeline::bytes_of_stage<T, tile_q>,
      .bytes_of_o = pipeline::bytes_of_stage<TO, tile_o>,
      .pieces = D / columns,
      .bytes_of_k = pipeline::bytes_of_stage<T, tile_k>,
      .turns = Schedule::turns,
      .transposes = is_8bit,
      .parts_of_v = is_8bit ? parts_of_v<block_n, D> : 1,
      .bytes_of_vt = pipeline::bytes_of_stage<T, Shape<Int<columns_of_vt>, Int<block_n>>>,
      .consumers = consumers};
  static constexpr int stages = numbers.stages;
  static constexpr int late =
      numbers.turns == attention_turns::at_exponentials ? Schedule::late : 0;
  // P may grow to 2^8 before O is rescaled. With 8-bit elements, which go from 2^-9 to 448, P
  // begins at 2^6, so that small weights are not rounded to 0, and may grow to 2^8.75.
  static constexpr int log2_of_one = is_8bit ? 6 : 0;
  static constexpr int quarters_of_slack = is_8bit ? 11 : 32;
  using softmax =
      std::conditional_t<sums_by_mma, softmax_for_8bit<2, log2_of_one, quarters_of_slack>,
                         softmax_in_f32<2, log2_of_one, quarters_of_slack>>;
  using output = attention_output<T, TO, columns>;

  // wgmma reads V transposed: 16-bit elements from the buffer of V itself, 8-bit elements from a
  // buffer of their own.
  using row_atom = attention_rows<T, D>;
  using sQ_layout =
      decltype(tile_to_shape(row_atom{}, Shape<_64, Int<D>, Int<consumers * numbers.stages_q>>{}));
  using sK_layout = decltype(tile_to_shape(row_atom{}, Shape<Int<block_n>, Int<D>, Int<stages>>{}));
  using sV_layout = sK_layout;
  using row_atom_of_vt =
      std::conditional_t<is_8bit, attention_rows<T, block_n % 128 == 0 ? 128 : 64>,
                         GMMA::Layout_MN_SW128_Atom<T>>;
  static constexpr int period_of_vt = block_n % 128 == 0 ? 1024 : 512;  // of its swizzle, in bytes
  using sVt_layout = decltype(tile_to_shape(
      row_atom_of_vt{}, Shape<Int<columns_of_vt>, Int<block_n>, Int<stages>>{},
      std::conditional_t<is_8bit, Step<_1, _2, _3>, Step<_2, _1, _3>>{}));
  using sO_layout = decltype(tile_to_shape(typename output::row_atom{},
                                           Shape<_64, Int<columns>, Int<consumers>>{}));
  using sQ_stage = decltype(take<0, 2>(sQ_layout{}));
  using sK_stage = decltype(take<0, 2>(sK_layout{}));
  using sVt_stage = decltype(take<0, 2>(sVt_layout{}));
  using sVt_of_v = decltype(composition(  // the rows of V^T that are V's, before those of ones
      sVt_stage{}, Layout<Shape<Int<D>, Int<block_n>>, Stride<_1, Int<columns_of_vt>>>{}));
  using sO_stage = decltype(take<0, 2>(sO_layout{}));
  static constexpr GMMA::Major major_v = is_8bit ? GMMA::Major::K : GMMA::Major::MN;

  using work_layout = Layout<Shape<_1, Int<consumers * numbers.stages_q>>>;

  using mma_s = decltype(make_tiled_mma(
      GMMA::ss_op_selector<T, T, float, Shape<_64, Int<block_n>, Int<k_of_mma>>, GMMA::Major::K,
                           GMMA::Major::K>()));
  using mma_o = decltype(make_tiled_mma(
      wgmma<columns_of_vt, float, T, T, operand_in::registers, GMMA::Major::K, major_v,
            GMMA::ScaleIn::One, GMMA::ScaleIn::One, false>{}));
  using tile_s = Shape<_64, Int<block_n>>;
  using acc_s_layout = decltype(partition_fragment_C(mma_s{}, tile_s{}).layout());
  using acc_o_layout = decltype(partition_fragment_C(mma_o{}, tile_acc{}).layout());
  using S_rows = decltype(accumulator_by_rows(acc_s_layout{}));  // (row,column)
  using O_rows = decltype(accumulator_by_rows(acc_o_layout{}));
  // P: the registers of S in the order of operand A, ((..),MMA_M,MMA_K).
  using P_order = decltype(accumulator_as_operand_a<8 * bytes>(acc_s_layout{}));
  using P_layout = decltype(make_layout(shape(P_order{})));
  // (thread,value) -> element of S: of its accumulator in that order, and of operand A of P V,
  // whose k are keys in the order in which V^T has them.
  using keys_of_p = std::conditional_t<is_8bit, order_of_keys<block_n>, Layout<Int<block_n>>>;
  using s_of_thread = decltype(mma_s::thrfrg_C(Layout<tile_s>{}));
  using s_in_order = decltype(make_layout(layout<0>(s_of_thread{}),
                                          composition(layout<1>(s_of_thread{}), P_order{})));
  using p_of_thread = decltype(mma_o::thrfrg_A(
      make_layout(Layout<_64>{}, composition(Layout<Int<block_n>, _64>{}, keys_of_p{}))));

  // 16-bit V^T is MN-major, in V's memory.
  template <class V, class Vt>
  struct in_place {
    using registers = Layout<_0>;
    using proofs = theorems<theorem<equivalent, decltype(select<1, 0, 2>(V{})), Vt>>;
  };
  template <class V, class Vt>
  struct by_transpose : attention_transpose<T, block_n, D, V, Vt> {
    using base = attention_transpose<T, block_n, D, V, Vt>;
    using proofs = theorems<typename base::proofs,
                            theorem<equivalent, typename base::keys_in_order, keys_of_p>,
                            theorem<aligned<period_of_vt, T>, decltype(layout<2>(sVt_layout{}))>>;
  };
  using transpose = std::conditional_t<is_8bit, by_transpose<sK_stage, sVt_of_v>,
                                       in_place<sV_layout, sVt_layout>>;
  using ones = attention_ones<T, block_n>;
  using proofs_of_ones = std::conditional_t<sums_by_mma, typename ones::proofs, theorems<>>;
  using proofs =
      theorems<theorem<injective, sQ_layout>, theorem<injective, sK_layout>,
               // Q and K are K-major operands
               theorem<canonical_for_wgmma<GMMA::Major::K, T>, sQ_layout>,
               theorem<canonical_for_wgmma<GMMA::Major::K, T>, sK_layout>,
               theorem<canonical_for_wgmma<major_v, T>, sVt_layout>, typename transpose::proofs,
               proofs_of_ones,
               // each tile begins at a period of its swizzle
               theorem<aligned<1024, T>, decltype(layout<2>(sQ_layout{}))>,
               theorem<aligned<1024, T>, decltype(layout<2>(sK_layout{}))>,
               theorem<aligned<1024, TO>, decltype(layout<2>(sO_layout{}))>,
               // each element of S and O has one thread, by rows and columns too
               theorem<owns_every_element<>, decltype(mma_s::get_layoutC_TV()), tile_s>,
               theorem<owns_every_element<>, decltype(mma_o::get_layoutC_TV()), tile_acc>,
               theorem<compact, S_rows>, theorem<compact, O_rows>, theorem<compact, P_order>,
               // the accumulator of S is operand A of P V
               theorem<same_elements, p_of_thread, s_in_order>,
               typename output::template proofs<sO_stage>,
               // which tiles of keys are visited, and which need masks, for every length
               attention_masks_are_exact<block_n>>;
  static_assert(proofs::hold);

  // The number of a thread's columns of S, from its first one on, that lie before column n: a
  // thread has two neighbours of every eight.
  TILEPROOF_HOST_DEVICE static constexpr int columns_below(int n) {
    int const m = n < 0 ? 0 : n < block_n ? n : block_n;
    return m / 8 * 2 + (m % 8 < 2 ? m % 8 : 2);
  }
  static_assert(block_n <= 256, "attention_wgmma: a step has 256 keys at most");

  // A tile in the coordinates of a TMA copy, whose tensor is (length,D,heads,batch): from a row on,
  // and from column piece * its columns.
  template <class Tile, class Copy>
  TILEPROOF_HOST_DEVICE static auto tile_at(Copy const& copy, int row, int head, int batch,
                                            int piece = 0) {
    constexpr int most = attention_keys::all;
    auto const all = copy.get_tma_tensor(make_shape(most, Int<D>{}, most, most));
    auto const moved = domain_offset(make_coord(row, _0{}, head, batch), all);
    return local_tile(take<0, 2>(moved), Tile{}, make_coord(_0{}, piece));
  }
};

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
