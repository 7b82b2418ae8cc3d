// SPDX-License-Identifier: BSL-1.0
//
// owns_every_element, same_elements and written_by_one_thread: whether the threads of a block
// partition a tile, so that each element has an owner and no two threads write the same one. The
// layouts are (thread,value) -> element, the form of the TV layouts of a TiledCopy or a TiledMMA.
//
//   // 32 threads with 4 values each own a tile of 16 x 8 elements, each element once.
//   require<owns_every_element<>>(Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Shape<_16, _8>{});
#pragma once

#include <tileproof/prove/equivalent.hpp>
#include <tileproof/prove/interval.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(missing_element);  // that no thread owns, or no tile visits
TILEPROOF_CLUE(outside_element);  // that is not one of the tile's
TILEPROOF_CLUE(at_element);
TILEPROOF_CLUE(elements_repeated);
TILEPROOF_CLUE(elements_outside);
TILEPROOF_CLUE(and_thread);
TILEPROOF_CLUE(and_value);

namespace detail {

// The elements of [0,size) counted by owner: how many have fewer than `times` owners, how many have
// more, how many coordinates lie outside [0,size), and the first of each kind.
struct shares {
  std::int64_t missed = 0;
  std::int64_t repeated = 0;
  std::int64_t outside = 0;
  std::int64_t missing_element = -1;
  std::int64_t repeated_element = -1;
  std::int64_t outside_at = -1;  // a coordinate
  std::int64_t owner[2] = {-1, -1};
};

// Counts the owners by visiting. Pre: size and the mapping's size are at most enumeration_bound.
constexpr shares count_shares(mapping const& tv, std::int64_t size, std::int64_t times) {
  shares s;
  int owners[enumeration_bound]{};
  for_each_point(tv, [&](std::int64_t x, std::int64_t y) {
    if (y >= 0 && y < size) {
      ++owners[y];
    } else {
      ++s.outside;
      if (s.outside_at < 0) s.outside_at = x;
    }
    return true;
  });
  for (std::int64_t e = 0; e < size; ++e) {
    if (owners[e] < times) ++s.missed;
    if (owners[e] < times && s.missing_element < 0) s.missing_element = e;
    if (owners[e] > times) ++s.repeated;
    if (owners[e] > times && s.repeated_element < 0) s.repeated_element = e;
  }
  // Two owners of the first element that has too many.
  if (s.repeated_element >= 0)
    for_each_point(tv, [&](std::int64_t x, std::int64_t y) {
      if (y == s.repeated_element) s.owner[s.owner[0] >= 0] = x;
      return s.owner[1] < 0;
    });
  return s;
}

// Adds the witness for a mapping that does not reach each of [0,size) exactly `times` times. `name`
// adds a coordinate to a report in the caller's terms.
template <class Name>
constexpr void explain(report& r, mapping const& m, std::int64_t size, std::int64_t times,
                       Name name) {
  if (size > enumeration_bound || m.size > enumeration_bound) {
    std::int64_t expected = 0;
    r.say(clue::found, m.size);
    if (!core::mul_overflows(size, times, expected)) r.say(clue::expected, expected);
    return;
  }
  shares const s = count_shares(m, size, times);
  if (s.repeated > 0) {
    r.say(clue::at_element, s.repeated_element);
    name(r, s.owner[0], false);
    if (s.owner[1] >= 0) name(r, s.owner[1], true);
  } else if (s.missed > 0) {
    r.say(clue::missing_element, s.missing_element);
  } else {
    r.say(clue::outside_element, m(s.outside_at));
    name(r, s.outside_at, false);
  }
  if (s.missed > 0) r.say(clue::elements_missed, s.missed);
  if (s.repeated > 0) r.say(clue::elements_repeated, s.repeated);
  if (s.outside > 0) r.say(clue::elements_outside, s.outside);
}

// owns_every_element<times>, with the number as a value.
constexpr report ownership_of(mapping const& tv, mapping const& tile, std::int64_t times) {
  if (!tv.fits || !tile.fits) return beyond_64_bits(tv.fits ? tile : tv);
  std::int64_t owned = 0;
  bool const is_enough = !core::mul_overflows(tile.size, times, owned) && tv.size == owned;
  report r;
  // Without the modes of stride 0 the layout must be a bijection onto the tile.
  if (is_enough && tv.size > 0) {
    mapping const moving(core::filter_zeros(tv.of), tv.offset, tv.swizzle);
    r = compact::decide(moving);
    if (r.holds() && moving.size != tile.size) r.is = answer::no;
  }
  r.points = tile.size;
  if (r.is == answer::undecided || (is_enough && r.holds())) return r;
  r.count = 0;
  r.is = answer::no;
  explain(r, tv, tile.size, times, [&](report& to, std::int64_t x, bool second) {
    owner(to, tv, x, second ? clue::and_thread : clue::at_thread,
          second ? clue::and_value : clue::at_value);
  });
  return r;
}

}  // namespace detail

