// SPDX-License-Identifier: BSL-1.0
//
// Defines compose_mode, the composition of a layout A with one mode s:d of B.
//
// The mode is cut along the modes of A, as in Cecka's "CuTe Layout Representation and Algebra"
// (arXiv 2603.02298), each step under a condition that makes it exact. Where a condition fails on
// static integers, the linear prefix of c -> A(d*c) gives the extents instead; a sweep against
// exhaustive search finds no layout that this misses (static_tests/exhaustive).
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/core/composition_search.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core::detail {

// The largest distance that the modes of B go inside each mode of A. Two modes of B that together
// stay inside a mode of A cannot carry into the next one. B = (2,2):(1,2) in A's mode of extent 4
// reaches 1 + 2 = 3, below 4.
struct reach {
  integer sum[max_leaves]{};  // meaningful where modes[i] > 0
  int modes[max_leaves]{};
  // A mode of B may reach into the modes of A that go on where this one ends.
  bool joined[max_leaves]{};
  bool unsure = false;  // some mode of B was found by search
  int backwards = -1;   // the first mode of B that goes below 0

  // Adds a mode of B that goes `farthest` inside mode a_mode of A.
  constexpr void add(arithmetic& cx, int a_mode, integer const& farthest) {
    sum[a_mode] = modes[a_mode] == 0 ? farthest : cx.add(sum[a_mode], farthest);
    ++modes[a_mode];
  }
};

// Whether a mode of A goes on where the one before it ends, decided at run time: the stride of a
// compact layout shows it by its value alone, (m,n):(1,m) is one mode of m * n. Conditions are 0 or
// 1. Recorded only if some condition needs it.
struct joints {
  integer next[max_leaves]{};  // mode i and i + 1 are one
  integer rest[max_leaves]{};  // mode i and all after it are one
  integer
      extent[max_leaves]{};  // of mode i and those that are one with it, if the last mode is not
  bool found = false;

  constexpr void find(arithmetic& cx, layout const& a) {
    if (found) return;
    found = true;
    int const last = a.count - 1;
    next[last] = fixed(0);
    rest[last] = fixed(1);
    extent[last] = a.at[last].extent;
    for (int i = last - 1; i >= 0; --i) {
      mode const& m = a.at[i];
      next[i] = m.axis == a.at[i + 1].axis
                    ? cx.equal_at_run_time(a.at[i + 1].stride, cx.mul(m.extent, m.stride))
                    : fixed(0);
      rest[i] = cx.both(next[i], rest[i + 1]);
      extent[i] =
          i + 1 < last ? cx.select(next[i], cx.mul(m.extent, extent[i + 1]), m.extent) : m.extent;
    }
  }
};

// Whether s steps of d fit the extent n of a mode of A, e of them inside it: the condition under
// which cutting there is exact. 1 or 0, fixed or recorded.
constexpr integer steps_fit(arithmetic& cx, integer const& n, integer const& d, integer const& s,
                            integer const& e) {
  integer fits = cx.divides(e, s);
  integer const last = cx.less_equal(s, cx.ceil_div(n, d));
  if (!last.is_fixed(1))
    fits = cx.both(fits, cx.either(last, cx.either(cx.divides(d, n), cx.divides(n, d))));
  return fits;
}

// The mode of A that c -> d * c, c in [0,s), d > 0, never leaves, and its step there; -1 where
// there is none, or where s, d and the extents on the way are not static. The fast path: no
// conditions. In (4,8), c -> 4 * c for c < 8 stays in mode 1, with steps of 1.
constexpr int mode_around(layout const& a, integer const& s, integer const& d, std::int64_t& step) {
  if (!s.is_fixed() || s.value <= 1 || !d.is_fixed()) return -1;
  step = d.value;
  int i = 0;
  for (; i + 1 < a.count; ++i) {
    integer const& n = a.at[i].extent;
    if (!n.is_fixed() || n.value <= 0) return -1;
    if (step < n.value) return step <= (n.value - 1) / (s.value - 1) ? i : -1;
    if (step % n.value != 0) return -1;
    step /= n.value;
  }
  return i;
}

// Pushes the modes of c -> A(b.stride * c). A is coalesced, unbounded. For `sure` see
// arithmetic::expect.
//
// For each mode of A, with n its extent, s the steps that are left and d the stride that is left,
// in units of the mode: e = min(ceil(n / d), s) steps stay inside; s / e steps of ceil(d / n) go on
// to the next mode. That is exact where e divides s, and either these are the last steps or n and d
// divide one another (steps_fit).
constexpr void compose_mode(arithmetic& cx, layout const& a, mode const& b, int leaf, reach& used,
                            joints& joint, bool& sure, layout& out) {
  mode const& back = a.at[a.count - 1];
  // A broadcast mode stays one; a single mode of A is a multiplication.
  if (b.stride.is_fixed(0)) return out.push({b.extent, b.stride, 0});
  if (a.count == 1) return out.push({b.extent, cx.mul(b.stride, back.stride), back.axis});
  // Below 0, A is odd: A(-x) is -A(x), since C++ and CuTe truncate quotients. The result is that of
  // the stride without its sign, negated.
  if (b.stride.is_fixed() && b.stride.value < 0) {
    if (b.extent.is_fixed(1)) return out.push({b.extent, fixed(0), 0});
    int const first = out.count;
    compose_mode(cx, a, {b.extent, cx.sub(fixed(0), b.stride), b.axis}, leaf, used, joint, sure,
                 out);
    for (int i = first; i < out.count; ++i) out.at[i].stride = cx.sub(fixed(0), out.at[i].stride);
    used.backwards = used.backwards < 0 ? leaf : used.backwards;
    if (cx.refused() && cx.why.what == property::composition_is_a_layout) {
      cx.why.found = -cx.why.found;
      cx.why.expected = -cx.why.expected;
    }
    return;
  }
  if (!b.stride.is_fixed())
    cx.require(cx.less_equal(fixed(1), b.stride),
               {property::run_time_stride_is_positive, leaf, 0, b.stride.value, 1});

  std::int64_t step = 0;
  int const around = mode_around(a, b.extent, b.stride, step);
  if (around >= 0) {
    mode const& m = a.at[around];
    if (around + 1 < a.count) used.add(cx, around, fixed((b.extent.value - 1) * step));
    return out.push({b.extent, cx.mul(fixed(step), m.stride), m.axis});
  }

  // The general case, mode by mode: pushes modes first, and decides afterwards whether they are
  // exact.
  int const begin = out.count;
  reach const before = used;
  integer s = b.extent;
  integer d = b.stride;
  integer exact = fixed(1);
  integer joined = fixed(0);  // mode i of A continues the one before, and is done
  integer after = fixed(0);   // the stride in the last mode, where strides do not divide
  bool leaves = false;
  for (int i = 0; i + 1 < a.count && !exact.is_fixed(0); ++i) {
    if (s.is_fixed(1) && out.count > begin) break;
    integer const part = joined;
    joined = fixed(0);
    integer n = cx.select(part, fixed(1), a.at[i].extent);
    integer next_extent = cx.ceil_div(n, d);
    if (!s.is_fixed(1)) {
      if (next_extent.is_fixed(1)) {
        exact = cx.both(exact, cx.divides(n, d));
      } else {
        integer e = cx.min(next_extent, s);
        integer fits = steps_fit(cx, n, d, s, e);
        if (!fits.is_fixed()) {  // not known while compiling: modes of A may continue
          joint.find(cx, a);
          if (i + 2 < a.count) {
            n = cx.select(part, fixed(1), joint.extent[i]);
            next_extent = cx.ceil_div(n, d);
            e = cx.min(next_extent, s);
            fits = steps_fit(cx, n, d, s, e);
          } else if (a.at[i].axis == back.axis) {
            integer const x = cx.mul(d, e);  // A(x): right for strides that do not divide, too
            integer const there =
                cx.add(cx.mul(cx.mod(x, n), a.at[i].stride), cx.mul(cx.div(x, n), back.stride));
            after = cx.select(cx.less_equal(n, x), there, back.stride);
            leaves = true;
          }
          e = cx.select(joint.rest[i], s, e);
          fits = cx.either(joint.rest[i], fits);
          if (i + 2 < a.count) {  // one that continues into the last mode has no bound
            joined = joint.next[i];
            used.joined[i] = true;
          }
        }
        exact = cx.both(exact, fits);
        out.push({e, cx.mul(d, a.at[i].stride), a.at[i].axis});
        used.add(cx, i, cx.mul(cx.sub(e, fixed(1)), d));
        s = cx.div(s, e);
      }
    }
    if (!leaves) d = cx.ceil_div(d, n);
  }
  if (out.count == begin || !s.is_fixed(1))
    out.push({s, leaves ? after : cx.mul(d, back.stride), back.axis});
  if (exact.is_fixed(1)) return;

  // Static integers: the modes above are dropped, and the function itself gives the modes, or the
  // refusal.
  bool const is_static = all_fixed(a) && b.extent.is_fixed() && b.stride.is_fixed();
  if (is_static) {
    out.count = static_cast<std::int8_t>(begin);
    used = before;
    used.unsure = true;
    return compose_by_search(cx, a, b, leaf, out);
  }
  cx.expect(exact, {property::composition_is_a_layout, leaf, 0, 0, 0}, sure);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core::detail
