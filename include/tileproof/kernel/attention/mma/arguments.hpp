// SPDX-License-Identifier: BSL-1.0
//
// The arguments of attention_mma. kernel/attention/mma/attention_mma.hpp brings this header.
#pragma once

#include <tileproof/kernel/attention/arguments.hpp>
#include <tileproof/kernel/attention/softmax.hpp>
#include <tileproof/kernel/attention/work.hpp>
#include <tileproof/kernel/common/divisor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Tells the compiler that an integer is the same in all threads, so that it lies in a uniform
// register.
TILEPROOF_KERNEL int uniform(int i) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync(0xffffffffu, i);
#else
  return i;
#endif
}

// Stands for the pointers to the offsets of batches if all sequences have one length.
struct no_offsets {};

// The rows of Q and the keys of a batch: the first of each in its tensor, and how many there are.
struct attention_mma_lengths {
  int first_q, first_k;
  attention_keys keys;
};
// A tensor's address and distances (attention_tensor), of the type that the context's global
// memory has.
template <class P>
struct attention_mma_operand {
  P p;
  std::int64_t row, head, batch;
  // The offset of a row of a head of a batch, for these distances.
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I offset_of(I const& row, I const& head, I const& batch,
                                                     I const& of_row, I const& of_head,
                                                     I const& of_batch) {
    return batch * of_batch + head * of_head + row * of_row;
  }
};
// A kernel's arguments. Q, O and L are the pointers to Q, K and V, to O and to log_sum; I those
// to the offsets of batches of various lengths, or no_offsets.
template <class Q, class O, class L, class I>
struct attention_mma_arguments {
  attention_mma_operand<Q> q, k, v;
  attention_mma_operand<O> o;
  attention_keys keys;  // of the longest batch, where there are offsets
  attention_order order;
  divisor heads_of_kv;  // heads that share K and V
  int heads, batch;
  softmax_scale scale;
  float scale_o;
  L log_sum;
  bool has_log_sum;
  std::int64_t total_q;
  I offsets_q, offsets_k;

  TILEPROOF_KERNEL attention_mma_lengths lengths_of(int b) const {
    if constexpr (std::is_same_v<I, no_offsets>) {
      return {0, 0, keys};
    } else {
      int const q = uniform(offsets_q[b]);
      int const k = uniform(offsets_k[b]);
      return {
          q,
          k,
          {uniform(offsets_q[b + 1]) - q, uniform(offsets_k[b + 1]) - k, keys.left, keys.right}};
    }
  }
  // The place of a head's first row in log_sum, which is (batch,heads,length_q), or with offsets
  // (heads,total_q).
  TILEPROOF_HOST_DEVICE std::int64_t first_sum(attention_order::place const& at) const {
    if constexpr (std::is_same_v<I, no_offsets>)
      return first_in_log_sum<std::int64_t>(head_of_all<std::int64_t>(at.batch, heads, at.head),
                                            keys.length_q, 0);
    else
      return first_in_log_sum<std::int64_t>(at.head, total_q, offsets_q[at.batch]);
  }
};

// Makes a kernel's arguments from those of the caller. The tensors are at q, k, v, o and log_sum:
// pointers, or checked pointers on the CPU. A tile has block_m rows. Pre: check_attention is ok,
// and there are rows.
template <class T, class Q, class O, class L, class I = no_offsets>
auto attention_mma_arguments_of(attention_arguments<T> const& g, int block_m, Q q, Q k, Q v, O o,
                                L log_sum, I offsets_q = {}, I offsets_k = {}) noexcept {
  auto const of = [](std::int64_t n) { return static_cast<int>(n); };
  // Offsets take the place of a batch's distance.
  auto const operand_of = [](auto p, auto const& t) {
    return attention_mma_operand<decltype(p)>{p, t.row, t.head,
                                              std::is_same_v<I, no_offsets> ? t.batch : 0};
  };
  return attention_mma_arguments<Q, O, L, I>{
      operand_of(q, g.q), operand_of(k, g.k), operand_of(v, g.v), operand_of(o, g.o),
      longest_keys(g),
      // A block has one tile. With a mask, the tiles that take longest come first.
      order_of_tiles(g, block_m, INT32_MAX), divisor(of(g.heads / g.heads_kv)), of(g.heads),
      of(g.batch), softmax_scale(scale_log2_of(g)), g.scale_o, log_sum, g.log_sum != nullptr,
      g.total_q, offsets_q, offsets_k};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
