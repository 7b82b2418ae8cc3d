// SPDX-License-Identifier: BSL-1.0
//
// vector_access_of: whether a warp instruction can make the accesses of a block at all. Each access
// must be a vector of consecutive elements aligned to the access width, as access_width requires.
// bank_ways and sector_efficiency ask this first, and count wavefronts or sectors only if the
// answer is yes.
#pragma once

#include <tileproof/prove/contiguous.hpp>
#include <tileproof/prove/warp.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(threads_of_layout);  // (thread,value), whose threads make several accesses
TILEPROOF_CLUE(values_of_thread);   // of each

// The name of a refusal: an access whose width is no whole number of elements.
template <class Element>
struct access_holds_whole_elements {
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "an access of {found} bits holds no whole number of {element}, which has {in_bits} bits",
      nullptr};
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The answer, and the first thread and value that violate it.
struct vector_access {
  answer is = answer::yes;
  decided how = decided::by_structure;
  bool lacks_threads =
      false;  // the last warp is incomplete, and the instruction needs all 32 lanes
  std::int64_t thread = 0;
  std::int64_t value = 0;
  report open{};  // the reason, if undecided
};

// Decides for a layout (thread,value) -> offset: threads with a lane below `lanes` access their
// values as vectors of n elements. Addresses of the other lanes are ignored, as ldmatrix.x1 ignores
// those of lanes 8 to 31.
constexpr vector_access vector_access_of(mapping const& tv, std::int64_t n, int lanes = warp_size) {
  // All lanes together: yes is final; so is a violation by a lane that counts.
  grouping const g = vectors_of(tv, n);
  std::int64_t const values = tv.values() == 0 ? 1 : tv.values();
  vector_access r{g.is.is, g.is.how, false, g.at / values, g.at % values, g.is};
  bool const counts = r.is == answer::no && r.thread % warp_size < lanes;
  if (r.is == answer::yes || counts || (r.is == answer::undecided && lanes == warp_size)) return r;
  // The violation is by a lane whose address is ignored: visit the others one by one.
  if (tv.size > enumeration_bound)
    return {answer::undecided, decided::by_enumeration, false, 0, 0, undecided_about(tv.size)};
  std::int64_t const threads = tv.threads();
  for (r.thread = 0; r.thread < threads; ++r.thread) {
    std::int64_t before = 0;
    for (r.value = 0; r.thread % warp_size < lanes && r.value < values; ++r.value) {
      std::int64_t const y = tv(r.thread + threads * r.value);
      if (r.value % n == 0 ? y % n != 0 : y != before + 1)
        return {answer::no, decided::by_enumeration, false, r.thread, r.value, report{}};
      before = y;
    }
  }
  return {answer::yes, decided::by_enumeration, false, 0, 0, report{}};
}

// Adds the witness: the incomplete warp; the values that form no vector; or the misaligned address,
// in bits if it lies inside a byte, otherwise in bytes.
constexpr report& explain(report& r, vector_access const& a, mapping const& tv, int access_bits,
                          int element_bits) {
  std::int64_t const n = access_bits / element_bits;
  if (a.lacks_threads)
    return r.say(clue::missing_thread, a.thread)
        .say(clue::in_warp, a.thread / warp_size)
        .say(clue::expected, warp_size);
  std::int64_t const offset = tv(a.thread + tv.threads() * a.value);
  std::int64_t address = 0;
  if (tv.values() % n != 0 || a.value % n != 0 ||
      core::mul_overflows(offset, element_bits, address))
    return r.say(clue::at_thread, a.thread)
        .say(clue::at_value, a.value)
        .say(clue::at_offset, offset)
        .say(clue::in_runs_of, contiguous_run(values_first(tv)))
        .say(clue::expected, n);
  r.say(clue::in_warp, a.thread / warp_size)
      .say(clue::at_step, a.value / n)
      .say(clue::of_lanes, a.thread % warp_size);
  if (address % 8 != 0)
    r.say(clue::in_bits, address);
  else
    r.say(clue::in_bytes, address / 8);
  return r.say(clue::aligned_to, access_bits / 8);
}

// The accesses of a thread, of `bits` bits each: values times the element's bits, over the width.
constexpr std::int64_t accesses_of_thread(mapping const& tv, int bits, int element_bits) {
  std::int64_t const n = bits / element_bits;
  return n < 1 ? tv.values() : tv.values() / n;
}
// Writes how a layout (thread,value) is read, where a thread makes several accesses: a tile that is
// passed in its place, (_128,_64) for one, is 128 threads of 64 values.
constexpr void put_reading(core::text& t, mapping const& tv, int bits, int element_bits) {
  std::int64_t const accesses = accesses_of_thread(tv, bits, element_bits);
  if (!tv.fits || accesses < 2) return;
  t.put("the layout is read as (thread,value): ");
  t.put(tv.threads());
  t.put(tv.threads() == 1 ? " thread of " : " threads of ");
  t.put(tv.values());
  t.put(" values each, in ");
  t.put(accesses);
  t.put(" accesses");
}
// Adds the same to a report that is yes.
constexpr report& say_reading(report& r, mapping const& tv, int bits, int element_bits) {
  if (!r.holds() || !tv.fits || accesses_of_thread(tv, bits, element_bits) < 2) return r;
  return r.say(clue::threads_of_layout, tv.threads()).say(clue::values_of_thread, tv.values());
}

// True where every address, in bits, and every total of the block fits in 64 bits, and no address
// is negative.
constexpr bool can_be_counted(mapping const& tv, int element_bits) {
  std::int64_t last = 0;
  return tv.fits && tv.first >= 0 && tv.size <= std::int64_t{1} << 55 &&
         !core::mul_overflows(tv.last | (tv.swizzle.period() - 1), element_bits, last);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