// Each element [0,size) of a tile belongs to exactly Times coordinates of the layout (thread,value)
// -> element. Only the tile's size counts.
//
// ((4,8),2):((2,8),1) owns a tile of 64 elements once. (4,2):(0,1) owns 2 elements 4 times each: it
// has owns_every_element<4>. Several owners are required to come from modes of stride 0, whose size
// is Times; the other modes form a bijection onto [0,size). Decided as compact is, by which it is
// defined. Witness: an element without an owner, or with too many and two of them, or a coordinate
// outside the tile, and the counts of each. The report of (4,3):(1,4) on a tile of 8 elements:
//   "no: outside element 8, at thread 0, at value 2, elements outside 4"
template <std::int64_t Times = 1>
struct owns_every_element {
  static_assert(Times > 0, "owns_every_element: Times must be at least 1");
  static constexpr unsigned coordinates = 0b10;  // of the tile only the size counts
  static constexpr std::int64_t wanted = Times;
  static constexpr char const* sentences[] = {
      "element {at_element} has more than {wanted} owner{|s}, among them value {at_value} of "
      "thread {at_thread} and value {and_value} of thread {and_thread}; {elements_repeated} "
      "elements have too many, and {elements_missed} too few",
      "element {at_element} has more than {wanted} owner{|s}, among them value {at_value} of "
      "thread {at_thread} and value {and_value} of thread {and_thread}; {elements_repeated} "
      "{element has|elements have} too many",
      "no value of a thread is element {missing_element} of {1}: {elements_missed} {element "
      "has|elements have} fewer owners than {wanted}",
      "value {at_value} of thread {at_thread} is element {outside_element}, outside {1}: "
      "{elements_outside} such value{|s}",
      "the threads have {found} values, and the tile needs {expected}",
      nullptr};

  static constexpr report decide(mapping const& tv, mapping const& tile) {
    return detail::ownership_of(tv, tile, Times);
  }
};

// Each (thread,value) of a copy reads the element that it writes: source and destination are the
// same function (thread,value) -> element, with the same number of threads. Undecided as
// `equivalent` is. Witness: thread and value, with the element on each side. The report of
// (4,4):(1,4) and (4,4):(4,1):
//   "no: at thread 1, at value 0, found 4, expected 1"
struct same_elements {
  static constexpr unsigned coordinates = 0b11;
  static constexpr char const* sentences[] = {
      "value {at_value} of thread {at_thread} is element {expected} of the source and element "
      "{found} of the destination",
      "the source has {expected} threads or values, and the destination has {found}", nullptr};
  static constexpr report decide(mapping const& source, mapping const& destination) {
    if (source.has_coordinates() != destination.has_coordinates())
      return detail::integers_and_coordinates(source, destination);
    detail::difference const d = detail::difference_of(source, destination);
    report r = d.is;
    if (r.is == answer::yes && source.size > 0 && source.threads() != destination.threads())
      return r.because(answer::no)
          .say(clue::found, destination.threads())
          .say(clue::expected, source.threads());
    if (r.is != answer::no) return r;
    if (d.at >= source.size || d.at >= destination.size)
      return r.say(clue::found, destination.size).say(clue::expected, source.size);
    detail::owner(r, source, d.at);
    return detail::say_values(r, source, destination, d.at);
  }
};

// No two threads of a layout (thread,value) -> offset write the same element; one thread may write
// an element several times. (4,2):(1,4) has the property, and so has (4,2):(1,0), in which each
// thread writes its element twice; (4,2):(1,3) has not, since threads 3 and 0 both write offset 3.
// Decided as injective is. Witness: the offset with both owners.
struct written_by_one_thread {
  static constexpr unsigned coordinates = 0b1;
  static constexpr char const* sentences[] = {
      "threads {at_thread} and {and_thread} write the same element, at offset {at_offset}, as "
      "their values {at_value} and {and_value}",
      nullptr};
  static constexpr core::clue_numbers remedy_clue = detail::stride_of_leaf;
  static constexpr void remedy(core::remedy& t, report const&, mapping const& m) {
    detail::put_remedy_of_collision(t, m, m.thread_leaves());
  }
  static constexpr report decide(mapping const& tv) {
    detail::collision const c = detail::find_collision(tv, tv.thread_leaves());
    report r = c.is;
    if (r.is != answer::no) return r;
    r.add(offset_at(clue::at_offset, tv, c.x));
    detail::owner(r, tv, c.x);
    detail::owner(r, tv, c.y, clue::and_thread, clue::and_value);
    return r;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
