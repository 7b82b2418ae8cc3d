// SPDX-License-Identifier: BSL-1.0
//
// mapping: a layout as a plain function of one integer, the form in which every property receives
// its arguments. Use it to write a property of your own:
//
//   struct starts_at_zero {
//     static constexpr report decide(mapping const& m) {
//       report r;
//       return m.size == 0 || m(0) == 0 ? r : r.because(answer::no).say(clue::at_offset, m(0));
//     }
//   };
//   require<starts_at_zero>(Layout<Shape<_4, _2>>{});
#pragma once

#include <tileproof/core/swizzle.hpp>
#include <tileproof/prove/report.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(at_thread);
TILEPROOF_CLUE(at_value);
TILEPROOF_CLUE(missing_thread);   // that has no place, or no element
TILEPROOF_CLUE(elements_missed);  // how many
TILEPROOF_CLUE(missing_value);    // of that thread

// The function x -> swizzle(offset + layout(x)) for x in [0,size), with the value of every leaf
// known. Coordinates are counted column-major, the first mode fastest. A layout with an extent of 0
// is empty: its size is 0, and every property that quantifies over coordinates holds.
struct mapping {
  core::layout of{};
  std::int64_t offset = 0;
  core::swizzle swizzle{};
  bool is_layout = true;  // false for the extents of a shape, and for a tiler
  bool fits = true;       // size and offsets fit in 64 bits, and no leaf is missing
  int unfit = 0;          // if !fits: the first leaf at which 64 bits are exceeded
  std::int64_t size = 1;
  std::int64_t first = 0;  // offset + layout(x) lies in [first,last]; empty where last < first
  std::int64_t last = 0;
  // For the text alone, in which a static integer is _4 and a run-time integer 4: bit i is the
  // extent or the stride of leaf i.
  std::uint32_t run_time_extents = 0;
  std::uint32_t run_time_strides = 0;
  bool is_offset_run_time = false;

  constexpr mapping() = default;
  constexpr explicit mapping(core::layout const& l, std::int64_t at = 0, core::swizzle s = {})
      : of(l), offset(at), swizzle(s) {
    bool is_empty = false;
    first = last = at;
    fits = !l.full;  // a layout that lacks leaves is none
    for (int i = 0; i < l.count; ++i) {
      std::int64_t const steps = l.at[i].extent.value > 0 ? l.at[i].extent.value - 1 : 0;
      is_empty = is_empty || l.at[i].extent.value <= 0;
      if (!l.at[i].extent.is_fixed()) run_time_extents |= 1u << i;
      if (!l.at[i].stride.is_fixed()) run_time_strides |= 1u << i;
      of.at[i].extent = core::fixed(l.at[i].extent.value);
      of.at[i].stride = core::fixed(l.at[i].stride.value);
      std::int64_t reach = 0;
      std::int64_t& end = l.at[i].stride.value < 0 ? first : last;
      bool const was_small = fits;
      fits = fits && !core::mul_overflows(steps, l.at[i].stride.value, reach) &&
             !core::add_overflows(end, reach, end) &&
             !core::mul_overflows(size, l.at[i].extent.value, size) && first > INT64_MIN / 2 &&
             last < INT64_MAX / 2;
      if (was_small && !fits) unfit = i;
    }
    fits = fits && first > INT64_MIN / 2 && last < INT64_MAX / 2;
    if (!is_empty) return;
    fits = !l.full;
    size = first = 0;
    last = -1;
  }

  // The layout with its run-time integers as such, and the offset, for the text.
  constexpr core::layout as_written() const {
    core::layout l = of;
    for (int i = 0; i < l.count; ++i) {
      if ((run_time_extents >> i & 1) != 0) l.at[i].extent = core::plain(l.at[i].extent.value);
      if ((run_time_strides >> i & 1) != 0) l.at[i].stride = core::plain(l.at[i].stride.value);
    }
    return l;
  }
  constexpr core::integer offset_as_written() const {
    return is_offset_run_time ? core::plain(offset) : core::fixed(offset);
  }

  // True where offsets are coordinates: a stride along E<i,j,...> adds to one axis, and an offset
  // is the sum axis by axis.
  constexpr bool has_coordinates() const {
    for (int i = 0; i < of.count; ++i)
      if (of.at[i].axis != 0) return true;
    return false;
  }
  // The mapping whose offsets are the integers along one axis.
  constexpr mapping along(core::axis_path axis) const {
    core::layout l = of;
    for (int i = 0; i < l.count; ++i) {
      if (l.at[i].axis != axis) l.at[i].stride = core::fixed(0);
      l.at[i].axis = 0;
    }
    return mapping(l, offset, swizzle);
  }

  // True where the layout has a swizzle with at least one bit.
  constexpr bool is_swizzled() const { return swizzle.bits > 0; }
  // The sum of digit times stride over leaves [begin,end), where x is the coordinate within these
  // leaves.
  constexpr std::int64_t part(std::int64_t x, int begin, int end) const {
    std::int64_t sum = 0;
    for (int i = begin; i < end; ++i) {
      std::int64_t const extent = of.at[i].extent.value;
      sum += (x % extent) * of.at[i].stride.value;
      x /= extent;
    }
    return sum;
  }
  // The offset of coordinate x. Pre: 0 <= x < size, and fits.
  constexpr std::int64_t operator()(std::int64_t x) const {
    return swizzle(offset + part(x, 0, of.count));
  }

