// SPDX-License-Identifier: BSL-1.0
//
// The exponentials of a softmax (kernel/attention/softmax.hpp) and their sums, in three variants:
// in f32; in f32 with few registers; and partly by linear interpolation, for results that are
// rounded to 8 bits.
#pragma once

#include <tileproof/atom/round_to.hpp>
#include <tileproof/kernel/attention/softmax.hpp>

#include <cmath>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Exponentials and their sums in f32. A thread adds in two chains.
template <int Rows, int Log2OfOne, int QuartersOfSlack>
struct softmax_in_f32 : lazy_maxima<Rows, Log2OfOne, QuartersOfSlack, 4> {
  using maxima = lazy_maxima<Rows, Log2OfOne, QuartersOfSlack, 4>;
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
  // A 0 that depends on the exponentials of a step, except the last Late of each row: the compiler
  // has to compute these first.
  TILEPROOF_KERNEL int after_exponentials() const { return maxima::zero_after(early_); }

 private:
  using maxima::from_;
  float early_ = 0;  // a sum of a step's exponentials without the last ones

  TILEPROOF_KERNEL static float all_of(float const (&part)[Rows][2]) {
    float sum = part[0][0] + part[0][1];
    TILEPROOF_UNROLL
    for (int i = 1; i < Rows; ++i) sum += part[i][0] + part[i][1];
    return sum;
  }
};

// Exponentials in f32, for a kernel whose registers are full. The compiler would keep exponentials
// in registers until the end of the step. With Early > 0 it has to add up each group of Early
// exponentials before they are used, which costs one minimum for each group. 0 leaves the order to
// the compiler.
template <int Rows, int Early = 0>
struct softmax_in_few_registers : eager_maxima<Rows> {
  using maxima = eager_maxima<Rows>;
  using maxima::base, maxima::sum;

