// SPDX-License-Identifier: BSL-1.0
//
// Defines complex numbers in namespace cute: complex<T> is cuda::std::complex with nvcc, which works
// in device code, and std::complex without. Source: CuTe, numeric/{complex,real}.hpp.
#pragma once

#include <tileproof/cute/type_traits.hpp>

#include <complex>
#if defined(__CUDACC__)
#include <cuda/std/complex>
#endif

namespace cute {

#if defined(__CUDACC__)
using cuda::std::complex;
#else
using std::complex;
#endif

// Whether T is a complex number; the type of its parts, and T itself for another number.
template <class T>
struct is_complex : std::false_type {};
template <class T>
struct is_complex<complex<T>> : std::true_type {};
template <class T>
inline constexpr bool is_complex_v = is_complex<T>::value;
template <class T>
struct RealType {
  using Type = T;
};
template <class T>
struct RealType<complex<T>> {
  using Type = T;
};

// The parts and the conjugate of a complex number; of another number x: x, 0 and x.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto real(T const& z) {
  if constexpr (is_complex_v<T>)
    return z.real();
  else
    return z;
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto imag(T const& z) {
  if constexpr (is_complex_v<T>)
    return z.imag();
  else
    return T(0);
}
template <class T>
TILEPROOF_HOST_DEVICE constexpr T conj(T const& z) {
  if constexpr (is_complex_v<T>)
    return T(z.real(), -z.imag());
  else
    return z;
}

// d = a + b, d = a * b, d = a * b + c. The result may be a type wider than the operands.
template <class D, class A, class B>
TILEPROOF_HOST_DEVICE constexpr void add(D& d, A const& a, B const& b) {
  d = static_cast<D>(a + b);
}
template <class D, class A, class B>
TILEPROOF_HOST_DEVICE constexpr void mul(D& d, A const& a, B const& b) {
  d = static_cast<D>(a * b);
}
template <class D, class A, class B, class C>
TILEPROOF_HOST_DEVICE constexpr void fma(D& d, A const& a, B const& b, C const& c) {
  d = static_cast<D>(a * b + c);
}
// c = a * b + c.
template <class A, class B, class C>
TILEPROOF_HOST_DEVICE constexpr void fma(A const& a, B const& b, C& c) {
  c = static_cast<C>(a * b + c);
}
// d = a * b + c of complex numbers: four multiplications.
template <class D, class A, class B, class C>
TILEPROOF_HOST_DEVICE constexpr void fma(complex<D>& d, complex<A> const& a, complex<B> const& b,
                                         complex<C> const& c) {
  d = complex<D>(static_cast<D>(a.real() * b.real() + c.real() - a.imag() * b.imag()),
                 static_cast<D>(a.real() * b.imag() + c.imag() + a.imag() * b.real()));
}
template <class A, class B, class C>
TILEPROOF_HOST_DEVICE constexpr void fma(complex<A> const& a, complex<B> const& b, complex<C>& c) {
  cute::fma(c, a, b, c);
}

}  // namespace cute
