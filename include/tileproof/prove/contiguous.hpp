// SPDX-License-Identifier: BSL-1.0
//
// contiguous, aligned and access_width: runs of consecutive elements, their alignment in bytes, and
// the access width in bits that both allow. Use access_width before a 128-bit load or store of each
// thread's values:
//
//   // 32 threads, each with 4 consecutive floats: one ld.128 a thread.
//   require<access_width<128, float>>(Layout<Shape<_32, _4>, Stride<_4, _1>>{});
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/prove/require.hpp>
#include <tileproof/prove/warp.hpp>
#include <tileproof/types/sizeof_bits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The result of the question whether every group of n coordinates, [k * n, (k + 1) * n), has n
// consecutive offsets of which the first is a multiple of `unit`. If not, `at` is the first
// coordinate that violates it: one that does not follow its predecessor, or a misaligned first one
// of a group.
struct grouping {
  report is;
  std::int64_t at = 0;
};

// Decides for a layout without a swizzle, from its coalesced modes.
constexpr grouping plain_groups(mapping const& m, std::int64_t n, std::int64_t unit) {
  core::arithmetic cx;
  core::layout const l =
      core::coalesce(cx, m.of);  // extents above 1, and no mode continues another
  std::int64_t const e = l.at[0].extent.value;
  std::int64_t const d = l.at[0].stride.value;
  grouping r;
  r.is.is = answer::no;
  if (m.offset % unit != 0) return r;
  // The first elements must be neighbours, or no group of two is consecutive.
  if (n > 1 && d != 1) return {r.is, 1};
  // Both of these fail in mode 0; the one that comes first in it is reported.
  std::int64_t const breaks = n > 1 && e % n != 0 ? e : m.size;
  std::int64_t const shifts = e > n && d * n % unit != 0 ? n : m.size;
  r.at = breaks < shifts ? breaks : shifts;
  if (r.at < m.size) return r;
  // Mode 0 has the property; the other modes must step by multiples of `unit`.
  std::int64_t x = e;
  for (int i = 1; i < l.count; x *= l.at[i++].extent.value)
    if (l.at[i].stride.value % unit != 0) return {r.is, x};
  r.is.is = answer::yes;
  return r;
}

// Visits the first enumeration_bound coordinates.
constexpr grouping enumerated_groups(mapping const& m, std::int64_t n, std::int64_t unit) {
  grouping r;
  r.is.how = decided::by_enumeration;
  std::int64_t before = 0;
  for_each_point(m, [&](std::int64_t x, std::int64_t y) {
    bool const ok = x % n == 0 ? y % unit == 0 : y == before + 1;
    before = y;
    if (!ok) {
      r.is.is = answer::no;
      r.at = x;
    }
    return ok && x + 1 < enumeration_bound;
  });
  return r;
}

// Visits one group of each kind. Two groups are of one kind if their starts are a multiple of the
// swizzle's period and of `unit` apart.
constexpr grouping repeated_groups(mapping const& m, std::int64_t n, std::int64_t unit) {
  core::layout kinds;
  core::layout others;
  std::int64_t const period = m.swizzle.period() / core::gcd(m.swizzle.period(), unit) * unit;
  // `kinds` becomes the layout of the coordinates inside one group, `others` that of the groups.
  // Where n cuts through a mode, every coordinate is a kind of its own.
  if (!split_at(m.of, 0, m.of.count, n, kinds, others) ||
      kinds.count + others.count > core::max_leaves) {
    kinds = m.of;
    others.count = 0;
  }
  int const inner = kinds.count;
  for (int i = 0; i < others.count; ++i) {
    // A mode of groups repeats after as many steps as lead to a multiple of the period.
    core::mode kind = others.at[i];
    std::int64_t const cycle = period / core::gcd(core::magnitude(kind.stride.value), period);
    if (cycle < kind.extent.value) kind.extent = core::fixed(cycle);
    kinds.push(kind);
  }
  core::close_flat(kinds);
  mapping const seen(kinds, m.offset, m.swizzle);
  bool const is_seen = seen.size <= enumeration_bound;
  grouping r = enumerated_groups(is_seen ? seen : m, n, unit);
  if (!is_seen) return r.is.holds() ? grouping{undecided_about(seen.size), 0} : r;
  std::int64_t x = 0;  // the coordinate of m
  std::int64_t size = 1;
  for (int i = 0; i < kinds.count; ++i) {
    x += r.at % kinds.at[i].extent.value * size;
    r.at /= kinds.at[i].extent.value;
    size *= i < inner ? kinds.at[i].extent.value : others.at[i - inner].extent.value;
  }
  r.at = x;
  return r;
}

