// SPDX-License-Identifier: BSL-1.0
//
// Defines what would do where a proof fails: the stride at which two leaves no longer overlap, the
// one that closes a gap, the extents that divide another. A property writes them after its sentence
// (member `remedy`, prove/sentence.hpp); each is checked before it is written, and none is computed
// where the proof holds.
//
//   (_4,_2):(_1,_3)
//   "leaf 1, of stride 3, overlaps leaves that reach offset 3: stride 4 does not"
#pragma once

#include <tileproof/core/injective.hpp>
#include <tileproof/prove/mapping.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(write_stride_of_leaf);  // the remedy: <leaf, stride>
TILEPROOF_CLUE(extent_has_divisors);   // the remedy: <extent, divisors...>

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The remedies below as clues (remedy_in_numbers in prove/sentence.hpp): which numbers of the
// sentence the clue has.
inline constexpr core::clue_numbers stride_of_leaf{&clue::write_stride_of_leaf, 2, {0, 3}};
inline constexpr core::clue_numbers divisors_of_extent{&clue::extent_has_divisors, 0, {}};

// The sum that the leaves of smaller strides reach below leaf i; of equal strides the first counts
// as the smaller.
constexpr std::int64_t reach_below(core::layout const& l, int i) {
  std::int64_t const d = core::magnitude(l.at[i].stride.value);
  std::int64_t sum = 0;
  for (int k = 0; k < l.count; ++k) {
    std::int64_t const e = core::magnitude(l.at[k].stride.value);
    if (k != i && (e < d || (e == d && k < i))) sum += e * (l.at[k].extent.value - 1);
  }
  return sum;
}

// Writes which leaf overlaps those of smaller strides, or leaves a gap after them, and the stride
// with which it does not.
constexpr void put_stride(core::remedy& t, int leaf, std::int64_t stride, std::int64_t reach,
                          std::int64_t wanted) {
  t.put("leaf ");
  t.put(std::int64_t{leaf});
  t.put(", of stride ");
  t.put(stride);
  t.put(core::magnitude(stride) <= reach ? ", overlaps leaves that reach offset "
                                         : ", leaves a gap after leaves that reach offset ");
  t.put(reach);
  t.put(": stride ");
  t.put(wanted);
  t.put(" does not");
}

// Writes the leaf that makes the coordinates x and y of one offset differ, and a stride with which
// no two coordinates have one offset. Pre: m fits.
constexpr void put_overlap(core::remedy& t, mapping const& m, std::int64_t x, std::int64_t y) {
  if (m.has_coordinates()) return;
  int at = -1;
  for (int i = 0; i < m.of.count; ++i) {
    std::int64_t const extent = m.of.at[i].extent.value;
    bool const differs = x % extent != y % extent;
    x /= extent;
    y /= extent;
    if (differs && (at < 0 || core::magnitude(m.of.at[i].stride.value) >=
                                  core::magnitude(m.of.at[at].stride.value)))
      at = i;
  }
  if (at < 0) return;
  std::int64_t const stride = m.of.at[at].stride.value;
  if (stride == 0) {
    t.put("leaf ");
    t.put(std::int64_t{at});
    t.put(", of stride 0, repeats every offset");
    return;
  }
  std::int64_t const reach = reach_below(m.of, at);
  core::layout wider = m.of;
  wider.at[at].stride = core::fixed(stride < 0 ? -(reach + 1) : reach + 1);
  core::arithmetic cx;
  std::int64_t difference[core::max_leaves]{};
  if (core::injective(cx, wider, wider.count, difference) != core::answer::yes) return;
  put_stride(t, at, stride, reach, wider.at[at].stride.value);
}

// Writes the leaf of the least stride that overlaps others or leaves a gap, the stride with which
// it does not, and the strides that further leaves need then: each offset of an interval is reached
// once. Pre: m fits.
constexpr void put_compact_strides(core::remedy& t, mapping const& m) {
  if (m.has_coordinates() || m.is_swizzled()) return;
  core::layout closed = m.of;
  core::remedy more;
  std::int64_t reach = 0;
  for (int nth = 0, before = -1; nth < m.of.count; ++nth) {  // leaves in the order of their strides
    int at = -1;
    auto const is_less = [&m](int i, int k) {
      std::int64_t const d = core::magnitude(m.of.at[i].stride.value);
      std::int64_t const e = core::magnitude(m.of.at[k].stride.value);
      return d < e || (d == e && i < k);
    };
    for (int i = 0; i < m.of.count; ++i)
      if ((before < 0 || is_less(before, i)) && (at < 0 || is_less(i, at))) at = i;
    before = at;
    std::int64_t const extent = m.of.at[at].extent.value;
    std::int64_t const stride = m.of.at[at].stride.value;
    if (extent == 1) continue;
    std::int64_t const wanted = stride < 0 ? -(reach + 1) : reach + 1;
    if (wanted != stride) {
      if (more.count == 0) {
        put_stride(more, at, stride, reach, wanted);
      } else {
        more.put(", and leaf ");
        more.put(std::int64_t{at});
        more.put(" needs stride ");
        more.put(wanted);
        more.put(" then");
      }
      closed.at[at].stride = core::fixed(wanted);
    }
    reach += (reach + 1) * (extent - 1);
  }
  core::arithmetic cx;
  std::int64_t difference[core::max_leaves]{};
  mapping const tried(closed, m.offset);
  if (tried.fits && tried.last - tried.first + 1 == tried.size &&
      core::injective(cx, closed, closed.count, difference) == core::answer::yes)
    t.put(more);
}

// Writes the largest divisors of `whole` that are at most `most`: "100 is a multiple of 10, 5, 4,
// 2".
constexpr void put_divisors(core::remedy& t, std::int64_t whole, std::int64_t most) {
  constexpr int shown = 4;
  constexpr std::int64_t tried = 4096;
  if (whole < 2 || most < 2 || whole > tried * tried) return;
  int count = 0;
  std::int64_t d = most < whole ? most : whole;
  for (std::int64_t tries = 0; d > 1 && tries < tried && count < shown; --d, ++tries) {
    if (whole % d != 0) continue;
    if (count == 0) {
      t.put(whole);
      t.put(" is a multiple of ");
    } else {
      t.put(", ");
    }
    t.put(d);
    ++count;
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
