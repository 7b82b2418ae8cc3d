// SPDX-License-Identifier: BSL-1.0
//
// The audit of FlashAttention: of the Kernel_traits of FlashAttention 2 (csrc/flash_attn/src),
// forward and backward, and of the mainloop of FlashAttention 3 for sm_90 (hopper/), whose types
// name the tiles of Q, K and V.
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
TILEPROOF_ASPECT(scores_and_gradient, "S = Q K, dP = dO V");
TILEPROOF_ASPECT(gradients_of_k_and_v, "dV = P dO, dK = dS Q");
TILEPROOF_ASPECT(gradient_of_q, "dQ = dS K");
TILEPROOF_ASPECT(operands_q_and_do, "Q and dO");
TILEPROOF_ASPECT(operands_k_and_v, "K and V");
TILEPROOF_ASPECT(operands_p_and_ds, "P and dS");
TILEPROOF_ASPECT(gradient_tile_of_q, "dQ");
TILEPROOF_ASPECT(gradient_tiles_of_k_and_v, "dK and dV");
TILEPROOF_ASPECT(from_accumulators, "the store from accumulators");
TILEPROOF_ASPECT(tiles_in_shared_backward,
                 "the bytes of Q, dO, K, V, P, dS and dQ in shared memory, in those of the kernel");
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
// The backward pass: a tiled MMA for each pair of its products.
template <class T>
concept is_flash_attention_2_backward = requires {
  T::kSmemSize1colblock;
  typename T::TiledMmaSdP;
  typename T::TiledMmadKV;
  typename T::TiledMmadQ;
  typename T::SmemLayoutQdO;
  typename T::SmemLayoutPdS;
  typename T::SmemLayoutKtransposed;
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
  using op = accesses_of_copy<Copy>;
  return audits::of_part<aspect::load_from_global>(
      lines_of_end<false, Copy, Shared, typename op::shared_destination>());
}

// The kernel's own copies of tiles whose N modes of a warp are contiguous: a warp takes MMA_N tiles
// of 16 columns in a row, where CuTe's make_tiled_copy_B and _C interleave the warps.
template <int MMA_N, class MMA>
using contiguous_columns = cute::Layout<
    cute::Shape<cute::_8, cute::Int<decltype(MMA{}.template tile_size_mnk<1>())::value / 16>,
                cute::_2>,
    cute::Stride<cute::_1, cute::Int<MMA_N * 16>, cute::_8>>;
template <int MMA_N, class Atom, class MMA>
using copy_b_of_contiguous_columns = decltype(cute::make_tiled_copy_impl(
    Atom{}, MMA{}.get_layoutB_TV(),
    cute::make_tile(contiguous_columns<MMA_N, MMA>{},
                    cute::make_layout(MMA{}.template tile_size_mnk<2>()))));
template <int MMA_N, class Atom, class MMA>
using copy_c_of_contiguous_columns = decltype(cute::make_tiled_copy_impl(
    Atom{}, MMA{}.get_layoutC_TV(),
    cute::make_tile(cute::make_layout(MMA{}.template tile_size_mnk<0>()),
                    contiguous_columns<MMA_N, MMA>{})));

// An MMA and the rows and columns of a block.
template <class MMA, int Rows, int Columns>
constexpr auto lines_of_mma() {
  return audit_of<MMA>::lines() +
         audits::lines<
             audits::claim<aspect::mma_divides_tile, tiles_evenly, Shape<C<Rows>, C<Columns>>,
                           decltype(select<0, 1>(tiled_mma_in_place<MMA>::tile_shape_mnk()))>>{};
}

// A store of accumulators: an auto-vectorizing copy of a fragment of mma.sync has two elements a
// store.
template <class Copy, class Shared, class E>
constexpr auto lines_of_accumulators() {
  return audits::of_part<aspect::from_accumulators>(
      lines_of_end<false, Copy, Shared,
                   shared_store<2 * static_cast<int>(cute::sizeof_bits<E>::value)>>());
}

