// SPDX-License-Identifier: BSL-1.0
//
// Defines right_inverse, nullspace, and max_common_layout, the longest run that is contiguous in
// two layouts.
//
//   right_inverse((4,8):(8,1)) is (8,4):(4,1): offset 9 is element (1,1), index 1 + 4 * 1 = 5
//   right_inverse((4,8):(1,5)) is 4:1: the offsets from 4 on have a gap
//   nullspace((4,2):(1,0)) is 2:4: indices 0 and 4 have the offset 0
#pragma once

#include <tileproof/core/composition.hpp>
#include <tileproof/core/injective.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// The longest chain of modes whose strides are 1, s_1, s_1*s_2, ..., continued from `reach`.
// Returns its size; best[] is the chain. Only modes of equal stride leave a choice, so the search
// is short; it ends with the budget, and the chain so far is then a shorter inverse, never a wrong
// one. `used` has a bit for each mode in the chain.
constexpr std::int64_t compact_chain(arithmetic& cx, layout const& l, std::int64_t reach,
                                     unsigned used, int depth, int* chain, int* best,
                                     int& best_depth, std::int64_t& best_size) {
  if (reach > best_size || depth == 0) {
    best_size = reach;
    best_depth = depth;
    for (int i = 0; i < depth; ++i) best[i] = chain[i];
  }
  for (int i = 0; i < l.count && cx.spend(1); ++i) {
    mode const& m = l.at[i];
    if ((used >> i & 1U) || m.axis != 0 || !m.stride.is_fixed(reach)) continue;
    chain[depth] = i;
    if (!m.extent.is_fixed()) {  // nothing can be known to follow a run-time extent
      if (reach * 2 > best_size) {
        best_size = reach * 2;
        best_depth = depth + 1;
        for (int k = 0; k <= depth; ++k) best[k] = chain[k];
      }
      continue;
    }
    if (m.extent.value <= 1) continue;
    compact_chain(cx, l, reach * m.extent.value, used | 1U << i, depth + 1, chain, best, best_depth,
                  best_size);
  }
  return best_size;
}

}  // namespace detail

// R with L(R(i)) == i for i < size(R), of the longest compact prefix of L: the most modes that, in
// some order, have the strides 1, s_1, s_1*s_2, ... _1:_0 where there is none. Not refused: a
// shorter result says that L is not onto. A run-time extent can only be the last of the chain.
constexpr layout right_inverse(arithmetic& cx, layout const& l) {
  layout c;  // not coalesced: of (2,3,4):(1,2,2) the longest chain is 2:1, 4:2
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_fixed(1)) c.push(l.at[i]);
  integer index[max_leaves]{};
  prefix_products(cx, c, index);
  int chain[max_leaves]{};
  int best[max_leaves]{};
  int depth = 0;
  std::int64_t best_size = 0;
  detail::compact_chain(cx, c, 1, 0, 0, chain, best, depth, best_size);
  layout r;
  for (int i = 0; i < depth; ++i) merge(cx, r, {c.at[best[i]].extent, index[best[i]], 0});
  if (r.count == 0) r.push({fixed(1), fixed(0), 0});
  close_flat(r);
  return r;
}

// The modes of static stride 0, with the strides that they have in the linear index:
// L(nullspace(L)(i)) == 0; a static extent 1 has stride 0. _1:_0 where there are none. O(leaves).
constexpr layout nullspace(arithmetic& cx, layout const& l) {
  integer index[max_leaves]{};
  prefix_products(cx, l, index);
  layout r;
  for (int i = 0; i < l.count; ++i)
    if (l.at[i].stride.is_fixed(0))
      r.push({l.at[i].extent, l.at[i].extent.is_fixed(1) ? fixed(0) : index[i], 0});
  if (r.count == 0) r.push({fixed(1), fixed(0), 0});
  close_flat(r);
  return r;
}

// The longest R with a(R(i)) == i and b(R(i)) == i that static integers prove: the run of stride 1
// in a composed with the right inverse of b, shortened until that composition exists. Its size is
// the largest number of elements that a copy from a to b may move as one vector.
constexpr layout max_common_layout(arithmetic& cx, layout const& a, layout const& b) {
  layout inverse = right_inverse(cx, b);
  for (; inverse.count > 0; --inverse.count) {
    close_flat(inverse);
    // A refusal here only shortens the prefix; the recorder is shared, so that nodes stay valid.
    arithmetic trial;
    trial.record = cx.record;
    layout const common = coalesce(trial, composition(trial, a, inverse));
    if (trial.refused()) continue;
    mode const& run = common.at[0];
    if (!run.extent.is_fixed() || !run.stride.is_fixed(1) || run.axis != 0) break;
    return composition(cx, inverse, single(run));
  }
  return single({fixed(1), fixed(0), 0});
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
