// SPDX-License-Identifier: BSL-1.0
//
// attention_wgmma: O = softmax(scale * Q K^T) V on sm_90, by TMA and wgmma. Persistent; one warp
// loads, two or three warpgroups multiply 64 rows of Q each; its pipeline is a proved protocol
// (kernel/attention/wgmma/protocol.hpp).
//
//   Q (64,D) of a consumer x K^T (D,BLK_N)  ->  S (64,BLK_N)  in registers: softmax
//   P (64,BLK_N), the registers of S        x V (BLK_N,D)     ->  O (64,D)
//
//   using kernel = attention_wgmma<half_t, 128>;
//   status const s = launch_attention<kernel>(g, stream);   // kernel/attention/arguments.hpp
#pragma once

#include <tileproof/kernel/attention/any_size.hpp>
#include <tileproof/kernel/attention/wgmma/launch.hpp>
#include <tileproof/kernel/attention/wgmma/rows.hpp>
#include <tileproof/kernel/attention/wgmma/tiles.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/protocol/registers_of.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {
template <class Kernel, class Context, class Arguments>
struct attention_loads;
template <class Kernel, class Context, class Arguments>
struct attention_multiplies;
}  // namespace detail

// T is the type of Q, K and V, half_t, bfloat16_t or float_e4m3_t; D the depth of a head, 64, 128
// or 256; TO the type of O, T or, for float_e4m3_t, half_t or bfloat16_t. Sums and the softmax are
// in f32, P is rounded to T. Lengths, heads, strides, masks: attention_arguments. Refusals:
// check_attention.
template <class T, int D, class Schedule = attention_schedule_for<T, D>,
          class TO = std::conditional_t<sizeof(T) == 1, bfloat16_t, T>>
struct attention_wgmma : detail::attention_maps<detail::attention_tiles<T, D, Schedule, TO>> {
  // ---- tiles: (64,D) of Q and O, (BLK_N,D) of K and V; of Q and O, one of each consumer
  using tiles = detail::attention_tiles<T, D, Schedule, TO>;
  static constexpr int blocks_per_sm = 1;
  static constexpr bool is_dependent = true;

  // ---- the protocol, and the memory of its buffers
  using protocol = detail::attention_protocol<tiles::numbers>;
  static_assert(require<sound_protocol>(protocol{}));
  using shared = pipeline::memory<
      protocol, pipeline::bind<typename protocol::Q, T, typename tiles::sQ_layout>,
      pipeline::bind<typename protocol::K, T, typename tiles::sK_layout>,
      pipeline::bind<typename protocol::V, T, typename tiles::sV_layout>,
      pipeline::bind<typename protocol::O, TO, typename tiles::sO_layout>,
      pipeline::bind<typename protocol::Vt, T, typename tiles::sVt_layout>,
      pipeline::bind<typename protocol::Work, detail::attention_work, typename tiles::work_layout,
                     alignof(detail::attention_work)>>;
  static_assert(shared::bytes <= shared_bytes_sm90,
                "attention_wgmma: the stages of Q, K, V and O do not fit in shared memory: take "
                "fewer keys a step or fewer stages");
  using proofs =
      theorems<typename tiles::proofs,
               typename detail::attention_of_any_size<tiles::block_m>::proofs,
               typename detail::attention_maps_of_any_size<attention_wgmma>::proofs,
               theorem<fits_register_file<tiles::threads>, pipeline::registers_of<protocol>>>;
  static_assert(proofs::hold);

  // ---- a block
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    if (ctx.thread() == 0) {
      prefetch_tma_descriptor(args.q);
      prefetch_tma_descriptor(args.k);
      prefetch_tma_descriptor(args.v);
      prefetch_tma_descriptor(args.o);
    }
    auto const make = [&](auto role) {
      if constexpr (requires { role.number; })
        return detail::attention_multiplies<attention_wgmma, Context, Arguments>{{ctx, args},
                                                                                 role.number};
      else
        return detail::attention_loads<attention_wgmma, Context, Arguments>{ctx, args};
    };
    pipeline::run_protocol<shared>(ctx, make, args.trips_of(ctx.block_x()));
  }
};

namespace detail {

// The payload of a consumer: 64 rows of Q, their scores, softmax and sums.
template <class Kernel, class Context, class Arguments>
struct attention_multiplies : consumer_rows<typename Kernel::tiles, Context, Arguments> {
  using protocol = typename Kernel::protocol;
  using tiles = typename Kernel::tiles;
  using rows = consumer_rows<tiles, Context, Arguments>;
  using rows::acc_o, rows::acc_s, rows::args, rows::ctx, rows::mma, rows::scores, rows::softmax,
      rows::tOrP, rows::work;
  int const number;

