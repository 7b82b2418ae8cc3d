// SPDX-License-Identifier: BSL-1.0
//
// Whether a static layout gives different coordinates different offsets.
#pragma once

#include <tileproof/core/layout.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Orders the modes by |stride|; equal strides keep their order. All strides must be known.
constexpr void sort_by_stride(layout& l) {
  for (int i = 1; i < l.count; ++i)
    for (int j = i; j > 0 && magnitude(l.at[j].stride.value) < magnitude(l.at[j - 1].stride.value);
         --j) {
      mode const m = l.at[j];
      l.at[j] = l.at[j - 1];
      l.at[j - 1] = m;
    }
}

enum class verdict : std::uint8_t { no, yes, undecided };

// Looks for x, not all zero, |x_i| < extent_i, with the sum of x_i * stride_i equal to `rest`.
// `span[k]` is the largest sum that the modes below k reach, so the choices of each x_k are few.
constexpr verdict reaches(context& cx, layout const& l, std::int64_t const* span, int k,
                          std::int64_t rest, bool moved) {
  if (!cx.spend(4)) return verdict::undecided;
  if (k == 0) return rest == 0 && moved ? verdict::yes : verdict::no;
  std::int64_t const d = magnitude(l.at[k - 1].stride.value);
  std::int64_t const most = l.at[k - 1].extent.value - 1;
  std::int64_t lo = rest - span[k - 1];  // lo <= x * d <= hi
  std::int64_t hi = rest + span[k - 1];
  lo = lo >= 0 ? (lo + d - 1) / d : -(-lo / d);
  hi = hi >= 0 ? hi / d : -((-hi + d - 1) / d);
  if (lo < -most) lo = -most;
  if (hi > most) hi = most;
  if (!moved && lo < 0) lo = 0;  // x and -x are the same collision
  for (std::int64_t x = hi; x >= lo; --x) {
    verdict const v = reaches(cx, l, span, k - 1, rest - x * d, moved || x != 0);
    if (v != verdict::no) return v;
  }
  return verdict::no;
}

// Pre: static. By structure where, in the order of the strides, each stride exceeds what the modes
// below it reach; by a search over the digits of a collision otherwise.
constexpr verdict injective(context& cx, layout l) {
  layout f;
  for (int i = 0; i < l.count; ++i)
    if (l.at[i].extent.value > 1) f.push(l.at[i]);
  sort_by_stride(f);
  std::int64_t span[max_leaves + 1]{};
  bool nested = true;
  for (int i = 0; i < f.count; ++i) {
    std::int64_t const d = magnitude(f.at[i].stride.value);
    if (d == 0) return verdict::no;
    nested = nested && d > span[i];
    std::int64_t step = 0;
    if (mul_overflows(f.at[i].extent.value - 1, d, step) ||
        add_overflows(span[i], step, span[i + 1])) {
      cx.refuse(property::integers_fit_64_bits);
      return verdict::undecided;
    }
  }
  if (nested) return verdict::yes;
  verdict const v = reaches(cx, f, span, f.count, 0, false);
  return v == verdict::yes ? verdict::no : v == verdict::no ? verdict::yes : v;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
