// SPDX-License-Identifier: BSL-1.0
//
// complement(A,M): the offsets to repeat A at, so that [0,M) is filled.
#pragma once

#include <tileproof/algebra/coalesce.hpp>
#include <tileproof/core/complement.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct complement_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& a,
                                    core::layout const& target) {
    return core::complement(cx, a, core::size(cx, target));
  }
};
struct complement_of_cosize_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& a) {
    return core::complement(cx, a, core::cosize(cx, core::filter(cx, a)));
  }
};

}  // namespace detail

// R ordered, (A,R) injective, cosize(A,R) >= size(target), no repetition to spare, and (A,R) a
// bijection onto an interval wherever some R makes it one. Refused unless A, its stride-0 modes
// dropped, is injective. target: an integer tuple; without it, cosize(A).
template <class S, class D, detail::int_tuple Target>
TILEPROOF_HOST_DEVICE constexpr auto complement(Layout<S, D> const& a, Target const& target) {
  return detail::call<detail::complement_op>(a, detail::own<Target>::from(target));
}
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto complement(Layout<S, D> const& a) {
  return detail::call<detail::complement_of_cosize_op>(a);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
