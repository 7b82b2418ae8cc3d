// SPDX-License-Identifier: BSL-1.0
//
// Which offsets a layout reaches: an interval without gaps, each offset once, all of [0,size).
#pragma once

#include <tileproof/prove/injective.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The offsets of a layout: all of [begin,end) where the answer is yes, and not `gap`, which lies
// between two of them, where it is no.
struct image {
  report is;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t gap = 0;
};

// A layout without its swizzle: each stride, in ascending order, is at most one more than what the
// modes below it reach. Otherwise the offset one beyond that reach is missing.
constexpr image plain_image(mapping const& m) {
  image r{{}, m.first, m.last + 1, 0};
  r.is.points = m.size;
  std::int64_t reach = 1;
  for (bool grows = true; grows;) {
    grows = false;
    std::int64_t least = 0;  // the smallest stride that is not yet reached
    std::int64_t sum = 0;
    for (int i = 0; i < m.of.count; ++i) {
      std::int64_t const d = core::magnitude(m.of.at[i].stride.value);
      if (d == 0 || m.of.at[i].extent.value == 1) continue;
      if (d <= reach)
        sum += d * (m.of.at[i].extent.value - 1);
      else if (least == 0 || d < least)
        least = d;
    }
    if (least == 0) return r;
    grows = sum + 1 > reach;
    reach = sum + 1;
  }
  r.is.is = answer::no;
  r.gap = m.first + reach;
  return r;
}

// The offsets of [begin,end), within one block of the period, after the swizzle.
constexpr image block_image(mapping const& m, std::int64_t begin, std::int64_t end) {
  image r{{}, INT64_MAX, INT64_MIN, 0};
  for (std::int64_t x = begin; x < end; ++x) {
    std::int64_t const y = m.swizzle(x);
    if (y < r.begin) r.begin = y;
    if (y >= r.end) r.end = y + 1;
  }
  for (r.gap = r.begin; r.gap < r.end; ++r.gap) {
    std::int64_t const x = m.swizzle(r.gap);  // its own inverse
    if (x < begin || x >= end) {
      r.is.is = answer::no;
      break;
    }
  }
  return r;
}

// At most enumeration_bound points, by a table of the offsets between the least and the largest.
constexpr image enumerated_image(mapping const& m) {
  image r{{}, INT64_MAX, INT64_MIN, 0};
  r.is.points = m.size;
  r.is.how = decided::by_enumeration;
  for_each_point(m, [&](std::int64_t, std::int64_t y) {
    if (y < r.begin) r.begin = y;
    if (y >= r.end) r.end = y + 1;
    return true;
  });
  bool taken[enumeration_bound + 1]{};  // more offsets than points leave a gap among the first
  for_each_point(m, [&](std::int64_t, std::int64_t y) {
    if (y - r.begin <= m.size) taken[y - r.begin] = true;
    return true;
  });
  for (std::int64_t i = 0; i < r.end - r.begin; ++i) {
    if (taken[i]) continue;
    r.is.is = answer::no;
    r.gap = r.begin + i;
    break;
  }
  return r;
}

constexpr std::int64_t round_down(std::int64_t x, std::int64_t n) {
  return x >= 0 ? x / n * n : -((-x + n - 1) / n * n);
}

// An empty layout reaches the empty interval [0,0).
constexpr image image_of(mapping const& m) {
  if (!m.fits) return {beyond_64_bits(m), 0, 0, 0};
  if (m.size == 0) return image{};
  image r = plain_image(m);
  if (!m.is_swizzled()) return r;
  std::int64_t const period = m.period();
  if (!r.is.holds()) {
    if (m.size > enumeration_bound) r.is = undecided_about(m.size);
    return m.size > enumeration_bound ? r : enumerated_image(m);
  }
  // Whole blocks of the period are mapped onto themselves: only the ends need a look.
  std::int64_t const low = -round_down(-r.begin, period);
  std::int64_t const high = round_down(r.end, period);
  if (low == r.begin && high == r.end) return r;
  if (period > enumeration_bound)
    return m.size > enumeration_bound ? image{undecided_about(m.size), 0, 0, 0}
                                      : enumerated_image(m);
  r.is.how = decided::by_enumeration;
  if (low > high || (low == high && (low == r.begin || high == r.end))) {  // inside one block
    image const only = block_image(m, r.begin, r.end);
    r.is.is = only.is.is;
    r.gap = only.gap;
    r.begin = only.begin;
    r.end = only.end;
    return r;
  }
  image const before = block_image(m, r.begin, low);
  image const after = block_image(m, high, r.end);
  std::int64_t const begin = r.begin;
  std::int64_t const end = r.end;
  if (begin < low) {
    r.begin = before.begin;
    if (!before.is.holds() || before.end != low) {
      r.is.is = answer::no;
      r.gap = before.is.holds() ? before.end : before.gap;
    }
  }
  if (high < end) {
    r.end = after.end;
    if (r.is.holds() && (!after.is.holds() || after.begin != high)) {
      r.is.is = answer::no;
      r.gap = after.begin != high ? high : after.gap;
    }
  }
  return r;
}

constexpr report onto(image const& i) {
  report r = i.is;
  if (r.is == answer::no) r.say(clue::missing_offset, i.gap);
  return r;
}

// Of an injective layout, and its image.
constexpr report bijective(report const& once, image const& i) {
  report const r = onto(i);
  return once.how == decided::by_structure || !r.holds() ? r : once;
}

}  // namespace detail

// The offsets are an interval.
struct onto_interval {
  static constexpr report decide(mapping const& m) { return detail::onto(detail::image_of(m)); }
};

// Each offset of an interval belongs to exactly one coordinate.
struct bijective_onto_interval {
  static constexpr report decide(mapping const& m) {
    report const once = injective::decide(m);
    return once.holds() ? detail::bijective(once, detail::image_of(m)) : once;
  }
};

// A bijection onto [0,size).
struct compact {
  static constexpr report decide(mapping const& m) {
    report const once = injective::decide(m);
    if (!once.holds()) return once;
    detail::image const i = detail::image_of(m);
    report r = detail::bijective(once, i);
    if (r.holds() && i.begin != 0) {
      r.is = answer::no;
      r.say(clue::missing_offset, i.begin > 0 || i.begin + m.size < 0 ? 0 : i.begin + m.size)
          .say(clue::expected, 0, m.size);
    }
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