  // The number of leaves of the thread mode in a layout (thread,value); all leaves where the layout
  // has one mode only.
  constexpr int thread_leaves() const {
    return core::is_tuple(of) ? of.skip(core::first(of)).leaf : of.count;
  }
  // The number of threads, and of values of each thread, of a layout (thread,value).
  constexpr std::int64_t threads() const { return product(0, thread_leaves()); }
  constexpr std::int64_t values() const { return product(thread_leaves(), of.count); }

 private:
  // The product of extents [begin,end); INT64_MAX where it exceeds 64 bits, which happens only if
  // the mapping is empty or does not fit.
  constexpr std::int64_t product(int begin, int end) const {
    std::int64_t n = 1;
    for (int i = begin; i < end; ++i) {
      if (of.at[i].extent.value <= 0) return 0;
      if (core::mul_overflows(n, of.at[i].extent.value, n)) n = INT64_MAX;
    }
    return n;
  }
};

// The axes along which layouts have strides, ordered as a coordinate orders them; an integer stride
// is along the first axis, 0.
struct axis_list {
  core::axis_path at[2 * core::max_leaves]{};
  int count = 0;

  constexpr void add(mapping const& m) {
    for (int i = 0; i < m.of.count; ++i) add(m.of.at[i].axis);
  }
  constexpr void add(core::axis_path axis) {
    int i = 0;
    while (i < count && is_before(at[i], axis)) ++i;
    if (i < count && at[i] == axis) return;
    for (int k = count++; k > i; --k) at[k] = at[k - 1];
    at[i] = axis;
  }

 private:
  // Compares index by index: E<0> is before E<0,1>, which is before E<1>.
  static constexpr bool is_before(core::axis_path a, core::axis_path b) {
    for (; a % 32 == b % 32 && a != 0; a /= 32) b /= 32;
    return a % 32 < b % 32;
  }
};

// Calls visit(x, m(x)) for x = 0, 1, ..., size - 1 until a call returns false. Returns whether all
// returned true. Costs one addition a step, not one division for each mode.
template <class Visit>
constexpr bool for_each_point(mapping const& m, Visit visit) {
  std::int64_t digit[core::max_leaves]{};
  std::int64_t inner = m.offset;
  for (std::int64_t x = 0; x < m.size;) {
    if (!visit(x, m.swizzle(inner))) return false;
    ++x;
    for (int i = 0; i < m.of.count; ++i) {  // the next coordinate
      inner += m.of.at[i].stride.value;
      if (++digit[i] < m.of.at[i].extent.value) break;
      inner -= digit[i] * m.of.at[i].stride.value;
      digit[i] = 0;
    }
  }
  return true;
}

namespace detail {

// Reports of an undecided property, one for each reason.
constexpr report undecided_about(std::int64_t points) {
  return undecided_because(open_because::too_many_points, points, points);
}

constexpr report too_many_leaves(std::int64_t points) {
  return undecided_because(open_because::too_many_leaves, core::max_leaves, points);
}
// beyond_64_bits: m does not fit in 64 bits, or lacks leaves. below_zero: m has negative offsets.
constexpr report beyond_64_bits(mapping const& m) {
  if (m.of.full) return too_many_leaves(m.size);
  return undecided_because(open_because::beyond_64_bits, m.unfit, m.size);
}
constexpr report below_zero(mapping const& m) {
  return undecided_because(open_because::negative_offset, m.first, m.size);
}

}  // namespace detail

// The natural coordinate of x as a clue: one integer for each mode.
constexpr report::named coordinate(core::clue_word const& c, mapping const& m, std::int64_t x) {
  report::named n{&c, 0, {}};
  core::place p = core::first(m.of);
  int const rank = core::rank(m.of);
  for (int i = 0; i < rank && i < report::most_numbers; ++i) {
    core::place const end = m.of.skip(p);
    std::int64_t extent = 1;
    for (int k = p.leaf; k < end.leaf; ++k) extent *= m.of.at[k].extent.value;
    n.at[n.count++] = i + 1 == report::most_numbers ? x : x % extent;
    x /= extent;
    p = end;
  }
  return n;
}

// The offset of x as a clue: one integer, or one for each of these axes.
constexpr report::named offset_at(core::clue_word const& c, mapping const& m, std::int64_t x,
                                  axis_list const& axes) {
  report::named n{&c, 0, {}};
  if (!m.has_coordinates()) {
    n.at[n.count++] = m(x);
    return n;
  }
  for (int i = 0; i < axes.count && n.count < report::most_numbers; ++i)
    if (axes.at[i] != 0) n.at[n.count++] = m.along(axes.at[i])(x);
  return n;
}
constexpr report::named offset_at(core::clue_word const& c, mapping const& m, std::int64_t x) {
  axis_list axes;
  axes.add(m);
  return offset_at(c, m, x, axes);
}

namespace detail {

// Adds the owner of coordinate x of a layout (thread,value): its thread and its value.
constexpr void owner(report& r, mapping const& tv, std::int64_t x,
                     core::clue_word const& thread = clue::at_thread,
                     core::clue_word const& value = clue::at_value) {
  r.say(thread, x % tv.threads()).say(value, x / tv.threads());
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
