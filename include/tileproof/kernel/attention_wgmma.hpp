// SPDX-License-Identifier: BSL-1.0
//
// attention_wgmma: O = softmax(scale * Q K^T) V on sm_90, by TMA and wgmma. Persistent; one warp
// loads, two warpgroups multiply 64 rows of Q each; its pipeline is a proved protocol
// (kernel/attention_protocol.hpp).
//
//   using kernel = attention_wgmma<half_t, 128>;
//   status const s = launch_attention<kernel>(g, stream);   // kernel/attention_arguments.hpp
//
//   Q (64,d) of a warpgroup x K^T (d,BLK_N)  ->  S (64,BLK_N)  in registers: softmax
//   P (64,BLK_N), the registers of S         x V (BLK_N,d)     ->  O (64,d)
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/atom/round_to.hpp>
#include <tileproof/atom/wgmma/accumulator_views.hpp>
#include <tileproof/kernel/attention_arguments.hpp>
#include <tileproof/kernel/attention_order.hpp>
#include <tileproof/kernel/attention_protocol.hpp>
#include <tileproof/kernel/launch.hpp>
#include <tileproof/kernel/online_softmax.hpp>
#include <tileproof/pipeline/registers_of.hpp>
#include <tileproof/pipeline/run_protocol.hpp>
#include <tileproof/prove.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// BlockN keys in a step, Stages steps of keys and values under way; PingPong: the warpgroups take
// turns at issuing wgmma, so that the softmax of one runs beside the other's.
template <int BlockN = 128, int Stages = 2, bool PingPong = true>
struct attention_schedule {
  static constexpr int block_n = BlockN;
  static constexpr int stages = Stages;
  static constexpr bool takes_turns = PingPong;
};

// T is half_t or bfloat16_t; D the depth of a head, 64 or 128. Sums and the softmax are in f32, P is
// rounded to T. Lengths, heads, strides, masks: attention_arguments. Refusals: check_attention.
template <class T, int D, class Schedule = attention_schedule<>>
struct attention_wgmma {
  static_assert(std::is_same_v<T, half_t> || std::is_same_v<T, bfloat16_t>,
                "attention_wgmma: Q, K, V and O are half_t or bfloat16_t");
  static_assert(D == 64 || D == 128, "attention_wgmma: the depth of a head is 64 or 128");
  using element = T;
  static constexpr int depth = D;
  static constexpr int threads = 384;
  static constexpr int blocks_per_sm = 1;
  static constexpr bool is_dependent = true;
  static constexpr int block_m = 128;
  static constexpr int block_n = Schedule::block_n;
  static constexpr int stages = Schedule::stages;
  using tile_q = Shape<_64, Int<D>>;            // of a consumer; O's too
  using tile_k = Shape<Int<block_n>, Int<D>>;   // K's and V's

  // Rows of 128 bytes, swizzled. V is multiplied transposed, where it lies.
  using row_atom = GMMA::Layout_K_SW128_Atom<T>;
  using sQ_layout = decltype(tile_to_shape(row_atom{}, Shape<_64, Int<D>, _2>{}));
  using sK_layout = decltype(tile_to_shape(row_atom{}, Shape<Int<block_n>, Int<D>, Int<stages>>{}));
  using sV_layout = sK_layout;
  using sVt_layout = decltype(tile_to_shape(GMMA::Layout_MN_SW128_Atom<T>{},
                                            Shape<Int<D>, Int<block_n>, Int<stages>>{},
                                            Step<_2, _1, _3>{}));
  using sQ_stage = decltype(take<0, 2>(sQ_layout{}));
  using sK_stage = decltype(take<0, 2>(sK_layout{}));

