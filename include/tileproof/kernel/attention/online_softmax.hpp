// SPDX-License-Identifier: BSL-1.0
//
// online_softmax: exponentials of scores that come a tile of keys at a time. A row keeps its
// maximum and its sum; where the maximum grows, what was summed before is multiplied by `scale`.
//
//   softmax.next(S);                    // S (row,column): scores
//   softmax.begin(ctx, S, by);          // of the first tile
//   softmax.grow(ctx, S, by);           // of another: if (softmax.rescales)
//                                       //   O(row,_) *= softmax.scale[row]
//   softmax.exponentials<8>(S, by);     // exp2(S * by.log2 - max)
//   softmax.close(ctx);                 // sum over the four lanes that share a row
#pragma once

#include <tileproof/kernel/attention/online_maxima.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A softmax whose sums are in f32, of a thread in two chains.
template <int Rows, int Log2OfOne, int QuartersOfSlack>
struct online_softmax : online_maxima<Rows, Log2OfOne, QuartersOfSlack, 4> {
  using maxima = online_maxima<Rows, Log2OfOne, QuartersOfSlack, 4>;
  using maxima::rescales, maxima::sum;

  template <class Context, class Scores>
  TILEPROOF_KERNEL void grow(Context const& ctx, Scores const& S, softmax_scale const& by) {
    maxima::grow(ctx, S, by);
    if (rescales) maxima::rescale_sums();
  }
  // Scores to probabilities, and their sums.
  template <int Late, class Scores>
  TILEPROOF_KERNEL void exponentials(Scores&& S, softmax_scale const& by) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    static_assert(Late >= 0 && Late + 2 <= columns);
    float part[Rows][2];
    TILEPROOF_UNROLL
    for (int c = 0; c < columns; ++c) {
      TILEPROOF_UNROLL
      for (int i = 0; i < Rows; ++i) {
        float const e = exp2_approximate(S(i, c) * by.log2 - from_[i]);
        S(i, c) = e;
        part[i][c % 2] = c < 2 ? e : part[i][c % 2] + e;
      }
      if (c == columns - Late - 1) early_ = all_of(part);
    }
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) sum[i] += part[i][0] + part[i][1];
  }
  // 0, known no sooner than the exponentials of a step, but for the last Late of a row.
  TILEPROOF_KERNEL int behind_exponentials() const { return maxima::zero_behind(early_); }

 private:
  using maxima::from_;
  float early_ = 0;  // a sum that has a step's exponentials but the last ones

  TILEPROOF_KERNEL static float all_of(float const (&part)[Rows][2]) {
    float sum = part[0][0] + part[0][1];
    TILEPROOF_UNROLL
    for (int i = 1; i < Rows; ++i) sum += part[i][0] + part[i][1];
    return sum;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