// A gradient's way through its tile in shared memory, from accumulators to global memory.
template <class FromAccumulators, class Shared, class ToGlobal, class E>
constexpr auto lines_of_gradient() {
  return audits::lines<audits::claim<aspect::place_of_its_own, injective, own_t<Shared>>>{} +
         lines_of_accumulators<FromAccumulators, Shared, E>() +
         audits::of_part<aspect::store_to_global>(
             audit_of<ToGlobal>::lines() +
             lines_of_end<true, ToGlobal, Shared, shared_load<128>>());
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
    constexpr std::int64_t q = bytes_of_places<typename T::SmemLayoutQ, E>;
    constexpr std::int64_t kv = 2 * bytes_of_places<typename T::SmemLayoutKV, E>;
    constexpr std::int64_t all = T::Share_Q_K_smem ? (q > kv ? q : kv) : q + kv;
    return lines_of_mma<MMA, T::kBlockM, T::kBlockN>() + audit_of<load>::lines() +
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

template <detail::is_flash_attention_2_backward T>
struct audit_of<T> {
  static constexpr auto lines() {
    using namespace detail;
    using namespace aspect;
    using SdP = typename T::TiledMmaSdP;
    using dKV = typename T::TiledMmadKV;
    using dQ = typename T::TiledMmadQ;
    using E = typename T::Element;
    using load = typename T::GmemTiledCopyQKV;
    using smem = typename T::SmemCopyAtom;
    using transposed = typename T::SmemCopyAtomTransposed;
    constexpr int n_tiles = T::kBlockN / decltype(SdP{}.template tile_size_mnk<1>())::value;
    using copy_kv = copy_b_of_contiguous_columns<n_tiles, smem, SdP>;
    using copy_pds = copy_c_of_contiguous_columns<n_tiles, typename T::SmemCopyAtomPdS, SdP>;
    using copy_dq = decltype(cute::make_tiled_copy_C(typename T::SmemCopyAtomdQ{}, dQ{}));
    using copy_dkv = decltype(cute::make_tiled_copy_C(typename T::SmemCopyAtomdKV{}, dKV{}));
    constexpr std::int64_t q = bytes_of_places<typename T::SmemLayoutQdO, E>;
    constexpr std::int64_t kv = 2 * bytes_of_places<typename T::SmemLayoutKV, E>;
    constexpr std::int64_t p = bytes_of_places<typename T::SmemLayoutPdS, E>;
    constexpr std::int64_t scores_bytes = (T::Is_V_in_regs ? kv / 2 : kv) + p + p;
    constexpr std::int64_t all = (T::No_double_buffer ? 2 : 3) * q +
                                 (T::Is_V_in_regs && kv > scores_bytes ? kv : scores_bytes);
    return audits::of_part<scores_and_gradient>(lines_of_mma<SdP, T::kBlockM, T::kBlockN>()) +
           audits::of_part<gradients_of_k_and_v>(lines_of_mma<dKV, T::kBlockN, T::kHeadDim>()) +
           audits::of_part<gradient_of_q>(lines_of_mma<dQ, T::kBlockM, T::kHeadDim>()) +
           audit_of<load>::lines() +
           audits::of_part<operands_q_and_do>(
               lines_of_load<load, typename T::SmemLayoutQdO>() +
               audits::of_part<scores_and_gradient>(
                   lines_of_operand<true, SdP, typename T::SmemLayoutQdO, E, smem>()) +
               audits::of_part<gradients_of_k_and_v>(
                   lines_of_operand<false, dKV, typename T::SmemLayoutQdOtransposed, E,
                                    transposed>())) +
           audits::of_part<operands_k_and_v>(
               lines_of_load<load, typename T::SmemLayoutKV>() +
               audits::of_part<scores_and_gradient>(
                   lines_of_shared_load<copy_kv, typename T::SmemLayoutKV>()) +
               audits::of_part<gradient_of_q>(
                   lines_of_operand<false, dQ, typename T::SmemLayoutKtransposed, E,
                                    transposed>())) +
           audits::of_part<operands_p_and_ds>(
               lines_of_accumulators<copy_pds, typename T::SmemLayoutPdS, E>() +
               audits::of_part<gradients_of_k_and_v>(
                   lines_of_operand<true, dKV, typename T::SmemLayoutPdStransposed, E,
                                    transposed>()) +
               audits::of_part<gradient_of_q>(
                   lines_of_operand<true, dQ, typename T::SmemLayoutPdS, E, smem>())) +
           audits::of_part<gradient_tile_of_q>(
               lines_of_gradient<copy_dq, typename T::SmemLayoutdQ, typename T::GmemTiledCopydQ,
                                 E>()) +
           audits::of_part<gradient_tiles_of_k_and_v>(
               lines_of_gradient<copy_dkv, typename T::SmemLayoutdKV, typename T::GmemTiledCopydKV,
                                 E>()) +
           audits::lines<
               audits::claim<tiles_in_shared_backward,
                             is_at_most<static_cast<std::int64_t>(T::kSmemSize1colblock)>, C<all>>,
               audits::claim<shared_bytes, is_at_most<shared_bytes_of_block(90)>,
                             C<static_cast<std::int64_t>(T::kSmemSize1colblock)>>,
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
