// SPDX-License-Identifier: BSL-1.0
//
// The conditions on the layouts that make_tiled_copy and make_tiled_mma combine. Both functions
// require them; a kernel asks for fits_whole_tiles itself, to know that its static tile divides its
// static tensor:
//
//   // A tile of 128 x 8, one element a thread and value, divides a tensor of 256 x 64.
//   require<fits_whole_tiles>(thread_value, Shape<_128, _8>{}, Shape<_256, _64>{});
#pragma once

#include <tileproof/prove/partition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class T>
inline constexpr int static_size = static_cast<int>(decltype(size(T{}))::value);
template <class T, std::size_t I>
inline constexpr int static_size_of_mode = static_cast<int>(decltype(size<I>(T{}))::value);

}  // namespace detail

// Each thread of [0,size) stands at exactly one place of a layout place -> thread, such as the
// thread layout of a tiled copy. (32,8):(1,16) fails, since thread 16 stands at (16,0) and at
// (0,1); (4,2):(1,16) fails, since thread 4 is missing. Witness: the thread and its two places, or
// the missing thread. Decided as compact is. The report of (32,8):(1,16):
//   "no: at thread 16, at coordinate (16,0), and coordinate (0,1)"
struct every_thread_has_one_place {
  static constexpr char const* sentences[] = {
      "thread {at_thread} stands at two places of the thread layout {0}, {at_coordinate} and "
      "{and_coordinate}",
      "thread {missing_thread} stands at no place of the thread layout {0}, whose {found} places "
      "must have the threads [0,{found})",
      nullptr};
  static constexpr report decide(mapping const& threads) {
    detail::collision const c = detail::find_collision(threads, threads.of.count);
    report r = c.is;
    if (r.is == answer::no)
      return r.say(clue::at_thread, threads(c.x))
          .add(coordinate(clue::at_coordinate, threads, c.x))
          .add(coordinate(clue::and_coordinate, threads, c.y));
    r = compact::decide(threads);
    if (r.is != answer::no) return r;
    std::int64_t const missing = r(clue::missing_offset);
    r.count = 0;
    return r.say(clue::missing_thread, missing).say(clue::found, threads.size);
  }
};

// Mode `Mode` of a tiled MMA's permutation, a layout position -> element of the tile, is a
// bijection onto [0,size): it is compact. The name tells the error which mode is meant.
template <int Mode>
struct permutes_mode : compact {};

// Each (thread,value) owns exactly one element of the tile that a thread layout T and a value
// layout V span. V has the shape (VM,VN); element (m,n) of the tile belongs to thread T(m / VM, n /
// VN) as its value V(m % VM, n % VN). Example: T = 4:1 and V = 2:1 give the elements 0,1 to thread
// 0, 2,3 to thread 1, and so on. Witness: a (thread,value) with two elements, or one without.
// Decided as compact is.
struct every_owner_has_one_element {
  static constexpr char const* sentences[] = {
      "value {at_value} of thread {at_thread} has two elements of the tile, {at_coordinate} and "
      "{and_coordinate}: the thread layout is {0}, the value layout {1}",
      "value {missing_value} of thread {missing_thread} has no element of the tile: the thread "
      "layout is {0}, the value layout {1}",
      nullptr};
  static constexpr report decide(mapping const& threads, mapping const& values) {
    mapping const tile = interleaved(threads, values);
    detail::collision const c = detail::find_collision(tile, tile.of.count);
    report r = c.is;
    if (r.is == answer::undecided) return r;
    if (r.is == answer::no)
      return r.say(clue::at_thread, tile(c.x) % threads.size)
          .say(clue::at_value, tile(c.x) / threads.size)
          .add(coordinate(clue::at_coordinate, tile, c.x))
          .add(coordinate(clue::and_coordinate, tile, c.y));
    r = compact::decide(tile);
    if (r.is != answer::no) return r;
    std::int64_t const missing = r(clue::missing_offset);
    r.count = 0;
    return r.say(clue::missing_thread, missing % threads.size)
        .say(clue::missing_value, missing / threads.size);
  }

