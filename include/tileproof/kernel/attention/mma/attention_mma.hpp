// SPDX-License-Identifier: BSL-1.0
//
// attention_mma: O = softmax(scale * Q K^T) V on sm_80 and newer, with warp-level MMA (mma.sync),
// ldmatrix and cp.async. Use attention_wgmma on sm_90. Its pipeline is a proved protocol
// (kernel/attention/mma/protocol.hpp).
//
//   using kernel = attention_mma<half_t, 128>;
//   status const s = launch_attention<kernel>(g, stream);   // kernel/attention/arguments.hpp
//
//   kernel/attention/mma/tiles.hpp      its layouts, and the theorems about them
//   kernel/attention/mma/arguments.hpp  its arguments
//
//   Q (BLK_M,d) x K^T (d,BLK_N)             ->  S (BLK_M,BLK_N)  in registers: softmax
//   P (BLK_M,BLK_N), the registers of S  x V (BLK_N,d)  ->  O (BLK_M,d)
#pragma once

#include <tileproof/atom/round_to.hpp>
#include <tileproof/kernel/attention/any_size.hpp>
#include <tileproof/kernel/attention/exponentials.hpp>
#include <tileproof/kernel/attention/mma/arguments.hpp>
#include <tileproof/kernel/attention/mma/tiles.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/kernel/common/opaque.hpp>
#include <tileproof/machine/payload.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tensor/fill.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The loop of a protocol with one tile (machine/machine.hpp).
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
struct attention_mma : detail::attention_mma_tiles<T, D, Schedule> {
  using tiles = detail::attention_mma_tiles<T, D, Schedule>;
  using tiles::block_m, tiles::block_n, tiles::stages, tiles::threads, tiles::rows;
  using typename tiles::tile_q, typename tiles::tile_k, typename tiles::tile_s,
      typename tiles::sQ_layout, typename tiles::sK_layout, typename tiles::sVt_layout,
      typename tiles::shared, typename tiles::protocol, typename tiles::fetch,
      typename tiles::store, typename tiles::tiled_mma, typename tiles::read_q,
      typename tiles::read_k, typename tiles::read_v, typename tiles::write_o,
      typename tiles::acc_s_layout, typename tiles::acc_o_layout, typename tiles::S_rows,
      typename tiles::O_rows, typename tiles::P_layout;
  using any_size = detail::attention_of_any_size<block_m>;
  using rows_of_head = Shape<typename any_size::length, Int<D>>;
  using proofs = theorems<
      typename tiles::proofs, typename any_size::proofs,
      theorem<holds_for_all_integers<detail::rows_of_log_sum_are_apart>>,
      theorem<accesses_stay_inside<8, 1, detail::below_rows_left<block_m>>, rows_of_head, tile_q>,
      theorem<accesses_stay_inside<8, 1, detail::below_rows_left<block_n>>, rows_of_head, tile_k>,
      theorem<accesses_stay_inside<8, 1>, rows_of_head, tile_q>,  // of O
      theorem<holds_for_all_integers<
          detail::rows_of_heads_have_their_offsets<detail::attention_mma_operand<T*>>>>>;
  static_assert(proofs::hold);
  using element = T;
  using element_o = T;
  static constexpr bool is_attention_mma = true;
  static constexpr int depth = D;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const at = args.order(ctx.block_x());
    detail::attention_mma_lengths const of = args.lengths_of(at.batch);
    int const first_row = at.m * block_m;
    if (first_row >= of.keys.length_q) return;
    key_tiles const visited = of.keys.template tiles<block_n>(first_row, block_m);
    int const steps = detail::uniform(visited.count());
    int const last = detail::uniform(visited.last - 1);
    key_range const seen = of.keys.seen_by_all(first_row, block_m);  // other tiles need masks
    int const first_seen = detail::uniform(seen.first);
    int const end_seen = detail::uniform(seen.end);

    // Rows [row,row + size) of a head. Rows past the end are not accessed.
    auto const rows_of = [&](auto const& t, auto tile, std::int64_t row, int head) {
      auto const p = t.p + t.offset_of(row, std::int64_t{head}, std::int64_t{at.batch}, t.row,
                                       t.head, t.batch);
      return make_tensor(make_gmem_ptr(assume_aligned<16>(p)), tile,
                         make_stride(multiple_of<8, decltype(t.row)>(t.row), _1{}));
    };
    int const head_kv = detail::head_of_keys(at.head, args.heads_of_kv);
    auto const first_key = [&](int n) { return (last - n) * block_n; };
    int key = first_key(-1);  // the first of a step, counted down in each
    auto const gQ = rows_of(args.q, tile_q{}, of.first_q + first_row, at.head);  // (BLK_M,D)
    auto const sQ = shared::template tensor<typename protocol::Q>(ctx);          // (BLK_M,D)
    auto const sO = shared::template tensor<typename protocol::O>(ctx);          // (BLK_M,D)
    auto const sK = shared::template tensor<typename protocol::K>(ctx);          // (BLK_N,D,PIPE)
    auto const sV = shared::template tensor<typename protocol::V>(ctx);          // (BLK_N,D,PIPE)
    auto const sVt = make_tensor(sV.data(), sVt_layout{});                       // (D,BLK_N,PIPE)

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
    detail::softmax_in_few_registers<rows, Schedule::early_sums> softmax{};
    clear(acc_o);
    softmax.begin();

