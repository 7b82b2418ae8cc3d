// SPDX-License-Identifier: BSL-1.0
//
// to_string(x): integers, tuples, layouts and swizzles in CuTe's notation, as a core::text that
// converts to std::string_view. A constant expression for static arguments, so tests can compare
// it.
//
//   static_assert(to_string(Layout<Shape<_2, _3>>{}) == "(_2,_3):(_1,_2)");
//
// A static integer has an underscore (_4), a run-time integer has none (4).
#pragma once

#include <tileproof/algebra/composed_layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

template <std::size_t... K, class T>
constexpr core::layout valued(T const& t, std::index_sequence<K...>) {
  std::int64_t const values[] = {static_cast<std::int64_t>(leaf<K>(t))..., 0};
  return with_values(reading_of<T>::value, values);
}
// The reading of t (its shape and strides in the core's form) with the values of its run-time
// leaves.
template <class T>
constexpr core::layout valued(T const& t) {
  return valued(t, std::make_index_sequence<static_cast<std::size_t>(leaves_t<T>::size)>{});
}

}  // namespace detail

// x in CuTe's notation. Host only; `print` (print/print.hpp) writes the same text in kernels.
template <detail::int_tuple T>
constexpr core::text to_string(T const& t) {
  return core::shape_text(detail::valued(detail::own<T>::from(t)));
}
template <detail::any_foreign T>
  requires(!detail::int_tuple<T>)
constexpr core::text to_string(T const& t) {
  return to_string(detail::owned(t));
}
constexpr core::text to_string(Underscore const&) {
  core::text t;
  t.put('_');
  return t;
}
template <class S, class D>
constexpr core::text to_string(Layout<S, D> const& l) {
  return core::layout_text(detail::valued(l));
}
template <class T, int... Ns>
constexpr core::text to_string(ScaledBasis<T, Ns...> const& e) {
  core::text t = to_string(e.value());
  int const index[] = {Ns..., 0};
  for (int i = sizeof...(Ns); i > 0; --i) {
    t.put('@');
    t.put(std::int64_t{index[i - 1]});
  }
  return t;
}
template <class... Ts>
constexpr core::text to_string(ArithmeticTuple<Ts...> const& c) {
  return core::shape_text(detail::valued(static_cast<tuple<Ts...> const&>(c)));
}
template <int B, int M, int S>
constexpr core::text to_string(Swizzle<B, M, S> const&) {
  core::text t;
  t.put("Sw<");
  t.put(std::int64_t{B});
  t.put(',');
  t.put(std::int64_t{M});
  t.put(',');
  t.put(std::int64_t{S});
  t.put('>');
  return t;
}
template <class A, class O, class B>
constexpr core::text to_string(ComposedLayout<A, O, B> const& l) {
  core::text t = to_string(l.layout_a());
  t.put(" o ");
  t.put(to_string(l.offset()));
  t.put(" o ");
  t.put(to_string(l.layout_b()));
  return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
