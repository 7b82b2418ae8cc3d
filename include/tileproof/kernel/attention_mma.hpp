// SPDX-License-Identifier: BSL-1.0
//
// attention_mma: O = softmax(scale * Q K^T) V on sm_80 and newer, with warp-level MMA (mma.sync),
// ldmatrix and cp.async. Use attention_wgmma on sm_90. Its pipeline is a proved protocol
// (kernel/attention_mma_protocol.hpp).
//
//   using kernel = attention_mma<half_t, 128>;
//   status const s = launch_attention<kernel>(g, stream);   // kernel/attention_arguments.hpp
//
//   Q (BLK_M,d) x K^T (d,BLK_N)             ->  S (BLK_M,BLK_N)  in registers: softmax
//   P (BLK_M,BLK_N), the registers of S  x V (BLK_N,d)  ->  O (BLK_M,d)
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/accumulator_views.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/round_to.hpp>
#include <tileproof/kernel/attention_arguments.hpp>
#include <tileproof/kernel/attention_masks.hpp>
#include <tileproof/kernel/attention_mma_protocol.hpp>
#include <tileproof/kernel/attention_order.hpp>
#include <tileproof/kernel/gemm_proofs.hpp>
#include <tileproof/kernel/launch.hpp>
#include <tileproof/kernel/opaque.hpp>
#include <tileproof/kernel/running_softmax.hpp>
#include <tileproof/pipeline/payload.hpp>
#include <tileproof/pipeline/run_protocol.hpp>
#include <tileproof/tensor/fill.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A block of Warps warps has Rows rows of Q and visits the keys in steps of Keys; Stages steps of
// keys are in shared memory, one of them being filled. BlocksPerSm bounds the registers of a
// thread: 2 blocks of 128 threads have 255 each. EarlySums: see running_softmax.
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

// An integer that is the same in all threads, to the compiler too: it lies in a uniform register.
TILEPROOF_KERNEL int uniform(int i) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync(0xffffffffu, i);
#else
  return i;
#endif
}

// In place of the pointers to the offsets of batches, where all have one length.
struct no_offsets {};

// The loop of a protocol with one tile (pipeline/machine.hpp).
struct one_tile_of_steps {
  int n;
  TILEPROOF_KERNEL static constexpr int tiles() { return 1; }
  TILEPROOF_KERNEL static constexpr int tile(int) { return 0; }
  TILEPROOF_KERNEL int steps(int) const { return n; }
};

}  // namespace detail

// T is half_t or bfloat16_t; D the depth of a head, 64, 128 or 256. Sums and the softmax are in
// f32, P is rounded to T. Lengths, heads, strides, masks: attention_arguments. Refusals:
// check_attention.
template <class T, int D, class Schedule = detail::attention_mma_schedule_of<D>>
struct attention_mma {
  static_assert(std::is_same_v<T, half_t> || std::is_same_v<T, bfloat16_t>,
                "attention_mma: Q, K, V and O are half_t or bfloat16_t");
  static_assert(D == 64 || D == 128 || D == 256,
                "attention_mma: the depth of a head is 64, 128 or 256");
  static_assert(Schedule::block_m % (16 * Schedule::warps) == 0 && Schedule::block_n % 16 == 0,
                "attention_mma: a warp has a multiple of 16 rows, a step a multiple of 16 keys");
  using element = T;
  using element_o = T;
  static constexpr bool is_attention_mma = true;
  static constexpr int depth = D;
  static constexpr int warps = Schedule::warps;
  static constexpr int threads = 32 * warps;
  static constexpr int blocks_per_sm = Schedule::blocks_per_sm;
  static constexpr int block_m = Schedule::block_m;
  static constexpr int block_n = Schedule::block_n;
  static constexpr int stages = Schedule::stages;
  static constexpr int ahead = 2;              // pairs of n, loaded before they are multiplied
  using tile_q = Shape<Int<block_m>, Int<D>>;  // O's too
  using tile_k = Shape<Int<block_n>, Int<D>>;  // K's and V's
  using tile_s = Shape<Int<block_m>, Int<block_n>>;  // S's and P's

