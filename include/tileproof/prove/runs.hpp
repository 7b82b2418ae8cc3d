// SPDX-License-Identifier: BSL-1.0
//
// Runs of consecutive elements in a layout, as plain functions of its value: what contiguous,
// aligned and access_width decide (prove/contiguous.hpp).
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/prove/warp.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(in_runs_of);  // consecutive elements

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
constexpr void put_alignment(core::remedy& t, mapping const& m, int bytes, int element_bits) {
  do bytes /= 2;
  while (bytes > 1 &&
         (bytes * 8 % element_bits != 0 || !groups(m, 1, bytes * 8 / element_bits).is.holds()));
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
constexpr void put_widest_access(core::remedy& t, int bits, int element_bits) {
  if (bits <= element_bits) return t.put("the widest access is of one element");
  t.put("the widest access is of ");
  t.put(std::int64_t{bits});
  t.put(" bits");
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
