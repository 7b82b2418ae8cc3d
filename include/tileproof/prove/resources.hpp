// SPDX-License-Identifier: BSL-1.0
//
// fits_in_bytes, fits_in_registers and offsets_fit_32_bits: limits on the resources of a kernel.
// Use the first two for its shared-memory buffers and its fragments, the third where offsets are
// computed in 32 bits.
//
//   // Three stages of a 128 x 64 tile of half_t take 49152 bytes.
//   require<fits_in_bytes<shared_bytes_sm80, half_t>>(Layout<Shape<_128, _64, _3>>{});
#pragma once

#include <tileproof/prove/interval.hpp>
#include <tileproof/prove/runs_for_all.hpp>
#include <tileproof/types/sizeof_bits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The shared memory of one block, in bytes: 163 KB on sm_80, 227 KB on sm_90 (CUDA C++ Programming
// Guide, "Compute Capabilities").
inline constexpr std::int64_t shared_bytes_sm80 = 163 * 1024;
inline constexpr std::int64_t shared_bytes_sm90 = 227 * 1024;

namespace detail {

// The length in elements of a buffer for the layout: the largest offset plus one, 0 for an empty
// layout. If a swizzle leaves the largest offset open, the last period counts in full, and is_exact
// becomes false.
constexpr std::int64_t elements_of(mapping const& m, bool& is_exact) {
  image const i = image_of(m);
  if (i.is.is != answer::undecided) return i.end;
  if (m.is_swizzled()) is_exact = false;
  return m.is_swizzled() ? round_down(m.last, m.swizzle.period()) + m.swizzle.period() : m.last + 1;
}

// Sums the units (bytes or registers) of several layouts placed one after the other, each at a
// multiple of `from` units.
struct resource {
  int element_bits = 0;
  std::int64_t unit_bits = 0;
  std::int64_t from = 1;
  report is{};
  std::int64_t units = 0;
  bool is_beyond = false;     // exceeds 64 bits: `units` is INT64_MAX
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
      std::int64_t const rest = elements % unit_bits * element_bits;  // rounded up to a whole unit
      // Each layout starts at a multiple of `from` units.
      if (core::mul_overflows(elements / unit_bits, element_bits, whole) ||
          core::add_overflows(units, from - 1, units) ||
          core::add_overflows(units / from * from, whole, units) ||
          core::add_overflows(units, (rest + unit_bits - 1) / unit_bits, units) || is_beyond) {
        is_beyond = true;
        units = INT64_MAX;
      }
    }
  }

  constexpr report at_most(std::int64_t limit, core::clue_word const& name) const {
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

// The layouts, of Elements, fit one after the other in a buffer of Bytes bytes, each at a multiple
// of 128 bytes, and no offset is negative. The bytes count up to the largest offset, so padding
// counts: (128,64):(1,136) of float takes 34784 bytes. Undecided where the largest swizzled offset
// is open and matters. The report has the bytes needed and the limit, also if the answer is yes.
template <std::int64_t Bytes, class Element>
struct fits_in_bytes {
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "offset {at_offset} lies before the buffer of {expected} bytes",
      "the layouts of {element} take {in_bytes} bytes, and the buffer has {expected}", nullptr};
  // For all values: one layout, whose modes reach up to the sum of (extent - 1) * stride.
  template <class Prover>
  static constexpr core::integer condition(Prover& p, core::layout const& l) {
    return detail::reaches_at_most(p, l, Bytes * 8 / sizeof_bits_v<Element> - 1);
  }
  template <class... Mappings>
  static constexpr report decide(Mappings const&... layouts) {
    detail::resource bytes{sizeof_bits_v<Element>, 8, 128};
    (bytes.take(layouts), ...);
    return bytes.at_most(Bytes, clue::in_bytes);
  }
};

// A thread's fragments, of Elements, take at most Registers registers of 32 bits, and no offset is
// negative. A fragment of 128 floats takes 128. The compiler spills beyond 255 registers a thread,
// and with 128 accumulators or more beside two consumer warpgroups. The report has both numbers.
// Fragments of 64 and 128 floats in at most 128 registers:
//   "no: in registers 192, expected 128"
template <int Registers, class Element>
struct fits_in_registers {
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "offset {at_offset} lies before the registers",
      "the fragments of {element} take {in_registers} registers of 32 bits, and {expected} are "
      "there",
      nullptr};
  template <class... Mappings>
  static constexpr report decide(Mappings const&... fragments) {
    detail::resource registers{sizeof_bits_v<Element>, 32, 1};
    (registers.take(fragments), ...);
    return registers.at_most(Registers, clue::in_registers);
  }
};

// Every offset lies in [-2^31, 2^31), after the swizzle: a kernel may compute offsets in 32 bits.
// (65536,65536):(1,65536) fails. Decided from the strides, except with a swizzle that moves bit 31,
// where up to enumeration_bound coordinates are visited. Witness: an offset that does not fit.
struct offsets_fit_32_bits {
  static constexpr char const* sentences[] = {"offset {at_offset} of {0} does not fit in 32 bits",
                                              nullptr};
  // For all values: the modes reach up to the sum of (extent - 1) * stride. The condition is 0
  // where a stride may be negative.
  template <class Prover>
  static constexpr core::integer condition(Prover& p, core::layout const& l) {
    return detail::reaches_at_most(p, l, INT32_MAX);
  }
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
  // If not all offsets fit in 64 bits, a single step of one mode may already exceed 32 bits.
  static constexpr report of_one_mode(mapping const& m) {
    for (int i = 0; i < m.of.count && !m.is_swizzled(); ++i) {
      std::int64_t y = 0;
      if (m.of.at[i].extent.value > 1 &&
          !core::add_overflows(m.of.at[i].stride.value, m.offset, y) && !is_narrow(y))
        return report{}.because(answer::no).say(clue::at_offset, y);
    }
    return detail::beyond_64_bits(m);
  }
  // True if the swizzle leaves bit 31 and those above it unchanged.
  static constexpr bool changes_low_bits(mapping const& m) {
    core::swizzle const s = m.swizzle;
    return s.base + s.bits + (s.shift < 0 ? -s.shift : 0) <= 31 || s.bits == 0;
  }
  // True if no offset is negative and none has a bit that the swizzle moves to bit 31 or above.
  static constexpr bool stays_narrow(mapping const& m) {
    std::int64_t bits_used = m.last;
    for (int i = 1; i < 32; i *= 2) bits_used |= bits_used >> i;
    std::int64_t const moved = m.swizzle(bits_used) ^ bits_used;
    return m.first >= 0 && (m.swizzle.shift >= 0 || is_narrow(moved));
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