  // ---- S = Q K^T, and O += P V of the keys before
  template <class StageQ, class StageK>
  TILEPROOF_KERNEL void gemm(typename protocol::Scores, StageQ const& tSrQ, StageK const& tSrK) {
    typename tiles::mma_s of_scores{};
    of_scores.accumulate_ = GMMA::ScaleOut::Zero;
    TILEPROOF_UNROLL
    for (int i = 0; i < static_cast<int>(decltype(size<2>(tSrQ))::value); ++i) {
      tileproof::gemm(of_scores, tSrQ(_, _, i), tSrK(_, _, i), acc_s);
      of_scores.accumulate_ = GMMA::ScaleOut::One;
    }
  }
  template <class P, class StageV>
  TILEPROOF_KERNEL void gemm(typename protocol::Acc, P, StageV const& tOrVt) {
    TILEPROOF_UNROLL
    for (int i = 0; i < static_cast<int>(decltype(size<2>(tOrVt))::value); ++i) {
      tileproof::gemm(mma, tOrP(_, _, i), tOrVt(_, _, i), acc_o);
      mma.accumulate_ = GMMA::ScaleOut::One;
    }
  }
  TILEPROOF_KERNEL void read(typename protocol::Scores) { warpgroup_fence_operand(acc_s); }
  TILEPROOF_KERNEL void read(typename protocol::Acc) { warpgroup_fence_operand(acc_o); }
  // The operands, (1,1,MMA_K,PIPE).
  TILEPROOF_KERNEL auto tensor(typename protocol::Q) const {
    return typename tiles::mma_s{}.get_slice(_0{}).partition_fragment_A(
        Kernel::shared::template tensor<typename protocol::Q>(ctx));
  }
  TILEPROOF_KERNEL auto tensor(typename protocol::K) const {
    return typename tiles::mma_s{}.get_slice(_0{}).partition_fragment_B(
        Kernel::shared::template tensor<typename protocol::K>(ctx));
  }
  TILEPROOF_KERNEL auto tensor(typename protocol::Values) const {
    return typename tiles::mma_o{}.get_slice(_0{}).partition_fragment_B(
        make_tensor(Kernel::shared::template data<typename protocol::Values>(ctx),
                    typename tiles::sVt_layout{}));
  }

  // ---- softmax: the first step of a tile, and any other
  TILEPROOF_KERNEL void compute(typename protocol::first_maxima) {
    this->mask();
    softmax.next(scores());
  }
  TILEPROOF_KERNEL void compute(typename protocol::first_exponentials) {
    softmax.begin(ctx, scores(), args.scale);
    softmax.template exponentials<tiles::late>(scores(), args.scale);
  }
  TILEPROOF_KERNEL void compute(typename protocol::maxima) {
    --this->key_tile;
    compute(typename protocol::first_maxima{});
  }
  TILEPROOF_KERNEL void compute(typename protocol::grown_exponentials) {
    softmax.grow(ctx, scores(), args.scale);
    softmax.template exponentials<tiles::late>(scores(), args.scale);
  }
  TILEPROOF_KERNEL void write(typename protocol::P) { this->round_p(); }
  TILEPROOF_KERNEL void write(typename protocol::Acc) { this->rescale(); }
  // A consumer's turn at the exponentials ends when it has computed them.
  TILEPROOF_KERNEL int after(typename protocol::Turn) const
    requires(tiles::numbers.turns == attention_turns::at_exponentials)
  {
    return softmax.after_exponentials();
  }

