// SPDX-License-Identifier: BSL-1.0
//
// online_softmax: exponentials of scores that come a tile of keys at a time. A row keeps its
// maximum and its sum; where the maximum grows, what was summed before is multiplied by `scale`.
//
//   softmax.first(ctx, S);              // S (row,column): scores
//   softmax.next(ctx, S, scale_log2);   // if (softmax.rescales) O(row,_) *= softmax.scale[row]
//   softmax.exponentials(S, scale_log2);  // exp2(S * scale_log2 - max)
//   softmax.close(ctx);                 // sum over the four lanes that share a row
//
// Source: Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et al.,
// "FlashAttention", 2022.
#pragma once

#include <tileproof/kernel/context.hpp>

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

// What a softmax keeps of a thread's Rows rows, each of which lies in four neighbouring lanes: its
// maximum and its sum. A masked score is -infinity; a row whose scores all are has the sum 0.
// Exponentials are 2^Log2OfOne times as large, and so are the sums; log_sum is not.
template <int Rows, int Log2OfOne = 0>
struct softmax_rows {
  float most[Rows];
  float sum[Rows];  // of this thread's columns, until `close`

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
    return sum[i] == 0 ? -INFINITY : (most[i] * scale_log2 - Log2OfOne) * ln_2 + logf(sum[i]);
  }
  // What an exponent is counted from; 0 where all scores are masked.
  TILEPROOF_KERNEL float base(int i, float scale_log2) const {
    return most[i] == -INFINITY ? 0.0f : most[i] * scale_log2;
  }
};

// What was summed before is rescaled only where the maximum of a row of the warp has grown by a
// factor of more than 2^Log2OfSlack: `rescales` then says so. Until then exponentials are at most
// 2^(Log2OfOne + Log2OfSlack), and the maximum is the one of before; the quotient is the same.
template <int Rows, int Log2OfOne = 0, int Log2OfSlack = 0>
struct online_softmax : softmax_rows<Rows, Log2OfOne> {
  using rows = softmax_rows<Rows, Log2OfOne>;
  using rows::base, rows::most, rows::sum;
  float scale[Rows];
  bool rescales;  // the same for the lanes of a warp

  // The maxima of the first tile of keys, and of any other.
  template <class Context, class Scores>
  TILEPROOF_KERNEL void first(Context const& ctx, Scores const& S) {
    maxima(ctx, S, most);
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) sum[i] = 0;
  }
  template <class Context, class Scores>
  TILEPROOF_KERNEL void next(Context const& ctx, Scores const& S, float scale_log2) {
    float larger[Rows];
    maxima(ctx, S, larger);
    bool grows = false;
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i)
      grows = grows || (larger[i] - most[i]) * scale_log2 > static_cast<float>(Log2OfSlack);
    rescales = ctx.any(grows);
    if (!rescales) return;
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      float const before = most[i];
      most[i] = fmaxf(larger[i], before);
      scale[i] = exp2_approximate(before * scale_log2 - base(i, scale_log2));
      sum[i] *= scale[i];
    }
  }
  // Scores to probabilities, and their sums.
  template <class Scores>
  TILEPROOF_KERNEL void exponentials(Scores&& S, float scale_log2) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    float from[Rows];
    float part[Rows][2];
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i)
      from[i] = base(i, scale_log2) - Log2OfOne, part[i][0] = 0, part[i][1] = 0;
    TILEPROOF_UNROLL
    for (int c = 0; c < columns; c += 2)
      TILEPROOF_UNROLL
      for (int i = 0; i < Rows; ++i) {
        S(i, c) = exp2_approximate(S(i, c) * scale_log2 - from[i]);
        S(i, c + 1) = exp2_approximate(S(i, c + 1) * scale_log2 - from[i]);
        part[i][0] += S(i, c);
        part[i][1] += S(i, c + 1);
      }
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) sum[i] += part[i][0] + part[i][1];
  }

 private:
  // Rows side by side and each in four parts, so that no maximum waits for the one before. fmaxf,
  // since FMNMX is one instruction where a < b ? b : a is two; it passes over a NaN, which the
  // exponentials keep.
  template <class Context, class Scores>
  TILEPROOF_KERNEL static void maxima(Context const& ctx, Scores const& S, float (&of)[Rows]) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    constexpr int parts = 4;
    float part[Rows][parts];
    TILEPROOF_UNROLL
    for (int c = 0; c < columns; ++c)
      TILEPROOF_UNROLL
      for (int i = 0; i < Rows; ++i)
        part[i][c % parts] = c < parts ? S(i, c) : fmaxf(part[i][c % parts], S(i, c));
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i)
      of[i] = fmaxf(fmaxf(part[i][0], part[i][1]), fmaxf(part[i][2], part[i][3]));
    TILEPROOF_UNROLL
    for (int mask = 1; mask <= 2; ++mask)
      TILEPROOF_UNROLL
      for (int i = 0; i < Rows; ++i) of[i] = fmaxf(of[i], ctx.shuffle_xor(of[i], mask));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
