// SPDX-License-Identifier: BSL-1.0
//
// One operation of the algebra, from types to types. lift/application.hpp computes,
// lift/result_type.hpp names the type, lift/evaluate.hpp its run-time leaves.
#pragma once

#include <tileproof/lift/evaluate.hpp>
#include <tileproof/types/hana.hpp>

#include <cstddef>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The layout that Op gives.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using part = whole<app>;
    using R = layout_of<part>;
    if constexpr (app::inputs::size == 0)
      return R{};
    else
      return made<app, R, make_result<R, part, true>>(
          std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

// The extents of what Op gives, as an integer tuple.
template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_ints(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using part = whole<app>;
    using R = extents_of<part>;
    if constexpr (app::inputs::size == 0)
      return R{};
    else
      return made<app, R, make_result<R, part, false>>(
          std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

// A layout and where its first element is: an integer, or a coordinate where strides are
// coordinates.
template <class Layout, class Offset>
struct placed {
  Layout layout;
  Offset offset;
};

template <class T>
struct as_offset_type {
  using type = T;
  using plain = T;
};
template <std::int64_t N, class T>
struct as_offset_type<multiple_of<N, T>> {
  using type = multiple_of<N, T>;
  using plain = T;
};
template <class... Ts>
struct as_offset_type<tuple<Ts...>> {
  using type = ArithmeticTuple<Ts...>;
  using plain = type;
};
template <class App>
using offset_of = typename as_offset_type<extents_of<offset_part<App>>>::type;
template <class App>
using plain_offset_of = typename as_offset_type<extents_of<offset_part<App>>>::plain;

template <class App>
struct make_placed {
  template <class Values>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Values const& v) const {
    using layout = layout_of<kept_part<App>>;
    using offset = offset_of<App>;
    return placed<layout, offset>{make_result<layout, kept_part<App>, true>{}(v),
                                  make_result<offset, offset_part<App>, false>{}(v)};
  }
};

template <class Op, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_placed(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else if constexpr (app::inputs::size == 0) {
    return placed<layout_of<kept_part<app>>, offset_of<app>>{};
  } else {
    return made<app, placed<layout_of<kept_part<app>>, offset_of<app>>, make_placed<app>>(
        std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

// The offset alone; without what it is known to be a multiple of, as users see offsets.
template <class Op, bool WithFact = false, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto call_offset(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return refused_by<app>{};
  } else {
    using R = std::conditional_t<WithFact, offset_of<app>, plain_offset_of<app>>;
    if constexpr (app::inputs::size == 0)
      return R{};
    else
      return made<app, R, make_result<R, offset_part<app>, false>>(
          std::index_sequence_for<Args...>{}, std::make_index_sequence<app::steps>{}, args...);
  }
}

// Whether Op is accepted for these arguments, and device code, which computes in the width of each
// node, computes its result exactly. Nothing is thrown or refused.
template <class Op, class... Args>
constexpr bool accepts(Args const&... args) {
  using app = application<Op, Args...>;
  if constexpr (is_refused<app>) {
    return false;
  } else if constexpr (app::inputs::size == 0) {
    return true;
  } else {
    return fits_device<app>(std::index_sequence_for<Args...>{},
                            std::make_index_sequence<app::steps>{}, args...);
  }
}

// Arguments of Hana or the standard library become the algebra's own here, for every operation.
#define TILEPROOF_TAKES_FOREIGN(NAME)                                                             \
  template <class Op, class... Args>                                                              \
  requires(any_foreign<Args...>) TILEPROOF_HOST_DEVICE constexpr auto NAME(Args const&... args) { \
    return NAME<Op>(owned(args)...);                                                              \
  }
TILEPROOF_TAKES_FOREIGN(call)
TILEPROOF_TAKES_FOREIGN(call_ints)
TILEPROOF_TAKES_FOREIGN(call_placed)
TILEPROOF_TAKES_FOREIGN(accepts)
#undef TILEPROOF_TAKES_FOREIGN
template <class Op, bool WithFact = false, class... Args>
requires(any_foreign<Args...>) TILEPROOF_HOST_DEVICE constexpr auto call_offset(
    Args const&... args) {
  return call_offset<Op, WithFact>(owned(args)...);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
