// SPDX-License-Identifier: BSL-1.0
//
// Defines ptr<P>: the checked pointer of a kernel on the CPU, in place of a P on a GPU.
//
// P is float*, aligned_ptr<half_t, 16>, subbyte_iterator<int4b_t>, ... ptr<P> has the element type
// of P and its properties, such as its alignment, so copies are as wide as on the GPU.
//
//   ptr<float*> p = a.data();  // a: a cpu::global
//   p[3] = 2.0f;               // write_at: checked against a's elements, alignment, history
//   float x = p[4];            // read_at; 0 if it must not be read
//
// A pointer is a region and an offset in bits: it may point anywhere, and only an access is judged,
// by the checker of the block that runs (cpu/checker.hpp). It has +, * and [], but no difference,
// comparison or increment, since tensors need none. An access outside of a kernel throws
// std::logic_error.
#pragma once

#include <tileproof/atom/copy/access.hpp>
#include <tileproof/cpu/block.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace cpu {

// The checker of the block that runs. Throws std::logic_error outside of a kernel.
inline checker& checks() {
  if (block::running == nullptr) throw std::logic_error("a checked pointer outside of a kernel");
  return block::running->check;
}
// The attempt of the running thread to access an object of type V, at an address that must be a
// multiple of alignof(V).
template <class V>
attempt attempt_of(place const& at, bool writes) {
  return {at, sizeof_bits_v<V>, static_cast<int>(alignof(V)), writes, checks().thread};
}
// Reads an object of type V at a place, or zeros if it must not be read. V may be wider than an
// element: uint128_t for a vector of 4 floats. An element of less than a byte is read out of its
// byte.
template <class V>
V read_at(place const& at) {
  unsigned char const* const p = checks().access(attempt_of<V>(at, false));
  if constexpr (subbyte<V>) {
    std::uint8_t byte = 0;
    if (p != nullptr) std::memcpy(&byte, p, 1);
    V v = __builtin_bit_cast(V, byte);
    return subbyte_reference<V>(&v, static_cast<int>(at.bit % 8));
  } else {
    unsigned char bytes[sizeof(V)]{};
    if (p != nullptr) std::memcpy(bytes, p, sizeof(V));
    return __builtin_bit_cast(V, bytes);
  }
}
// Writes an object of type V to a place, unless it must not be written. A value of 2 bytes or more
// whose bits are the blank pattern goes to the register watch first: a store of an unwritten
// register to global memory is a fault (cpu/registers.hpp).
template <class V>
void write_at(place const& at, V const& v) {
  if constexpr (!subbyte<V> && sizeof(V) >= 2)
    if (detail::is_blank(&v, sizeof(V))) block::running->registers.store(attempt_of<V>(at, true));
  unsigned char* const p = checks().access(attempt_of<V>(at, true));
  if (p == nullptr) return;
  if constexpr (subbyte<V>) {
    V byte;
    std::memcpy(&byte, p, 1);
    subbyte_reference<V>(&byte, static_cast<int>(at.bit % 8)) = v;
    std::memcpy(p, &byte, 1);
  } else {
    std::memcpy(p, &v, sizeof(V));
  }
}

// A reference to the element at a place; tensors return it by value. It reads when it is converted
// to a value. If any thread has written anything between its construction and the conversion, that
// is a fault (late_read), since the GPU might have read earlier.
//
//   auto x = t(0); t(1) = 2.0f; float y = x;  // late_read; float x = t(0) is right
template <class T>
class reference {
 public:
  using value_type = std::remove_cv_t<T>;

  explicit reference(place const& at) : at_(at), writes_(checks().writes) {}
  reference(reference const&) = default;

  operator value_type() const {
    checker& check = checks();
    if (check.writes != writes_) {
      attempt const a = attempt_of<value_type>(at_, false);
      check.add(fault::late_read, a, -1, a.element(),
                check.does(a) + a.in->element(a.element()) +
                    " through a reference that is older than the last write");
    }
    return read_at<value_type>(at_);
  }
  // The place of the element, for an instruction that takes a reference.
  place const& where() const { return at_; }
  // Explicit conversions, like those of a number.
  template <class U>
    requires(std::is_arithmetic_v<U> && !std::is_same_v<U, value_type> &&
             std::is_convertible_v<value_type, U>)
  explicit operator U() const {
    return static_cast<U>(operator value_type());
  }
  // Assignment writes the element. Assignment from another reference reads that element first.
  // Neither changes the element to which this refers.
  reference const& operator=(value_type const& v) const
    requires(!std::is_const_v<T>)
  {
    write_at(at_, v);
    return *this;
  }
  reference const& operator=(reference const& other) const
    requires(!std::is_const_v<T>)
  {
    return *this = static_cast<value_type>(other);
  }
  reference& operator=(reference const& other)
    requires(!std::is_const_v<T>)
  {
    *this = static_cast<value_type>(other);
    return *this;
  }

#define TILEPROOF_BY_VALUE(RESULT, OP)                                \
  template <class U>                                                  \
  friend RESULT operator OP(reference const& a, U const& b) {         \
    return static_cast<value_type>(a) OP b;                           \
  }                                                                   \
  template <class U>                                                  \
  friend RESULT operator OP(U const& a, reference const& b) {         \
    return a OP static_cast<value_type>(b);                           \
  }                                                                   \
  friend RESULT operator OP(reference const& a, reference const& b) { \
    return static_cast<value_type>(a) OP static_cast<value_type>(b);  \
  }
  TILEPROOF_BY_VALUE(auto, +)
  TILEPROOF_BY_VALUE(auto, -)
  TILEPROOF_BY_VALUE(auto, *)
  TILEPROOF_BY_VALUE(auto, /)
  TILEPROOF_BY_VALUE(bool, <)
  TILEPROOF_BY_VALUE(bool, >)
  TILEPROOF_BY_VALUE(bool, ==)
#undef TILEPROOF_BY_VALUE
  template <class U>
  reference const& operator+=(U const& v) const {
    return *this = static_cast<value_type>(*this + v);
  }
  template <class U>
  reference const& operator-=(U const& v) const {
    return *this = static_cast<value_type>(*this - v);
  }
  template <class U>
  reference const& operator*=(U const& v) const {
    return *this = static_cast<value_type>(*this * v);
  }

