// SPDX-License-Identifier: BSL-1.0
//
// What a kernel may use: shared memory, accumulator registers, 32-bit offsets.
#pragma once

#include <tileproof/algebra/recast.hpp>
#include <tileproof/prove/interval.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Of a block, on sm_80 163 KB and on sm_90 227 KB (CUDA C++ Programming Guide, "Compute
// Capabilities").
inline constexpr std::int64_t shared_bytes_sm80 = 163 * 1024;
inline constexpr std::int64_t shared_bytes_sm90 = 227 * 1024;

namespace detail {

// Elements that a buffer for the layout needs: one more than the largest offset. Where a swizzle
// leaves that open, the last period counts as whole, and is_exact is set to false. None for an
// empty layout.
constexpr std::int64_t elements_of(mapping const& m, bool& is_exact) {
  image const i = image_of(m);
  if (i.is.is != answer::undecided) return i.end;
  if (m.is_swizzled()) is_exact = false;
  return m.is_swizzled() ? round_down(m.last, m.period()) + m.period() : m.last + 1;
}

// The units that several layouts take, one behind the other, each from a multiple of `from` units.
struct resource {
  int element_bits = 0;
  std::int64_t unit_bits = 0;
  std::int64_t from = 1;
  report is{};
  std::int64_t units = 0;
  bool is_beyond = false;     // more units than 64 bits hold: `units` is INT64_MAX
  std::int64_t unseen = 0;    // points of the layouts whose largest offset is not known
  std::int64_t negative = 0;  // the least offset where it is negative

  constexpr void take(mapping const& m) {
    is.points += m.size;
    if (is.is == answer::undecided || negative < 0) return;
    if (!m.fits) {
      is = beyond_64_bits(m);
    } else if (m.first < 0) {
      negative = m.first;
    } else {
      bool is_exact = true;
      std::int64_t const elements = elements_of(m, is_exact);
      if (!is_exact) unseen += m.size;
      std::int64_t whole = 0;
      std::int64_t const rest = elements % unit_bits * element_bits;  // no unit is cut
      if (core::mul_overflows(elements / unit_bits, element_bits, whole) ||
          core::add_overflows(units, from - 1, units) ||
          core::add_overflows(units / from * from, whole, units) ||
          core::add_overflows(units, (rest + unit_bits - 1) / unit_bits, units) || is_beyond) {
        is_beyond = true;
        units = INT64_MAX;
      }
    }
  }

  constexpr report at_most(std::int64_t limit, clue name) const {
    if (is.is == answer::undecided) return is;
    bool const is_more = is_beyond || units > limit;
    if (negative >= 0 && is_more && unseen > 0)
      return undecided_because(open_because::too_many_points, unseen, is.points)
          .say(name, units)
          .say(clue::expected, limit);
    report r = is;
    if (negative < 0) r.because(answer::no).say(clue::at_offset, negative);
    if (is_more) r.is = answer::no;
    return r.say(name, units).say(clue::expected, limit);
  }
};

}  // namespace detail

// The layouts, of Elements, lie one behind the other (each from a multiple of 128 bytes) in a
// buffer of so many bytes. No offset is negative.
template <std::int64_t Bytes, class Element>
struct fits_in_bytes {
  template <class... Mappings>
  static constexpr report decide(Mappings const&... layouts) {
    detail::resource bytes{sizeof_bits_v<Element>, 8, 128};
    (bytes.take(layouts), ...);
    return bytes.at_most(Bytes, clue::in_bytes);
  }
};

// A thread's fragments, of Elements, take at most so many registers of 32 bits, and no offset is
// negative. With more than 128
// accumulators beside two consumer warpgroups, or 255 in all, the compiler spills.
template <int Registers, class Element>
struct fits_in_registers {
  template <class... Mappings>
  static constexpr report decide(Mappings const&... fragments) {
    detail::resource registers{sizeof_bits_v<Element>, 32, 1};
    (registers.take(fragments), ...);
    return registers.at_most(Registers, clue::in_registers);
  }
};

// Every offset lies in [-2^31, 2^31), after the swizzle.
struct offsets_fit_32_bits {
  static constexpr report decide(mapping const& m) {
    if (!m.fits) return of_one_mode(m);
    report r;
    r.points = m.size;
    if (m.size == 0) return r;
    if (!is_narrow(m.swizzle(m.last)) || !is_narrow(m.swizzle(m.first))) {
      std::int64_t const end = is_narrow(m.swizzle(m.last)) ? m.first : m.last;
      return r.because(answer::no).say(clue::at_offset, m.swizzle(end));
    }
    bool const are_narrow = is_narrow(m.first) && is_narrow(m.last);
    if (are_narrow && (stays_narrow(m) || changes_low_bits(m))) return r;
    r.how = decided::by_enumeration;
    for (std::int64_t x = 0; x < m.size && x < enumeration_bound && r.holds(); ++x)
      if (!is_narrow(m(x))) r.because(answer::no).say(clue::at_offset, m(x));
    return r.holds() && m.size > enumeration_bound ? detail::undecided_about(m.size) : r;
  }

 private:
  static constexpr bool is_narrow(std::int64_t y) { return y >= INT32_MIN && y <= INT32_MAX; }
  // One step of a mode may show it, where not all offsets are known.
  static constexpr report of_one_mode(mapping const& m) {
    for (int i = 0; i < m.of.count && !m.is_swizzled(); ++i) {
      std::int64_t y = 0;
      if (m.of.at[i].extent.value > 1 &&
          !core::add_overflows(m.of.at[i].stride.value, m.offset, y) && !is_narrow(y))
        return report{}.because(answer::no).say(clue::at_offset, y);
    }
    return detail::beyond_64_bits(m);
  }
  // Bits from 31 on stay as they are.
  static constexpr bool changes_low_bits(mapping const& m) {
    return m.base + m.bits + (m.shift < 0 ? -m.shift : 0) <= 31 || !m.is_swizzled();
  }
  // No offset is negative, and none has a bit that the swizzle moves to bit 31 or beyond.
  static constexpr bool stays_narrow(mapping const& m) {
    std::int64_t bits_used = m.last;
    for (int i = 1; i < 32; i *= 2) bits_used |= bits_used >> i;
    std::int64_t const low = ((std::int64_t{1} << m.bits) - 1) << m.base;
    return m.first >= 0 && (m.shift >= 0 || is_narrow((bits_used & low) << -m.shift));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