  // Rows of 128 bytes, swizzled by 16. V is multiplied transposed, where it lies.
  using row_atom =
      decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
  using sQ_layout = decltype(tile_to_shape(row_atom{}, tile_q{}));  // (BLK_M,D)
  using sK_layout =
      decltype(tile_to_shape(row_atom{}, append(tile_k{}, Int<stages>{})));  // (BLK_N,D,PIPE)
  using sVt_layout = decltype(composition(
      sK_layout{}, Layout<Shape<Int<D>, Int<block_n>, Int<stages>>,
                          Stride<Int<block_n>, _1, Int<D * block_n>>>{}));  // (D,BLK_N,PIPE)
  using sK_stage = detail::first_stage<sK_layout>;                          // V's too
  using sVt_stage = detail::first_stage<sVt_layout>;
  using shared =
      shared_memory<field<T, cosize_v<sQ_layout>, 1024>, field<T, cosize_v<sK_layout>, 1024>,
                    field<T, cosize_v<sK_layout>, 1024>>;
  using protocol = detail::attention_mma_protocol<threads, stages>;
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
  using proofs_of_rows = theorems<
      theorem<injective, Memory>,
      detail::proofs_of_fetch<fetch, T, 128, major::k, Tile, 100, Memory>,
      theorem<free_of_bank_conflicts<cp_async_cg, T>, detail::destination_of<fetch, Memory>,
              detail::source_of<fetch, detail::operand_tile<major::k, Tile>>>>;
  template <class Read, class Access, class Fragment, class Memory>
  using proofs_of_read =
      theorems<theorem<same_elements, Fragment, typename Read::LayoutD_TV>,
               theorem<access_width<128, T>, detail::source_of<Read, Memory>>,
               theorem<free_of_bank_conflicts<Access, T>, detail::source_of<Read, Memory>>>;
  using proofs = theorems<
      // Q, K and V to shared memory
      proofs_of_rows<tile_q, sQ_layout>, proofs_of_rows<tile_k, sK_stage>,
      detail::stages_are_alike<T, 1024, sK_layout>,
      theorem<equivalent, decltype(select<1, 0>(sK_stage{})), sVt_stage>,
      theorem<fits_in_bytes<shared_bytes_sm80, T>, sQ_layout, sK_layout, sK_layout>,
      // to fragments, which cover S and O
      detail::proofs_of_fragments<tiled_mma>,
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
      theorem<owns_every_element<>, detail::destination_of<write_o, Layout<tile_q>>, tile_q>,
      theorem<access_width<32, T>, detail::destination_of<write_o, sQ_layout>>,
      theorem<free_of_bank_conflicts<shared_store<32>, T>,
              detail::destination_of<write_o, sQ_layout>>,
      theorem<owns_every_element<>, detail::source_of<store, Layout<tile_q>>, tile_q>,
      theorem<free_of_bank_conflicts<shared_load<128>, T>, detail::source_of<store, sQ_layout>>,
      theorem<sector_efficiency<global_store<128>, T>,
              detail::destination_of<store, detail::operand_tile<major::k, tile_q>>>>;
  static_assert(proofs::hold);

  // What a block reads of a batch: its rows of Q and keys begin behind those of the batches before.
  struct lengths {
    int first_q, first_k;
    attention_keys keys;
  };
  // A tensor's address and distances (attention_tensor), of the type that the context's global
  // memory has.
  template <class P>
  struct operand {
    P p;
    std::int64_t row, head, batch;
  };
  // A kernel's arguments. Q, O and L are the pointers to Q, K and V, to O and to log_sum; I those
  // to the offsets of batches of various lengths, or no_offsets.
  template <class Q, class O, class L, class I>
  struct arguments {
    operand<Q> q, k, v;
    operand<O> o;
    attention_keys keys;  // of the longest batch, where there are offsets
    attention_order order;
    divisor heads_of_kv;  // heads that share K and V
    int heads, batch;
    float scale_log2, scale_o;
    L log_sum;
    bool has_log_sum;
    std::int64_t total_q;
    I offsets_q, offsets_k;

    TILEPROOF_KERNEL lengths lengths_of(int b) const {
      if constexpr (std::is_same_v<I, detail::no_offsets>) {
        return {0, 0, keys};
      } else {
        int const q = detail::uniform(offsets_q[b]);
        int const k = detail::uniform(offsets_k[b]);
        return {q,
                k,
                {detail::uniform(offsets_q[b + 1]) - q, detail::uniform(offsets_k[b + 1]) - k,
                 keys.left, keys.right}};
      }
    }
    // The place of a head's first row in log_sum, which is (batch,heads,length_q), or with offsets
    // (heads,total_q).
    TILEPROOF_HOST_DEVICE std::int64_t first_sum(attention_order::place const& at) const {
      if constexpr (std::is_same_v<I, detail::no_offsets>)
        return (std::int64_t{at.batch} * heads + at.head) * keys.length_q;
      else
        return at.head * total_q + offsets_q[at.batch];
    }
  };

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const at = args.order(ctx.block_x());
    lengths const of = args.lengths_of(at.batch);
    int const first_row = at.m * block_m;
    if (first_row >= of.keys.length_q) return;
    key_tiles const visited = of.keys.template tiles<block_n>(first_row, block_m);
    int const steps = detail::uniform(visited.count());
    int const last = detail::uniform(visited.last - 1);
    key_range const seen = of.keys.seen_by_all(first_row, block_m);  // in other tiles masks apply
    int const first_seen = detail::uniform(seen.first);
    int const end_seen = detail::uniform(seen.end);

