// SPDX-License-Identifier: BSL-1.0
//
// The softmax of scores that come a tile of keys at a time: a row keeps its maximum and its sum;
// where the maximum grows, earlier sums are multiplied by `scale`. A softmax has two parts:
// lazy_maxima or eager_maxima decide when a larger maximum is used, and
// kernel/attention/exponentials.hpp computes and sums the exponentials. All variants have the same
// steps:
//
//   softmax.next(S);                   // S (row,column): scores
//   softmax.begin(ctx, S, by);         // of the first tile; eager maxima have begin(), before `next`
//   softmax.grow(ctx, S, by);          // of a later tile: if (softmax.rescales)
//                                      //   O(row,_) *= softmax.scale[row]
//   softmax.exponentials<8>(S, by);    // exp2(S * by.log2 - max)
//   softmax.close(ctx);                // sum over the four lanes that share a row
//
// Source: Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et al.,
// "FlashAttention", 2022.
#pragma once

#include <tileproof/context/context.hpp>

#include <cmath>
#include <cstdint>

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

// 1 / x. On a GPU rcp.approx.ftz.f32 (PTX ISA, "rcp"): at most 1 ulp wrong.
TILEPROOF_KERNEL float reciprocal_approximate(float x) {
#if defined(__CUDACC__)
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
#else
  return 1.0f / x;
#endif
}

// The factors by which a softmax multiplies scores. The host computes both, since ptxas keeps a
// kernel's argument in a uniform register, but a product of it in a register of each thread.
struct softmax_scale {
  float log2, log2_times_1024;  // of the scale times log2 e
  constexpr explicit softmax_scale(float scale_log2)
      : log2(scale_log2), log2_times_1024(scale_log2 * 1024.0f) {}
};

// The state of a softmax over a thread's Rows rows, each of which lies in four neighbouring lanes:
// the maximum and the sum of each row. A masked score is -infinity; a row in which all scores are
// masked has the sum 0. Exponentials are 2^Log2OfOne times as large, and so are the sums; log_sum
// is not.
template <int Rows, int Log2OfOne = 0>
struct softmax_rows {
  float most[Rows];
  float sum[Rows];  // the sum over this thread's columns; after `close`, over all

  template <class Context>
  TILEPROOF_KERNEL void close(Context const& ctx) {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      sum[i] += ctx.shuffle_xor(sum[i], 1);
      sum[i] += ctx.shuffle_xor(sum[i], 2);
    }
  }
  // The reciprocal of the sum, 0 where it is 0; the natural logarithm of the sum of exp(score).
  TILEPROOF_KERNEL float reciprocal(int i) const {
    return sum[i] == 0 ? 0.0f : reciprocal_approximate(sum[i]);
  }
  TILEPROOF_KERNEL float log_sum(int i, float scale_log2) const {
    constexpr float ln_2 = 0.69314718055994531f;
    return sum[i] == 0 ? -INFINITY : (most[i] * scale_log2 - Log2OfOne) * ln_2 + logf(sum[i]);
  }
  // The number that is subtracted from scaled scores before the exponential: the scaled maximum, or
  // 0 where all scores are masked.
  TILEPROOF_KERNEL float base(int i, float scale_log2) const {
    return most[i] == -INFINITY ? 0.0f : most[i] * scale_log2;
  }
};

// The maxima of a softmax. Earlier sums are rescaled only where the maximum of a row of the warp
// has grown by a factor of more than 2^(QuartersOfSlack / 4): then `rescales` is true and `scale`
// is the factor. Until then the old maximum is used, and exponentials are at most 2^(Log2OfOne +
// QuartersOfSlack / 4); the quotient is the same. A thread computes the maximum of a row in Chains
// chains, which do not wait for one another: 1 (the fewest instructions and registers) or 4.
template <int Rows, int Log2OfOne, int QuartersOfSlack, int Chains>
struct lazy_maxima : softmax_rows<Rows, Log2OfOne> {
  using rows = softmax_rows<Rows, Log2OfOne>;
  using rows::base, rows::most, rows::sum;
  static_assert(QuartersOfSlack > 0 && (Chains == 1 || Chains == 4));
  float scale[Rows];
  bool rescales;  // the same for the lanes of a warp

