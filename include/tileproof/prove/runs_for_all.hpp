// SPDX-License-Identifier: BSL-1.0
//
// Conditions on modes with unknowns, or on their numbers, under which a layout has runs of
// consecutive elements, multiples as offsets, all offsets of an interval, or none beyond a bound.
// Each is sufficient; an integer 0 where there is none.
#pragma once

#include <tileproof/core/layout.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The largest sum of offsets that modes reach, with one mode more. Pre: its stride is not negative.
template <class Prover>
constexpr core::integer reach_with(Prover& p, core::integer const& reach, core::mode const& m) {
  core::integer const steps = p.cx.sub(m.extent, core::fixed(1));
  return p.cx.add(reach, p.cx.mul(steps, m.stride));
}
// No offset exceeds `most`, where no stride can be negative.
template <class Prover>
constexpr core::integer reaches_at_most(Prover& p, core::layout const& l, std::int64_t most) {
  core::integer last = core::fixed(0);
  for (int i = 0; i < l.count; ++i) {
    if (l.at[i].axis != 0 || !p.proves(p.cx.less_equal(core::fixed(0), l.at[i].stride)))
      return core::fixed(0);
    last = reach_with(p, last, l.at[i]);
  }
  return p.cx.less_equal(last, core::fixed(most));
}

// Every offset of the modes from `first` on is a multiple of `of`.
template <class Prover>
constexpr core::integer offsets_are_multiples(Prover& p, core::layout const& l, std::int64_t of,
                                              int first = 0) {
  core::integer all = core::fixed(1);
  for (int i = first; i < l.count; ++i) {
    if (l.at[i].axis != 0) return core::fixed(0);
    if (!l.at[i].extent.is_fixed(1))
      all = p.cx.both(all, p.cx.divides(core::fixed(of), l.at[i].stride));
  }
  return all;
}

// The first n coordinates have consecutive offsets, and so have the next n, and so on. The modes
// from `after` on are not needed for it.
struct runs_of_modes {
  core::integer condition;
  int after;
};
template <class Prover>
constexpr runs_of_modes modes_have_runs(Prover& p, core::layout const& l, std::int64_t n) {
  core::integer all = core::fixed(1);
  std::int64_t run = 1;
  int i = 0;
  for (; i < l.count && run < n; ++i) {
    core::mode const& m = l.at[i];
    if (m.axis != 0) return {core::fixed(0), l.count};
    if (m.extent.is_fixed(1)) continue;
    all = p.cx.both(all, p.cx.equal(m.stride, core::fixed(run)));
    if (!m.extent.is_fixed()) {
      all = p.cx.both(all, p.cx.divides(core::fixed(n / run), m.extent));
      run = n;
    } else if (m.extent.value % (n / run) == 0) {
      run = n;
    } else if (m.extent.value > 0 && n / run % m.extent.value == 0) {
      run *= m.extent.value;
    } else {
      return {core::fixed(0), l.count};
    }
  }
  return {run < n ? core::fixed(0) : all, i};
}

// In some order the stride of each mode is the number of coordinates of the modes before it: a
// bijection onto [0,size). The order begins with the strides that are known to be that.
template <class Prover>
constexpr core::integer modes_are_compact(Prover& p, core::layout const& l) {
  bool is_placed[core::max_leaves]{};
  core::integer size = core::fixed(1), all = core::fixed(1);
  for (int placed = 0; placed < l.count; ++placed) {
    int next = -1, first = -1;
    for (int i = 0; i < l.count && next < 0; ++i) {
      if (is_placed[i]) continue;
      if (l.at[i].axis != 0) return core::fixed(0);
      if (l.at[i].extent.is_fixed(1) || p.proves(p.cx.equal(l.at[i].stride, size))) next = i;
      if (first < 0) first = i;
    }
    if (next < 0) {
      next = first;
      all = p.cx.both(all, p.cx.equal(l.at[next].stride, size));
    }
    is_placed[next] = true;
    if (!l.at[next].extent.is_fixed(1)) size = p.cx.mul(size, l.at[next].extent);
  }
  return all;
}
// In some order each stride is at most one more than what the modes before it reach.
template <class Prover>
constexpr bool modes_reach_all(Prover& p, core::layout const& l) {
  bool is_placed[core::max_leaves]{};
  core::integer reach = core::fixed(0);
  for (int placed = 0; placed < l.count; ++placed) {
    int next = -1;
    for (int i = 0; i < l.count && next < 0; ++i) {
      if (is_placed[i] || l.at[i].axis != 0) continue;
      core::integer const& stride = l.at[i].stride;
      if (l.at[i].extent.is_fixed(1) ||
          (p.proves(p.cx.less_equal(core::fixed(0), stride)) &&
           p.proves(p.cx.less_equal(stride, p.cx.add(reach, core::fixed(1))))))
        next = i;
    }
    if (next < 0) return false;
    is_placed[next] = true;
    reach = reach_with(p, reach, l.at[next]);
  }
  return true;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
