// SPDX-License-Identifier: BSL-1.0
//
// onto_interval, bijective_onto_interval and compact: which offsets a layout reaches. compact is
// the one to require of a layout that enumerates something: it reaches every offset of [0,size)
// exactly once.
//
//   require<compact>(Layout<Shape<_2, _3>, Stride<_3, _1>>{});  // compiles: offsets 0 to 5
//   require<compact>(Layout<Shape<_2, _3>, Stride<_4, _1>>{});  // error: missing offset 3
#pragma once

#include <tileproof/prove/injective.hpp>
#include <tileproof/prove/runs_for_all.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The offsets of a layout. If the answer is yes they are all of [begin,end); if it is no, `gap`
// lies between two of them and is not reached.
struct image {
  report is;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t gap = 0;
};

// The image without the swizzle. It is an interval if each stride, in ascending order, is at most
// one more than the largest sum that the modes below it reach; otherwise the offset one beyond that
// sum is a gap.
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

// The image of [begin,end), which lies in one block of the period, under the swizzle.
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

// The image by visiting every coordinate. Pre: at most enumeration_bound of them. The table has a
// place for each offset from the least to the largest.
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

// The largest multiple of n that is at most x, of either sign. Pre: n > 0.
constexpr std::int64_t round_down(std::int64_t x, std::int64_t n) {
  return x >= 0 ? x / n * n : -((-x + n - 1) / n * n);
}

// Chooses the cheapest of the functions above. An empty layout has the image [0,0).
constexpr image image_of(mapping const& m) {
  if (!m.fits) return {beyond_64_bits(m), 0, 0, 0};
  if (m.size == 0) return image{};
  image r = plain_image(m);
  if (!m.is_swizzled()) return r;
  std::int64_t const period = m.swizzle.period();
  // The inner offsets have gaps, which the swizzle may move: only a visit of all coordinates
  // decides.
  if (!r.is.holds()) {
    if (m.size > enumeration_bound) r.is = undecided_about(m.size);
    return m.size > enumeration_bound ? r : enumerated_image(m);
  }
  // The swizzle maps whole blocks of its period onto themselves, so only the two ends are visited.
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
  // The image starts in one block and ends in another: each end must be swizzled onto an interval
  // that touches the whole blocks in between.
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

// The report of an image: yes, or no with the gap as missing_offset.
constexpr report onto(image const& i) {
  report r = i.is;
  if (r.is == answer::no) r.say(clue::missing_offset, i.gap);
  return r;
}

// The report of a layout that is injective, with the evidence of both halves: the collision search
// and the image.
constexpr report bijective(report const& once, image const& i) {
  report const r = onto(i);
  return once.how == decided::by_structure || !r.holds() ? r : once;
}

}  // namespace detail

// The offsets form an interval [a,b), each reached at least once. (4,2):(1,2) reaches 0 to 5,
// offsets 2 and 3 twice, and has the property; (4,2):(1,8) has not, since 4 lies between 3 and 8.
// Decided from the strides alone, and with a swizzle by visiting at most one period at each end.
// Undecided if more than enumeration_bound coordinates would have to be visited, or an integer
// exceeds 64 bits. Witness: the missing offset.
struct onto_interval {
  static constexpr char const* sentences[] = {
      "no coordinate of {0} has offset {missing_offset}, which lies between two of its offsets",
      nullptr};
  static constexpr core::clue_numbers remedy_clue = detail::stride_of_leaf;
  static constexpr void remedy(core::remedy& t, report const&, mapping const& m) {
    if (m.fits) detail::put_compact_strides(t, m);
  }
  // For all values: in some order each stride is at most one more than the modes before it reach.
  template <class Prover>
  static constexpr bool for_all(Prover& p, core::layout const& l) {
    return detail::modes_reach_all(p, l);
  }
  static constexpr report decide(mapping const& m) { return detail::onto(detail::image_of(m)); }
};

// The offsets form an interval [a,b), each reached exactly once: onto_interval and injective.
// (4,2):(-1,4) reaches each of -3 to 4 once. Witness: two coordinates with one offset, or the
// missing offset. Undecided where one of the two is.
struct bijective_onto_interval {
  static constexpr char const* sentences[] = {
      "coordinates {at_coordinate} and {and_coordinate} of {0} have one offset, {at_offset}",
      "no coordinate of {0} has offset {missing_offset}, which lies between two of its offsets",
      nullptr};
  static constexpr core::clue_numbers remedy_clue = detail::stride_of_leaf;
  static constexpr void remedy(core::remedy& t, report const&, mapping const& m) {
    if (m.fits) detail::put_compact_strides(t, m);
  }
  // For all values: in some order each stride is the number of coordinates of the modes before it.
  template <class Prover>
  static constexpr core::integer condition(Prover& p, core::layout const& l) {
    return detail::modes_are_compact(p, l);
  }
  static constexpr report decide(mapping const& m) {
    report const once = injective::decide(m);
    return once.holds() ? detail::bijective(once, detail::image_of(m)) : once;
  }
};

// The layout is a bijection onto [0,size). (2,3):(3,1) is compact; (2,3):(4,1) is not, since offset
// 3 is missing; (4,2):(-1,4) is not, since its offsets start at -3. Witness and undecided cases as
// for bijective_onto_interval.
struct compact {
  static constexpr char const* sentences[] = {
      "coordinates {at_coordinate} and {and_coordinate} of {0} have one offset, {at_offset}",
      "{0} is no bijection onto [{expected:0},{expected:1}): no coordinate has offset "
      "{missing_offset}",
      "no coordinate of {0} has offset {missing_offset}, which lies between two of its offsets",
      nullptr};
  static constexpr core::clue_numbers remedy_clue = detail::stride_of_leaf;
  static constexpr void remedy(core::remedy& t, report const&, mapping const& m) {
    if (m.fits) detail::put_compact_strides(t, m);
  }
  // For all values: in some order each stride is the number of coordinates of the modes before it.
  template <class Prover>
  static constexpr core::integer condition(Prover& p, core::layout const& l) {
    return detail::modes_are_compact(p, l);
  }
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