 private:
  // The function element -> thread + threads * value, which must be compact.
  static constexpr mapping interleaved(mapping const& threads, mapping const& values) {
    int const n = rank_of(threads) > rank_of(values) ? rank_of(threads) : rank_of(values);
    core::layout r;
    r.open(n);
    for (int i = 0; i < n; ++i) {
      r.open(2);
      append_mode(r, values.of, i, threads.size);
      append_mode(r, threads.of, i, 1);
    }
    return mapping(r);
  }
  static constexpr int rank_of(mapping const& m) { return core::rank(m.of); }
  static constexpr void append_mode(core::layout& r, core::layout const& l, int i,
                                    std::int64_t unit) {
    if (i >= core::rank(l)) return r.leaf({core::fixed(1), core::fixed(0), 0});
    core::layout m = core::subtree(l, core::nth(l, i));
    for (int k = 0; k < m.count; ++k) {
      std::int64_t stride = 0;
      bool const is_large = core::mul_overflows(m.at[k].stride.value, unit, stride);
      m.at[k].stride = core::fixed(is_large ? INT64_MAX : stride);
    }
    r.copy(m);
  }
};

// A tile divides a tensor: in each mode, the tile's extent divides the tensor's. A tile of 128 x 8
// divides 256 x 64, and not 96 x 8, where row 96 lies outside. Arguments: the layout (thread,value)
// -> element of the tile, the tile's shape, the tensor's shape. An extent of 0 takes no tile, and
// an empty tile divides nothing else. Decided from the extents; undecided only if an integer
// exceeds 64 bits. Witness: the mode with both extents, the first element outside the tensor, and
// its owner if the tile has at most enumeration_bound elements. For tiles that leave a residue see
// prove/residue.hpp. The report of 96 x 8, with 4 x 8 values for each of 32 threads:
//   "no: in mode 0, found 96, expected 128, outside element 96, at thread 0, at value 3"
struct fits_whole_tiles {
  static constexpr unsigned coordinates =
      0b110;  // of the tile and the tensor only the extents count
  static constexpr char const* sentences[] = {
      "in mode {in_mode}, the extent {found} of the tensor is no multiple of that of the tile, "
      "{expected}: element {outside_element}, value {at_value} of thread {at_thread}, lies outside",
      "in mode {in_mode}, the extent {found} of the tensor is no multiple of that of the tile, "
      "{expected}",
      nullptr};
  static constexpr core::clue_numbers remedy_clue = detail::divisors_of_extent;
  static constexpr void remedy(core::remedy& t, report const& r, mapping const&, mapping const&,
                               mapping const&) {
    detail::put_divisors(t, r(clue::found), r(clue::expected));
    t.put(t.count > 0 ? "; or partition" : "partition");
    t.put(" with the argument `predicated` and guard the copy");
  }
  static constexpr report decide(mapping const& tv, mapping const& tile, mapping const& tensor) {
    report r;
    r.points = tensor.size;
    if (!tile.fits || !tensor.fits) return detail::beyond_64_bits(tile.fits ? tensor : tile);
    std::int64_t unit = 1;
    for (int i = 0; i < core::rank(tile.of); ++i) {
      std::int64_t const t = extent(tile.of, i);
      std::int64_t const whole = extent(tensor.of, i);
      if (t == 0 ? whole != 0 : whole % t != 0) {
        r.because(answer::no).say(clue::in_mode, i).say(clue::found, whole).say(clue::expected, t);
        r.say(clue::outside_element, whole);
        if (t == 0 || tv.size > enumeration_bound) return r;  // without an owner
        std::int64_t const element = whole % t * unit;
        for_each_point(tv, [&](std::int64_t x, std::int64_t y) {
          if (y == element) detail::owner(r, tv, x);
          return y != element;
        });
        return r;
      }
      unit *= t;
    }
    return r;
  }

 private:
  static constexpr std::int64_t extent(core::layout const& l, int i) {
    core::arithmetic cx;
    return i < core::rank(l) ? core::size(cx, l, core::nth(l, i)).value : 1;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
