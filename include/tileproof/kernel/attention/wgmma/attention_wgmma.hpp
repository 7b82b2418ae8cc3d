// SPDX-License-Identifier: BSL-1.0
//
// attention_wgmma: O = softmax(scale * Q K^T) V on sm_90, by TMA and wgmma. Persistent; one warp
// loads, two warpgroups multiply 64 rows of Q each; its pipeline is a proved protocol
// (kernel/attention/wgmma/protocol.hpp).
//
//   using kernel = attention_wgmma<half_t, 128>;
//   status const s = launch_attention<kernel>(g, stream);   // kernel/attention/arguments.hpp
//
//   kernel/attention/wgmma/tiles.hpp       its layouts, and the theorems about them
//   kernel/attention/work.hpp        what the producer tells a consumer of its rows
//   kernel/attention/wgmma/loads.hpp       the producer
//   kernel/attention/wgmma/multiplies.hpp  the consumers
//   kernel/attention/wgmma/launch.hpp      its launch
#pragma once

#include <tileproof/kernel/attention/arguments.hpp>
#include <tileproof/kernel/attention/wgmma/launch.hpp>
#include <tileproof/kernel/attention/wgmma/loads.hpp>
#include <tileproof/kernel/attention/wgmma/multiplies.hpp>
#include <tileproof/machine/run_protocol.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// T is the type of Q, K and V, half_t, bfloat16_t or float_e4m3_t; D the depth of a head, 64, 128
// or 256; TO the type of O, T or, for float_e4m3_t, half_t or bfloat16_t. Sums and the softmax are
// in f32, P is rounded to T. Lengths, heads, strides, masks: attention_arguments. Refusals:
// check_attention.
template <class T, int D, class Schedule = attention_schedule_for<T, D>,
          class TO = std::conditional_t<sizeof(T) == 1, bfloat16_t, T>>
struct attention_wgmma : detail::attention_tiles<T, D, Schedule, TO> {
  static_assert(std::is_same_v<T, half_t> || std::is_same_v<T, bfloat16_t> ||
                    std::is_same_v<T, float_e4m3_t>,
                "attention_wgmma: Q, K and V are half_t, bfloat16_t or float_e4m3_t");
  static_assert(std::is_same_v<T, TO> ? sizeof(T) == 2
                                      : sizeof(T) == 1 && (std::is_same_v<TO, half_t> ||
                                                           std::is_same_v<TO, bfloat16_t>),
                "attention_wgmma: O has the type of V, or half_t or bfloat16_t where V is e4m3");
  static_assert(D == 64 || D == 128 || D == 256,
                "attention_wgmma: the depth of a head is 64, 128 or 256");
  using tiles = detail::attention_tiles<T, D, Schedule, TO>;
  using element_o = TO;
  static constexpr int depth = D;
  static constexpr int blocks_per_sm = 1;
  static constexpr bool is_dependent = true;

  // ---- tensor maps: (length,d,heads,batch)
  template <class P, class U>
  static auto whole(P p, attention_tensor<U> const& t, std::int64_t length, std::int64_t heads,
                    std::int64_t batch) {
    return make_tensor(p,
                       make_shape(static_cast<int>(length), Int<D>{}, static_cast<int>(heads),
                                  static_cast<int>(batch)),
                       make_stride(t.row, _1{}, t.head, t.batch));
  }
  template <class E, class L>
  static auto map_q(Tensor<E, L> const& q) {
    return try_make_tma_copy(SM90_TMA_LOAD{}, q, typename tiles::sQ_stage{},
                             typename tiles::tile_q{});
  }
  template <class E, class L>
  static auto map_k(Tensor<E, L> const& k) {
    return try_make_tma_copy(SM90_TMA_LOAD{}, k, typename tiles::sK_stage{},
                             typename tiles::tile_k{});
  }
  template <class E, class L>
  static auto map_o(Tensor<E, L> const& o) {
    return try_make_tma_copy(SM90_TMA_STORE{}, o, typename tiles::sO_stage{},
                             typename tiles::tile_o{});
  }
  template <class U>
  using whole_of =
      decltype(whole(make_gmem_ptr(static_cast<U*>(nullptr)), attention_tensor<U>{}, 0, 0, 0));
  using tma_q = decltype(map_q(std::declval<whole_of<T const>>()).copy);
  using tma_k = decltype(map_k(std::declval<whole_of<T const>>()).copy);
  using tma_o = decltype(map_o(std::declval<whole_of<TO>>()).copy);

  // A kernel's arguments. LogSum and Offsets are the pointers to log_sum and to the offsets, of the
  // types that the context's global memory has.
  template <class LogSum, class Offsets>
  struct arguments {
    tma_q q;
    tma_k k, v;
    tma_o o;
    attention_lengths<Offsets> lengths;
    attention_order order;
    divisor heads_of_kv;  // heads that share K and V
    int heads;
    std::int64_t rows_of_log_sum;  // of a head
    detail::softmax_scale scale;
    float scale_o;
    LogSum log_sum;
    bool has_log_sum;
    int blocks;  // in the grid

    // The place in log_sum of the first row of work.
    TILEPROOF_HOST_DEVICE std::int64_t log_sum_of(detail::attention_work const& w) const {
      int const head = lengths.has_offsets ? w.head : w.batch_o * heads + w.head;
      int const end = lengths.has_offsets ? w.batch_o : lengths.longest.length_q;
      return head * rows_of_log_sum + (end - w.left);
    }
  };
  // The trips of a block (machine/machine.hpp). The roles have the steps of a tile.
  template <class Arguments>
  struct trips_of {
    Arguments const& args;
    int block;
    TILEPROOF_HOST_DEVICE int tiles() const { return args.order.tiles_of(block, args.blocks); }
    TILEPROOF_HOST_DEVICE int tile(int i) const { return args.order.tile(i, block, args.blocks); }
  };

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
        return detail::attention_multiplies<tiles, Context, Arguments>{ctx, args, role.number};
      else
        return detail::attention_loads<tiles, Context, Arguments>{ctx, args};
    };
    pipeline::run_protocol<typename tiles::protocol>(
        ctx, tiles::shared::barriers(ctx), make,
        trips_of<Arguments>{args, ctx.block_x()});
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