// Chooses the cheapest of the three functions above. An empty layout has the property.
constexpr grouping groups(mapping const& m, std::int64_t n, std::int64_t unit) {
  grouping r;
  if (!m.fits) return {beyond_64_bits(m), 0};
  if (m.size == 0) return r;
  if (m.size % n != 0) {  // the last group is incomplete
    r.is.is = answer::no;
    r.at = m.size / n * n;
  } else if (!m.is_swizzled()) {
    r = plain_groups(m, n, unit);
  } else {
    // A swizzle keeps aligned runs of 2^base elements together, and creates no longer ones.
    std::int64_t const kept = std::int64_t{1} << m.swizzle.base;
    mapping inner = m;
    inner.swizzle.bits = 0;
    bool const stays = kept % n == 0 && kept % unit == 0;
    if (stays) r = plain_groups(inner, n, n > unit ? n : unit);
    if (!stays || (unit % n != 0 && !r.is.holds()))
      r = m.size <= enumeration_bound ? enumerated_groups(m, n, unit) : repeated_groups(m, n, unit);
  }
  r.is.points = m.size;
  return r;
}

// The largest n for which every group of n coordinates has consecutive offsets; 1 for an empty
// layout, and where no more is known.
constexpr std::int64_t contiguous_run(mapping const& m) {
  if (!m.fits || m.size == 0 || m.has_coordinates()) return 1;
  std::int64_t prefix = 1;
  // The run from coordinate 0 bounds the answer from above; shorter lengths are tried in descending
  // order.
  if (m.is_swizzled()) {
    while (prefix < m.size && prefix < enumeration_bound && m(prefix) == m(0) + prefix) ++prefix;
  } else {
    core::arithmetic cx;
    core::layout const l = core::coalesce(cx, m.of);
    if (l.at[0].stride.value == 1) prefix = l.at[0].extent.value;
  }
  while (prefix > 1 && (m.size % prefix != 0 || !groups(m, prefix, 1).is.holds())) --prefix;
  return prefix;
}

// The layout (thread,value) as (value,thread), so that the elements of one access have consecutive
// coordinates.
constexpr mapping values_first(mapping const& tv) {
  core::layout l;
  int const threads = tv.thread_leaves();
  for (int i = threads; i < tv.of.count; ++i) l.push(tv.of.at[i]);
  for (int i = 0; i < threads; ++i) l.push(tv.of.at[i]);
  core::close_flat(l);
  return mapping(l, tv.offset, tv.swizzle);
}

// Decides whether each thread's values form vectors: n consecutive elements, the first at a
// multiple of n. `at` is a coordinate of (value,thread).
constexpr grouping vectors_of(mapping const& tv, std::int64_t n) {
  if (!tv.fits) return {beyond_64_bits(tv), 0};
  if (tv.size == 0) return grouping{};  // no access
  if (tv.values() % n != 0) return {report{}.because(answer::no), tv.values() / n * n};
  return groups(values_first(tv), n, n);
}

