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
// leaves that open, the last period counts as whole, and is_exact is set to false.
constexpr std::int64_t elements_of(mapping const& m, bool& is_exact) {
  image const i = image_of(m);
  if (i.is.is != answer::undecided) return i.end;
  if (m.is_swizzled()) is_exact = false;
  return m.is_swizzled() ? round_down(m.last, m.period()) + m.period() : m.last + 1;
}

}  // namespace detail

// The layouts, of Elements, lie one behind the other (each from a multiple of 128 bytes) in a
// buffer of so many bytes. No offset is negative.
template <std::int64_t Bytes, class Element>
struct fits_in_bytes {
  template <class... Mappings>
  static constexpr report decide(Mappings const&... layouts) {
    report r;
    std::int64_t bytes = 0;
    bool is_exact = true;
    auto const add = [&](mapping const& m) {
      std::int64_t bits = 0;
      r.points += m.size;
      if (!m.fits ||
          core::mul_overflows(detail::elements_of(m, is_exact), sizeof_bits_v<Element>, bits) ||
          core::add_overflows((bytes + 127) / 128 * 128, (bits + 7) / 8, bytes))
        r.is = answer::undecided;
      else if (m.first < 0)
        r.because(answer::no).say(clue::at_offset, m.first);
      return r.holds();
    };
    static_cast<void>((add(layouts) && ...));
    if (r.holds() && bytes > Bytes) r.is = is_exact ? answer::no : answer::undecided;
    return r.say(clue::in_bytes, bytes).say(clue::expected, Bytes);
  }
};

// A thread's fragments, of Elements, take at most so many registers of 32 bits. With more than 128
// accumulators beside two consumer warpgroups, or 255 in all, the compiler spills.
template <int Registers, class Element>
struct fits_in_registers {
  template <class... Mappings>
  static constexpr report decide(Mappings const&... fragments) {
    report r;
    r.points = (0 + ... + fragments.size);
    bool is_exact = true;
    std::int64_t const count =
        (0 + ... + ((detail::elements_of(fragments, is_exact) * sizeof_bits_v<Element> + 31) / 32));
    if (!(fragments.fits && ...)) r.is = answer::undecided;
    if (r.holds() && count > Registers) r.is = is_exact ? answer::no : answer::undecided;
    return r.say(clue::in_registers, count).say(clue::expected, Registers);
  }
};

// Every offset lies in [-2^31, 2^31).
struct offsets_fit_32_bits {
  static constexpr report decide(mapping const& m) {
    report r;
    r.points = m.size;
    // A swizzle of a period up to 2^31 maps each side of 0 onto itself.
    if (!m.fits || m.first < INT32_MIN || m.last > INT32_MAX)
      r.because(answer::no).say(clue::at_offset, m.first < INT32_MIN ? m.first : m.last);
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
