// SPDX-License-Identifier: BSL-1.0
//
// Inverses, the nullspace, and what two layouts have in common.
#pragma once

#include <tileproof/algebra/composition.hpp>
#include <tileproof/core/inverse.hpp>
#include <tileproof/core/left_inverse.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct right_inverse_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    return core::right_inverse(cx, l);
  }
};
struct left_inverse_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    return core::left_inverse(cx, l);
  }
};
struct nullspace_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    return core::nullspace(cx, l);
  }
};
struct max_common_layout_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& a,
                                    core::layout const& b) {
    return core::max_common_layout(cx, a, b);
  }
};

}  // namespace detail

// R with L(R(i)) == i for every i < size(R), of the longest compact prefix of L.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto right_inverse(Layout<S, D> const& l) {
  return detail::call<detail::right_inverse_op>(l);
}
// I with L(I(L(i))) == L(i) for every i. Refused where no layout has that property.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto left_inverse(Layout<S, D> const& l) {
  return detail::call<detail::left_inverse_op>(l);
}
// N with L(N(i)) == 0: the modes of static stride 0.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto nullspace(Layout<S, D> const& l) {
  return detail::call<detail::nullspace_op>(l);
}
// The longest R with a(R(i)) == i and b(R(i)) == i that static integers vouch for.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto max_common_layout(Layout<SA, DA> const& a,
                                                       Layout<SB, DB> const& b) {
  return detail::call<detail::max_common_layout_op>(a, b);
}
// Its size: how many consecutive elements of one are consecutive in the other.
template <class SA, class DA, class SB, class DB>
TILEPROOF_HOST_DEVICE constexpr auto max_common_vector(Layout<SA, DA> const& a,
                                                       Layout<SB, DB> const& b) {
  return size(max_common_layout(a, b));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
