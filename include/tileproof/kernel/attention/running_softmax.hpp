// SPDX-License-Identifier: BSL-1.0
//
// running_softmax: as online_softmax, for a kernel whose registers are full. All steps are one
// function, and it rescales in each.
//
//   softmax.start();
//   softmax.next(ctx, S, scale_log2);  // S (row,column): scores, then exp2(S * scale_log2 - max);
//                                      // O(row,_) is to be multiplied by softmax.scale[row]
//   softmax.close(ctx);                // sum over the four lanes that share a row
#pragma once

#include <tileproof/kernel/attention/online_softmax.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Early makes the compiler add up each Early exponentials before they are used, where it would keep
// them in registers until the end of the step: for a kernel whose registers are full, at the cost
// of one minimum for so many. 0 leaves the order to the compiler.
template <int Rows, int Early = 0>
struct running_softmax : softmax_rows<Rows> {
  using softmax_rows<Rows>::base, softmax_rows<Rows>::most, softmax_rows<Rows>::sum;
  float scale[Rows];

  // Before any keys.
  TILEPROOF_KERNEL void start() {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) most[i] = -INFINITY, sum[i] = 0;
  }
  // A tile of keys.
  template <class Context, class Scores>
  TILEPROOF_KERNEL void next(Context const& ctx, Scores& S, float scale_log2) {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      float const before = most[i];
      most[i] = fmaxf(row_maximum(ctx, S, i), before);
      scale[i] = exp2_approximate(before * scale_log2 - base(i, scale_log2));
      sum[i] = exponentials(S, i, scale_log2, sum[i] * scale[i]);
    }
  }

 private:
  template <class Context, class Scores>
  TILEPROOF_KERNEL static float row_maximum(Context const& ctx, Scores const& S, int i) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    float a = S(i, 0);
    float b = S(i, 1);
    TILEPROOF_UNROLL
    for (int c = 2; c < columns; c += 2) {
      a = fmaxf(a, S(i, c));
      b = fmaxf(b, S(i, c + 1));
    }
    a = fmaxf(a, b);
    a = fmaxf(a, ctx.shuffle_xor(a, 1));
    return fmaxf(a, ctx.shuffle_xor(a, 2));
  }
  // Scores to probabilities; their sum, and what was summed before.
  template <class Scores>
  TILEPROOF_KERNEL float exponentials(Scores& S, int i, float scale_log2, float before) const {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    float const from = base(i, scale_log2);
    if constexpr (Early > 0) {
      TILEPROOF_UNROLL
      for (int c = 0; c < columns; ++c) {
        S(i, c) = exp2_approximate(S(i, c) * scale_log2 - from);
        before += S(i, c);
        // No sum is less than a part of it, which the compiler does not know.
        if (c % Early == Early - 1) S(i, c) = fminf(S(i, c), before);
      }
      return before;
    } else {
      float a = 0;
      float b = 0;
      TILEPROOF_UNROLL
      for (int c = 0; c < columns; c += 2) {
        S(i, c) = exp2_approximate(S(i, c) * scale_log2 - from);
        S(i, c + 1) = exp2_approximate(S(i, c + 1) * scale_log2 - from);
        a += S(i, c);
        b += S(i, c + 1);
      }
      return before + (a + b);
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
