// SPDX-License-Identifier: BSL-1.0
//
// What a tensor points with: pointers that know their memory, and iterators that compute.
#pragma once

#include <tileproof/algebra/recast.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

struct gmem_space {};
struct smem_space {};
struct rmem_space {};

// A pointer into one memory space. Costs what the pointer costs.
template <class Space, class Iterator>
struct tagged_ptr {
  Iterator it{};

  using element_type = std::remove_reference_t<decltype(*std::declval<Iterator const&>())>;
  using value_type = std::remove_cv_t<element_type>;

  TILEPROOF_HOST_DEVICE constexpr Iterator get() const { return it; }
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator*() const { return *it; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator[](Offset const& i) const {
    return it[i];
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr tagged_ptr operator+(Offset const& i) const {
    return {it + i};
  }
};

template <class T>
using gmem_ptr = tagged_ptr<gmem_space, T*>;
template <class T>
using smem_ptr = tagged_ptr<smem_space, T*>;
template <class T>
using rmem_ptr = tagged_ptr<rmem_space, T*>;

template <class T>
TILEPROOF_HOST_DEVICE constexpr gmem_ptr<T> make_gmem_ptr(T* p) {
  return {p};
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr smem_ptr<T> make_smem_ptr(T* p) {
  return {p};
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr rmem_ptr<T> make_rmem_ptr(T* p) {
  return {p};
}

template <class T>
TILEPROOF_HOST_DEVICE constexpr T* raw_pointer_cast(T* p) {
  return p;
}
template <class Space, class It>
TILEPROOF_HOST_DEVICE constexpr auto raw_pointer_cast(tagged_ptr<Space, It> const& p) {
  return raw_pointer_cast(p.it);
}

template <class P, class Space>
inline constexpr bool points_into = false;
template <class It, class Space>
inline constexpr bool points_into<tagged_ptr<Space, It>, Space> = true;
template <class P>
struct is_gmem : std::bool_constant<points_into<P, gmem_space>> {};
template <class P>
struct is_smem : std::bool_constant<points_into<P, smem_space>> {};
template <class P>
struct is_rmem : std::bool_constant<points_into<P, rmem_space>> {};

// Element i is n + i: a tensor over it shows its layout's offsets.
template <class T>
struct counting_iterator {
  T n{};

  using element_type = T;
  using value_type = T;

  TILEPROOF_HOST_DEVICE constexpr T operator*() const { return n; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr T operator[](Offset const& i) const {
    return n + static_cast<T>(i);
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr counting_iterator operator+(Offset const& i) const {
    return {n + static_cast<T>(i)};
  }
};

// Element c is the coordinate `at` + c.
template <class Coord>
struct ArithmeticTupleIterator {
  Coord at{};

  using element_type = Coord;
  using value_type = Coord;

  TILEPROOF_HOST_DEVICE constexpr Coord operator*() const { return at; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr auto operator[](Offset const& c) const {
    return *(*this + c);
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr auto operator+(Offset const& c) const {
    auto const moved = sum(at, c);
    return ArithmeticTupleIterator<std::remove_const_t<decltype(moved)>>{moved};
  }

 private:
  template <class A, class B>
  TILEPROOF_HOST_DEVICE static constexpr auto sum(A const& a, B const& b) {
    if constexpr (is_constant_v<0, B>)
      return a;
    else
      return a + b;
  }
};

// The pointer to the same memory as elements of type New.
template <class New, class T>
TILEPROOF_HOST_DEVICE auto recast_ptr(T* p) {
  using to = std::conditional_t<std::is_const_v<T>, New const, New>;
  return reinterpret_cast<to*>(p);
}
template <class New, class Space, class It>
TILEPROOF_HOST_DEVICE auto recast_ptr(tagged_ptr<Space, It> const& p) {
  auto const q = recast_ptr<New>(p.it);
  return tagged_ptr<Space, std::remove_const_t<decltype(q)>>{q};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