    // Copies rows; those from `count` on become zero.
    auto const fetch_rows = [&](auto const& from, auto const& to, int count) {
      constexpr int most = static_cast<int>(decltype(size<1>(from))::value) * threads / 8;
      if (count >= most) {
        copy(fetch{}, from, to);
      } else {
        TILEPROOF_UNROLL
        for (int m = 0; m < size<1>(from); ++m) {
          if (is_inside(static_cast<int>(get<0>(tCcC(0, m, 0))), count))
            copy(fetch{}, from(_, m, _), to(_, m, _));
          else
            clear(to(_, m, _));
        }
      }
    };
    // The thread's number, which the compiler has to compute anew in each step, since it does not
    // know that a key is never negative. So the addresses of the fragments occupy no registers
    // between steps.
    auto const opaque_thread = [&] { return ctx.thread() + (key >> 31); };
    auto const fetch_keys = [&](auto const& t, auto const& to, int n) {
      if (n >= steps) return;
      int const key = first_key(n);
      auto const thr = fetch{}.get_slice(opaque_thread());
      auto const from = thr.partition_S(
          detail::opaque(rows_of(t, tile_k{}, of.first_k + key, head_kv)));  // (CPY,CPY_N,CPY_D)
      fetch_rows(from, to, detail::rows_left(of.keys.length_k, key));
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
              return tiles::of_stages(read_k{}.get_slice(opaque_thread()).partition_S(sK));
            },
            [&](buffer_v) {
              return tiles::of_stages(read_v{}.get_slice(opaque_thread()).partition_S(sVt));
            },
            [&](buffer_o) { return store{}.get_slice(ctx.thread()).partition_S(sO); }},
        pipeline::on_destination{[&](buffer_q) { return tQsQ; },
                                 [&](buffer_k) { return tiles::of_stages(tKsK); },
                                 [&](buffer_v) { return tiles::of_stages(tVsV); },
                                 [&](buffer_o) { return thr_write.partition_D(sO); }},
        pipeline::on_copy{[&](buffer_q, auto const& to, int) {
                            fetch_rows(tQgQ, to, detail::rows_left(of.keys.length_q, first_row));
                          },
                          [&](buffer_k, auto const& to, int n) { fetch_keys(args.k, to, n); },
                          [&](buffer_v, auto const& to, int n) { fetch_keys(args.v, to, n); }},
        pipeline::on_compute{
            [&](auto const& q, auto const& k) {
              key -= block_n;
              clear(acc_s);
              tiles::template multiply<D / 16, block_n / 16, D / 64>(
                  mma, tSrQ, tSrK, acc_s, [&](int i) { copy(read_q{}, q(_, _, i), tXrQ(_, _, i)); },
                  [&](int n, int i) { copy(read_k{}, k(_, n, i), tXrK(_, n, i)); });
            },
            [&](typename protocol::softmax) {
              if (key < first_seen || key + block_n > end_seen)
                tiles::mask_scores(of.keys, first_row, key, tScS, S);
              softmax.next(S);
              softmax.grow(ctx, S, args.scale);
              softmax.exponentials(S, args.scale);
              TILEPROOF_UNROLL
              for (int i = 0; i < rows; ++i) TILEPROOF_UNROLL
              for (int c = 0; c < D / 4; ++c) sums(i, c) *= softmax.scale[i];
            },
            [&](auto const& v) {
              tiles::template multiply<block_n / 16, D / 16, 1>(
                  mma, tOrP, tOrV, acc_o,
                  [&](int i) { tiles::round_pairs(P(_, _, i), tOrP(_, _, i)); },
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
                               if (is_inside(first_row + row, of.keys.length_q))
                                 args.log_sum[first + row] = softmax.log_sum(i, args.scale.log2);
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
            if (is_inside(first_row + static_cast<int>(get<0>(tCcC(0, m, 0))), of.keys.length_q))
              copy(store{}, tOrO(_, m, _), tOgO(_, m, _));
        }}};
    pipeline::run_protocol<protocol>(ctx, data, detail::one_tile_of_steps{steps});
  }

  // See detail::attention_mma_arguments_of.
  template <class... Addresses>
  static auto arguments_of(attention_arguments<T> const& g, Addresses... at) noexcept {
    return detail::attention_mma_arguments_of(g, block_m, at...);
  }
};

#if defined(__CUDACC__)
// Checks the arguments and launches Kernel, an attention_mma, with a block for each tile of rows of
// each head. Asynchronous. Result: a status of check_attention or of launch.
template <class Kernel>
  requires(Kernel::is_attention_mma)
status launch_attention(attention_arguments<typename Kernel::element> const& g,
                        cudaStream_t stream) noexcept {
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
