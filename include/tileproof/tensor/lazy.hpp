// SPDX-License-Identifier: BSL-1.0
//
// lazy::transform(t, f): a tensor whose element at c is f(t(c)), computed where it is read, as in
// CuTe. Use it for the predicate of a copy at the edge of a matrix:
//
//   auto cS = make_identity_tensor(shape(S));
//   auto pS = lazy::transform(cS, [=](auto c) { return elem_less(c, shape(S)); });
//   copy_if(local_partition(pS, threads, thread), tSgS, tSrS);
//
// It stores no elements: it is t's pointer and f.
#pragma once

#include <tileproof/tensor/tensor.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// An iterator whose element i is f(it[i]). f is called each time that the element is read.
template <class Iterator, class F>
struct transform_iterator {
  Iterator it;
  F f;

  using value_type =
      std::remove_cvref_t<decltype(std::declval<F const&>()(*std::declval<Iterator const&>()))>;
  using element_type = value_type;

  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator*() const { return f(*it); }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator[](Offset const& i) const {
    return f(it[i]);
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr auto operator+(Offset const& i) const {
    return transform_iterator<decltype(it + i), F>{it + i, f};
  }
};

namespace lazy {

// The view of f(t(c)) at each coordinate c. Slices, tiles and partitions of it are those of t. f
// must not outlive objects that it captures by reference.
template <class E, class L, class F>
TILEPROOF_HOST_DEVICE constexpr auto transform(Tensor<E, L> const& t, F const& f) {
  using source = std::remove_cvref_t<decltype(t.data())>;
  return detail::view(transform_iterator<source, F>{t.data(), f}, t.layout());
}

}  // namespace lazy

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