    // Rows [row,row + size) of a head. They may reach past the end: then they are not accessed.
    auto const rows_of = [&](auto const& t, auto tile, std::int64_t row, int head) {
      auto const p = t.p + (at.batch * t.batch + head * t.head + row * t.row);
      return make_tensor(make_gmem_ptr(assume_aligned<16>(p)), tile,
                         make_stride(multiple_of<8, std::int64_t>(t.row), _1{}));
    };
    int const head_kv = at.head / args.heads_of_kv;
    auto const first_key = [&](int n) { return (last - n) * block_n; };
    int key = first_key(-1);  // the first of a step, counted down in each
    auto const gQ = rows_of(args.q, tile_q{}, of.first_q + first_row, at.head);  // (BLK_M,D)
    auto const sQ = make_tensor(ctx.shared(shared{}, _0{}), sQ_layout{});        // (BLK_M,D)
    auto const sK = make_tensor(ctx.shared(shared{}, _1{}), sK_layout{});        // (BLK_N,D,PIPE)
    auto const sV = make_tensor(ctx.shared(shared{}, _2{}), sK_layout{});        // (BLK_N,D,PIPE)
    auto const sVt = make_tensor(ctx.shared(shared{}, _2{}), sVt_layout{});      // (D,BLK_N,PIPE)

    auto const thr_fetch = fetch{}.get_slice(ctx.thread());
    auto const tQgQ = thr_fetch.partition_S(gQ);  // (CPY,CPY_M,CPY_D)
    auto const tQsQ = thr_fetch.partition_D(sQ);  // (CPY,CPY_M,CPY_D)
    auto const tKsK = thr_fetch.partition_D(sK);  // (CPY,CPY_N,CPY_D,PIPE)
    auto const tVsV = thr_fetch.partition_D(sV);  // (CPY,CPY_N,CPY_D,PIPE)
    using tile_qk = Shape<Int<(block_m > block_n ? block_m : block_n)>, Int<D>>;
    auto const tCcC = thr_fetch.partition_S(make_identity_tensor(tile_qk{}));

    auto const mma = tiled_mma{}.get_slice(ctx.thread());
    auto acc_s = make_tensor<float>(acc_s_layout{});       // (MMA,MMA_M,MMA_N)
    auto acc_o = make_tensor<float>(acc_o_layout{});       // (MMA,MMA_M,MMA_D)
    auto S = make_tensor(acc_s.data(), S_rows{});          // (row,column)
    auto sums = make_tensor(acc_o.data(), O_rows{});       // (row,column)
    auto const P = make_tensor(acc_s.data(), P_layout{});  // (MMA,MMA_M,MMA_N)
    auto const coordinates = mma.partition_C(make_identity_tensor(tile_s{}));
    auto const tScS = make_tensor(coordinates.data(), accumulator_by_rows(coordinates.layout()));
    auto const thr_write = write_o{}.get_slice(ctx.thread());
    detail::running_softmax<rows, Schedule::early_sums> softmax{};
    clear(acc_o);
    softmax.start();