  // Computes the maxima of a thread's scores in a tile of keys, or 0 if they are less, with one
  // instruction for two scores.
  template <class Scores>
  TILEPROOF_KERNEL void next(Scores const& S) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    std::int32_t part[Rows][Chains] = {};
    TILEPROOF_UNROLL
    for (int c = 0; c < columns; c += 2) TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      std::int32_t& of = part[i][c / 2 % Chains];
      of = larger_of(larger_of(of, bits_of(S(i, c))), bits_of(S(i, c + 1)));
    }
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i)
      bound_[i] = larger_of(larger_of(part[i][0], part[i][1 % Chains]),
                            larger_of(part[i][2 % Chains], part[i][3 % Chains]));
  }
  // Called after `next` of the first tile of keys: sets the maxima to those of the tile, and the
  // sums to 0.
  template <class Context, class Scores>
  TILEPROOF_KERNEL void begin(Context const& ctx, Scores const& S, softmax_scale const& by) {
    rescales = false;
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) most[i] = -INFINITY, sum[i] = 0;
    raise(ctx, S, by);
    // This scale is never read. Without it ptxas 13.0 has FFMA without .reuse in the exponentials
    // of later steps, which are then 4 % slower (f16, depth 64).
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) scale[i] = exp2_approximate(-INFINITY - base(i, by.log2));
  }
  // Called after `next` of each later tile: sets `rescales`, and where it is true `scale` and the
  // maximum from which exponents are counted. The sums are as they were.
  template <class Context, class Scores>
  TILEPROOF_KERNEL void grow(Context const& ctx, Scores const& S, softmax_scale const& by) {
    bool grows = false;
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) grows = grows || bound_[i] > limit_[i];
    rescales = ctx.any(grows);
    if (!rescales) return;
    float before[Rows];
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) before[i] = most[i];
    raise(ctx, S, by);
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i)
      scale[i] = exp2_approximate(before[i] * by.log2 - base(i, by.log2));
  }
  // Called if `rescales`: multiplies the sums by `scale`, as the kernel does with O.
  TILEPROOF_KERNEL void rescale_sums() {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) sum[i] *= scale[i];
  }

 protected:
  float from_[Rows];  // exponents are counted from it
  // A 0 that depends on x, a number that is not negative, which the compiler does not know. The NaN
  // of a GPU is 0x7fffffff (PTX ISA, "Floating point instructions"); on other machines the sign of
  // a NaN has no meaning.
  TILEPROOF_KERNEL static int zero_after(float x) {
#if defined(__CUDACC__)
    return static_cast<int>(static_cast<std::uint32_t>(bits_of(x)) >> 31);
#else
    return x < 0 ? 1 : 0;
#endif
  }

 private:
  // Raises the maxima to those of a tile of keys, where these are larger.
  template <class Context, class Scores>
  TILEPROOF_KERNEL void raise(Context const& ctx, Scores const& S, softmax_scale const& by) {
    float larger[Rows];
    bool is_exact = true;
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      bound_[i] = larger_of(bound_[i], ctx.shuffle_xor(bound_[i], 1));
      bound_[i] = larger_of(bound_[i], ctx.shuffle_xor(bound_[i], 2));
      larger[i] = __builtin_bit_cast(float, bound_[i]);
      is_exact = is_exact && bound_[i] != 0;
    }
    if (ctx.any(!is_exact)) maxima(ctx, S, larger);
    float const slack = fminf(QuartersOfSlack * 0.25f * reciprocal_approximate(by.log2), 0x1p127f);
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      most[i] = fmaxf(larger[i], most[i]);
      from_[i] = base(i, by.log2) - Log2OfOne;
      limit_[i] = bits_of(most[i] + slack);
    }
  }
  std::int32_t bound_[Rows];  // the maxima of this thread's scores in a step, as bits
  std::int32_t limit_[Rows];  // bounds up to which the maxima do not count as grown, as bits

  // The bits of a float as a signed integer: they order floats that are not negative, and those of
  // a negative float are less. max.s32 of three is one instruction on sm_90.
  TILEPROOF_KERNEL static std::int32_t bits_of(float x) {
    return __builtin_bit_cast(std::int32_t, x);
  }
  TILEPROOF_KERNEL static std::int32_t larger_of(std::int32_t a, std::int32_t b) {
    return a < b ? b : a;
  }
  // Computes the rows side by side and each row in four parts, so that no maximum waits for the one
  // before. fmaxf, since FMNMX is one instruction where a < b ? b : a is two; it passes over a NaN,
  // which the exponentials keep.
  template <class Context, class Scores>
  TILEPROOF_KERNEL static void maxima(Context const& ctx, Scores const& S, float (&of)[Rows]) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    constexpr int parts = 4;
    float part[Rows][parts];
    TILEPROOF_UNROLL
    for (int c = 0; c < columns; ++c) TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      float const x = S(i, c);
      part[i][c % parts] = c < parts ? x : fmaxf(part[i][c % parts], x);
    }
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i)
      of[i] = fmaxf(fmaxf(part[i][0], part[i][1]), fmaxf(part[i][2], part[i][3]));
    TILEPROOF_UNROLL
    for (int mask = 1; mask <= 2; ++mask) TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) of[i] = fmaxf(of[i], ctx.shuffle_xor(of[i], mask));
  }
};

// Maxima that are used at once, for a kernel whose registers are full: earlier sums are rescaled in
// each step.
template <int Rows>
struct eager_maxima : softmax_rows<Rows> {
  using softmax_rows<Rows>::base, softmax_rows<Rows>::most, softmax_rows<Rows>::sum;
  float scale[Rows];
  static constexpr bool rescales = true;

  // Sets the state before the first keys.
  TILEPROOF_KERNEL void begin() {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) most[i] = -INFINITY, sum[i] = 0;
  }
  // The maxima of a thread's scores of a tile of keys.
  template <class Scores>
  TILEPROOF_KERNEL void next(Scores const& S) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      float a = S(i, 0);
      float b = S(i, 1);
      TILEPROOF_UNROLL
      for (int c = 2; c < columns; c += 2) {
        a = fmaxf(a, S(i, c));
        b = fmaxf(b, S(i, c + 1));
      }
      of_step_[i] = fmaxf(a, b);
    }
  }
  template <class Context, class Scores>
  TILEPROOF_KERNEL void grow(Context const& ctx, Scores const&, softmax_scale const& by) {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) {
      float const before = most[i];
      float const a = fmaxf(of_step_[i], ctx.shuffle_xor(of_step_[i], 1));
      most[i] = fmaxf(fmaxf(a, ctx.shuffle_xor(a, 2)), before);
      scale[i] = exp2_approximate(before * by.log2 - base(i, by.log2));
      sum[i] *= scale[i];
    }
  }

 private:
  float of_step_[Rows];
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
