// SPDX-License-Identifier: BSL-1.0
//
// Defines the loops of a protocol: the parts that each role runs, and the orders in which parts
// follow one another. Every trip count is one such order, 0 included.
//
//   once                  begin finish
//   steps                 begin step* finish
//   tiles_of_steps        begin (open (first step*)? end)* finish
//   tiles_of_some_steps   begin (open first step* end)* finish
//   tile_of_some_steps    begin open first step* end finish
//
// `tiles_of_steps` is the loop of a persistent kernel: `open` and `end` run once a tile, `step`
// once a k-tile; the first step of a tile is `first`.
#pragma once

#include <tileproof/config.hpp>

// Marks a member function of a role that runs on a GPU too: TILEPROOF_ROLE void step(auto& m). The
// machine decides whether it is host or device code, so the macro tells nvcc not to check that.
// Without the assertion nvcc 13.0 applies the pragma only to the first of several functions in a
// row.
#if defined(__CUDACC__)
#define TILEPROOF_ROLE \
  static_assert(true); \
  _Pragma("nv_exec_check_disable") __host__ __device__ __forceinline__ constexpr
#else
#define TILEPROOF_ROLE constexpr
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// A section of a role's loop: the member function of the role with this name.
enum class section : unsigned char { begin, open, first, step, end, finish };
inline constexpr section sections[] = {section::begin, section::open, section::first,
                                       section::step,  section::end,  section::finish};

// A loop has next(state, section): the state after a section, `cannot` if the section may not
// follow, or `over` after the last section. It begins in state 0, after `begin`.
inline constexpr int cannot = -1;
inline constexpr int over = -2;

struct once {
  static constexpr int next(int state, section p) {
    return state >= 0 && p == section::finish ? over : cannot;
  }
};
struct steps {
  static constexpr int next(int state, section p) {
    if (state < 0) return cannot;
    return p == section::step ? state : p == section::finish ? over : cannot;
  }
};
struct tiles_of_steps {
  static constexpr int next(int state, section p) {
    if (state < 0) return cannot;
    if (p == section::open) return state == 0 ? 1 : cannot;
    if (p == section::first) return state == 1 ? 2 : cannot;
    if (p == section::step) return state == 2 ? 2 : cannot;
    if (p == section::end) return state == 0 ? cannot : 0;
    return p == section::finish && state == 0 ? over : cannot;
  }
};
struct tiles_of_some_steps : tiles_of_steps {
  static constexpr int next(int state, section p) {
    return state == 1 && p == section::end ? cannot : tiles_of_steps::next(state, p);
  }
};

struct tile_of_some_steps : tiles_of_some_steps {
  static constexpr int next(int state, section p) {
    if (state == 3) return p == section::finish ? over : cannot;
    if (state == 0 && p == section::finish) return cannot;
    int const to = tiles_of_some_steps::next(state, p);
    return to == 0 ? 3 : to;
  }
};

// Whether a loop ever comes to a section.
template <class Loop>
constexpr bool has_section(section wanted) {
  constexpr int most_states = 8;
  bool is_reached[most_states]{true};
  for (int round = 0; round < most_states; ++round)
    for (int s = 0; s < most_states; ++s)
      for (int p = 0; p <= static_cast<int>(section::finish) && is_reached[s]; ++p) {
        int const to = Loop::next(s, static_cast<section>(p));
        if (to == cannot) continue;
        if (static_cast<section>(p) == wanted) return true;
        if (to >= 0 && to < most_states) is_reached[to] = true;
      }
  return wanted == section::begin;
}

// Runs section p of a role on machine m: the member of that name, or nothing if the role has none.
// A role without `first` runs `step` as the first step of a tile too.
template <class Role, class Machine>
constexpr void run_part(section p, Role& r, Machine& m) {
  if constexpr (requires { m.in = p; }) m.in = p;
  if constexpr (requires { r.begin(m); })
    if (p == section::begin) r.begin(m);
  if constexpr (requires { r.open(m); })
    if (p == section::open) r.open(m);
  if constexpr (requires { r.first(m); }) {
    if (p == section::first) r.first(m);
  } else if constexpr (requires { r.step(m); }) {
    if (p == section::first) r.step(m);
  }
  if constexpr (requires { r.step(m); })
    if (p == section::step) r.step(m);
  if constexpr (requires { r.end(m); })
    if (p == section::end) r.end(m);
  if constexpr (requires { r.finish(m); })
    if (p == section::finish) r.finish(m);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
