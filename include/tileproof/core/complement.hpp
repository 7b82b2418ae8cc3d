// SPDX-License-Identifier: BSL-1.0
//
// complement(A,M): what to repeat A by, to fill [0,M).
//
// R is ordered, (A,R) is injective, cosize(A,R) >= M with no repetition to spare, and (A,R) is a
// bijection onto an interval wherever some R makes it one: by de Bruijn's theorem on number systems
// ("On number systems", 1956) that is where each stride of A, in ascending order, is a multiple of
// the interval that the modes below it and their gaps fill.
#pragma once

#include <tileproof/core/coalesce.hpp>
#include <tileproof/core/injective.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Pre: extents and M are at least 1. Refused where A, its stride-0 modes dropped, is not injective, and
// where the order of its strides is not known while compiling. O(leaves^2).
constexpr layout complement(context& cx, layout const& a, integer m) {
  layout f = filter(cx, a);
  layout r;
  if (f.count == 1 && f.at[0].stride.is_fixed(0)) return coalesce(cx, single({m, fixed(1), 0}));
  for (int i = 0; i < f.count; ++i) {
    if (f.count > 1 && !f.at[i].stride.is_known())
      cx.refuse({property::stride_order_known, i, 0, 0, 0});
    if (f.at[i].axis != 0) cx.refuse({property::stride_order_known, i, 0, 0, 0});
    if (cx.refused()) return r;
    integer& d = f.at[i].stride;  // a negative stride only shifts the offsets
    if (d.is_fixed() && d.value < 0) d = fixed(-d.value);
  }
  if (f.count > 1) sort_by_stride(f);

  bool const is_static = all_fixed(f);
  if (is_static && f.count > 1) {
    verdict const v = injective(cx, f);
    if (v == verdict::no) cx.refuse({property::injective, 0, 0, 0, 0});
    if (v == verdict::undecided) cx.refuse({property::injectivity_decided, 0, 0, 0, 0});
    if (cx.refused()) return r;
  }

  // `filled`: a multiple of which starts every block so far; `reach`: the cosize of a block.
  integer filled = fixed(1);
  integer reach = fixed(1);
  bool interval = true;
  for (int i = 0; i < f.count; ++i) {
    mode const& s = f.at[i];
    bool const fits = !is_static || reach.value <= s.stride.value;
    if (!fits) {  // modes interleave: no gap can be filled
      r.count = 0;
      reach = cosize(cx, f);
      filled = reach;
      interval = false;
      break;
    }
    integer const gap =
        is_static && s.stride.value < filled.value ? fixed(1) : cx.div(s.stride, filled);
    if (is_static)
      interval = interval && s.stride.value % filled.value == 0;
    else
      cx.require(cx.both(cx.less_equal(fixed(1), s.stride), cx.divides(filled, s.stride)),
                 {property::run_time_strides_nest, i, 0, s.stride.value, filled.value});
    if (cx.refused()) return r;
    r.push({gap, filled, 0});
    if (is_static)
      reach = cx.add(cx.add(reach, cx.mul(cx.sub(gap, fixed(1)), filled)),
                     cx.mul(cx.sub(s.extent, fixed(1)), s.stride));
    filled = cx.mul(s.stride, s.extent);
  }
  integer const missing = interval ? m : cx.add(m, cx.sub(filled, reach));
  r.push({cx.ceil_div(missing, filled), filled, 0});
  close_flat(r);
  return coalesce(cx, r);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
