// SPDX-License-Identifier: BSL-1.0
//
// The conversions of the floating-point element types against their definition in double precision:
// every code, and around every number and every midpoint between two the floats next to it. Their
// arithmetic against the same operation on doubles, rounded once: every code beside 24 special
// ones, and random pairs. Integers against std::nearbyint: one float in 997, and those around every
// half of an integer that 8 bits hold.
#include <tileproof/atom/float_format.hpp>
#include <tileproof/atom/round_to.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <random>

namespace {

using namespace tileproof;

struct format {
  int exponent_bits;
  int fraction_bits;
  bool has_infinity;  // in its codes
  bool saturates;
  bool ties_away;
};

// The value of a code without sign; NaN and infinity as the format has them.
double value_of(format f, std::uint32_t code) {
  int const bias = (1 << (f.exponent_bits - 1)) - 1;
  std::uint32_t const fraction = code & ((1U << f.fraction_bits) - 1);
  int const exponent = static_cast<int>(code >> f.fraction_bits);
  int const top = (1 << f.exponent_bits) - 1;
  if (f.has_infinity && exponent == top) return fraction == 0 ? HUGE_VAL : NAN;
  if (!f.has_infinity && exponent == top && fraction == (1U << f.fraction_bits) - 1) return NAN;
  return exponent == 0
             ? std::ldexp(fraction, 1 - bias - f.fraction_bits)
             : std::ldexp((1U << f.fraction_bits) + fraction, exponent - bias - f.fraction_bits);
}

long cases = 0;
long wrong = 0;

template <class T>
std::uint32_t code_of(T x) {
  return sizeof(x.storage) == 4 ? static_cast<std::uint32_t>(x.storage) >> 13 : x.storage;
}

// |x| lies between the numbers of `below` and `below + 1`: the nearest of them.
template <class T>
void rounds(format f, std::uint32_t below, std::uint32_t codes, float x) {
  std::uint32_t const largest = codes - 1;  // the largest finite one
  double const low = value_of(f, below);
  double const high = below == largest ? 2 * low - value_of(f, below - 1) : value_of(f, below + 1);
  double const from_low = x - low;
  double const from_high = high - x;
  bool const up =
      from_low > from_high || (from_low == from_high && (f.ties_away || (below & 1) != 0));
  std::uint32_t expected = up ? below + 1 : below;
  if (expected > largest && f.saturates) expected = largest;
  int const bits = f.exponent_bits + f.fraction_bits;
  ++cases;
  if (code_of(T(x)) != expected || code_of(T(-x)) != (expected | 1U << bits)) {
    if (++wrong < 10) std::printf("%a: %x, not %x\n", x, code_of(T(x)), expected);
  }
}

template <class T>
void check(char const* name, format f) {
  long const before = cases;
  std::uint32_t codes = 0;  // of finite numbers
  std::uint32_t const all = 1U << (f.exponent_bits + f.fraction_bits);
  for (std::uint32_t c = 0; c < all; ++c) {
    double const v = value_of(f, c);
    if (std::isfinite(v)) ++codes;
    for (std::uint32_t sign : {0U, all}) {
      using storage = decltype(T{}.storage);
      int const up = sizeof(storage) == 4 ? 13 : 0;
      float const back = T::bitcast(static_cast<storage>((c | sign) << up));
      double const expected = sign != 0 ? -v : v;
      ++cases;
      if (!(back == expected || (std::isnan(v) && std::isnan(back))) ||
          (back == 0 && std::signbit(back) != (sign != 0)))
        ++wrong;
    }
  }
  for (std::uint32_t c = 0; c < codes; ++c) {
    double const v = value_of(f, c);
    double const next = c + 1 == codes ? 2 * v - value_of(f, c - 1) : value_of(f, c + 1);
    float const at = static_cast<float>(v);
    float const middle = static_cast<float>((v + next) / 2);
    rounds<T>(f, c, codes, at);
    if (static_cast<double>(middle) != (v + next) / 2 || middle == at) continue;  // no such float
    rounds<T>(f, c, codes, middle);
    rounds<T>(f, c, codes, std::nextafter(middle, 0.0f));
    if (std::isfinite(std::nextafter(middle, HUGE_VALF)))
      rounds<T>(f, c, codes, std::nextafter(middle, HUGE_VALF));
    rounds<T>(f, c, codes, std::nextafter(at, HUGE_VALF));
  }
  std::printf("%-14s %8ld conversions\n", name, cases - before);
}

// The number of a format with infinities nearest to x, ties to even, with the sign of x.
double nearest(format f, double x) {
  if (std::isnan(x) || std::isinf(x) || x == 0) return x;
  int const bias = (1 << (f.exponent_bits - 1)) - 1;
  int const exponent = std::max(std::ilogb(x), 1 - bias);
  double const ulp = std::ldexp(1.0, exponent - f.fraction_bits);
  double const r = std::copysign(std::nearbyint(std::fabs(x) / ulp) * ulp, x);
  std::uint32_t const infinity = ((1U << f.exponent_bits) - 1) << f.fraction_bits;
  return std::fabs(r) > value_of(f, infinity - 1) ? std::copysign(HUGE_VAL, x) : r;
}

long operations = 0;

// A result of an operation, whose exact value is within 2^-50 of `exact`: no such value is that
// close to a midpoint without being it.
template <class T>
void is_nearest(format f, char what, T a, T b, T result, double exact) {
  double const expected = nearest(f, exact);
  float const x = result;
  ++operations;
  if (std::isnan(expected) ? std::isnan(x) && result.storage == 0x7fff
                           : x == expected && std::signbit(x) == std::signbit(expected))
    return;
  if (++wrong < 10)
    std::printf("%04x %c %04x is %04x, not %a\n", a.storage, what, b.storage, result.storage,
                expected);
}
template <class T>
void operate(format f, std::uint32_t code_a, std::uint32_t code_b) {
  T const a = T::bitcast(static_cast<std::uint16_t>(code_a));
  T const b = T::bitcast(static_cast<std::uint16_t>(code_b));
  double const x = static_cast<float>(a);
  double const y = static_cast<float>(b);
  is_nearest(f, '+', a, b, a + b, x + y);
  is_nearest(f, '-', a, b, a - b, x - y);
  is_nearest(f, '*', a, b, a * b, x * y);
  is_nearest(f, '/', a, b, a / b, x / y);
  is_nearest(f, '-', T(0), b, -b, -y);
}
template <class T>
void check_arithmetic(char const* name, format f) {
  long const before = operations;
  std::uint32_t const one = value_of(f, 0x3c00) == 1 ? 0x3c00 : 0x3f80;
  std::uint32_t const infinity = ((1U << f.exponent_bits) - 1) << f.fraction_bits;
  std::uint32_t const hidden = 1U << f.fraction_bits;
  for (std::uint32_t special : {0U, 1U, hidden - 1, hidden, hidden + 1, one - 1, one, one + 1,
                                one + hidden / 2 + 1, infinity - 1, infinity, infinity + 1})
    for (std::uint32_t sign : {0U, 0x8000U})
      for (std::uint32_t code = 0; code < 0x10000; ++code) operate<T>(f, code, special | sign);
  std::mt19937 bits(20);
  for (int i = 0; i < 500000; ++i) {
    std::uint32_t const both = static_cast<std::uint32_t>(bits());
    operate<T>(f, both & 0xffff, both >> 16);
    // Exponents that are close: sums that cancel, or that round.
    std::uint32_t const near = (both & 0xffff) + (bits() % (8 * hidden)) - 4 * hidden;
    operate<T>(f, both & 0xffff, (near & 0x7fff) | (bits() & 0x8000));
  }
  std::printf("%-14s %8ld operations\n", name, operations - before);
}

template <class T>
void round_integer(float x) {
  double const least = static_cast<double>(std::numeric_limits<T>::min());
  double const most = static_cast<double>(std::numeric_limits<T>::max());
  double const expected =
      std::isnan(x) ? 0 : std::clamp(std::nearbyint(static_cast<double>(x)), least, most);
  ++cases;
  double const is = static_cast<double>(round_to<T>(x));
  if (is != expected && ++wrong < 10) std::printf("%a is %.0f, not %.0f\n", x, is, expected);
}
template <class T>
void check_integer(char const* name) {
  long const before = cases;
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 997)
    round_integer<T>(__builtin_bit_cast(float, static_cast<std::uint32_t>(bits)));
  for (int i = -600; i <= 600; ++i)
    for (float const x : {static_cast<float>(i) / 2, static_cast<float>(i) + 0x1p31f}) {
      round_integer<T>(x);
      round_integer<T>(std::nextafter(x, HUGE_VALF));
      round_integer<T>(std::nextafter(x, -HUGE_VALF));
    }
  for (std::int64_t i = -300; i <= 300; ++i) {
    ++cases;
    wrong += round_to<T>(i) != std::clamp<std::int64_t>(i, std::numeric_limits<T>::min(),
                                                        std::numeric_limits<T>::max());
  }
  std::printf("%-14s %8ld conversions\n", name, cases - before);
}

}  // namespace

int main() {
  check_integer<std::int8_t>("int8_t");
  check_integer<std::uint8_t>("uint8_t");
  check_integer<std::int32_t>("int32_t");
  check<half_t>("half_t", {5, 10, true, false, false});
  check<bfloat16_t>("bfloat16_t", {8, 7, true, false, false});
  check<tfloat32_t>("tfloat32_t", {8, 10, true, false, true});
  check<float_e4m3_t>("float_e4m3_t", {4, 3, false, true, false});
  check<float_e5m2_t>("float_e5m2_t", {5, 2, true, true, false});
  check_arithmetic<half_t>("half_t", {5, 10, true, false, false});
  check_arithmetic<bfloat16_t>("bfloat16_t", {8, 7, true, false, false});
  std::printf("%ld conversions, %ld operations, %ld wrong\n", cases, operations, wrong);
  return wrong != 0;
}