// contiguous<n>, aligned<bytes, Element> and access_width<bits, Element, base_bytes>, with their
// numbers as values; element_bits are those of an Element.
constexpr report runs_of(mapping const& m, std::int64_t n) {
  grouping const g = groups(m, n, 1);
  report r = g.is;
  if (r.is == answer::no)
    r.add(coordinate(clue::at_coordinate, m, g.at))
        .say(clue::at_offset, m(g.at))
        .say(clue::in_runs_of, contiguous_run(m));
  return r;
}
constexpr report alignment_of(mapping const& m, int bytes, int element_bits) {
  grouping const g = groups(m, 1, bytes * 8 / element_bits);
  report r = g.is;
  if (r.is == answer::no)
    r.add(coordinate(clue::at_coordinate, m, g.at))
        .say(clue::at_offset, m(g.at))
        .say(clue::aligned_to, bytes);
  return r;
}
// Writes the largest power of two below `bytes` of which every offset is a multiple.
constexpr void put_alignment(core::text& t, mapping const& m, int bytes, int element_bits) {
  do bytes /= 2;
  while (bytes > 1 && (bytes * 8 % element_bits != 0 ||
                       !groups(m, 1, bytes * 8 / element_bits).is.holds()));
  if (bytes * 8 <= element_bits) return;
  t.put("every offset is a multiple of ");
  t.put(std::int64_t{bytes});
}
constexpr report access_of_side(mapping const& tv, std::int64_t side, int bits, int element_bits,
                                int base_bytes) {
  std::int64_t const n = bits / element_bits;
  grouping const g = vectors_of(tv, n);
  report r = g.is;
  r.points = tv.size;
  mapping const vt = values_first(tv);
  if (r.is == answer::no)
    r.say(clue::at_thread, g.at / tv.values())
        .say(clue::at_value, g.at % tv.values())
        .say(clue::at_offset, vt(g.at))
        .say(clue::in_runs_of, contiguous_run(vt))
        .say(clue::expected, n)
        .say(clue::on_side, side);
  if (r.holds() && base_bytes % (bits / 8) != 0)
    r.because(answer::no).say(clue::aligned_to, base_bytes).say(clue::expected, bits / 8);
  return r;
}
// The widest access below `bits` that all sides and the base allow; element_bits where there is
// none.
constexpr int widest_access(mapping const* const* sides, int count, int bits, int element_bits,
                            int base_bytes) {
  for (bits /= 2; bits > element_bits; bits /= 2) {
    if (bits % element_bits != 0 || bits % 8 != 0 || base_bytes % (bits / 8) != 0) continue;
    bool all = true;
    for (int i = 0; i < count && all; ++i)
      all = vectors_of(*sides[i], bits / element_bits).is.holds();
    if (all) return bits;
  }
  return element_bits;
}
constexpr void put_widest_access(core::text& t, int bits, int element_bits) {
  if (bits <= element_bits) return t.put("the widest access is of one element");
  t.put("the widest access is of ");
  t.put(std::int64_t{bits});
  t.put(" bits");
}

}  // namespace detail

// Every group of N consecutive coordinates, [k * N, (k + 1) * N), has N consecutive offsets.
// (4,2):(1,8) is contiguous<4>, with runs 0..3 and 8..11, and not contiguous<8>. A size that N does
// not divide fails. Witness: the first coordinate that breaks a run, its offset, and the longest
// run that every group has. Undecided if an integer exceeds 64 bits, or behind a swizzle if more
// than enumeration_bound coordinates differ in kind.
template <std::int64_t N>
struct contiguous {
  static constexpr std::int64_t wanted = N;
  static constexpr char const* sentences[] = {
      "{0} has no runs of {wanted} consecutive elements: coordinate {at_coordinate}, at offset "
      "{at_offset}, breaks one; every group has a run of {in_runs_of}",
      "runs of {wanted} consecutive elements are needed, and runs of {in_runs_of} are known",
      nullptr};
  static constexpr report decide(mapping const& m) { return detail::runs_of(m, N); }
};