  using protocol = detail::attention_protocol<stages, 64 * D * 2, block_n * D * 2,
                                              Schedule::takes_turns>;
  static_assert(require<sound_protocol>(protocol{}));
  using shared =
      shared_memory<field<T, cosize_v<sQ_layout>, 1024>, field<T, cosize_v<sK_layout>, 1024>,
                    field<T, cosize_v<sV_layout>, 1024>, field<T, cosize_v<sQ_layout>, 1024>,
                    field<std::uint64_t, pipeline::barrier_words<protocol>, 8>>;

  using mma_s = decltype(make_tiled_mma(
      GMMA::ss_op_selector<T, T, float, Shape<_64, Int<block_n>, _16>, GMMA::Major::K,
                           GMMA::Major::K>()));
  using mma_o = decltype(make_tiled_mma(
      GMMA::rs_op_selector<T, T, float, Shape<_64, Int<D>, _16>, GMMA::Major::K,
                           GMMA::Major::MN>()));
  using acc_s_layout = decltype(partition_fragment_C(mma_s{}, Shape<_64, Int<block_n>>{}).layout());
  using acc_o_layout = decltype(partition_fragment_C(mma_o{}, tile_q{}).layout());
  using S_rows = decltype(accumulator_by_rows(acc_s_layout{}));  // (row,column)
  using O_rows = decltype(accumulator_by_rows(acc_o_layout{}));
  using P_layout = decltype(accumulator_as_operand_a(acc_s_layout{}));
  using store_o = decltype(make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, T>{}, mma_o{}));

  // (thread,value) -> element of S, and of operand A of P V: the same registers.
  using tile_s = Shape<_64, Int<block_n>>;
  using s_of_thread = decltype(mma_s::thrfrg_C(Layout<tile_s>{}));
  using p_of_thread = decltype(mma_o::thrfrg_A(Layout<tile_s>{}));
  using proofs = theorems<
      theorem<injective, sQ_layout>, theorem<injective, sK_layout>,
      // Q and K are K-major operands; V^T is MN-major, in V's memory
      theorem<canonical_for_wgmma<GMMA::Major::K, T>, sQ_layout>,
      theorem<canonical_for_wgmma<GMMA::Major::K, T>, sK_layout>,
      theorem<canonical_for_wgmma<GMMA::Major::MN, T>, sVt_layout>,
      theorem<equivalent, decltype(select<1, 0, 2>(sV_layout{})), sVt_layout>,
      // each tile begins at a period of its swizzle
      theorem<aligned<1024, T>, decltype(layout<2>(sQ_layout{}))>,
      theorem<aligned<1024, T>, decltype(layout<2>(sK_layout{}))>,
      // each element of S and O has one thread, by rows and columns too
      theorem<owns_every_element<>, decltype(mma_s::get_layoutC_TV()), tile_s>,
      theorem<owns_every_element<>, decltype(mma_o::get_layoutC_TV()), tile_q>,
      theorem<compact, S_rows>, theorem<compact, O_rows>, theorem<compact, P_layout>,
      // the accumulator of S is operand A of P V, register for register
      theorem<same_elements, p_of_thread, s_of_thread>,
      theorem<equivalent, P_layout, acc_s_layout>,
      // O through shared memory
      theorem<owns_every_element<>, decltype(store_o::tidfrg_D(Layout<tile_q>{})), tile_q>,
      theorem<access_width<128, T>, decltype(store_o::tidfrg_D(sQ_stage{}))>,
      theorem<free_of_bank_conflicts<stmatrix<4>, T>, decltype(store_o::tidfrg_D(sQ_stage{}))>,
      theorem<fits_register_file<threads>, pipeline::registers_of<protocol>>>;
  static_assert(proofs::hold);

  // ---- tensor maps: (length,d,heads,batch)
  template <class P>
  static auto whole(P p, attention_tensor<T const> const& t, std::int64_t length,
                    std::int64_t heads, std::int64_t batch) {
    return make_tensor(p, make_shape(static_cast<int>(length), Int<D>{}, static_cast<int>(heads),
                                     static_cast<int>(batch)),
                       make_stride(t.row, _1{}, t.head, t.batch));
  }
  template <class E, class L>
  static auto map_q(Tensor<E, L> const& q) {
    return try_make_tma_copy(SM90_TMA_LOAD{}, q, sQ_stage{}, tile_q{});
  }
  template <class E, class L>
  static auto map_k(Tensor<E, L> const& k) {
    return try_make_tma_copy(SM90_TMA_LOAD{}, k, sK_stage{}, tile_k{});
  }
  template <class E, class L>
  static auto map_o(Tensor<E, L> const& o) {
    return try_make_tma_copy(SM90_TMA_STORE{}, o, sQ_stage{}, tile_q{});
  }
  template <class U>
  using whole_of = decltype(whole(make_gmem_ptr(static_cast<U*>(nullptr)), {}, 0, 0, 0));
  using tma_q = decltype(map_q(std::declval<whole_of<T const>>()).copy);
  using tma_k = decltype(map_k(std::declval<whole_of<T const>>()).copy);
  using tma_o = decltype(map_o(std::declval<whole_of<T>>()).copy);

  // A kernel's arguments. L is the pointer to log_sum, of the type that the context's global memory
  // has.
  template <class L>
  struct arguments {
    tma_q q;
    tma_k k, v;
    tma_o o;
    attention_keys keys;
    attention_order order;
    divisor heads_of_kv;  // heads that share K and V
    int heads, heads_kv, batch;
    float scale_log2;
    L log_sum;
    bool has_log_sum;
    int blocks;  // in the grid

    TILEPROOF_HOST_DEVICE key_tiles tiles_of(int m) const {
      return keys.tiles<block_n>(m * block_m, block_m);
    }
  };
  // The trips of a block (pipeline/machine.hpp).
  template <class Arguments>
  struct trips_of {
    Arguments const& args;
    int block;
    TILEPROOF_HOST_DEVICE int tiles() const { return args.order.tiles_of(block, args.blocks); }
    TILEPROOF_HOST_DEVICE int tile(int i) const { return args.order.tile(i, block, args.blocks); }
    TILEPROOF_HOST_DEVICE int steps(int i) const {
      return args.tiles_of(args.order(tile(i)).m).count();
    }
  };

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    if (ctx.thread() == 0) {
      prefetch_tma_descriptor(args.q);
      prefetch_tma_descriptor(args.k);
      prefetch_tma_descriptor(args.v);
      prefetch_tma_descriptor(args.o);
    }
    trips_of<Arguments> const trips{args, ctx.block_x()};
    auto const make = [&](auto role) {
      using R = decltype(role);
      if constexpr (R::threads == 1)
        return loads(ctx, args);
      else
        return multiplies<R::number>(ctx, args);
    };
    pipeline::run_protocol<protocol>(ctx, ctx.shared(shared{}, _4{}), make, trips);
  }

  // The data of the producer.
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static auto loads(Context const& ctx, Arguments const& args) {
    auto const sQ = make_tensor(ctx.shared(shared{}, _0{}), sQ_layout{});  // (64,D,consumer)
    auto const sK = make_tensor(ctx.shared(shared{}, _1{}), sK_layout{});  // (BLK_N,D,PIPE)
    auto const sV = make_tensor(ctx.shared(shared{}, _2{}), sV_layout{});
    auto const shape_k = make_shape(args.keys.length_k, Int<D>{}, args.heads_kv, args.batch);
    auto const mQ = args.q.get_tma_tensor(
        make_shape(args.keys.length_q, Int<D>{}, args.heads, args.batch));
    auto const gQ = local_tile(mQ, append(append(tile_q{}, _1{}), _1{}), make_coord(_, _0{}, _, _));
    auto const tile = append(append(tile_k{}, _1{}), _1{});
    auto const gK = local_tile(args.k.get_tma_tensor(shape_k), tile, make_coord(_, _0{}, _, _));
    auto const gV = local_tile(args.v.get_tma_tensor(shape_k), tile, make_coord(_, _0{}, _, _));
    auto const q = tma_partition(args.q, group_modes<0, 2>(sQ), group_modes<0, 4>(gQ));
    auto const k = tma_partition(args.k, group_modes<0, 2>(sK), group_modes<0, 4>(gK));
    auto const v = tma_partition(args.v, group_modes<0, 2>(sV), group_modes<0, 4>(gV));
    return load_payload<Arguments, std::remove_cv_t<decltype(q)>, std::remove_cv_t<decltype(k)>>{
        args, q, k, v};
  }
  template <class Arguments, class PartsOfQ, class PartsOfK>
  struct load_payload {
    Arguments const& args;
    PartsOfQ q;
    PartsOfK k, v;
    attention_order::place at{};
    int head_kv = 0;
    int last = 0;  // tile of keys
    TILEPROOF_KERNEL void open(int tile) {
      at = args.order(tile);
      head_kv = at.head / args.heads_of_kv;
      key_tiles const t = args.tiles_of(at.m);
      last = t.last - 1;
    }
    TILEPROOF_KERNEL auto tensor(typename protocol::Q) const { return q.shared; }
    TILEPROOF_KERNEL auto tensor(typename protocol::K) const { return k.shared; }
    TILEPROOF_KERNEL auto tensor(typename protocol::V) const { return v.shared; }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename protocol::Q, Stage const& to, Barrier const& full,
                               pipeline::numbered n) {
      copy(args.q.with(*full), q.global(_, 2 * at.m + n.offset, at.head, at.batch), to);
    }
    // The last keys first: behind the first step, those of a causal mask need no more masking.
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename protocol::K, Stage const& to, Barrier const& full, int n) {
      copy(args.k.with(*full), k.global(_, last - n, head_kv, at.batch), to);
    }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename protocol::V, Stage const& to, Barrier const& full, int n) {
      copy(args.v.with(*full), v.global(_, last - n, head_kv, at.batch), to);
    }
  };

  // The data of consumer I.
  template <int I, class Context, class Arguments>
  TILEPROOF_KERNEL static auto multiplies(Context const& ctx, Arguments const& args) {
    auto const sQ = make_tensor(ctx.shared(shared{}, _0{}), sQ_layout{});    // (64,D,consumer)
    auto const sK = make_tensor(ctx.shared(shared{}, _1{}), sK_layout{});    // (BLK_N,D,PIPE)
    auto const sVt = make_tensor(ctx.shared(shared{}, _2{}), sVt_layout{});  // (D,BLK_N,PIPE)
    auto const sO = make_tensor(ctx.shared(shared{}, _3{}), sQ_layout{});    // (64,D,consumer)
    auto const tSrQ = mma_s{}.get_slice(_0{}).partition_fragment_A(sQ);      // (1,1,MMA_K,consumer)
    auto const tSrK = mma_s{}.get_slice(_0{}).partition_fragment_B(sK);      // (1,1,MMA_K,PIPE)
    auto const tOrVt = mma_o{}.get_slice(_0{}).partition_fragment_B(sVt);    // (1,1,MMA_K,PIPE)
    auto const own = sO(_, _, Int<I>{});
    auto const mO = args.o.get_tma_tensor(
        make_shape(args.keys.length_q, Int<D>{}, args.heads, args.batch));
    auto const gO = local_tile(mO, append(append(tile_q{}, _1{}), _1{}), make_coord(_, _0{}, _, _));
    return multiply_payload<I, Context, Arguments, std::remove_cv_t<decltype(tSrQ)>,
                            std::remove_cv_t<decltype(tSrK)>, std::remove_cv_t<decltype(tOrVt)>,
                            std::remove_cv_t<decltype(own)>, std::remove_cv_t<decltype(gO)>>{
        ctx, args, tSrQ, tSrK, tOrVt, own, gO};
  }
  template <int I, class Context, class Arguments, class Q, class K, class V, class O, class G>
  struct multiply_payload {
    Context const& ctx;
    Arguments const& args;
    Q q;
    K k;
    V v;
    O o;
    G gO;
    attention_order::place at{};
    int key_tile = 0;  // of this step
    mma_o mma{};
    decltype(make_tensor<float>(acc_s_layout{})) acc_s{};
    decltype(make_tensor<float>(acc_o_layout{})) acc_o{};
    decltype(make_tensor<T>(P_layout{})) tOrP{};
    detail::online_softmax<2> softmax{};

    TILEPROOF_KERNEL void open(int tile) {
      at = args.order(tile);
      key_tile = args.tiles_of(at.m).last - 1;
      mma.accumulate_ = GMMA::ScaleOut::Zero;
    }
    TILEPROOF_KERNEL auto tensor(typename protocol::Q) const { return q; }
    TILEPROOF_KERNEL auto tensor(typename protocol::K) const { return k; }
    TILEPROOF_KERNEL auto tensor(typename protocol::V) const { return v; }
    TILEPROOF_KERNEL auto tensor(typename protocol::O) const { return o; }
    template <class StageQ, class StageK>
    TILEPROOF_KERNEL void gemm(typename protocol::Scores, StageQ const& tSrQ, StageK const& tSrK) {
      mma_s scores{};
      scores.accumulate_ = GMMA::ScaleOut::Zero;
      TILEPROOF_UNROLL
      for (int i = 0; i < D / 16; ++i) {
        tileproof::gemm(scores, tSrQ(_, _, i), tSrK(_, _, i), acc_s);
        scores.accumulate_ = GMMA::ScaleOut::One;
      }
    }
    template <class P, class StageV>
    TILEPROOF_KERNEL void gemm(typename protocol::Acc, P, StageV const& tOrVt) {
      TILEPROOF_UNROLL
      for (int i = 0; i < block_n / 16; ++i) {
        tileproof::gemm(mma, tOrP(_, _, i), tOrVt(_, _, i), acc_o);
        mma.accumulate_ = GMMA::ScaleOut::One;
      }
    }
    TILEPROOF_KERNEL void read(typename protocol::Scores) { warpgroup_fence_operand(acc_s); }
    TILEPROOF_KERNEL void read(typename protocol::Acc) { warpgroup_fence_operand(acc_o); }
    // The first softmax of the rows, any other, and the logarithms of their sums.
    TILEPROOF_KERNEL void compute(_0) {
      mask();
      auto S = make_tensor(acc_s.data(), S_rows{});
      softmax.first(ctx, S, args.scale_log2);
    }
    TILEPROOF_KERNEL void compute(_1) {
      --key_tile;
      mask();
      auto S = make_tensor(acc_s.data(), S_rows{});
      softmax.next(ctx, S, args.scale_log2);
    }
    TILEPROOF_KERNEL void compute(_2) {
      softmax.close(ctx);
      auto const by = rows_of_thread();
      if (args.has_log_sum && ctx.thread() % 4 == 0) {
        TILEPROOF_UNROLL
        for (int i = 0; i < 2; ++i) {
          int const row = first_row() + static_cast<int>(get<0>(by(i, 0)));
          if (row < args.keys.length_q)
            args.log_sum[(std::int64_t{at.batch} * args.heads + at.head) * args.keys.length_q +
                         row] = softmax.log_sum(i, args.scale_log2);
        }
      }
    }
    TILEPROOF_KERNEL void write(typename protocol::Acc) { rescale(softmax.scale); }
    TILEPROOF_KERNEL void write(typename protocol::P) { convert(acc_s, tOrP); }
    template <class Stage>
    TILEPROOF_KERNEL void write(typename protocol::O, Stage const& to, int) {
      auto rounded = make_tensor<T>(acc_o_layout{});
      auto const sums = make_tensor(acc_o.data(), O_rows{});
      auto rows = make_tensor(rounded.data(), O_rows{});
      float const by[2] = {softmax.reciprocal(0), softmax.reciprocal(1)};
      // Rows that see no key are 0, whatever V has there.
      TILEPROOF_UNROLL
      for (int i = 0; i < 2; ++i)
        TILEPROOF_UNROLL
        for (int c = 0; c < D / 4; c += 2)
          round_pair(by[i] == 0 ? 0.0f : sums(i, c) * by[i],
                     by[i] == 0 ? 0.0f : sums(i, c + 1) * by[i], &rows(i, c));
      auto const store = store_o{}.get_slice(ctx.thread() % 128);
      copy(store, store.retile_S(rounded), store.partition_D(to));
    }
    template <class Stage>
    TILEPROOF_KERNEL void store(typename protocol::O, Stage const& from, int) {
      auto const tma = args.o.get_slice(_0{});
      copy(args.o, tma.partition_S(from),
           tma.partition_D(gO(_, _, _0{}, _0{}, 2 * at.m + I, at.head, at.batch)));
    }

   private:
    TILEPROOF_KERNEL int first_row() const { return at.m * block_m + I * 64; }
    // The coordinates of this thread's scores: (row,column) -> (m,n).
    TILEPROOF_KERNEL auto rows_of_thread() const {
      auto const all = mma_s{}.get_slice(ctx.thread() % 128)
                           .partition_C(make_identity_tensor(tile_s{}));
      return make_tensor(all.data(), accumulator_by_rows(all.layout()));
    }
    TILEPROOF_KERNEL void mask() {
      if (!args.keys.template must_mask<block_n>(key_tile, first_row(), 64)) return;
      auto const by = rows_of_thread();
      auto S = make_tensor(acc_s.data(), S_rows{});
      TILEPROOF_UNROLL
      for (int i = 0; i < 2; ++i) {
        int const row = first_row() + static_cast<int>(get<0>(by(i, 0)));
        int const first = args.keys.first_of(row) - key_tile * block_n;
        int const end = args.keys.end_of(row) - key_tile * block_n;
        TILEPROOF_UNROLL
        for (int c = 0; c < block_n / 4; ++c) {
          int const column = static_cast<int>(get<1>(by(i, c)));
          if (column < first || column >= end) S(i, c) = -INFINITY;
        }
      }
    }
    TILEPROOF_KERNEL void rescale(float const (&by)[2]) {
      auto rows = make_tensor(acc_o.data(), O_rows{});
      TILEPROOF_UNROLL
      for (int i = 0; i < 2; ++i)
        TILEPROOF_UNROLL
        for (int c = 0; c < D / 4; ++c) rows(i, c) *= by[i];
    }
    // Rounds element by element, in the order of the registers.
    template <class From, class To>
    TILEPROOF_KERNEL static void convert(From const& from, To& to) {
      constexpr int n = static_cast<int>(decltype(size(from.layout()))::value);
      copy(make_tensor(from.data(), Layout<Int<n>>{}), make_tensor(to.data(), Layout<Int<n>>{}));
    }
  };
};