    // Copies rows; those from `count` on become zero.
    auto const fetch_rows = [&](auto const& from, auto const& to, int count) {
      constexpr int most = static_cast<int>(decltype(size<1>(from))::value) * threads / 8;
      if (count >= most) {
        copy(fetch{}, from, to);
      } else {
        TILEPROOF_UNROLL
        for (int m = 0; m < size<1>(from); ++m) {
          if (static_cast<int>(get<0>(tCcC(0, m, 0))) < count)
            copy(fetch{}, from(_, m, _), to(_, m, _));
          else
            clear(to(_, m, _));
        }
      }
    };
    // The thread, to be computed anew in each step: a key is never negative, which the compiler
    // does not know. So the addresses of the fragments take no registers from step to step.
    auto const opaque_thread = [&] { return ctx.thread() + (key >> 31); };
    auto const fetch_keys = [&](auto const& t, auto const& to, int n) {
      if (n >= steps) return;
      int const key = first_key(n);
      auto const thr = fetch{}.get_slice(opaque_thread());
      auto const from = thr.partition_S(
          detail::opaque(rows_of(t, tile_k{}, of.first_k + key, head_kv)));  // (CPY,CPY_N,CPY_D)
      fetch_rows(from, to, of.keys.length_k - key);
    };
    // The fragments of Q and K, and of V, in the order of the instruction and of ldmatrix.
    auto tSrQ = mma.partition_fragment_A(sQ);              // (MMA,MMA_M,MMA_D)
    auto tSrK = mma.partition_fragment_B(sK(_, _, _0{}));  // (MMA,MMA_N,MMA_D)
    auto tOrV =
        mma.partition_fragment_B(make_tensor(sVt.data(), Layout<Shape<Int<D>, Int<block_n>>>{}));
    auto tOrP = make_fragment_like<T>(P);                         // (MMA,MMA_M,MMA_N)
    auto tXrQ = read_q{}.get_slice(ctx.thread()).retile_D(tSrQ);  // (CPY,CPY_M,CPY_D)
    auto tXrK = read_k{}.get_slice(ctx.thread()).retile_D(tSrK);  // (CPY,CPY_N,CPY_D)
    auto tXrV = read_v{}.get_slice(ctx.thread()).retile_D(tOrV);  // (CPY,CPY_D,CPY_N)

