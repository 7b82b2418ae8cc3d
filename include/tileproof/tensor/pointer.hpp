// SPDX-License-Identifier: BSL-1.0
//
// Defines gmem_ptr, smem_ptr and rmem_ptr: pointers whose type states the memory space (global,
// shared, registers), as in CuTe. Atoms require them: ldmatrix reads from smem only. The header
// also has the iterators that compute their elements, for tensors of offsets or coordinates.
//
//   auto sA = make_tensor(make_smem_ptr(p), layout);
//   static_assert(is_smem_v<decltype(sA)>);
//   make_tensor(counting_iterator<int>{0}, layout)(2, 3);  // the offset of (2,3)
//
// All of them are one pointer (or their value) at run time; none allocates or frees.
#pragma once

#include <tileproof/tensor/subbyte.hpp>
#include <tileproof/types/basis.hpp>
#include <tileproof/types/checked.hpp>

#include <cstddef>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The memory spaces: global memory, shared memory, registers.
struct gmem_space {};
struct smem_space {};
struct rmem_space {};

namespace detail {

// The element type of an iterator: its element_type if it has one, otherwise that of its reference.
template <class It>
struct pointee {
  using type = std::remove_reference_t<decltype(*std::declval<It const&>())>;
};
template <class It>
  requires requires { typename It::element_type; }
struct pointee<It> {
  using type = typename It::element_type;
};
template <class It>
using element_of = typename pointee<It>::type;

// The pointer to elements of type T: a subbyte_iterator for elements of less than a byte, otherwise
// T*.
template <class T>
struct pointer_to {
  using type = T*;
};
template <subbyte T>
struct pointer_to<T> {
  using type = subbyte_iterator<T>;
};
template <class T>
using pointer_to_t = typename pointer_to<T>::type;

}  // namespace detail

// An iterator into one memory space. It is only the iterator at run time. p + i and p[i] count
// elements.
template <class Space, class Iterator>
struct tagged_ptr {
  Iterator it{};

  using element_type = detail::element_of<Iterator>;
  using value_type = std::remove_cv_t<element_type>;

