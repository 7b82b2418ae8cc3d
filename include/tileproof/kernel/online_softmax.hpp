// SPDX-License-Identifier: BSL-1.0
//
// online_softmax: exponentials of scores that come a tile of keys at a time. A row keeps its
// maximum and its sum; where the maximum grows, what was summed before is multiplied by `scale`.
//
//   softmax.first(ctx, S, scale_log2);  // S (row,column): scores, then exp2(S * scale_log2 - max)
//   softmax.next(ctx, S, scale_log2);   // and O(row,_) is to be multiplied by softmax.scale[row]
//   softmax.close(ctx);                 // sum over the four lanes that share a row
//
// Source: Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et al.,
// "FlashAttention", 2022.
#pragma once

#include <tileproof/kernel/context.hpp>
#include <tileproof/tensor/functional.hpp>

#include <cmath>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// 2^x. On a GPU ex2.approx.ftz.f32 (PTX ISA, "ex2"): at most 2 ulp wrong.
TILEPROOF_KERNEL float exp2_approximate(float x) {
#if defined(__CUDACC__)
  float r;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
#else
  return std::exp2(x);
#endif
}

// For a thread's Rows rows, each in four neighbouring lanes. A masked score is -infinity; a row
// whose scores all are has the sum 0.
template <int Rows>
struct online_softmax {
  float most[Rows];
  float sum[Rows];  // of this thread's columns, until `close`
  float scale[Rows];

  // The first tile of keys.
  template <class Context, class Scores>
  TILEPROOF_KERNEL void first(Context const& ctx, Scores& S, float scale_log2) {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      most[i] = row_maximum(ctx, S, i);
      sum[i] = exponentials(S, i, scale_log2);
    }
  }
  // Any other.
  template <class Context, class Scores>
  TILEPROOF_KERNEL void next(Context const& ctx, Scores& S, float scale_log2) {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      float const before = most[i];
      most[i] = max_fn{}(row_maximum(ctx, S, i), before);
      scale[i] = exp2_approximate(before * scale_log2 - base(i, scale_log2));
      sum[i] = sum[i] * scale[i] + exponentials(S, i, scale_log2);
    }
  }
  template <class Context>
  TILEPROOF_KERNEL void close(Context const& ctx) {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      sum[i] += ctx.shuffle_xor(sum[i], 1);
      sum[i] += ctx.shuffle_xor(sum[i], 2);
    }
  }
  // The reciprocal of the sum, 0 where it is 0; the natural logarithm of the sum of exp(score).
  TILEPROOF_KERNEL float reciprocal(int i) const { return sum[i] == 0 ? 0.0f : 1.0f / sum[i]; }
  TILEPROOF_KERNEL float log_sum(int i, float scale_log2) const {
    constexpr float ln_2 = 0.69314718055994531f;
    return sum[i] == 0 ? -INFINITY : most[i] * scale_log2 * ln_2 + logf(sum[i]);
  }

 private:
  TILEPROOF_KERNEL float base(int i, float scale_log2) const {
    return most[i] == -INFINITY ? 0.0f : most[i] * scale_log2;
  }
  template <class Context, class Scores>
  TILEPROOF_KERNEL static float row_maximum(Context const& ctx, Scores const& S, int i) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    float a = S(i, 0);
    float b = S(i, 1);
    TILEPROOF_UNROLL
    for (int c = 2; c < columns; c += 2) {
      a = max_fn{}(a, S(i, c));
      b = max_fn{}(b, S(i, c + 1));
    }
    a = max_fn{}(a, b);
    a = max_fn{}(a, ctx.shuffle_xor(a, 1));
    return max_fn{}(a, ctx.shuffle_xor(a, 2));
  }
  // Scores to probabilities; their sum.
  template <class Scores>
  TILEPROOF_KERNEL float exponentials(Scores& S, int i, float scale_log2) const {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    float const from = base(i, scale_log2);
    float a = 0;
    float b = 0;
    TILEPROOF_UNROLL
    for (int c = 0; c < columns; c += 2) {
      S(i, c) = exp2_approximate(S(i, c) * scale_log2 - from);
      S(i, c + 1) = exp2_approximate(S(i, c + 1) * scale_log2 - from);
      a += S(i, c);
      b += S(i, c + 1);
    }
    return a + b;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