namespace detail {

// The arguments of a kernel for those of a caller, whose tensors are at q, k, v, o and log_sum:
// pointers, or on the CPU checked pointers. Result: them, and whether TMA takes the tensors. Pre:
// check_attention is ok, and there are rows.
template <class Arguments>
struct attention_launch {
  bool is_described;
  Arguments args;
};
template <class Kernel, class G, class PQ, class PK, class PO, class PL>
auto attention_launch_of(G const& g, PQ q, PK k, PK v, PO o, PL log_sum, int blocks) noexcept {
  constexpr int d = Kernel::depth;
  using T = typename Kernel::element;
  // Where there are no keys one is described, which no row sees.
  std::int64_t const keys = g.length_k == 0 ? 1 : g.length_k;
  auto const distances = [](attention_tensor<T const> t, std::int64_t length, std::int64_t heads,
                            std::int64_t batch) {  // those of extent 1 are not used, and may be 0
    if (length == 1) t.row = d;
    if (heads == 1) t.head = d;
    if (batch == 1) t.batch = d;
    return t;
  };
  auto const of_kv = [&](attention_tensor<T const> const& t) {
    return g.length_k == 0 ? attention_tensor<T const>{nullptr, d, 0, 0}
                           : distances(t, keys, g.heads_kv, g.batch);
  };
  auto const from_q = Kernel::map_q(Kernel::whole(
      make_gmem_ptr(q), distances(g.q, g.length_q, g.heads, g.batch), g.length_q, g.heads, g.batch));
  auto const from_k =
      Kernel::map_k(Kernel::whole(make_gmem_ptr(k), of_kv(g.k), keys, g.heads_kv, g.batch));
  auto const from_v =
      Kernel::map_k(Kernel::whole(make_gmem_ptr(v), of_kv(g.v), keys, g.heads_kv, g.batch));
  auto const to = Kernel::map_o(Kernel::whole(
      make_gmem_ptr(o), distances({g.o.p, g.o.row, g.o.head, g.o.batch}, g.length_q, g.heads, g.batch),
      g.length_q, g.heads, g.batch));
  auto const of = [](std::int64_t n) { return static_cast<int>(n); };
  constexpr float log2_e = 1.4426950408889634f;
  std::int64_t const tiles_m = (g.length_q + Kernel::block_m - 1) / Kernel::block_m;
  bool const is_even = g.right >= g.length_k && g.left >= g.length_q;
  attention_order const order(of(tiles_m), of(g.heads), of(g.batch), is_even, blocks);
  using arguments = typename Kernel::template arguments<PL>;
  return attention_launch<arguments>{
      from_q && from_k && from_v && to,
      {from_q.copy,
       from_k.copy,
       from_v.copy,
       to.copy,
       {of(g.length_q), of(g.length_k), of(g.left < attention_keys::all ? g.left : attention_keys::all),
        of(g.right < attention_keys::all ? g.right : attention_keys::all)},
       order,
       divisor(of(g.heads / g.heads_kv)),
       of(g.heads),
       of(g.heads_kv),
       of(g.batch),
       g.scale * log2_e,
       log_sum,
       g.log_sum != nullptr,
       blocks}};
}

}  // namespace detail

