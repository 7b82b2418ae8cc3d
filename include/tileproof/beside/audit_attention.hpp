// SPDX-License-Identifier: BSL-1.0
//
// The audit of FlashAttention: of the Kernel_traits of FlashAttention 2 (csrc/flash_attn/src), and
// of the mainloop of FlashAttention 3 for sm_90 (hopper/), whose types name the tiles of Q, K and
// V.
//
//   static_assert(audit<Flash_fwd_kernel_traits<128, 128, 64, 4>>());
//
// FlashAttention 2 chooses its atoms by __CUDA_ARCH__, so that the device compiler audits what the
// kernel runs, and the host compiler what it would run on sm_70.
#pragma once

#include <tileproof/beside/audit_mainloop.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace aspect {
TILEPROOF_ASPECT(scores, "S = Q K");
TILEPROOF_ASPECT(output, "O = P V");
TILEPROOF_ASPECT(operand_q, "Q");
TILEPROOF_ASPECT(operand_k, "K");
TILEPROOF_ASPECT(operand_v, "V");
TILEPROOF_ASPECT(operand_o, "O");
TILEPROOF_ASPECT(load_from_global, "the load from global memory");
TILEPROOF_ASPECT(store_to_global, "the store to global memory");
TILEPROOF_ASPECT(tiles_in_shared,
                 "the bytes of Q, K and V in shared memory, in those of the kernel");
TILEPROOF_ASPECT(softmax_is_not_seen, "the softmax, the masks and the order of barriers");
}  // namespace aspect

namespace detail {

// FlashAttention 2: one tiled MMA for both products, and the copies of Q, K and V.
template <class T>
concept is_flash_attention_2 = requires {
  T::kHeadDim;
  T::kBlockM;
  T::kBlockN;
  T::kSmemSize;
  typename T::TiledMma;
  typename T::SmemLayoutQ;
  typename T::SmemLayoutKV;
  typename T::SmemLayoutVtransposed;
  typename T::GmemTiledCopyQKV;
};
// FlashAttention 3: two tiled MMAs, and descriptors of the tiles that lie in shared memory.
template <class T>
concept is_flash_attention_3 = requires {
  typename T::TiledMmaQK;
  typename T::TiledMmaPV;
  typename T::SmemLayoutQ;
  typename T::SmemLayoutK;
  typename T::SmemLayoutVtMma;
};

// cp.async, or another copy, from global memory to a tile.
template <class Copy, class Shared>
constexpr auto lines_of_load() {
  using op = accesses_of<typename operation_of<typename Copy::Traits>::type>;
  return audits::of_part<aspect::load_from_global>(
      lines_of_end<false, Copy, Shared, typename op::shared_destination>());
}

}  // namespace detail

template <detail::is_flash_attention_2 T>
struct audit_of<T> {
  static constexpr auto lines() {
    using namespace detail;
    using namespace aspect;
    using MMA = typename T::TiledMma;
    using E = typename T::Element;
    using load = typename T::GmemTiledCopyQKV;
    constexpr auto bytes = [](auto layout) {
      return static_cast<std::int64_t>(decltype(cute::cosize(layout))::value) *
             cute::sizeof_bits<E>::value / 8;
    };
    constexpr std::int64_t q = bytes(typename T::SmemLayoutQ{});
    constexpr std::int64_t kv = 2 * bytes(typename T::SmemLayoutKV{});
    constexpr std::int64_t all = T::Share_Q_K_smem ? (q > kv ? q : kv) : q + kv;
    using block = Shape<C<T::kBlockM>, C<T::kBlockN>>;
    return audit_of<MMA>::lines() +
           audits::lines<
               audits::claim<mma_divides_tile, tiles_evenly, block,
                             decltype(select<0, 1>(tiled_mma_in_place<MMA>::tile_shape_mnk()))>>{} +
           audit_of<load>::lines() +
           audits::of_part<operand_q>(
               lines_of_load<load, typename T::SmemLayoutQ>() +
               audits::of_part<scores>(lines_of_operand<true, MMA, typename T::SmemLayoutQ, E,
                                                        typename T::SmemCopyAtom>())) +
           audits::of_part<operand_k>(
               lines_of_load<load, typename T::SmemLayoutKV>() +
               audits::of_part<scores>(lines_of_operand<false, MMA, typename T::SmemLayoutKV, E,
                                                        typename T::SmemCopyAtom>())) +
           audits::of_part<operand_v>(audits::of_part<output>(
               lines_of_operand<false, MMA, typename T::SmemLayoutVtransposed, E,
                                typename T::SmemCopyAtomTransposed>())) +
           audits::of_part<operand_o>(
               audits::lines<
                   audits::claim<place_of_its_own, injective, own_t<typename T::SmemLayoutO>>>{} +
               audits::of_part<store_to_global>(audit_of<typename T::GmemTiledCopyO>::lines())) +
           audits::lines<audits::claim<tiles_in_shared,
                                       is_at_most<static_cast<std::int64_t>(T::kSmemSize)>, C<all>>,
                         audits::claim<shared_bytes, is_at_most<shared_bytes_of_block(90)>,
                                       C<static_cast<std::int64_t>(T::kSmemSize)>>,
                         audits::not_seen<softmax_is_not_seen>>{};
  }
};

template <detail::is_flash_attention_3 T>
struct audit_of<T> {
  static constexpr auto lines() {
    using namespace detail;
    using namespace aspect;
    using QK = typename T::TiledMmaQK;
    using PV = typename T::TiledMmaPV;
    return audits::of_part<scores>(
               audit_of<QK>::lines() +
               audits::of_part<operand_q>(lines_of_operand<true, QK, typename T::SmemLayoutQ,
                                                           typename QK::ValTypeA, void>()) +
               audits::of_part<operand_k>(lines_of_operand<false, QK, typename T::SmemLayoutK,
                                                           typename QK::ValTypeB, void>())) +
           audits::of_part<output>(
               audit_of<PV>::lines() +
               audits::of_part<operand_v>(lines_of_operand<false, PV, typename T::SmemLayoutVtMma,
                                                           typename PV::ValTypeB, void>())) +
           audits::lines<audits::not_seen<softmax_is_not_seen>>{};
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