  // ---- a tile: its rows, and O and the logarithms of the tile before
  TILEPROOF_KERNEL void open(int) { this->end_tile(); }
  TILEPROOF_KERNEL int steps() const { return work.visited.count(); }
  template <class Stage>
  TILEPROOF_KERNEL void read(typename protocol::Work, Stage const& from, int,
                             typename protocol::keys_of_rows) {
    work = from(_0{});
    this->key_tile = work.visited.last - 1;
  }
  template <class Stage>
  TILEPROOF_KERNEL void read(typename protocol::Work, Stage const& from, int,
                             typename protocol::place_of_rows) {
    this->work_before = from(_0{});
  }
  TILEPROOF_KERNEL void write(typename protocol::Scores) { this->begin_tile_of_zeros(); }
  TILEPROOF_KERNEL void compute(typename protocol::end_of_last_tile) { this->end_tile(); }
  TILEPROOF_KERNEL void compute(typename protocol::log_sums) {
    mma.accumulate_ = GMMA::ScaleOut::Zero;
    if constexpr (!tiles::sums_by_mma) {  // otherwise P V computes them
      this->softmax_before.close(ctx);
      this->store_log_sums();
    }
  }
  template <class Stage>
  TILEPROOF_KERNEL void write(typename protocol::O, Stage const& to, int n) {
    this->write_piece(to, n);
  }
  template <class Stage>
  TILEPROOF_KERNEL void store(typename protocol::O, Stage const& from, int n) {
    auto const& of = this->work_before;
    auto const slice = args.o.get_slice(_0{});
    copy(args.o, slice.partition_S(from),
         slice.partition_D(tiles::template tile_at<typename tiles::tile_o>(
             args.o, of.row_o, of.head, of.batch_o, n)));
  }
};

// The payload of the producer: tiles of Q, K and V by TMA, the work that it hands to the consumers,
// and V that it transposes where its elements have 8 bits.
template <class Kernel, class Context, class Arguments>
struct attention_loads {
  using protocol = typename Kernel::protocol;
  using tiles = typename Kernel::tiles;
  Context const& ctx;
  Arguments const& args;
  attention_order::place at{};
  attention_sequence of{};
  key_tiles visited{};
  struct place {
    int row, head, batch;
  };
  place keys{attention_keys::all, 0, 0};  // of the step before; at first outside of K: zeros
  place values = keys;                    // of the one before that
  decltype(make_tensor<typename tiles::element>(typename tiles::transpose::registers{})) tVrV{};

  TILEPROOF_KERNEL void open(int tile) {
    at = args.order(tile);
    of = args.lengths.of(at.batch);
    visited = of.template tiles<tiles::block_n>(at.m * tiles::block_m, tiles::block_m);
  }
  // The machine asks after the loads of Q. The first keys are computed then, since registers are
  // few.
  TILEPROOF_KERNEL int steps() {
    keys = {of.row_k + visited.last * tiles::block_n, head_of_keys(at.head, args.heads_of_kv),
            of.batch_k};
    return visited.count();
  }
  template <class Stage>
  TILEPROOF_KERNEL void write(typename protocol::Work, Stage const& to, pipeline::numbered n) {
    to(_0{}) = attention_work::of(of, at, visited, first_row(n), 64);
  }
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(typename protocol::Q, Stage const& to, Barrier const& full,
                             pipeline::numbered n) {
    load<typename tiles::tile_q>(args.q, of.row_q + first_row(n), at.head, of.batch_q, to, full);
  }
  // The last keys come first: with a causal mask, only the keys of the first step need masking.
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(typename protocol::K, Stage const& to, Barrier const& full, int) {
    keys.row -= tiles::block_n;
    load<typename tiles::tile_k>(args.k, keys.row, keys.head, keys.batch, to, full);
  }
  // Place n + 1 has the values of step n. They are loaded after the keys of that step where they
  // are transposed, and after those of the next one where they are not.
  template <class Stage, class Barrier>
  TILEPROOF_KERNEL void load(typename protocol::V, Stage const& to, Barrier const& full, int) {
    place const& p = tiles::is_8bit ? keys : values;
    load<typename tiles::tile_k>(args.v, p.row, p.head, p.batch, to, full);
    values = keys;
  }
  // V to V^T, of 8-bit elements, through registers.
  template <class Stage>
  TILEPROOF_KERNEL void read(typename protocol::V, Stage const& from, int, int part) {
    tiles::transpose::load(ctx.thread(), from, tVrV, part);
  }
  template <class Stage>
  TILEPROOF_KERNEL void write(typename protocol::Vt, Stage const& to, int, int part) {
    auto const of_v = make_tensor(to.data(), typename tiles::sVt_of_v{});
    tiles::transpose::store(ctx.thread(), tVrV, of_v, part);
    if constexpr (tiles::sums_by_mma) {
      if (part == 0)
        tiles::ones::store(ctx.thread(), local_tile(to, typename tiles::ones::tile{},
                                                    make_coord(Int<tiles::depth / 8>{}, _0{})));
    }
  }

 private:
  // The first row of the consumer to which place n of this tile belongs.
  TILEPROOF_KERNEL int first_row(pipeline::numbered n) const {
    return at.m * tiles::block_m + 64 * n.offset;
  }
  template <class Tile, class Copy, class Stage, class Barrier>
  TILEPROOF_KERNEL static void load(Copy const& by, int row, int head, int batch, Stage const& to,
                                    Barrier const& full) {
    auto const slice = by.get_slice(_0{});
    copy(by.with(*full), slice.partition_S(tiles::template tile_at<Tile>(by, row, head, batch)),
         slice.partition_D(to));
  }
};

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