#if defined(__CUDACC__)
// Checks the arguments, makes the tensor maps and launches Kernel, an attention_wgmma, on as many
// blocks as the device runs at a time. Asynchronous. Result: a status of check_attention or of
// launch, or tensor_map_refused.
template <class Kernel>
status launch_attention(attention_arguments<typename Kernel::element> const& g,
                        cudaStream_t stream) noexcept {
  if (status const s = check_attention<Kernel::depth>(g); s != status::ok) return s;
  if (g.batch == 0 || g.heads == 0 || g.length_q == 0) return status::ok;
  using arguments = typename Kernel::template arguments<float*>;
  std::int64_t const tiles =
      (g.length_q + Kernel::block_m - 1) / Kernel::block_m * g.heads * g.batch;
  grid_of_blocks const grid = persistent_grid<Kernel, arguments>(tiles);
  // Without keys nothing is read from K and V, which then may be null.
  auto const* const k = g.length_k == 0 ? g.q.p : g.k.p;
  auto const* const v = g.length_k == 0 ? g.q.p : g.v.p;
  auto const l = detail::attention_launch_of<Kernel>(g, g.q.p, k, v, g.o.p, g.log_sum,
                                                     static_cast<int>(grid.x));
  return l.is_described ? launch<Kernel>(grid, l.args, stream) : status::tensor_map_refused;
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