// The largest N for which the layout is contiguous<N>, in elements. Behind a swizzle it is the
// largest that the first enumeration_bound offsets show.
template <class L>
constexpr std::int64_t contiguous_run(L const& l) {
  if constexpr (detail::mapping_from<L>::is_static)
    return detail::contiguous_run(detail::mapping_of<L>::value);
  else
    return detail::contiguous_run(detail::mapping_from<L>::make(l));
}

// Every offset of the layout, in Elements, is a multiple of Bytes: aligned<16, float> of 8:4, and
// not of 8:2, where coordinate 1 is at 8 bytes. The base pointer is not part of the layout and must
// be aligned too (tensor/aligned.hpp). Witness: coordinate and offset of the first misaligned
// element. Undecided as for contiguous.
template <int Bytes, class Element>
struct aligned {
  static_assert(Bytes * 8 % sizeof_bits_v<Element> == 0,
                "aligned: Bytes must be a multiple of the element's size");
  using element_type = Element;
  static constexpr std::int64_t wanted = Bytes;
  static constexpr char const* sentences[] = {
      "coordinate {at_coordinate} of {0} is at offset {at_offset} of {element}, which is no "
      "multiple of {aligned_to} bytes",
      "an address at a multiple of {wanted} bytes is needed, and a multiple of {aligned_to} is "
      "known",
      nullptr};
  static constexpr void remedy(core::text& t, report const&, mapping const& m) {
    detail::put_alignment(t, m, Bytes, sizeof_bits_v<Element>);
  }
  static constexpr report decide(mapping const& m) {
    return detail::alignment_of(m, Bytes, sizeof_bits_v<Element>);
  }
};

// A thread may access its values Bits at a time. Each side is a layout (thread,value) -> offset in
// Elements; a copy has two. The property holds if values [k * n, (k + 1) * n), n = Bits / bits of
// Element, are consecutive elements, each group starts at a multiple of n, and the base, aligned to
// BaseBytes, is aligned to Bits.
//
// (32,4):(4,1) of float allows 128 bits; (32,4):(5,1) does not, since the values of thread 1 start
// at element 5, at byte 20. Witness: thread, value, offset, the run that exists and the run that is
// needed, and the side (0 is the first). 128-bit accesses of float need a quarter of the
// instructions of 32-bit ones. The report of (32,4):(5,1):
//   "no: at thread 1, at value 0, at offset 5, in runs of 4, expected 4, on side 0"
template <int Bits, class Element, int BaseBytes = Bits / 8>
struct access_width {
  static_assert(Bits % 8 == 0 && Bits <= 128 && Bits % sizeof_bits_v<Element> == 0);
  using element_type = Element;
  static constexpr std::int64_t wanted = Bits;
  static constexpr char const* sentences[] = {
      "a {wanted}-bit access of {element} needs {expected} consecutive elements that begin at a "
      "multiple of {expected}: value {at_value} of thread {at_thread} has offset {at_offset} in "
      "{side}, with runs of {in_runs_of}",
      "a {wanted}-bit access of {element} needs {expected} consecutive elements, and the layout "
      "shows runs of {in_runs_of}",
      "a {wanted}-bit access of {element} needs an address at a multiple of {expected} bytes, and "
      "a multiple of {aligned_to} is known",
      nullptr};
  // The widest access that all sides and the base allow.
  template <class... Mappings>
  static constexpr void remedy(core::text& t, report const&, Mappings const&... sides) {
    constexpr int element_bits = sizeof_bits_v<Element>;
    mapping const* const all[] = {&sides...};
    detail::put_widest_access(
        t, detail::widest_access(all, sizeof...(sides), Bits, element_bits, BaseBytes),
        element_bits);
  }

  template <class... Mappings>
  static constexpr report decide(Mappings const&... sides) {
    report r;
    std::int64_t side = 0;
    static_cast<void>(((r = detail::access_of_side(sides, side++, Bits, sizeof_bits_v<Element>,
                                                   BaseBytes),
                        r.holds()) &&
                       ...));
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
