// SPDX-License-Identifier: BSL-1.0
//
// coalesce and filter.
#pragma once

#include <tileproof/algebra/coordinate.hpp>
#include <tileproof/core/coalesce.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

struct coalesce_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    return core::coalesce(cx, l);
  }
};
struct coalesce_by_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l,
                                    core::layout const& profile) {
    return core::coalesce_by(cx, l, profile);
  }
};
struct filter_zeros_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic&, core::layout const& l) {
    return core::filter_zeros(l);
  }
};
struct filter_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l) {
    return core::filter(cx, l);
  }
};
struct filter_by_op : takes_layouts {
  static constexpr core::layout run(core::arithmetic& cx, core::layout const& l,
                                    core::layout const& profile) {
    return core::coalesce_by(cx, core::filter_zeros(l), profile);
  }
};

}  // namespace detail

// The same function on [0,size) with as few modes as the static integers allow. Flat.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto coalesce(Layout<S, D> const& l) {
  return detail::call<detail::coalesce_op>(l);
}
// Each mode that stands at a terminal of `profile` coalesced by itself.
template <class S, class D, class Profile>
TILEPROOF_HOST_DEVICE constexpr auto coalesce(Layout<S, D> const& l, Profile const& profile) {
  return detail::call<detail::coalesce_by_op>(l, profile);
}

// Every mode of static stride 0 gets extent 1.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto filter_zeros(Layout<S, D> const& l) {
  return detail::call<detail::filter_zeros_op>(l);
}

// coalesce without the modes that do not move the offset.
template <class S, class D>
TILEPROOF_HOST_DEVICE constexpr auto filter(Layout<S, D> const& l) {
  return detail::call<detail::filter_op>(l);
}
template <class S, class D, class Profile>
TILEPROOF_HOST_DEVICE constexpr auto filter(Layout<S, D> const& l, Profile const& profile) {
  return detail::call<detail::filter_by_op>(l, profile);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