 private:
  place at_;
  std::uint64_t writes_;  // the number of writes by all threads at its construction
};

// A checked pointer: a place, with the arithmetic and the element type of P. ptr<P> + i has the
// type ptr<decltype(P + i)>, so that an offset of unknown divisibility removes the alignment from
// the type, as on the GPU.
template <class P>
struct ptr : place {
  using element_type = detail::element_of<P>;
  using value_type = std::remove_cv_t<element_type>;

  reference<element_type> operator*() const { return reference<element_type>(*this); }
  template <class Offset>
  reference<element_type> operator[](Offset const& i) const {
    return reference<element_type>(past(i));
  }
  template <class Offset>
  auto operator+(Offset const& i) const {
    return ptr<std::remove_cvref_t<decltype(std::declval<P const&>() + i)>>{past(i)};
  }

 private:
  // The place i elements further on. The mark of an outside coordinate is kept.
  template <class Offset>
  place past(Offset const& i) const {
    static_assert(!std::is_pointer_v<P> || sizeof_bits_v<value_type> >= 8,
                  "elements of less than a byte need make_gmem_ptr or make_smem_ptr, not a "
                  "plain pointer");
    return {in, bit + static_cast<std::int64_t>(i) * sizeof_bits_v<value_type>, wrong};
  }
};

// ---- functions that tensors and copies call with a pointer

// These overloads are found for a checked pointer where the library calls its own for a plain one.
// raw_pointer_cast keeps it checked; recast_ptr changes the element type, not the place.
template <class P>
ptr<P> raw_pointer_cast(ptr<P> const& p) {
  return p;
}
template <class New, class P>
auto recast_ptr(ptr<P> const& p) {
  return ptr<std::remove_cvref_t<decltype(tileproof::recast_ptr<New>(std::declval<P const&>()))>>{
      p};
}
// Requires that the address is a multiple of Bytes. Refused (layout_error, address_is_aligned)
// otherwise. A tensor without elements has no address and is accepted.
template <int Bytes, class P>
void assume_address(ptr<P> const& p) {
  if (p.in->in == nullptr) return;  // a tensor without elements has no address
  auto const past = static_cast<std::int64_t>(
      reinterpret_cast<std::uintptr_t>(p.in->address(p.bit)) % static_cast<unsigned>(Bytes));
  detail::assume(past == 0, {core::property::address_is_aligned, 0, 0, past, Bytes});
}
// A pointer whose type has the alignment of Bytes bytes; checked by assume_address.
template <int Bytes, class T>
ptr<aligned_ptr<T, Bytes>> assume_aligned(ptr<T*> const& p) {
  static_assert(Bytes % alignof(T) == 0, "assume_aligned: Bytes must be a multiple of alignof(T)");
  assume_address<Bytes>(p);
  return {p};
}
template <int Bytes, class Space, class T>
tagged_ptr<Space, ptr<aligned_ptr<T, Bytes>>> assume_aligned(tagged_ptr<Space, ptr<T*>> const& p) {
  return {cpu::assume_aligned<Bytes>(p.it)};
}
// make_gmem_ptr and make_smem_ptr of a checked pointer; make_gmem_ptr<16> checks the address here,
// on the host. Elements of less than a byte become a subbyte pointer, as on the GPU. The name of
// the space is not checked here: instructions that require a space do so
// (cpu/copy_instructions.hpp).
#define TILEPROOF_MAKE_PTR(NAME, SPACE)                                                     \
  template <class T>                                                                        \
  tagged_ptr<SPACE, ptr<detail::pointer_to_t<T>>> NAME(ptr<T*> const& p) {                  \
    return {{p}};                                                                           \
  }                                                                                         \
  template <class T, int Bytes>                                                             \
  tagged_ptr<SPACE, ptr<aligned_ptr<T, Bytes>>> NAME(ptr<aligned_ptr<T, Bytes>> const& p) { \
    return {p};                                                                             \
  }                                                                                         \
  template <int Bytes, class T>                                                             \
  tagged_ptr<SPACE, ptr<aligned_ptr<T, Bytes>>> NAME(ptr<T*> const& p) {                    \
    return {cpu::assume_aligned<Bytes>(p)};                                                 \
  }
TILEPROOF_MAKE_PTR(make_gmem_ptr, gmem_space)
TILEPROOF_MAKE_PTR(make_smem_ptr, smem_space)
#undef TILEPROOF_MAKE_PTR

// One access of the width of V, a load or store of a vector: the hooks of copies
// (tensor/cpu_hooks.hpp).
template <class V, class P>
V read_as(ptr<P> const& p) {
  return read_at<V>(p);
}
template <class P, class V>
void write_as(ptr<P> const& p, V const& v) {
  write_at(p, v);
}
// The argument of an instruction that takes an object of type V.
template <class V, class P>
ptr<V*> as_object(ptr<P> const& p) {
  return {p};
}

}  // namespace cpu

namespace detail {

template <class P>
inline constexpr std::int64_t alignment_bits<cpu::ptr<P>> = alignment_bits<P>;

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