    using buffer_q = typename protocol::Q;
    using buffer_k = typename protocol::K;
    using buffer_v = typename protocol::V;
    using buffer_o = typename protocol::O;
    pipeline::payload data{
        pipeline::on_open{[](int) {}},
        pipeline::on_tensor{
            [&](buffer_q) { return read_q{}.get_slice(opaque_thread()).partition_S(sQ); },
            [&](buffer_k) {
              return of_stages(read_k{}.get_slice(opaque_thread()).partition_S(sK));
            },
            [&](buffer_v) {
              return of_stages(read_v{}.get_slice(opaque_thread()).partition_S(sVt));
            },
            [&](buffer_o) { return store{}.get_slice(ctx.thread()).partition_S(sQ); }},
        pipeline::on_destination{[&](buffer_q) { return tQsQ; },
                                 [&](buffer_k) { return of_stages(tKsK); },
                                 [&](buffer_v) { return of_stages(tVsV); },
                                 [&](buffer_o) { return thr_write.partition_D(sQ); }},
        pipeline::on_copy{[&](buffer_q, auto const& to, int) {
                            fetch_rows(tQgQ, to, of.keys.length_q - first_row);
                          },
                          [&](buffer_k, auto const& to, int n) { fetch_keys(args.k, to, n); },
                          [&](buffer_v, auto const& to, int n) { fetch_keys(args.v, to, n); }},
        pipeline::on_compute{
            [&](auto const& q, auto const& k) {
              key -= block_n;
              clear(acc_s);
              multiply<D / 16, block_n / 16, D / 64>(
                  mma, tSrQ, tSrK, acc_s, [&](int i) { copy(read_q{}, q(_, _, i), tXrQ(_, _, i)); },
                  [&](int n, int i) { copy(read_k{}, k(_, n, i), tXrK(_, n, i)); });
            },
            [&](_0) {
              if (key < first_seen || key + block_n > end_seen)
                mask_scores(of.keys, first_row, key, tScS, S);
              softmax.next(ctx, S, args.scale_log2);
              TILEPROOF_UNROLL
              for (int i = 0; i < rows; ++i)
                TILEPROOF_UNROLL
                for (int c = 0; c < D / 4; ++c) sums(i, c) *= softmax.scale[i];
            },
            [&](auto const& v) {
              multiply<block_n / 16, D / 16, 1>(
                  mma, tOrP, tOrV, acc_o, [&](int i) { round_pairs(P(_, _, i), tOrP(_, _, i)); },
                  [&](int n, int i) { copy(read_v{}, v(_, n, i), tXrV(_, n, i)); });
            }},
        pipeline::on_write{[](buffer_q, auto const&, int) {},  // on_copy has stored these
                           [](buffer_k, auto const&, int) {}, [](buffer_v, auto const&, int) {},
                           [&](buffer_o, auto const& to, int) {
                             softmax.close(ctx);
                             auto rounded = make_tensor<T>(acc_o_layout{});
                             auto const out = make_tensor(rounded.data(), O_rows{});
                             TILEPROOF_UNROLL
                             for (int i = 0; i < rows; ++i) {
                               // Rows that see no key are 0, whatever V has there.
                               float const by = softmax.reciprocal(i) * args.scale_o;
                               TILEPROOF_UNROLL
                               for (int c = 0; c < D / 4; c += 2)
                                 round_pair(by == 0 ? 0.0f : sums(i, c) * by,
                                            by == 0 ? 0.0f : sums(i, c + 1) * by, &out(i, c));
                             }
                             copy(write_o{}, thr_write.retile_S(rounded), to);
                             if (!args.has_log_sum || ctx.thread() % 4 != 0) return;
                             std::int64_t const first = args.first_sum(at) + first_row;
                             TILEPROOF_UNROLL
                             for (int i = 0; i < rows; ++i) {
                               int const row = static_cast<int>(get<0>(tScS(i, 0)));
                               if (first_row + row < of.keys.length_q)
                                 args.log_sum[first + row] = softmax.log_sum(i, args.scale_log2);
                             }
                           }},
        pipeline::on_read{[&](buffer_o, auto const& from, int) {
          auto const tOgO =
              store{}
                  .get_slice(opaque_thread())
                  .partition_D(detail::opaque(rows_of(args.o, tile_q{}, of.first_q + first_row,
                                                      at.head)));  // (CPY,CPY_M,CPY_D)
          auto tOrO = make_fragment_like(tOgO);
          copy(store{}, from, tOrO);
          TILEPROOF_UNROLL
          for (int m = 0; m < size<1>(tOgO); ++m)
            if (first_row + static_cast<int>(get<0>(tCcC(0, m, 0))) < of.keys.length_q)
              copy(store{}, tOrO(_, m, _), tOgO(_, m, _));
        }}};
    pipeline::run_protocol<protocol>(ctx, data, detail::one_tile_of_steps{steps});
  }

  // The only stage of a buffer of one.
  template <class Parts>
  TILEPROOF_KERNEL static auto of_stages(Parts const& t) {
    if constexpr (stages == 1)
      return t(_, _, _, _0{});
    else
      return t;
  }
  // C += A B^T for the k-blocks of A, (V,M,K), and the pairs of n of B, (V,N,K): K k-blocks of
  // Pairs pairs each. load_a(k) and load_b(pair, k) fill the registers of A and B, A's one k-block
  // ahead, B's `ahead` pairs: so few of them are live at a time. The k-blocks are taken in the
  // order 0, K / Runs, ..., 1, K / Runs + 1, ...: those a run apart have one swizzle, and so one
  // address.
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
    for (int m = 0; m < size<1>(from); ++m)
      TILEPROOF_UNROLL
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

  // The arguments for those of a caller, whose tensors are at q, k, v, o and log_sum: pointers, or
  // on the CPU checked pointers. Pre: check_attention is ok, and there are rows.
  template <class Q, class O, class L, class I = detail::no_offsets>
  static auto arguments_of(attention_arguments<T> const& g, Q q, Q k, Q v, O o, L log_sum,
                           I offsets_q = {}, I offsets_k = {}) noexcept {
    auto const of = [](std::int64_t n) { return static_cast<int>(n); };
    // Offsets take the place of a batch's distance.
    auto const operand_of = [](auto p, auto const& t) {
      return operand<decltype(p)>{p, t.row, t.head,
                                  std::is_same_v<I, detail::no_offsets> ? t.batch : 0};
    };
    return arguments<Q, O, L, I>{
        operand_of(q, g.q),
        operand_of(k, g.k),
        operand_of(v, g.v),
        operand_of(o, g.o),
        detail::longest_keys(g),
        // A block has one tile: under a mask those that take longest come first.
        detail::order_of_tiles(g, block_m, INT32_MAX),
        divisor(of(g.heads / g.heads_kv)),
        of(g.heads),
        of(g.batch),
        detail::scale_log2_of(g),
        g.scale_o,
        log_sum,
        g.log_sum != nullptr,
        g.total_q,
        offsets_q,
        offsets_k};
  }
};

#if defined(__CUDACC__)
// Checks the arguments and launches Kernel, an attention_mma, with a block for each tile of rows of
// each head. Asynchronous. Result: a status of check_attention or of launch.
template <class Kernel>
requires(Kernel::is_attention_mma) status
    launch_attention(attention_arguments<typename Kernel::element> const& g, cudaStream_t stream)
noexcept {
  if (status const s = check_attention<Kernel::depth>(g); s != status::ok) return s;
  if (g.batch == 0 || g.heads == 0 || g.length_q == 0) return status::ok;
  auto const launch_with = [&](auto... offsets) {
    auto const args = Kernel::arguments_of(g, g.q.p, g.k.p, g.v.p, g.o.p, g.log_sum, offsets...);
    return launch<Kernel>({args.order.count()}, args, stream);
  };
  if (g.has_offsets()) return launch_with(g.offsets_q, g.offsets_k);
  return launch_with();
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
