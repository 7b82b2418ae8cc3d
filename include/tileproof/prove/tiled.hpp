// SPDX-License-Identifier: BSL-1.0
//
// What a tiled copy or a tiled MMA needs of the layouts that it is built from.
#pragma once

#include <tileproof/prove/partition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <class T>
inline constexpr int static_size = static_cast<int>(decltype(size(T{}))::value);
template <class T, std::size_t I>
inline constexpr int static_size_of_mode = static_cast<int>(decltype(size<I>(T{}))::value);

}  // namespace detail

// A layout place -> thread has each of the threads [0,size) at one place.
struct every_thread_has_one_place {
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

// Mode Mode of a permutation, position in the tile -> element of it, has each element once.
template <int Mode>
struct permutes_mode : compact {};

// A layout of threads and one of values, place -> thread and place -> value, the places of a thread
// interleaved: element (m,n) of the tile belongs to thread T(m / VM, n / VN) as its value
// V(m % VM, n % VN), for values of shape (VM,VN). Each (thread,value) has exactly one element.
struct every_owner_has_one_element {
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
  // Element of the tile -> thread + threads * value.
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

// Whole tiles fit a tensor: in each of its modes the tile's extent divides the tensor's. Of the
// layout (thread,value) -> element of the tile, the tile's shape and the tensor's. An extent of 0
// takes no tile; an empty tile divides nothing else. The witness is the first element outside the
// tensor, and its owner where the tile has at most enumeration_bound.
struct fits_whole_tiles {
  static constexpr unsigned coordinates =
      0b110;  // of the tile and the tensor only the extents count
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