  template <class Scores>
  TILEPROOF_KERNEL void exponentials(Scores& S, softmax_scale const& by) {
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) sum[i] = exponentials(S, i, by.log2, sum[i]);
  }

 private:
  // Turns scores into probabilities, and adds them to the sum.
  template <class Scores>
  TILEPROOF_KERNEL float exponentials(Scores& S, int i, float scale_log2, float before) const {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    float const from = base(i, scale_log2);
    if constexpr (Early > 0) {
      TILEPROOF_UNROLL
      for (int c = 0; c < columns; ++c) {
        S(i, c) = exp2_approximate(S(i, c) * scale_log2 - from);
        before += S(i, c);
        // A sum is never less than one of its terms, but the compiler does not know it.
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

// A float of at least 2^23 has the bits of an f16 in its lower half: those of the number nearest to
// f, or of 0 (2^23) if f is less. A NaN stays a NaN in either format.
TILEPROOF_KERNEL float at_least_0_of_f16(float f) {
#if defined(__CUDACC__)
  float r;
  asm("max.NaN.f32 %0, %1, 0f4B000000;" : "=f"(r) : "f"(f));
  return r;
#else
  return f < 0x1p23f ? 0x1p23f : f != f ? __builtin_bit_cast(float, 0x7fffffff) : f;
#endif
}
// Packs the lower halves of two floats into one. The asm statement has no integer operands: if an
// integer is moved to a register of an accumulator, ptxas serialises wgmma (C7511).
TILEPROOF_KERNEL float lower_halves(float a, float b) {
#if defined(__CUDACC__)
  float r;
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  std::uint32_t const low = __builtin_bit_cast(std::uint32_t, a) & 0xffffu;
  return __builtin_bit_cast(float, low | __builtin_bit_cast(std::uint32_t, b) << 16);
#endif
}

// For probabilities that are rounded to float_e4m3_t at once. The sum of a row is the sum of the
// rounded probabilities, which P V gives: V has additional columns of ones. Half of the
// exponentials are linear between powers of two, so that they need no ex2 instruction, of which an
// SM computes few at a time.
//
//   softmax.round_four(a, b, c, to);  // four neighbours of a row, as float_e4m3_t
//   softmax.add(i, sum);              // row i: the sum of the step before
//   softmax.rescale_sums();           // if (softmax.rescales), as O
//
// exp2(x) is exact to 2 ulp in columns 0 and 1 of each four, and linear in columns 2 and 3: 2^i (1
// + f) / 2^.0575 for x = i + f, from 3.9 % below to 2.0 % above exp2(x), by 0 on average. The
// rounding to float_e4m3_t changes a number by up to 6.25 %. Pre: a score times scale_log2 is less
// than 2^117 in size, or infinite. The largest exponential is about 2^Log2OfOne, and at most
// 2^(QuartersOfSlack / 4) times that, and 2 % (lazy_maxima).
//
// Source: Schraudolph, "A fast, compact approximation of the exponential function", 1999.
template <int Rows, int Log2OfOne, int QuartersOfSlack>
struct softmax_for_8bit : lazy_maxima<Rows, Log2OfOne, QuartersOfSlack, 1> {
  using maxima = lazy_maxima<Rows, Log2OfOne, QuartersOfSlack, 1>;
  using maxima::sum;
  static_assert(4 * Log2OfOne + QuartersOfSlack <= 4 * 8 + 3, "float_e4m3_t goes to 448");

  // Turns scores into exponentials: in each four columns from c on, the first two are f32, and the
  // other two are two f16 in S(row,c + 2).
  template <int Late, class Scores>
  TILEPROOF_KERNEL void exponentials(Scores&& S, softmax_scale const& by) {
    constexpr int columns = static_cast<int>(decltype(size<1>(S))::value);
    static_assert(columns % 4 == 0 && Late >= 0 && Late + 4 <= columns);
    constexpr float below = 0.0575f;  // log2 of the mean of (1 + f) / 2^f
    float from_16[Rows];
    TILEPROOF_UNROLL
    for (int i = 0; i < Rows; ++i) from_16[i] = 0x1p23f + (15.0f - below - from_[i]) * 1024.0f;
    TILEPROOF_UNROLL
    for (int c = 0; c < columns; c += 4) {
      TILEPROOF_UNROLL
      for (int i = 0; i < Rows; ++i) {
        float const a = exp2_approximate(S(i, c) * by.log2 - from_[i]);
        float const b = exp2_approximate(S(i, c + 1) * by.log2 - from_[i]);
        S(i, c) = a, S(i, c + 1) = b;
        if (c < columns - Late) early_ = c == 0 && i == 0 ? a * b : fmaf(a, b, early_);
      }
      TILEPROOF_UNROLL
      for (int i = 0; i < Rows; ++i) {
        float const a = at_least_0_of_f16(fmaf(S(i, c + 2), by.log2_times_1024, from_16[i]));
        float const b = at_least_0_of_f16(fmaf(S(i, c + 3), by.log2_times_1024, from_16[i]));
        S(i, c + 2) = lower_halves(a, b), S(i, c + 3) = b;  // not a score: its register is free
      }
    }
  }
  // Rounds two f32 exponentials and two packed f16 exponentials to to[0] to to[3], one register.
  // Pre: `to` is a multiple of 4 bytes.
  TILEPROOF_KERNEL static void round_four(float a, float b, float two, float_e4m3_t* to) {
    std::uint32_t const halves = __builtin_bit_cast(std::uint32_t, two);
#if defined(__CUDACC__)
    std::uint32_t r;
    asm("{\n.reg .b16 lower, upper;\n"
        "cvt.rn.satfinite.e4m3x2.f32 lower, %2, %1;\n"
        "cvt.rn.satfinite.e4m3x2.f16x2 upper, %3;\n"
        "mov.b32 %0, {lower, upper};\n}"
        : "=r"(r)
        : "f"(a), "f"(b), "r"(halves));
    memcpy(to, &r, sizeof(r));
#else
    to[0] = round_to<float_e4m3_t>(a);
    to[1] = round_to<float_e4m3_t>(b);
    for (int i = 0; i < 2; ++i)
      to[2 + i] = round_to<float_e4m3_t>(
          static_cast<float>(half_t::bitcast(static_cast<std::uint16_t>(halves >> 16 * i))));
#endif
  }
  // Adds the sum of row i's probabilities of a step.
  TILEPROOF_KERNEL void add(int i, float of_step) { sum[i] += of_step; }
  // A 0 that depends on the exponentials of a step, except the last Late of each row: the compiler
  // has to compute these first.
  TILEPROOF_KERNEL int after_exponentials() const { return maxima::zero_after(early_); }

 private:
  using maxima::from_;
  float early_ = 0;  // a non-negative number from a step's exponentials without the last ones
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
