// SPDX-License-Identifier: BSL-1.0
//
// reduce, batch_reduce and logical_reduce: combine all elements of a tensor into one value, or the
// elements along some of its modes.
//
//   float sum = reduce(rC, 0.f);                 // all elements
//   batch_reduce(rC, row_max, max_fn{});         // rC of (reduced, kept)
#pragma once

#include <tileproof/tensor/for_each.hpp>
#include <tileproof/tensor/functional.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// op(...op(op(init, t(0)), t(1))..., t(n - 1)): a left fold of all elements, column-major, each
// step converted to the type of init; init for a tensor without elements.
template <class E, class L, class T, class Op = plus>
TILEPROOF_HOST_DEVICE constexpr T reduce(Tensor<E, L> const& t, T init, Op const& op = {}) {
  detail::for_each_index(size(t), [&](auto i) { init = static_cast<T>(op(init, t(i))); });
  return init;
}

// The name of a refusal: batch_reduce of a source that is not (reduced,kept).
struct source_has_a_kept_mode {
  static constexpr char const* sentences[] = {
      "batch_reduce: the source has {found} mode{|s}, and must have {expected}, (reduced,kept): "
      "group_modes<0,N>(src) makes one of several",
      nullptr};
};

// dst(i) = reduce(src(_, i), dst(i), op) for each i. src has two modes (reduced, kept); dst already
// holds initial values. Refused for other ranks (source_has_a_kept_mode), and unless size(dst) is
// the size of the kept mode.
template <class E, class L, class Dst, class Op = plus>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void batch_reduce(Tensor<E, L> const& src, Dst&& dst,
                                                  Op const& op = {}) {
  if constexpr (L::rank != 2) {
    static_cast<void>(refuse<source_has_a_kept_mode, found<int{L::rank}>, expected<2>>{});
  } else {
    using value = typename std::remove_cvref_t<Dst>::value_type;
    detail::require_same_size(layout<1>(src), dst);
    detail::for_each_index(
        size(dst), [&](auto i) { dst(i) = reduce(src(_, i), static_cast<value>(dst(i)), op); });
  }
}

namespace detail {

// The layout regrouped as (modes where `profile` has an integer, modes where it has `_`).
template <class Profile, class L>
TILEPROOF_HOST_DEVICE constexpr auto reduced_and_kept(Profile const& profile, L const& l) {
  if constexpr (is_composed_layout<L>::value)
    return outside(l, reduced_and_kept(profile, l.layout_b()));
  else
    return make_layout(dice(profile, l), slice(profile, l));
}

}  // namespace detail

// Reduces src along the modes where `profile` has an integer; `_` keeps a mode: make_coord(_, 1, _)
// reduces mode 1. dst as for batch_reduce.
template <class E, class L, class Dst, class Profile, class Op = plus>
  requires(is_tensor_v<Dst>)
TILEPROOF_HOST_DEVICE constexpr void logical_reduce(Tensor<E, L> const& src, Dst&& dst,
                                                    Profile const& profile, Op const& op = {}) {
  batch_reduce(make_tensor(src.data(), detail::reduced_and_kept(profile, src.layout())), dst, op);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