  TILEPROOF_HOST_DEVICE constexpr Iterator get() const { return it; }
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator*() const { return *it; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr decltype(auto) operator[](Offset const& i) const {
    return it[i];
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr auto operator+(Offset const& i) const {
    return tagged_ptr<Space, decltype(it + i)>{it + i};
  }
  // Assignment of an iterator with another known alignment, t.data() = t.data() + n: see
  // aligned_ptr.
  template <class It>
    requires(!std::is_same_v<It, Iterator> && std::is_assignable_v<Iterator&, It const&>)
  TILEPROOF_HOST_DEVICE constexpr tagged_ptr& operator=(tagged_ptr<Space, It> const& p) {
    it = p.it;
    return *this;
  }
  // A pointer to registers is a T* where one is expected, as in CuTe: float* p = rC.data(). A cast
  // needs raw_pointer_cast(rC.data()).
  TILEPROOF_HOST_DEVICE constexpr operator element_type*() const
    requires(std::is_same_v<Space, rmem_space> && sizeof_bits_v<element_type> >= 8)
  {
    return raw_pointer_cast(*this);
  }
};

// The pointer to elements of type T in each memory space; for elements of less than a byte it
// counts elements, too.
template <class T>
using gmem_ptr = tagged_ptr<gmem_space, detail::pointer_to_t<T>>;
template <class T>
using smem_ptr = tagged_ptr<smem_space, detail::pointer_to_t<T>>;
template <class T>
using rmem_ptr = tagged_ptr<rmem_space, detail::pointer_to_t<T>>;

// Pointers with a memory space: make_smem_ptr(p) from a pointer to elements, make_smem_ptr<T>(p)
// from a void pointer to bytes that hold elements of type T, make_smem_ptr<T>(nullptr). The space
// is the caller's statement; it is not checked. No cost at run time. A pointer that has the memory
// space already is returned as it is. The elements of ArrayEngine::begin() count as registers; they
// return it as a pointer to the memory in which the engine lies, such as a member of a __shared__
// structure.
#define TILEPROOF_MAKE_PTR(NAME, PTR, SPACE)                                                   \
  template <class T>                                                                           \
  TILEPROOF_HOST_DEVICE constexpr PTR<T> NAME(T* p) {                                          \
    return {detail::pointer_to_t<T>{p}};                                                       \
  }                                                                                            \
  template <class T>                                                                           \
  TILEPROOF_HOST_DEVICE constexpr PTR<T> NAME(std::nullptr_t) {                                \
    return {};                                                                                 \
  }                                                                                            \
  template <class T>                                                                           \
  TILEPROOF_HOST_DEVICE PTR<T> NAME(void* p) {                                                 \
    return NAME(static_cast<T*>(p));                                                           \
  }                                                                                            \
  template <class T>                                                                           \
  TILEPROOF_HOST_DEVICE PTR<T const> NAME(void const* p) {                                     \
    return NAME(static_cast<T const*>(p));                                                     \
  }                                                                                            \
  template <class Space, class It>                                                             \
    requires(std::is_same_v<Space, SPACE> || std::is_same_v<Space, rmem_space>)                \
  TILEPROOF_HOST_DEVICE constexpr tagged_ptr<SPACE, It> NAME(tagged_ptr<Space, It> const& p) { \
    return {p.it};                                                                             \
  }
TILEPROOF_MAKE_PTR(make_gmem_ptr, gmem_ptr, gmem_space)
TILEPROOF_MAKE_PTR(make_smem_ptr, smem_ptr, smem_space)
TILEPROOF_MAKE_PTR(make_rmem_ptr, rmem_ptr, rmem_space)
#undef TILEPROOF_MAKE_PTR

// The raw pointer T*, without memory space and alignment. Pre: an element of less than a byte
// starts at a byte (TILEPROOF_ASSERT).
template <class T>
TILEPROOF_HOST_DEVICE constexpr T* raw_pointer_cast(T* p) {
  return p;
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr T* raw_pointer_cast(subbyte_iterator<T> const& p) {
  TILEPROOF_ASSERT(p.bit == 0 && "tileproof: the element must begin at the first bit of a byte");
  return p.byte;
}
template <class Space, class It>
TILEPROOF_HOST_DEVICE constexpr auto raw_pointer_cast(tagged_ptr<Space, It> const& p) {
  return raw_pointer_cast(p.it);
}

// True if P points into Space. P is a pointer, or a type that has one as P::iterator, such as
// Tensor and the engines. A plain T* points into none. is_gmem, is_smem and is_rmem are the three
// questions.
template <class P, class Space>
inline constexpr bool points_into = false;
template <class P, class Space>
inline constexpr bool points_into<P const, Space> = points_into<P, Space>;
template <class It, class Space>
inline constexpr bool points_into<tagged_ptr<Space, It>, Space> = true;
template <class P, class Space>
  requires requires { typename P::iterator; }
inline constexpr bool points_into<P, Space> = points_into<typename P::iterator, Space>;
template <class P>
struct is_gmem : std::bool_constant<points_into<P, gmem_space>> {};
template <class P>
struct is_smem : std::bool_constant<points_into<P, smem_space>> {};
template <class P>
struct is_rmem : std::bool_constant<points_into<P, rmem_space>> {};
template <class P>
inline constexpr bool is_gmem_v = is_gmem<P>::value;
template <class P>
inline constexpr bool is_smem_v = is_smem<P>::value;
template <class P>
inline constexpr bool is_rmem_v = is_rmem<P>::value;

// An iterator whose element i is n + i. A tensor over counting_iterator<int>{} shows its layout's
// offsets. A sum that T does not hold is refused on the host (leaves_fit_their_type).
template <class T>
struct counting_iterator {
  T n{};

  using element_type = T;
  using value_type = T;

  TILEPROOF_HOST_DEVICE constexpr T operator*() const { return n; }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr T operator[](Offset const& i) const {
    return (*this + i).n;
  }
  template <class Offset>
  TILEPROOF_HOST_DEVICE constexpr counting_iterator operator+(Offset const& i) const {
    if constexpr (detail::is_checked && is_integral_v<Offset> && is_integral_v<T>)
      return {
          detail::fitting<T>(detail::exact_sum(detail::exact_value(n), detail::exact_value(i)))};
    else
      return {n + static_cast<T>(i)};
  }
};

// An iterator whose element c is the coordinate at + c. make_identity_tensor uses it.
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
      return detail::sum(a, b);
  }
};

// The pointer to the same memory as elements of type New, the first of which starts at the same
// address. Keeps const and the memory space. Elements of less than a byte must begin where one of
// New can (TILEPROOF_ASSERT).
template <class New, class T>
TILEPROOF_HOST_DEVICE constexpr auto recast_ptr(T* p) {
  using to = std::conditional_t<std::is_const_v<T>, New const, New>;
  using pointer = detail::pointer_to_t<to>;
  if constexpr (std::is_same_v<to, T>)
    return pointer{p};
  else
    return pointer{reinterpret_cast<to*>(p)};
}
template <class New, class T>
TILEPROOF_HOST_DEVICE constexpr auto recast_ptr(subbyte_iterator<T> const& p) {
  auto r = recast_ptr<New>(p.byte);
  if constexpr (subbyte<New>) {
    TILEPROOF_ASSERT(p.bit % sizeof_bits_v<New> == 0 &&
                     "tileproof: an element of the new type must be able to begin here");
    r.bit = p.bit;
  } else {
    TILEPROOF_ASSERT(p.bit == 0 && "tileproof: the element must begin at the first bit of a byte");
  }
  return r;
}
template <class New, class Space, class It>
TILEPROOF_HOST_DEVICE constexpr auto recast_ptr(tagged_ptr<Space, It> const& p) {
  auto const q = recast_ptr<New>(p.it);
  return tagged_ptr<Space, std::remove_const_t<decltype(q)>>{q};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
